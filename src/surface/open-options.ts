// What may be said of a root when the library opens it?

export interface OpenOptions {
  /** Environment for configuration and cache folder; the process's own unless given. */
  env?: NodeJS.ProcessEnv;
  /** Told what a person should know, once for each call: a cache that was rebuilt, for example. */
  onNotice?: (notice: string) => void;
}
