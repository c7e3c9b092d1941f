// What does the Go type checker say that each name means? Prints truth rows (see ../../truth.ts) for the modules of a
// repository. Packages are checked from source with their tests; what they import comes from the compiler's export data
// (`go list -export`), so positions in other packages are those of the source as well.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
)

type listed struct {
	ImportPath, Dir, Export, ForTest string
	Standard                         bool
	GoFiles, CgoFiles                []string
	ImportMap                        map[string]string
	Module                           *struct{ Main bool }
}

type place struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type target struct {
	Target  int     `json:"target"`
	Name    string  `json:"name"`
	Kind    string  `json:"kind"`
	Local   bool    `json:"local"`
	At      []place `json:"at"`
	Related []int   `json:"related"`
}

type fileRow struct {
	File         string  `json:"file"`
	Declarations [][]any `json:"declarations"`
	Sites        [][]any `json:"sites"`
}

var (
	root    string
	set     = token.NewFileSet()
	targets []*target
	ids     = map[string]int{}
	rows    = map[string]*fileRow{}
	texts   = map[string][]string{}
	// Method sets by type, for what satisfies which interface: name and signature.
	interfaces []shape
	concrete   []shape
)

type shape struct {
	methods map[string]int
	names   []string
}

func main() {
	root, _ = filepath.Abs(os.Args[1])
	root, _ = filepath.EvalSymlinks(root)
	for _, dir := range modules() {
		check(dir)
	}
	relate()
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	known := map[string]bool{}
	for _, t := range targets {
		known[t.Name] = true
		encoder.Encode(t)
	}
	paths := []string{}
	for path := range rows {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	for _, path := range paths {
		row := rows[path]
		kept := [][]any{}
		for _, s := range row.Sites {
			if _, inside := s[4].([]int); inside || known[s[2].(string)] {
				kept = append(kept, s)
			}
		}
		row.Sites = kept
		encoder.Encode(row)
	}
}

func modules() []string {
	found := []string{}
	filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "vendor" || entry.Name() == "testdata") {
			return filepath.SkipDir
		}
		if err == nil && entry.Name() == "go.mod" {
			found = append(found, filepath.Dir(path))
		}
		return nil
	})
	return found
}

func check(dir string) {
	command := exec.Command("go", "list", "-e", "-export", "-deps", "-test", "-json", "./...")
	command.Dir = dir
	command.Stderr = os.Stderr
	command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly")
	stdout, err := command.Output()
	if err != nil {
		fmt.Fprintln(os.Stderr, dir, err)
	}
	packages := map[string]*listed{}
	own := []*listed{}
	tested := map[string]bool{}
	for decoder := json.NewDecoder(strings.NewReader(string(stdout))); ; {
		var p listed
		if err := decoder.Decode(&p); err == io.EOF || err != nil {
			break
		}
		packages[p.ImportPath] = &p
		if p.Module != nil && p.Module.Main && !strings.HasSuffix(p.ImportPath, ".test") {
			own = append(own, &p)
			if p.ForTest != "" && !strings.HasSuffix(strings.Fields(p.ImportPath)[0], "_test") {
				tested[p.ForTest] = true
			}
		}
	}
	for _, p := range own {
		// With tests, the package is listed a second time with them.
		if p.ForTest == "" && tested[p.ImportPath] {
			continue
		}
		checkPackage(p, packages)
	}
}

func checkPackage(p *listed, packages map[string]*listed) {
	lookup := func(path string) (io.ReadCloser, error) {
		if mapped, ok := p.ImportMap[path]; ok {
			path = mapped
		}
		if found := packages[path]; found != nil && found.Export != "" {
			return os.Open(found.Export)
		}
		return nil, fmt.Errorf("no export data for %s", path)
	}
	files := []*ast.File{}
	for _, name := range append(append([]string{}, p.GoFiles...), p.CgoFiles...) {
		full := name
		if !filepath.IsAbs(full) {
			full = filepath.Join(p.Dir, name)
		}
		if relative(full) == "" {
			continue
		}
		file, err := parser.ParseFile(set, full, nil, parser.ParseComments)
		if file != nil && err == nil {
			files = append(files, file)
		}
	}
	info := &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{},
	}
	faults := 0
	config := types.Config{
		Importer: importer.ForCompiler(set, "gc", lookup), FakeImportC: true,
		Error: func(err error) { faults++ },
	}
	pkg, _ := config.Check(strings.Fields(p.ImportPath)[0], set, files, info)
	if faults > 0 {
		fmt.Fprintf(os.Stderr, "%s: %d faults\n", p.ImportPath, faults)
	}
	for _, file := range files {
		walk(file, info)
	}
	shapes(pkg)
}

func relative(path string) string {
	rel, err := filepath.Rel(root, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		return ""
	}
	return filepath.ToSlash(rel)
}

// Columns of the truth are UTF-16 units; Go counts bytes.
func at(pos token.Pos) (place, bool) {
	p := set.PositionFor(pos, false)
	rel := relative(p.Filename)
	if rel == "" {
		return place{}, false
	}
	lines, ok := texts[p.Filename]
	if !ok {
		text, _ := os.ReadFile(p.Filename)
		lines = strings.Split(string(text), "\n")
		texts[p.Filename] = lines
	}
	column := p.Column
	if p.Line <= len(lines) && p.Column-1 <= len(lines[p.Line-1]) {
		column = 1
		for _, r := range lines[p.Line-1][:p.Column-1] {
			column++
			if r > 0xffff {
				column++
			}
		}
	}
	return place{rel, p.Line, column}, true
}

