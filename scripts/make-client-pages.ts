// Writes docs/guide/clients/ from what Pith knows of each client. A test fails when the pages are not what this would write.
//   node scripts/make-client-pages.ts
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { putEntry } from "../src/surface/adopt/settings-edit.ts";
import { CLIENTS } from "../src/surface/adopt/clients.ts";
import type { Client } from "../src/surface/adopt/client.ts";

export const CLIENT_FOLDER = fileURLToPath(new URL("../docs/guide/clients/", import.meta.url));

const MARK = "<!-- Made by scripts/make-client-pages.ts from src/surface/adopt/clients/. Do not edit. -->";
const BY_NAME = { command: "pith", args: ["mcp"] };

/** File name to text of every page. */
export function clientPages(): Map<string, string> {
  const pages = new Map([["README.md", overview()]]);
  for (const client of CLIENTS) pages.set(`${client.id}.md`, page(client));
  return pages;
}

function overview(): string {
  const rows = CLIENTS.map(
    (client) =>
      `| [${client.name}](${client.id}.md) | \`pith setup ${client.id}\` | ${client.project === undefined ? "yours" : "yours, the project's"} | ${client.link === undefined ? "" : "yes"} |`,
  );
  return text("Set Pith up in a client", [
    "`pith setup` lists the agents and editors that are on this machine. With the name of one it shows the difference in that client's own settings, asks, and writes. `--remove` takes out what was put in, and nothing else. In general: [set-up](../set-up.md).",
    ["| client | command | settings | one click |", "|---|---|---|---|", ...rows].join("\n"),
    "## What is written, and what is not",
    [
      "- One entry named `pith`. Comments, blanks, line ends, other servers and permissions of the file stay as they are, byte for byte. Of an entry of that name that says something else the command is replaced, and what stands beside it (an environment, permissions) stays.",
      "- The file is replaced whole, in one step: a crash leaves the old one or the new one. No copy of it is kept; the difference is shown before, and `--remove` gives the old bytes back as long as nobody else changed the file. Only offsets and hashes of it are remembered, in the cache folder.",
      "- Links in your home folder are followed and stay links. In a project no link that leaves it is followed.",
      "- A file that is broken is named with line and column and left alone; so is one that is read-only, or that somebody changed meanwhile.",
      "- Values of other programs are not shown, since such files hold keys.",
    ].join("\n"),
    "## Which command the settings run",
    "A project's file, which others share, starts Pith by its name: `pith mcp`. Your own file starts it by the absolute paths of Node and of Pith where the client may be started without your shell's PATH (every editor and application), on Windows (where `pith` is a script that can't be started without a shell), and where no `pith` is on the PATH. `--launch name` or `--launch path` decides otherwise. When an update moves Node or Pith, run the command again. `npx` is not used: on the public registry the name is not Pith's.",
  ]);
}

function page(client: Client): string {
  const { id, name, project, link, trouble } = client;
  const parts = [
    `\`\`\`sh\npith setup ${id}\n\`\`\``,
    `It shows what it would write, and asks. \`--dry-run\` only shows it, \`--print\` prints the entry, \`--remove\` takes it out.${project === undefined ? "" : ` For everybody who works in a repository: \`pith setup ${id} --scope project\`.`}`,
    "## Where it stands",
    places(client),
    `By hand, under \`${client.servers}\`:`,
    `\`\`\`${client.format}\n${putEntry(client, "", "", BY_NAME)!.after.trimEnd()}\n\`\`\``,
    "Your own settings get the absolute paths of Node and Pith where that is safer: [which command](README.md#which-command-the-settings-run).",
  ];
  if (link !== undefined)
    parts.push(
      "## With one click",
      `With \`pith\` on the PATH of ${name}, open this address:`,
      `\`\`\`text\n${link(BY_NAME)}\n\`\`\``,
    );
  if (id === "claude-code") parts.push("## Advice before a search", HOOKS);
  parts.push("## Tell the agent", instructions(client));
  parts.push("## Check", `${client.next} ${client.check}`);
  parts.push(
    "## Trouble",
    [...trouble, ...FOLDER[client.tellsFolder](client), ...ALWAYS].map((one) => `- ${one}`).join("\n"),
  );
  parts.push(`Sources: ${client.sources.map(({ url, read }) => `<${url}> (read ${read})`).join(", ")}.`);
  return text(name, parts);
}

const FOLDER: Readonly<Record<Client["tellsFolder"], (client: Client) => string[]>> = {
  yes: () => [],
  unknown: ({ id, name }) => [
    `Answers name another root than the folder that is open: whether ${name} tells a server which folder is open is not documented. Run \`pith setup ${id} --fix-root\` in the project.`,
  ],
  no: () => [],
};

const ALWAYS = [
  "The tools do not appear: run the command of the entry in a terminal. It says that it waits for a client; end it with Ctrl-C. `pith doctor` checks the installation.",
];

const HOOKS = [
  "`pith setup claude-code --hooks` also writes two hooks into `.claude/settings.json` (or `~/.claude/settings.json`): before a search (`Bash`, `PowerShell`, `Grep`, `Glob`; native builds have no `Grep` and search in the shell) and when you ask something. They start `pith advise`, which adds one sentence to what the agent reads, at most three times in a session, such as that `pith trace NAME` gives the callers of a name.",
  "It allows nothing, denies nothing, changes nothing and always ends with 0; without Pith nothing happens. It says nothing of a search in one file, of what another program prints, and where Pith is named already. `--remove` takes both out.",
].join("\n\n");

function places(client: Client): string {
  const rows = (["linux", "darwin", "win32"] as const).map((platform) => {
    const env = platform === "win32" ? { APPDATA: "%APPDATA%" } : {};
    const home = platform === "win32" ? "%USERPROFILE%" : "~";
    return [SYSTEMS[platform], client.user({ home, platform, env })[0]!] as const;
  });
  const same = rows.every(
    ([, path]) => path.replaceAll("\\", "/").replace("%USERPROFILE%", "~") === rows[0]![1],
  );
  const user = same
    ? [`| yours | \`${rows[0]![1]}\` |`]
    : rows.map(([system, path]) => `| yours, ${system} | \`${path}\` |`);
  const project = (client.project ?? []).slice(0, 1).map((path) => `| the project's | \`${path}\` |`);
  return ["| settings | file |", "|---|---|", ...user, ...project].join("\n");
}

const SYSTEMS = { linux: "Linux", darwin: "macOS", win32: "Windows" } as const;

function instructions({ id, name, skills, instructions: file }: Client): string {
  const skill =
    skills === undefined
      ? ""
      : ` \`pith skill ${id} --install\` puts the long form into \`${skills.project}/pith/SKILL.md\`, which it reads when it needs it.`;
  return `\`pith init\` puts a short block into the files of instructions that the repository has; ${name} reads \`${file}\`.${skill}`;
}

function text(title: string, parts: readonly string[]): string {
  return `${MARK}\n# ${title}\n\n${parts.join("\n\n")}\n`;
}

if (import.meta.main) {
  const pages = clientPages();
  mkdirSync(CLIENT_FOLDER, { recursive: true });
  for (const name of readdirSync(CLIENT_FOLDER)) if (!pages.has(name)) rmSync(join(CLIENT_FOLDER, name));
  for (const [name, page] of pages) writeFileSync(join(CLIENT_FOLDER, name), page);
  console.log(`${pages.size} pages in docs/guide/clients`);
}
