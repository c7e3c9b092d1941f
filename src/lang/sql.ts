// SQL: what `create` makes.
import type { Language } from "./language.ts";

const CREATE =
  "^\\s*create\\s+(?:or\\s+(?:replace|alter)\\s+)?(?:(?:temp|temporary|unlogged|global|local|external|materialized|recursive|unique|clustered|nonclustered|definer\\s*=\\s*\\S+|constraint|virtual|foreign)\\s+)*";
const NAME =
  '(?:if\\s+not\\s+exists\\s+)?(?:concurrently\\s+)?(?:[\\w"`\\[\\]]+\\.){0,3}["`\\[]?(?<name>[\\w$]+)';
const create = (what: string): RegExp => new RegExp(`${CREATE}(?:${what})\\s+${NAME}`, "i");

const CONTINUES =
  "as begin declare return returns language security volatile stable immutable set where from on select with strict cost for each execute engine comment partition inherits using values union join left group order having deterministic reads not $$ ; go before after instead";

export const sql: Language = {
  id: "sql",
  name: "SQL",
  extensions: [
    ".sql",
    ".psql",
    ".pgsql",
    ".mysql",
    ".ddl",
    ".plsql",
    ".pls",
    ".pkb",
    ".pks",
    ".tsql",
    ".hql",
  ],
  comments: { line: ["--"], block: [["/*", "*/"]] },
  declarations: [
    { regex: create("table"), kind: "table" },
    { regex: create("view"), kind: "table" },
    { regex: create("function|procedure|aggregate"), kind: "function" },
    { regex: create("trigger|rule|policy|event"), kind: "rule" },
    { regex: create("type|domain"), kind: "type" },
    { regex: create("index"), kind: "key" },
    { regex: create("schema|database|extension"), kind: "namespace" },
    { regex: create("sequence|role|user|server|publication"), kind: "variable" },
    { regex: create("package(?:\\s+body)?"), kind: "module" },
    {
      regex: new RegExp(`^\\s*alter\\s+table\\s+(?:only\\s+)?(?:if\\s+exists\\s+)?${NAME}`, "i"),
      kind: "table",
    },
  ],
  imports: [{ regex: /^\s*\\(?:i|ir|include)\s+(?<name>\S+)/ }],
  extent: "indent",
  strings: [
    { open: "'", close: "'", multiline: true, escape: "" },
    { open: '"', close: '"', escape: "" },
  ],
  attached: [],
  continues: `${CONTINUES} ${CONTINUES.toUpperCase()}`.split(" "),
  sections: "sql",
};
