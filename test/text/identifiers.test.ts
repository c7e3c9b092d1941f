import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { foldIdentifier, identifierTerms, splitIdentifier, wholeTerm } from "../../src/text/identifiers.ts";

test("identifiers are split at capitals, marks and digits", () => {
  const wanted: Record<string, string[]> = {
    HTTPAdapter: ["http", "adapter"],
    http_adapter: ["http", "adapter"],
    getURLForHTTP2Server: ["get", "url", "for", "http", "server"],
    _private: ["private"],
    __init__: ["init"],
    $scope: ["scope"],
    utf8Decoder: ["utf", "decoder"],
    error404Page: ["error", "404", "page"],
    aBCd: ["cd"],
    i: [],
    "": [],
    _: [],
    MAX_SIZE: ["max", "size"],
    "404": ["404"],
    größeÄndern: ["größe", "ändern"],
    ДобавитьМаршрут: ["добавить", "маршрут"],
    ｆｕｌｌWidth: ["full", "width"],
  };
  for (const [identifier, words] of Object.entries(wanted))
    assert.deepEqual(splitIdentifier(identifier), words);
});

test("the whole is the same for every way to write it", () => {
  for (const written of [
    "HttpAdapter",
    "http_adapter",
    "HTTP_ADAPTER",
    "httpAdapter",
    "http-adapter",
    "$http_adapter",
  ]) {
    assert.equal(wholeTerm(written), "=httpadapter");
  }
  assert.equal(wholeTerm("x"), "");
  assert.equal(wholeTerm("_"), "");
  assert.equal(wholeTerm("v1"), "=v1");
});

test("an identifier is compound when its whole says more than its one word", () => {
  assert.deepEqual(identifierTerms("redirects"), {
    parts: ["redirect"],
    whole: "=redirects",
    compound: false,
  });
  assert.deepEqual(identifierTerms("HttpAdapter"), {
    parts: ["http", "adapt"],
    whole: "=httpadapter",
    compound: true,
  });
  assert.deepEqual(identifierTerms("x_offset"), { parts: ["offset"], whole: "=xoffset", compound: true });
  assert.deepEqual(identifierTerms("v1"), { parts: [], whole: "=v1", compound: true });
});

test("splitting equals the expression that says what it means", () => {
  const parts = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_$]{0,30}$/), (identifier) => {
      const expected = (identifier.match(parts) ?? [])
        .filter((p) => p.length > 1)
        .map((p) => p.toLowerCase());
      assert.deepEqual(splitIdentifier(identifier), expected);
      assert.equal(foldIdentifier(identifier), identifier.replace(/[_$]/g, "").toLowerCase());
    }),
    { numRuns: 1000 },
  );
});

test("any text is split without a fault", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const word of splitIdentifier(text)) assert.ok(word.length > 1);
      foldIdentifier(text);
    }),
  );
});
