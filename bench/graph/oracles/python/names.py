# Which names stand where in Python files, by Python's own parser: what pyright is then asked about, place by place.
# Paths come on stdin; a JSON row per file goes out. Columns are UTF-16 units from 1.
import ast
import json
import sys


class Names(ast.NodeVisitor):
    def __init__(self, lines):
        self.lines = lines
        self.sites = []
        self.declared = []
        self.classes = []
        self.inside = []
        self.calls = {}
        self.aliases = []

    def column(self, line, offset):
        text = self.lines[line - 1].encode()[:offset].decode("utf8", "replace")
        return 1 + len(text.encode("utf-16-le")) // 2

    def stands(self, line, column, name):
        units = self.lines[line - 1].encode("utf-16-le")[(column - 1) * 2 :]
        return units.startswith(name.encode("utf-16-le"))

    def declare(self, name, kind, line, column):
        local = any(isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) for n in self.inside)
        owner = self.inside[-1] if self.inside else None
        of = owner.name if isinstance(owner, ast.ClassDef) else ""
        self.declared.append([line, column, name, kind, local, of])

    def site(self, node, name, line, end, role):
        column = self.column(line, end) - len(name.encode("utf-16-le")) // 2
        # Before Python 3.12 the places inside f-strings are wrong.
        if not self.stands(line, column, name):
            return
        self.sites.append([line, column, name, role])

    def named(self, node, kind):
        line = node.lineno
        word = "class" if isinstance(node, ast.ClassDef) else "def"
        text = self.lines[line - 1]
        start = text.find(node.name, text.find(word, self.column(line, node.col_offset) - 1) + len(word))
        self.declare(node.name, kind, line, start + 1)

    def decorated(self, node):
        for d in node.decorator_list:
            target = d.func if isinstance(d, ast.Call) else d
            self.calls[id(target)] = "decorator"
            self.visit(d)

    def visit_ClassDef(self, node):
        self.named(node, "class")
        self.decorated(node)
        bases = []
        for base in node.bases:
            inner = base.value if isinstance(base, ast.Subscript) else base
            if isinstance(inner, (ast.Name, ast.Attribute)):
                name = inner.id if isinstance(inner, ast.Name) else inner.attr
                end = self.column(inner.end_lineno, inner.end_col_offset)
                bases.append([inner.end_lineno, end - len(name), name])
            self.visit(base)
        for keyword in node.keywords:
            self.visit(keyword)
        self.classes.append([node.lineno, node.name, bases])
        self.inside.append(node)
        for child in node.body:
            self.visit(child)
        self.inside.pop()

    def function(self, node):
        method = bool(self.inside) and isinstance(self.inside[-1], ast.ClassDef)
        self.named(node, "method" if method else "function")
        self.decorated(node)
        self.visit(node.args)
        if node.returns:
            self.visit(node.returns)
        self.inside.append(node)
        for child in node.body:
            self.visit(child)
        self.inside.pop()

    visit_FunctionDef = function
    visit_AsyncFunctionDef = function

    def visit_Lambda(self, node):
        self.visit(node.args)
        self.inside.append(node)
        self.visit(node.body)
        self.inside.pop()

    def visit_alias(self, node):
        if node.asname:
            self.aliases.append(node.asname)

    def visit_arg(self, node):
        self.declared.append([node.lineno, self.column(node.lineno, node.col_offset), node.arg, "parameter", True, ""])
        self.generic_visit(node)

    def visit_Call(self, node):
        self.calls.setdefault(id(node.func), "call")
        self.generic_visit(node)

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            self.declare(node.id, "variable", node.lineno, self.column(node.lineno, node.col_offset))
        else:
            self.site(node, node.id, node.end_lineno, node.end_col_offset, self.calls.get(id(node), "read"))

    def visit_Attribute(self, node):
        role = self.calls.get(id(node), "read")
        if isinstance(node.ctx, ast.Store):
            end = self.column(node.end_lineno, node.end_col_offset)
            column = end - len(node.attr.encode("utf-16-le")) // 2
            self.declared.append([node.end_lineno, column, node.attr, "property", False, ""])
        else:
            self.site(node, node.attr, node.end_lineno, node.end_col_offset, role)
        self.visit(node.value)


for path in sys.stdin.read().splitlines():
    try:
        data = open(path, "rb").read()
        tree = ast.parse(data)
        text = data.decode("utf8").removeprefix("\ufeff")
    except (SyntaxError, ValueError, RecursionError):
        continue
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ").split("\n")
    names = Names(lines)
    names.visit(tree)
    found = {"file": path, "sites": names.sites, "declared": names.declared}
    json.dump({**found, "classes": names.classes, "aliases": names.aliases}, sys.stdout)
    print()
