// How the other systems are told to index a tree in full, and where they leave the index. Sources: their own `--help`.

interface Peer {
  args: string[];
  /** Within the tree. */
  folder: string;
  env: Record<string, string>;
}

export const PEERS: Record<"mast" | "codegraph" | "gitnexus", Peer> = {
  mast: { args: ["init"], folder: ".mast", env: {} },
  codegraph: { args: ["init"], folder: ".codegraph", env: { CODEGRAPH_TELEMETRY: "0" } },
  gitnexus: { args: ["analyze"], folder: ".gitnexus", env: { SCARF_ANALYTICS: "false" } },
};
