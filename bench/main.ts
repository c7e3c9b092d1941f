// Runs a benchmark by its name: `node bench/main.ts quality --labels DIR --corpora DIR`.
// Each benchmark is a folder (or file) beside this one; see its header for its options.

const BENCHES: Record<string, () => Promise<{ main(args: string[]): Promise<void> }>> = {
  quality: () => import("./quality/quality.ts"),
  vectors: () => import("./vectors/vectors.ts"),
  eval: () => import("./eval/eval.ts"),
  prose: () => import("./vectors/prose.ts"),
  "rank-time": () => import("./vectors/rank-time.ts"),
  "eval-factors": () => import("./eval/other-repositories.ts"),
  map: () => import("./quality/map.ts"),
  "context-files": () => import("./quality/in-context.ts"),
  "line-truth": () => import("./line-truth/line-truth.ts"),
  speed: () => import("./speed/speed.ts"),
  server: () => import("./speed/server.ts"),
  transports: () => import("./speed/transports.ts"),
  scale: () => import("./scale/scale.ts"),
  watch: () => import("./speed/watch.ts"),
  revision: () => import("./revision/revision.ts"),
  sessions: () => import("./sessions/sessions.ts"),
  review: () => import("./review/review.ts"),
  receipts: () => import("./receipts/receipts.ts"),
  "review-speed": () => import("./review/speed.ts"),
  history: () => import("./review/history-signal.ts"),
  graph: () => import("./graph/graph.ts"),
  executed: () => import("./executed/executed.ts"),
  aggregation: () => import("./aggregation/aggregation.ts"),
  routing: () => import("./routing/routing.ts"),
  untrusted: () => import("./untrusted/untrusted.ts"),
  manifests: () => import("./manifests/navigation.ts"),
  "graph-speed": () => import("./graph-speed/graph-speed.ts"),
  "manifest-build": () => import("./manifest-build/manifest-build.ts"),
};

const [name = "", ...args] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench === undefined) {
  console.error(`usage: node bench/main.ts <${Object.keys(BENCHES).join(" | ")}> [options]`);
  process.exit(2);
}
await (await bench()).main(args);
