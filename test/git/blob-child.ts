// Holds a child of Git open until it is ended from outside; for tests. Says the child's process id.
import { BlobReader } from "../../src/git/blobs.ts";
import { findRepository } from "../../src/git/repository.ts";

const [folder = "", id = "", size = ""] = process.argv.slice(2);
const blobs = new BlobReader(findRepository(folder)!);
await blobs.read([{ id, size: Number(size) }]);
process.stdout.write(`${blobs.pid}\n`);
setInterval(() => {}, 1_000);
