// Where does a node of Ruby stand? In which class or module, and what is the object itself there.
import type { SyntaxTree } from "./syntax-rules.ts";

const MAKERS = /^(?:Struct|Class|Data|Module)$/;

/** `Name = Struct.new(…) do`: what makes the class, or empty. */
export function definedClass(tree: SyntaxTree, assignment: number): string {
  if (assignment === -1 || tree.type(assignment) !== "assignment") return "";
  const left = tree.child(assignment, "left");
  const call = tree.child(assignment, "right");
  if (left === -1 || call === -1 || tree.type(call) !== "call") return "";
  if (!/^(?:constant|scope_resolution)$/.test(tree.type(left))) return "";
  const receiver = tree.child(call, "receiver");
  const method = tree.child(call, "method");
  if (receiver === -1 || method === -1 || !/^(?:new|define)$/.test(tree.textOf(method))) return "";
  const maker = tree.textOf(receiver).replace(/^::/, "");
  return MAKERS.test(maker) ? maker : "";
}

/** Name of the class or module whose body the node is or holds, or empty. */
function containerName(tree: SyntaxTree, node: number): string {
  const type = tree.type(node);
  if (type === "class" || type === "module") {
    const name = tree.child(node, "name");
    return name === -1 ? "" : tree.textOf(name).replace(/\s+|^::/g, "");
  }
  if (type !== "do_block" && type !== "block") return "";
  const assignment = tree.parent(tree.parent(node));
  if (assignment === -1 || tree.child(assignment, "right") !== tree.parent(node)) return "";
  const left = definedClass(tree, assignment) === "" ? -1 : tree.child(assignment, "left");
  return left === -1 ? "" : tree.textOf(left);
}

export function isContainer(tree: SyntaxTree, node: number): boolean {
  return containerName(tree, node) !== "";
}

/** Names of the classes and modules around the node, joined. */
export function qualifiedName(tree: SyntaxTree, node: number): string {
  let name = "";
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at)) {
    const part = containerName(tree, at);
    if (part !== "") name = name === "" ? part : `${part}::${name}`;
  }
  return name;
}

/** Whose method a definition makes: of instances, of the class itself, of no class, or of something that isn't told. */
export type Definer = "instance" | "static" | "top" | "unknown";

export function definerOf(tree: SyntaxTree, node: number): Definer {
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at)) {
    const type = tree.type(at);
    if (isContainer(tree, at)) return "instance";
    if (type === "singleton_class") {
      const value = tree.child(at, "value");
      return value !== -1 && tree.type(value) === "self" ? "static" : "unknown";
    }
    if (/^(?:do_block|block|lambda|method|singleton_method)$/.test(type)) return "unknown";
  }
  return "top";
}

/** The node is in a method, whose object is that of the blocks in it. */
export function inMethod(tree: SyntaxTree, node: number): boolean {
  for (let at = tree.parent(node); at !== -1; at = tree.parent(at)) {
    const type = tree.type(at);
    if (type === "method" || type === "singleton_method") return true;
    if (isContainer(tree, at)) return false;
  }
  return false;
}
