// A process that answers once from the store: `answer-child.ts <folder of the repository> <threads>`.
import { sha256 } from "../../src/base/hash.ts";
import { logicalContent } from "./logical-content.ts";
import { Repository } from "./repository.ts";

export interface ChildAnswer {
  digest: string;
  notices: readonly string[];
  wrote: boolean;
}

const [folder, threads] = process.argv.slice(2);
const repository = Repository.at(folder!);
const store = repository.store();
const snapshot = await repository.answer(store, { threads: Number(threads), aloneBytes: 0 });
const answer: ChildAnswer = {
  digest: sha256(JSON.stringify(logicalContent(snapshot))),
  notices: snapshot.notices,
  wrote: store.load() !== null,
};
process.stdout.write(JSON.stringify(answer));
