// Which files outside the tree hold ignore rules? The user's global file and the repository's `info/exclude`.
import { isAbsolute, join, resolve } from "node:path";
import { expandHome, gitPlace, isTrue, readGitSettingsApart, xdgGitFolder } from "./settings.ts";
import type { GitPlace } from "./settings.ts";
import type { Repository } from "./repository.ts";

export interface IgnoreSources {
  /** The user's file: `core.excludesFile`, or Git's default place for it. It may not exist. */
  globalFile: string | null;
  /** The repository's own settings name the global file: it may be any file of the user's. */
  globalNamedByRepository: boolean;
  /** `info/exclude` of the repository; stronger than the global file. */
  excludeFile: string | null;
  /** `core.ignoreCase`: rules match ASCII letters in either case. */
  ignoreCase: boolean;
}

export function ignoreSources(repository: Repository | null, place: GitPlace = gitPlace()): IgnoreSources {
  const { settings, own } = readGitSettingsApart(repository, place);
  const named = settings.get("core.excludesfile");
  let globalFile: string | null = join(xdgGitFolder(place), "ignore");
  if (named !== undefined) {
    const path = named === null || named === "" ? null : expandHome(named, place);
    globalFile = path === null || isAbsolute(path) ? path : resolve(repository?.workTree ?? ".", path);
  }
  return {
    globalFile,
    globalNamedByRepository: own.has("core.excludesfile"),
    excludeFile: repository === null ? null : join(repository.commonDir, "info", "exclude"),
    ignoreCase: isTrue(settings.get("core.ignorecase")),
  };
}
