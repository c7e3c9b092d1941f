// Where is the user at home? A container's user may be a number that the system has no entry for, with no HOME set: then
// Node throws. The top of the disk stands in: nothing of a user's is found there, and what can't be kept is said.
import { homedir } from "node:os";
import { parse } from "node:path";

export function homeFolder(known: () => string = homedir): string {
  try {
    return known();
  } catch {
    return parse(process.execPath).root;
  }
}
