// The issue that a person gives `context`, as text or in a file, becomes the query that it asks.
import { resolve } from "node:path";
import { PithError } from "../../base/error.ts";
import { LONGEST_ISSUE } from "../../base/limits.ts";

export async function giveIssue(
  args: Record<string, unknown>,
  readStdin: () => Promise<string>,
  cwd: string,
  signal: AbortSignal,
): Promise<void> {
  const { issue, issueFile } = args;
  delete args["issue"];
  delete args["issueFile"];
  if (issue === undefined && issueFile === undefined) {
    if (args["query"] !== undefined) return;
    if (args["pack"] !== undefined) {
      args["query"] = "";
      return;
    }
    throw new PithError("QUERY_EMPTY", "context needs query.", {
      subject: "query",
      next: "Give a question or task in plain words, or an issue with --issue-file.",
    });
  }
  if ([issue, issueFile, args["query"]].filter((given) => given !== undefined).length > 1) {
    throw new PithError("ARGUMENT_INVALID", "context takes one thing to answer.", {
      subject: issue === undefined ? "--issue-file" : "--issue",
      next: "Give words, or --issue, or --issue-file.",
    });
  }
  const text = typeof issue === "string" ? issue : await fileText(String(issueFile), readStdin, cwd, signal);
  if (text.length > LONGEST_ISSUE) {
    throw new PithError("ARGUMENT_INVALID", `The issue has more than ${LONGEST_ISSUE} characters.`, {
      subject: issue === undefined ? "--issue-file" : "--issue",
      next: "Give its title and what it describes, without logs.",
    });
  }
  const { queryOfIssue } = await import("../../rank/issue-query.ts");
  const query = queryOfIssue(text);
  if (query === "") {
    throw new PithError("QUERY_EMPTY", "The issue says nothing to look for.", {
      subject: issue === undefined ? "--issue-file" : "--issue",
      next: "Give its title and what it describes.",
    });
  }
  args["query"] = query;
}

async function fileText(
  file: string,
  readStdin: () => Promise<string>,
  cwd: string,
  signal: AbortSignal,
): Promise<string> {
  if (file === "-") return readStdin();
  const { readRequestFile } = await import("../../engine/request-file.ts");
  return readRequestFile(resolve(cwd, file), signal, "issue");
}
