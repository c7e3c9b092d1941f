// A path of the user's own as a person writes it: `~` for the home folder.
import { shownPath } from "../../redact/shown-path.ts";
import type { ClientPlace } from "./client.ts";

export function shownHome(path: string, { home }: Pick<ClientPlace, "home">): string {
  const rest = path.startsWith(home) ? path.slice(home.length) : null;
  return shownPath(rest !== null && /^[/\\]/.test(rest) ? `~${rest}` : path);
}
