import assert from "node:assert/strict";
import { test } from "node:test";
import { importName } from "../../src/text/import-name.ts";

test("an import is known by the name of its file", () => {
  const wanted: Record<string, string> = {
    "./routing/http-adapter.js": "httpadapter",
    "../http_adapter": "httpadapter",
    "django.db.models": "models",
    "crate::http::Request": "request",
    "com.demo.HttpAdapter": "httpadapter",
    "./user.service": "user",
    "./routing/index.ts": "routing",
    "..": ".",
    "./": ".",
    ".": ".",
    "../../": ".",
    "../..": ".",
    "...": "",
    "../lib": "lib",
    "std/io.h": "io",
    "router.g.dart": "router",
    "App\\Http\\Kernel": "kernel",
    "@scope/package": "scope",
    express: "express",
    "": "",
  };
  for (const [module, name] of Object.entries(wanted)) assert.equal(importName(module), name, module);
});
