// A process that does the work of a session in one root: `writer-child.ts <root> [rebuild]`, the cache by PITH_CACHE_DIR.
// Says what it has done, line by line, so that whoever kills it knows what must be left.
import { createEngine } from "../../src/engine/engine.ts";
import { SESSION, told, type Told } from "./session.ts";

const [root = "", rebuild] = process.argv.slice(2);
const engine = createEngine({ cwd: root });

function say(line: { begun: true } | Told): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

say({ begun: true });
if (rebuild === "rebuild") await engine.run("index", { root, rebuild: true, syntax: true });
for (const question of SESSION) say(await told(engine, root, question));
await engine.close();
