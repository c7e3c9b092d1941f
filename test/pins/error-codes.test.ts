// The stable error codes, as users and programs match them. The list is written out: it must not come from the source.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ERROR_CODES } from "../../src/base/error-codes.ts";
import { readCheckout } from "../structure/checkout.ts";

const PINNED = [
  "ROOT_NOT_FOUND",
  "ROOT_NOT_A_FOLDER",
  "ROOT_TOO_BROAD",
  "PATH_OUTSIDE_ROOT",
  "PATH_NOT_FOUND",
  "PATH_SKIPPED",
  "RANGE_INVALID",
  "QUERY_EMPTY",
  "QUERY_TOO_LONG",
  "PATTERN_INVALID",
  "PATTERN_UNSUPPORTED",
  "PATTERN_TIMEOUT",
  "SCOPE_EMPTY",
  "BUDGET_INVALID",
  "BUDGET_TOO_SMALL",
  "ARGUMENT_INVALID",
  "ARGUMENT_UNKNOWN",
  "OPERATION_UNKNOWN",
  "CONFIG_INVALID",
  "CONFIG_KEY_UNKNOWN",
  "CACHE_UNUSABLE",
  "BUNDLE_INVALID",
  "RECEIPT_NOT_FOUND",
  "RECEIPT_INVALID",
  "PACK_NOT_FOUND",
  "PACK_INVALID",
  "HANDLE_UNKNOWN",
  "SESSION_INVALID",
  "CANCELLED",
  "OUTPUT_FAILED",
  "EDIT_REFUSED",
  "CHECKER_MISSING",
  "MODEL_UNUSABLE",
  "PROVIDER_INVALID",
  "PROVIDER_FAILED",
  "MANIFEST_INVALID",
  "MANIFEST_NODE_UNKNOWN",
  "MANIFEST_BUDGET_EXCEEDED",
  "MANIFEST_CONTENT_MISSING",
  "MANIFEST_UNREACHABLE",
  "MANIFEST_SOURCE_INVALID",
  "NODE_TOO_OLD",
  "INTERNAL",
];

test("the error codes are these", () => {
  assert.deepEqual([...ERROR_CODES], PINNED);
});

test("docs/errors.md explains each code, once, in the same order", () => {
  const rows = [...readCheckout("docs/errors.md").matchAll(/^\| `([A-Z_]+)` \| (.+) \| (.+) \|$/gm)];
  assert.deepEqual(
    rows.map((r) => r[1]),
    PINNED,
  );
  assert.ok(
    rows.every((r) => /[.…]$/.test(r[2]!) && /[.…]$/.test(r[3]!)),
    "each cell is a sentence",
  );
});
