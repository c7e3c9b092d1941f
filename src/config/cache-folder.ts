// Where derived files are written: `cacheDir` if it is set, else the user's cache folder.
import type { Config } from "./schema.ts";
import { userCacheFolder, userPlace } from "./user-folders.ts";

export function cacheFolder(config: Pick<Config, "cacheDir">, env: NodeJS.ProcessEnv = process.env): string {
  return config.cacheDir === "" ? userCacheFolder(userPlace(env)) : config.cacheDir;
}
