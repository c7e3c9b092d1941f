// Why a file is not read: the one list, with the sentence that people are shown for each.

/** Reasons in the order in which they are looked for: first the path, then the folder entry, then the bytes. */
export const SKIP_REASONS = {
  ignored: "An ignore rule of Git leaves it out.",
  pithignored: "A rule of a .pithignore file leaves it out.",
  excluded: "The configuration leaves it out (exclude, or not in include).",
  "git-folder": "It belongs to Git's own folder.",
  "nested-repository": "It lies in another Git repository inside this one that is no checked-out submodule.",
  submodule:
    "It is a submodule: the commit of another repository, which is asked about with a root of its own.",
  symlink: "It is a symbolic link: what it points to is read under its own name if it lies inside the root.",
  special: "It is a pipe, socket or device, which is never opened.",
  "name-not-utf8": "Its name is not valid UTF-8, so no answer could name it.",
  "path-too-long": "Its path is longer than the operating system opens.",
  unreadable: "The operating system does not let it be read.",
  "too-many-files": "The root holds more files than the ceiling allows.",
  vanished: "It was removed, or was no file any more, when it was read.",
  "object-missing":
    "Git lacks its content here, or has another one under its name (a partial clone, damage).",
  "too-large": "It is larger than the ceiling for one file.",
  binary: "It is not text.",
  failed: "Pith could not work it out, which is a fault in Pith: please report it.",
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;
