// What is at a path that is to be made a manifest of, and by what is it called?
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { nearestNames } from "../../base/order.ts";
import { sourceInvalid } from "./source-fault.ts";

export type SourceForm = "folder" | "file";

/** Throws MANIFEST_SOURCE_INVALID where there is neither, with the names that are nearest. */
export function lookAtSource(path: string): SourceForm {
  const isPath = path !== "" && !path.includes("\0");
  const stats = isPath ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (stats?.isDirectory() === true) return "folder";
  if (stats?.isFile() === true) return "file";
  if (stats !== undefined)
    throw sourceInvalid(
      path,
      `${JSON.stringify(path)} is neither a folder nor a plain file`,
      "Name one of those.",
    );
  const near = isPath ? nearestNames(basename(path), namesBeside(path)) : [];
  throw sourceInvalid(
    path,
    `There is nothing at ${JSON.stringify(path)}`,
    near.length === 0 ? "Name a folder or a file that is there." : `Name what is there: ${near.join(", ")}.`,
  );
}

function namesBeside(path: string): string[] {
  try {
    return readdirSync(dirname(resolve(path)));
  } catch {
    return [];
  }
}

export function wrongForm(path: string, kind: string, form: SourceForm): Error {
  const named = JSON.stringify(path);
  return form === "file"
    ? sourceInvalid(
        path,
        `${named} is a file, and a source of the kind ${kind} is a folder`,
        `Name its folder: ${dirname(path)}.`,
      )
    : sourceInvalid(
        path,
        `${named} is a folder, and a source of the kind ${kind} is a file`,
        "Name the file in it.",
      );
}

/** The name of the folder, or of the file without its ending; also of `.`. */
export function nameOfSource(path: string, form: SourceForm): string {
  const name = basename(resolve(path));
  return (form === "file" ? name.replace(/(?<=.)\.[^.]*$/, "") : name) || "source";
}

/** As a part of the name of a file on any system. */
export function fileSafe(id: string): string {
  const safe = id.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-").replace(/^\.+/, "");
  return safe === "" ? "source" : safe;
}
