// The process that holds the compiler, and in it the thread that runs it. The process only passes messages on: so it ends
// with the one that started it, at once, however long the compiler is at work; and what the compiler does to its memory
// ends this process at worst.
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { CompilerThread } from "./compiler-thread.ts";
import { MEMORY, type Reply, type Request, type Setup } from "./protocol.ts";

/** The compiler walks trees by calls of itself: deep ones need more than a thread's usual 4 MB. */
const STACK_MB = 64;

if (isMainThread) pass();
else work();

function pass(): void {
  let thread: Worker | null = null;
  const send = (reply: Reply) => process.send?.(reply);
  process.on("disconnect", () => process.exit());
  process.on("message", (request: Request) => {
    if (request.kind !== "setup") return thread?.postMessage(request, []);
    thread = new Worker(new URL(import.meta.url), {
      workerData: request.setup,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: request.setup.heapMb, stackSizeMb: STACK_MB },
    });
    thread.on("message", send);
    thread.on("error", (error: NodeJS.ErrnoException) => {
      const memory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      send({ kind: "failed", why: memory ? MEMORY : error.message.split("\n", 1)[0]!.slice(0, 200) });
    });
    thread.on("exit", () => process.disconnect?.());
  });
}

function work(): void {
  const port = parentPort!;
  const thread = new CompilerThread(workerData as Setup, (reply) => port.postMessage(reply, []));
  port.on("message", (request: Request) => thread.answer(request));
}
