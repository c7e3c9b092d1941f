// Exchanges a folder with a link to another, again and again, until it is ended: `node swapping-child.mjs FOLDER OTHER`.
import { renameSync, symlinkSync, unlinkSync } from "node:fs";

const [folder, other] = process.argv.slice(2);
const pause = new Int32Array(new SharedArrayBuffer(4));
process.send?.("started");
process.on("disconnect", () => process.exit());
// The test's folder is gone when the test is.
process.on("uncaughtException", () => process.exit());
for (const end = Date.now() + 20_000; Date.now() < end;) {
  renameSync(folder, `${folder}.away`);
  symlinkSync(other, folder);
  Atomics.wait(pause, 0, 0, 3);
  unlinkSync(folder);
  renameSync(`${folder}.away`, folder);
  Atomics.wait(pause, 0, 0, 3);
}