func walk(file *ast.File, info *types.Info) {
	here, ok := at(file.Name.Pos())
	if !ok || rows[here.Path] != nil {
		return
	}
	row := &fileRow{File: here.Path, Declarations: [][]any{}, Sites: [][]any{}}
	rows[here.Path] = row
	calls := map[*ast.Ident]string{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.CallExpr:
			if id := callee(n.Fun); id != nil {
				calls[id] = "call"
			}
		case *ast.CompositeLit:
			if n.Type != nil {
				if id := callee(n.Type); id != nil {
					calls[id] = "new"
				}
			}
		}
		return true
	})
	for id, object := range info.Defs {
		if object != nil && set.File(id.Pos()) == set.File(file.Pos()) {
			id := number(object)
			field, isField := object.(*types.Var)
			if id >= 0 && isField && field.IsField() && inFunction(file, object.Pos()) {
				targets[id].Local = true
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		id, ok := node.(*ast.Ident)
		if !ok || id.Name == "_" {
			return true
		}
		if _, defines := info.Defs[id]; defines && info.Uses[id] == nil {
			return true
		}
		p, ok := at(id.Pos())
		if !ok {
			return true
		}
		role := calls[id]
		object := info.Uses[id]
		if role == "" {
			role = "read"
			if _, isType := object.(*types.TypeName); isType {
				role = "type"
			}
		} else if _, isType := object.(*types.TypeName); isType && role == "call" {
			role = "type" // A conversion.
		} else if object != nil && role == "new" && !isType {
			role = "type"
		}
		row.Sites = append(row.Sites, []any{p.Line, p.Column, id.Name, role, meaning(object)})
		return true
	})
}

// A field of a struct that is written inside a function.
func inFunction(file *ast.File, pos token.Pos) bool {
	for _, declaration := range file.Decls {
		f, ok := declaration.(*ast.FuncDecl)
		if ok && f.Body != nil && f.Body.Pos() < pos && pos < f.Body.End() {
			return true
		}
	}
	return false
}

func callee(e ast.Expr) *ast.Ident {
	switch x := e.(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return x.Sel
	case *ast.ParenExpr:
		return callee(x.X)
	case *ast.IndexExpr:
		return callee(x.X)
	case *ast.IndexListExpr:
		return callee(x.X)
	}
	return nil
}

func meaning(object types.Object) any {
	if object == nil {
		return "unknown"
	}
	if name, ok := object.(*types.PkgName); ok && name != nil {
		return "outside"
	}
	if !object.Pos().IsValid() {
		return "outside"
	}
	if id := number(object); id >= 0 {
		return []int{id}
	}
	return "outside"
}

func number(object types.Object) int {
	// A generic type's or function's instances mean their origin.
	switch o := object.(type) {
	case *types.Func:
		object = o.Origin()
	case *types.Var:
		object = o.Origin()
	}
	p, ok := at(object.Pos())
	if !ok {
		return -1
	}
	key := fmt.Sprintf("%s:%d:%s", p.Path, p.Line, object.Name())
	if id, ok := ids[key]; ok {
		// Export data keeps no exact columns: the source's own are taken when they come.
		if targets[id].At[0].Column < p.Column {
			targets[id].At[0].Column = p.Column
		}
		return id
	}
	id := len(targets)
	ids[key] = id
	kind, local := kindOf(object)
	targets = append(targets, &target{id, object.Name(), kind, local, []place{p}, []int{}})
	return id
}

func kindOf(object types.Object) (string, bool) {
	local := object.Pkg() != nil && object.Parent() != nil && object.Parent() != object.Pkg().Scope()
	switch o := object.(type) {
	case *types.Func:
		if o.Type().(*types.Signature).Recv() != nil {
			return "method", false
		}
		return "function", local
	case *types.TypeName:
		if _, ok := o.Type().(*types.TypeParam); ok {
			return "type-parameter", true
		}
		switch o.Type().Underlying().(type) {
		case *types.Struct:
			return "struct", local
		case *types.Interface:
			return "interface", local
		}
		return "type", local
	case *types.Const:
		return "constant", local
	case *types.Var:
		if o.IsField() {
			return "property", false
		}
		return "variable", local
	}
	return "other", true
}

func shapes(pkg *types.Package) {
	if pkg == nil {
		return
	}
	qualifier := func(p *types.Package) string { return strings.TrimSuffix(p.Path(), "_test") }
	for _, name := range pkg.Scope().Names() {
		object, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || object.IsAlias() {
			continue
		}
		s := shape{map[string]int{}, nil}
		var methods *types.MethodSet
		_, isInterface := object.Type().Underlying().(*types.Interface)
		if isInterface {
			methods = types.NewMethodSet(object.Type())
		} else {
			methods = types.NewMethodSet(types.NewPointer(object.Type()))
		}
		for i := 0; i < methods.Len(); i++ {
			m := methods.At(i).Obj().(*types.Func)
			key := m.Name() + types.TypeString(m.Type(), qualifier)
			s.methods[key] = number(m)
			s.names = append(s.names, key)
		}
		if len(s.names) == 0 {
			continue
		}
		if isInterface {
			interfaces = append(interfaces, s)
		}
		concrete = append(concrete, s)
	}
}

func relate() {
	for _, i := range interfaces {
		for _, c := range concrete {
			fits := true
			for _, name := range i.names {
				if _, ok := c.methods[name]; !ok {
					fits = false
					break
				}
			}
			if !fits {
				continue
			}
			for _, name := range i.names {
				from, to := c.methods[name], i.methods[name]
				if from < 0 || to < 0 || from == to {
					continue
				}
				held := false
				for _, r := range targets[from].Related {
					held = held || r == to
				}
				if !held {
					targets[from].Related = append(targets[from].Related, to)
				}
			}
		}
	}
}
