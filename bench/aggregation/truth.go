// What is the answer, by Go's own parser? `go run truth.go ROOT WHAT ...` prints JSON.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

func main() {
	root, what, place, rest := os.Args[1], os.Args[2], os.Args[3], os.Args[4:]
	listed, err := exec.Command("git", "-C", root, "ls-files", "*.go").Output()
	if err != nil {
		panic(err)
	}
	places := []string{}
	for _, path := range strings.Fields(string(listed)) {
		if place != "." && path != place && !strings.HasPrefix(path, place+"/") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, filepath.Join(root, path), nil, parser.ParseComments)
		if err != nil {
			panic(err)
		}
		if what == "go-imports" {
			for _, spec := range file.Imports {
				if name, _ := strconv.Unquote(spec.Path.Value); name == rest[0] {
					places = append(places, fmt.Sprintf("%s:%d", path, set.Position(spec.Pos()).Line))
					break
				}
			}
			continue
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && wanted(what, f, path, rest) {
				places = append(places, fmt.Sprintf("%s:%d", path, set.Position(f.Name.Pos()).Line))
			}
		}
	}
	sort.Strings(places)
	json.NewEncoder(os.Stdout).Encode(map[string]any{"count": len(places), "places": places})
}

func wanted(what string, f *ast.FuncDecl, path string, rest []string) bool {
	if what == "go-tests" {
		return f.Recv == nil && strings.HasSuffix(path, "_test.go") && strings.HasPrefix(f.Name.Name, rest[0])
	}
	if what == "go-methods" {
		if f.Recv == nil || receiver(f.Recv.List[0].Type) != rest[0] {
			return false
		}
		rest = rest[1:]
	} else if f.Recv != nil {
		return false
	}
	for _, test := range rest {
		if test == "exported" && !f.Name.IsExported() || test == "nodoc" && f.Doc != nil {
			return false
		}
		if begin, ok := strings.CutPrefix(test, "starts:"); ok && !strings.HasPrefix(f.Name.Name, begin) {
			return false
		}
	}
	return true
}

func receiver(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
