// What has to be known of a client of MCP to set Pith up in it: the shape of one file in `clients/`.
import { posix, win32 } from "node:path";
import type { ClientId } from "./client-ids.ts";
import type { Command } from "./launch.ts";

/** Whose settings, on which system. */
export interface ClientPlace {
  home: string;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
}

export interface Client {
  id: ClientId;
  name: string;
  /** The public documents that say so, and the day on which they were read. */
  sources: readonly { url: string; read: string }[];
  /** The file of its settings, from the root: the first of these that is there, else the first. */
  project?: readonly string[];
  /** The same of the user, absolute. */
  user: (place: ClientPlace) => readonly string[];
  format: "json" | "toml";
  /** The member or table that holds the servers. */
  servers: string;
  entry: (command: Command) => Record<string, unknown>;
  /** It may be started without the PATH of a shell. */
  isApp: boolean;
  /** Whether it tells a server which folder is open. `no`: the folder has to stand in the settings. */
  tellsFolder: "yes" | "unknown" | "no";
  /** Files or folders that are there when it is installed. */
  signs: (place: ClientPlace) => readonly string[];
  /** An address that sets it up with one click. */
  link?: (command: Command) => string;
  /** Folders of skills: from the root, and of the user. */
  skills?: { project: string; user: (place: ClientPlace) => string };
  /** The file of instructions that it reads in a project. */
  instructions: string;
  /** What makes it read the settings, as a sentence. */
  next: string;
  /** How to see whether it is connected, as a sentence. */
  check: string;
  /** What goes wrong with it, and what helps. */
  trouble: readonly string[];
}

/** The name of our server in every client. */
export const SERVER = "pith";

/** Paths of the system that is meant, which need not be this one. */
export function at({ platform }: ClientPlace, ...parts: readonly string[]): string {
  return (platform === "win32" ? win32 : posix).join(...parts);
}

/** Where applications keep what belongs to a user. */
export function appData(place: ClientPlace): string {
  const { home, platform, env } = place;
  if (platform === "win32") return env["APPDATA"] ?? at(place, home, "AppData", "Roaming");
  return platform === "darwin" ? at(place, home, "Library", "Application Support") : configHome(place);
}

/** `~/.config`, or what XDG_CONFIG_HOME names. */
export function configHome(place: ClientPlace): string {
  const xdg = place.env["XDG_CONFIG_HOME"];
  return xdg !== undefined && posix.isAbsolute(xdg) ? xdg : at(place, place.home, ".config");
}

/** As most clients write a server: its command and its arguments. */
export function plainEntry({ command, args }: Command): Record<string, unknown> {
  return { command, args };
}
