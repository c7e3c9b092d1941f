// Where does Pith itself lie? The folder of the package that this file belongs to: a checkout, or where it was installed.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { manifestOf } from "./module-folders.ts";

export function packageFolder(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at))
    if (manifestOf(at)?.name === "pith" || dirname(at) === at) return at;
}
