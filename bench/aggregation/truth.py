# What is the answer, by Python's own parser, by reading lines, by patterns for Rust? `truth.py ROOT WHAT ...` prints JSON.
import ast, json, os, re, subprocess, sys

root, what, *rest = sys.argv[1:]
paths = subprocess.check_output(["git", "-C", root, "ls-files", "-z"], text=True).split("\0")[:-1]
paths = [p for p in paths if os.path.isfile(os.path.join(root, p)) and not os.path.islink(os.path.join(root, p))]


def below(place):
    if place == ".":
        return paths
    return [p for p in paths if p == place or p.startswith(place.rstrip("/") + "/")]


def read(path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace", newline="") as file:
        return file.read()


def python(place):
    return [(p, ast.parse(read(p))) for p in below(place) if p.endswith(".py")]


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def walk(node, owner, inside):
    """Every function and class with the class it stands in directly, or None."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FUNCTIONS):
            yield child, owner, inside
            yield from walk(child, None, inside + [child.name])
        elif isinstance(child, ast.ClassDef):
            yield child, owner, inside
            yield from walk(child, child.name, inside + [child.name])
        else:
            yield from walk(child, owner, inside)


def is_overload(node):
    return any(ast.unparse(d).split(".")[-1] == "overload" for d in node.decorator_list)


def once(nodes):
    """Signatures marked as overloads, and what they are signatures of, are one."""
    seen = {}
    for path, node, owner, inside in nodes:
        key = (path, tuple(inside), node.name)
        before = seen.get(key)
        if before is not None and is_overload(before[-1][1]):
            before.append((path, node, owner, inside))
        else:
            seen[key if before is None else key + (node.lineno,)] = [(path, node, owner, inside)]
    return list(seen.values())


def functions(place, methods_of=None):
    found = []
    for path, tree in python(place):
        for node, owner, inside in walk(tree, None, []):
            if isinstance(node, FUNCTIONS) and (owner == methods_of if methods_of else owner is None):
                found.append((path, node, owner, inside))
    return once(found)


def is_private(name, owner):
    return name.startswith("_") and not (owner and name.startswith("__"))


def passes(group, tests):
    first = group[0][1]
    for test in tests:
        # Seen from outside: not inside a function, no name that begins with an underscore but the special ones of a class.
        owner = group[0][2]
        if test == "public" and (len(group[0][3]) > (1 if owner else 0) or is_private(first.name, owner)):
            return False
        if test == "nodoc" and any(ast.get_docstring(n) for _, n, _, _ in group):
            return False
        if test == "noreturn" and any(n.returns is not None for _, n, _, _ in group):
            return False
        if test.startswith("longer:"):
            top = min([group[0][1].lineno] + [d.lineno for d in group[0][1].decorator_list])
            if group[-1][1].end_lineno - top + 1 <= int(test[7:]):
                return False
    return True


def bases():
    out, declared = {}, set()
    for path, tree in python("."):
        for node, _, _ in walk(tree, None, []):
            if isinstance(node, ast.ClassDef):
                declared.add(node.name)
                for base in node.bases:
                    text = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
                    out.setdefault(node.name, set()).add(text.split(".")[-1])
    return out, declared


def closure(is_meant):
    known, _ = bases()
    found = set()
    while True:
        more = {n for n, own in known.items() if n not in found and any(is_meant(b) or b in found for b in own)}
        if not more:
            return found
        found |= more


def is_builtin_exception(name):
    value = getattr(__import__("builtins"), name, None)
    return isinstance(value, type) and issubclass(value, BaseException)


def classes(place, names=None):
    return [
        f"{p}:{n.lineno}"
        for p, tree in python(place)
        for n, _, _ in walk(tree, None, [])
        if isinstance(n, ast.ClassDef) and (names is None or n.name in names)
    ]


def rust(place, pattern):
    places = []
    for path in below(place):
        if path.endswith(".rs"):
            for i, line in enumerate(read(path).split("\n"), 1):
                if re.search(pattern, line) and not line.lstrip().startswith("//"):
                    places.append(f"{path}:{i}")
    return places


def ends(groups):
    return [f"{g[0][0]}:{g[0][1].lineno}" for g in groups]


if what == "py-functions":
    places = ends([g for g in functions(rest[0]) if passes(g, rest[1:])])
elif what == "py-methods":
    places = ends([g for g in functions(rest[0], rest[1]) if passes(g, rest[2:])])
elif what == "py-tests":
    both = [
        (p, n, o, i)
        for p, tree in python(rest[0])
        for n, o, i in walk(tree, None, [])
        if isinstance(n, FUNCTIONS) and o is None and re.match(r"test_|test[A-Z]|test$", n.name)
    ]
    places = ends(once(both))
elif what == "py-classes":
    places = classes(rest[0])
elif what == "py-exceptions":
    declared = bases()[1]
    external = {"UsageError", "HTTPException"}
    places = classes(rest[0], closure(lambda b: b not in declared and (is_builtin_exception(b) or b in external)))
elif what == "py-below":
    places = classes(rest[0], closure(lambda b: b == rest[1]))
elif what == "py-imports":
    module, places = rest[1], []
    for path, tree in python(rest[0]):
        lines = []
        for node in ast.walk(tree):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module]
            if any(n == module or n.startswith(module + ".") for n in names):
                lines.append(node.lineno)
        if lines:
            places.append(f"{path}:{min(lines)}")
elif what == "py-decorated":
    places = [
        f"{p}:{d.lineno}"
        for p, tree in python(rest[0])
        for n in ast.walk(tree)
        if isinstance(n, FUNCTIONS + (ast.ClassDef,))
        for d in n.decorator_list
        if ast.unparse(d.func if isinstance(d, ast.Call) else d) == rest[1]
    ]
elif what == "files":
    places = paths
elif what == "files-ending":
    places = [p for p in paths if p.lower().endswith(tuple(rest[0].split(",")))]
elif what == "files-without":
    places = [p for p in below(rest[0]) if rest[1] not in read(p)]
elif what == "text-lines":
    places = [f"{p}:{i}" for p in below(rest[0]) for i, l in enumerate(read(p).split("\n"), 1) if rest[1] in l]
elif what == "lines":
    texts = [read(p) for p in below(rest[0]) if p.endswith(rest[1])]
    print(json.dumps({"count": sum(t.count("\n") + (not t.endswith("\n") and t != "") for t in texts)}))
    sys.exit()
elif what == "js-requires":
    pattern = re.compile(r"""require\(['"]""" + rest[1] + r"""['"]\)""")
    places = []
    for p in below(rest[0]):
        hits = [i for i, l in enumerate(read(p).split("\n"), 1) if pattern.search(l)]
        if hits:
            places.append(f"{p}:{hits[0]}")
elif what == "js-exported":
    pattern = re.compile(r"^exports\.\w+ = function\b")
    places = [f"{p}:{i}" for p in below(rest[0]) for i, l in enumerate(read(p).split("\n"), 1) if pattern.search(l)]
elif what == "go-files-untested":
    all_paths = set(paths)
    places = [p for p in paths if p.endswith(".go") and not p.endswith("_test.go") and p[:-3] + "_test.go" not in all_paths]
elif what == "rust-items":
    places = rust(rest[0], r"^\s*(?:pub(?:\([^)]*\))? )?(?:unsafe )?" + rest[1] + r" \w")
elif what == "rust-impls":
    places = rust(rest[0], r"^\s*impl\b.*\b" + rest[1] + r"(?:<[^>]*>)? for ")
else:
    sys.exit(f"unknown: {what}")
print(json.dumps({"count": len(places), "places": sorted(places)}))
