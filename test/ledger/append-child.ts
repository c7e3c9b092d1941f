// Puts rows into the ledger and into a session: `append-child.ts <cache> <number> <count>`. Says each that is in.
import { keepCall } from "../../src/ledger/call-files.ts";
import type { CallRow } from "../../src/ledger/call-row.ts";
import { keepRow } from "../../src/ledger/session-store.ts";
import { join } from "node:path";

const [cache = "", number = "0", count = "0"] = process.argv.slice(2);
for (let i = 0; i < Number(count); i++) {
  const row: CallRow = {
    v: 1,
    at: "2026-12-01T10:00:00.000Z",
    surface: "cli",
    op: "context",
    root: "/r",
    query: `${number} ${i} ${"long ".repeat(i % 300)}`,
    status: "found",
    out: 1,
    unit: "o200k_base",
    budget: 1000,
    in: null,
    scanned: 1,
    shown: 1,
    ms: 1,
  };
  keepCall({ folder: join(cache, "ledger"), ignored: false }, row);
  const text = JSON.stringify({ op: "read", out: 1, unit: "bytes", files: [], items: [`${number}-${i}`] });
  keepRow({ cacheDir: cache, root: "/r", id: "shared" }, text, { begunAnew: false });
  process.stdout.write(`${number}-${i}\n`);
}
