// The smallest model that there can be, made for tests: a table of vectors for a few words, as ONNX, with its tokenizer.
// The bytes are those of onnx.proto: fields by number, varints and runs of bytes.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vectorOf } from "./vector-server.ts";

const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
};
const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field: number, ...parts: (Buffer | string)[]): Buffer => {
  const all = Buffer.concat(parts.map((p) => (typeof p === "string" ? Buffer.from(p) : p)));
  return Buffer.concat([varint(field * 8 + 2), varint(all.length), all]);
};

const FLOAT = 1;
const INT64 = 7;

function value(field: number, name: string, type: number, dims: (string | number)[]): Buffer {
  const shape = dims.map((dim) => bytes(1, typeof dim === "number" ? number(1, dim) : bytes(2, dim)));
  return bytes(field, bytes(1, name), bytes(2, bytes(1, number(1, type), bytes(2, ...shape))));
}

/** One step: the row of each token. */
function modelOf(rows: readonly number[][]): Buffer {
  const dimension = rows[0]!.length;
  const table = Buffer.alloc(rows.length * dimension * 4);
  rows.flat().forEach((v, i) => table.writeFloatLE(v, i * 4));
  const tensor = bytes(
    5,
    number(1, rows.length),
    number(1, dimension),
    number(2, FLOAT),
    bytes(8, "table"),
    bytes(9, table),
  );
  const node = bytes(
    1,
    bytes(1, "table"),
    bytes(1, "input_ids"),
    bytes(2, "last_hidden_state"),
    bytes(4, "Gather"),
  );
  const graph = bytes(
    7,
    node,
    bytes(2, "made"),
    tensor,
    value(11, "input_ids", INT64, ["batch", "length"]),
    value(12, "last_hidden_state", FLOAT, ["batch", "length", dimension]),
  );
  return Buffer.concat([number(1, 8), graph, bytes(8, bytes(1, ""), number(2, 13))]);
}

/** Writes the model of so many numbers into a folder. */
export function writeModel(folder: string, words: readonly string[], dimension: number): void {
  const names = ["[PAD]", "[UNK]", ...words];
  const rows = names.map((word) => vectorOf(word, dimension));
  mkdirSync(join(folder, "onnx"), { recursive: true });
  writeFileSync(join(folder, "onnx", "model.onnx"), modelOf(rows));
  const json = (name: string, content: unknown): void =>
    writeFileSync(join(folder, name), JSON.stringify(content));
  const special = (id: number) => ({
    id,
    content: names[id],
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  });
  json("config.json", { model_type: "bert", architectures: ["BertModel"], hidden_size: dimension });
  json("tokenizer.json", {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: [special(0), special(1)],
    normalizer: { type: "Lowercase" },
    pre_tokenizer: { type: "Whitespace" },
    post_processor: null,
    decoder: null,
    model: {
      type: "WordLevel",
      vocab: Object.fromEntries(names.map((word, id) => [word, id])),
      unk_token: "[UNK]",
    },
  });
  json("tokenizer_config.json", {
    tokenizer_class: "PreTrainedTokenizerFast",
    model_max_length: 128,
    pad_token: "[PAD]",
    unk_token: "[UNK]",
  });
}
