// Which files may be read at all? Roots and the paths inside them: nothing leaves a root, by name or through a link.
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { PithError } from "../base/error.ts";
import { homeFolder } from "../base/home-folder.ts";
import { findRepository } from "../git/repository.ts";
import type { Repository } from "../git/repository.ts";

export interface Root {
  /** Absolute real path: no link, no trailing slash. */
  path: string;
  /** The repository whose work tree holds the root; its top may lie above. */
  repository: Repository | null;
}

export interface RootOptions {
  /** Take also a home folder or a whole disk. */
  allowBroad?: boolean;
  /** Folder that relative paths start from. */
  cwd?: string;
  home?: string;
}

/** The folder named, taken literally. Throws ROOT_NOT_FOUND, ROOT_NOT_A_FOLDER or ROOT_TOO_BROAD. */
export function resolveRoot(path: string, options: RootOptions = {}): Root {
  const real = realFolder(path, options);
  if (options.allowBroad !== true && isBroad(real, options.home)) throw tooBroad(real);
  return { path: real, repository: findRepository(real) };
}

/** The root when none is named: the work tree around the working directory, else that directory itself. */
export function resolveDefaultRoot(options: RootOptions = {}): Root {
  const cwd = realFolder(".", options);
  const repository = findRepository(cwd);
  const top = repository?.workTree ?? cwd;
  if (options.allowBroad === true || !isBroad(top, options.home)) return { path: top, repository };
  // A home folder kept in Git holds every project: the working directory is what is meant.
  if (!isBroad(cwd, options.home)) return { path: cwd, repository };
  throw tooBroad(cwd);
}

/** The root that is named, else the default one. */
export function rootAskedFor(named: string | undefined, options: RootOptions = {}): Root {
  return named === undefined ? resolveDefaultRoot(options) : resolveRoot(named, options);
}

function realFolder(path: string, options: RootOptions): string {
  let real: string;
  let folder: boolean;
  try {
    if (path === "" || path.includes("\0")) throw new Error("not a path");
    real = realpathSync.native(resolve(options.cwd ?? process.cwd(), path));
    folder = statSync(real).isDirectory();
  } catch (cause) {
    throw notFound(path, cause);
  }
  if (folder) {
    requireReadable(real, path);
    return real;
  }
  throw new PithError("ROOT_NOT_A_FOLDER", `${path} is a file, not a folder.`, {
    subject: path,
    next: `Name its folder (--root ${dirname(path)}), and the file in the scope.`,
  });
}

function notFound(path: string, cause: unknown): PithError {
  const what =
    path === "."
      ? "The working directory is gone or can't be reached."
      : `There is no folder ${JSON.stringify(path)} that can be read.`;
  return new PithError("ROOT_NOT_FOUND", what, {
    subject: path,
    next: "Name an existing folder with --root, or run in the repository without it.",
    cause,
  });
}

/** A folder that may not be listed, or whose files may not be looked at, can't be answered about. */
function requireReadable(real: string, path: string): void {
  try {
    accessSync(real, constants.R_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new PithError("ROOT_NOT_FOUND", `The folder ${JSON.stringify(path)} can't be read (${code}).`, {
      subject: path,
      next: "Change who may read it (chmod u+rx), or name another folder with --root.",
      cause,
    });
  }
}

function tooBroad(path: string): PithError {
  return new PithError("ROOT_TOO_BROAD", `${path} is a home folder or a whole disk, not a project.`, {
    subject: path,
    next: "Name the project's folder with --root.",
  });
}

/** The home folder, a disk, or a folder that holds the home folder. */
function isBroad(real: string, home: string | undefined): boolean {
  if (real === parse(real).root) return true;
  let realHome = home ?? homeFolder();
  try {
    realHome = realpathSync.native(realHome);
  } catch {
    // A user without a home folder: only whole disks are too broad.
  }
  return realHome === real || isInside(realHome, real);
}

/** The real path of what may not exist yet: that of its nearest existing folder, and the rest as it is written. */
export function realPlace(path: string): string {
  const wanted = resolve(path);
  for (let existing = wanted; ; existing = dirname(existing)) {
    try {
      return join(realpathSync.native(existing), relative(existing, wanted));
    } catch {
      if (dirname(existing) === existing) return wanted;
    }
  }
}

/** Path of a root below the top of its work tree, with a slash at its end; or empty. */
export function aboveOf({ path, repository }: Root): string {
  const way = repository === null ? "" : relative(repository.workTree, path);
  return way === "" ? "" : `${sep === "\\" ? way.replaceAll("\\", "/") : way}/`;
}

/** Whether an absolute path lies below a folder. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * A path as a person or a client writes it, made relative to the root with forward slashes: `./a/`, an absolute path
 * below the root and, on Windows, backslashes are understood. The root itself is the empty path. Looks at no file.
 */
export function relativePath(root: Root, given: string): string {
  const slashes = sep === "\\" ? given.replaceAll("\\", "/") : given;
  if (given.includes("\0")) throw outside(given);
  const absolute = resolve(root.path, slashes);
  if (absolute === root.path) return "";
  if (!isInside(absolute, root.path)) throw outside(given);
  const way = relative(root.path, absolute);
  return sep === "\\" ? way.replaceAll("\\", "/") : way;
}

/**
 * The absolute real path of a path relative to the root. Throws PATH_OUTSIDE_ROOT for `..`, for absolute paths and for
 * links that leave the root. The file need not exist; then its nearest existing folder is what is checked.
 */
export function resolveInside(root: Root, path: string): string {
  if (leadsOutByName(path)) throw outside(path);
  const wanted = join(root.path, path);
  let existing = wanted;
  for (;;) {
    const real = realPath(existing);
    if (real !== null) {
      if (real !== root.path && !isInside(real, root.path)) throw outside(path);
      return existing === wanted ? real : join(real, relative(existing, wanted));
    }
    if (existing === root.path) throw outside(path);
    existing = dirname(existing);
  }
}

/** Whether a path from the root says by itself that it does not stay there. */
export function leadsOutByName(path: string): boolean {
  const parts = path.split(sep === "\\" ? /[/\\]/ : "/");
  return (
    path.includes("\0") || isAbsolute(path) || parts.includes("..") || (sep === "\\" && path.includes(":"))
  );
}

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new PithError("PATH_NOT_FOUND", `${path} cannot be reached: ${String(code)}.`, {
      subject: path,
      next: "Check the links on the way to it and who may read them.",
      cause: error,
    });
  }
}

export function outside(path: string): PithError {
  return new PithError("PATH_OUTSIDE_ROOT", `${JSON.stringify(path)} does not lie inside the root.`, {
    subject: path,
    next: "Give a path relative to the root, without .., or another --root.",
  });
}
