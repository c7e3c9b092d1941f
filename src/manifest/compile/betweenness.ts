// Which nodes lie on the ways between others, over the tree and its see-also links? Brandes' count of shortest ways (A Faster
// Algorithm for Betweenness Centrality, 2001), every edge going both ways. On large trees from a part of the nodes, which is
// said: the count is then an estimate.
import { toEven } from "../to-even.ts";
import type { Link } from "./links-kept.ts";
import { preOrder, type SourceNode } from "./source-tree.ts";

export interface Betweenness {
  /** Of every node by id; four decimals. */
  of: Map<string, number>;
  /** Nodes that ways were counted from; all of them where it is exact. */
  from: number;
  isExact: boolean;
}

/** Steps over edges: half a second. */
const MOST_STEPS = 50_000_000;

/** `links`: beside those that nodes have. Unknown targets are passed over. */
export function betweenness(
  root: SourceNode,
  links: ReadonlyMap<string, readonly Link[]> = new Map(),
  mostSteps = MOST_STEPS,
): Betweenness {
  const { ids, starts, ends, neighbours } = graphOf(root, links);
  const count = ids.length;
  const steps = count + neighbours.length;
  const from = Math.max(1, Math.min(count, Math.floor(mostSteps / steps)));
  const scores = new Float64Array(count);
  const walk = new ShortestWays(count, starts, ends, neighbours);
  // Evenly over the tree, the same ones each time.
  for (let i = 0; i < from; i++) walk.addFrom(Math.floor((i * count) / from), scores);
  // Each way was met from both of its ends.
  const scale = count / from / 2;
  return {
    of: new Map(ids.map((id, i) => [id, Number(toEven(scores[i]! * scale, 4))])),
    from,
    isExact: from === count,
  };
}

interface Graph {
  ids: string[];
  /** Neighbours of node i: `neighbours[starts[i] … ends[i])`. */
  starts: Int32Array;
  ends: Int32Array;
  neighbours: Int32Array;
}

function graphOf(root: SourceNode, links: ReadonlyMap<string, readonly Link[]>): Graph {
  const nodes = [...preOrder(root)];
  const numbers = new Map(nodes.map(({ node }, i) => [node.id, i]));
  const beside: Set<number>[] = nodes.map(() => new Set());
  const join = (a: number, b: number | undefined): void => {
    if (b === undefined || a === b) return;
    beside[a]!.add(b);
    beside[b]!.add(a);
  };
  nodes.forEach(({ node, parent }, i) => {
    if (parent !== null) join(i, numbers.get(parent.id));
    for (const { to } of [...node.links, ...(links.get(node.id) ?? [])]) join(i, numbers.get(to));
  });
  const starts = new Int32Array(nodes.length);
  const ends = new Int32Array(nodes.length);
  const neighbours: number[] = [];
  beside.forEach((set, i) => {
    starts[i] = neighbours.length;
    for (const one of [...set].sort((a, b) => a - b)) neighbours.push(one);
    ends[i] = neighbours.length;
  });
  return { ids: nodes.map(({ node }) => node.id), starts, ends, neighbours: Int32Array.from(neighbours) };
}

/** Its rows are used again for each start. */
class ShortestWays {
  readonly #graph: Pick<Graph, "starts" | "ends" | "neighbours">;
  readonly #queue: Int32Array;
  readonly #distances: Int32Array;
  readonly #ways: Float64Array;
  readonly #shares: Float64Array;

  constructor(count: number, starts: Int32Array, ends: Int32Array, neighbours: Int32Array) {
    this.#graph = { starts, ends, neighbours };
    this.#queue = new Int32Array(count);
    this.#distances = new Int32Array(count);
    this.#ways = new Float64Array(count);
    this.#shares = new Float64Array(count);
  }

  addFrom(start: number, scores: Float64Array): void {
    const { starts, ends, neighbours } = this.#graph;
    const [queue, distances, ways, shares] = [this.#queue, this.#distances, this.#ways, this.#shares];
    distances.fill(-1);
    ways.fill(0);
    shares.fill(0);
    distances[start] = 0;
    ways[start] = 1;
    queue[0] = start;
    let length = 1;
    for (let at = 0; at < length; at++) {
      const node = queue[at]!;
      for (let e = starts[node]!; e < ends[node]!; e++) {
        const next = neighbours[e]!;
        if (distances[next] === -1) {
          distances[next] = distances[node]! + 1;
          queue[length++] = next;
        }
        if (distances[next] === distances[node]! + 1) ways[next]! += ways[node]!;
      }
    }
    // Backwards: what lies behind a node is shared out to those that lead to it.
    for (let at = length - 1; at > 0; at--) {
      const node = queue[at]!;
      for (let e = starts[node]!; e < ends[node]!; e++) {
        const before = neighbours[e]!;
        if (distances[before] === distances[node]! - 1)
          shares[before]! += (ways[before]! / ways[node]!) * (1 + shares[node]!);
      }
      scores[node]! += shares[node]!;
    }
  }
}
