// What does a language's own parser find in a file? Small programs in each language, run on the paths given on stdin.
// Each prints `= path` for a file that it could read, then `line name` for every function, method and type.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type OracleLanguage = "python" | "go" | "java";

export interface OracleAnswer {
  /** Files that it could read. */
  parsed: Set<string>;
  /** `path:line name`. */
  symbols: string[];
}

const PYTHON = `
import ast, sys
for path in sys.stdin.read().splitlines():
    try:
        tree = ast.parse(open(path, 'rb').read())
    except (SyntaxError, ValueError, RecursionError):
        continue
    print('= ' + path)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            print(node.lineno, node.name)
`;

const GO = `
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, in.Text(), nil, 0)
		if err != nil {
			continue
		}
		fmt.Println("= " + in.Text())
		show := func(id *ast.Ident) { fmt.Println(set.PositionFor(id.Pos(), false).Line, id.Name) }
		ast.Inspect(file, func(node ast.Node) bool {
			switch n := node.(type) {
			case *ast.FuncDecl:
				show(n.Name)
			case *ast.TypeSpec:
				show(n.Name)
			case *ast.InterfaceType:
				for _, method := range n.Methods.List {
					for _, name := range method.Names {
						show(name)
					}
				}
			}
			return true
		})
	}
}
`;

const JAVA = `
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

public class Oracle {
  public static void main(String[] args) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    for (String path : new BufferedReader(new InputStreamReader(System.in)).lines().toList()) {
      DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
      StandardJavaFileManager files = compiler.getStandardFileManager(faults, null, null);
      JavacTask task = (JavacTask) compiler.getTask(null, files, faults, List.of("-proc:none"), null, files.getJavaFileObjects(path));
      CompilationUnitTree unit = task.parse().iterator().next();
      if (faults.getDiagnostics().stream().anyMatch(d -> d.getKind() == Diagnostic.Kind.ERROR)) continue;
      System.out.println("= " + path);
      String text = Files.readString(Path.of(path));
      SourcePositions at = Trees.instance(task).getSourcePositions();
      new TreeScanner<Void, String>() {
        void show(String name, Tree tree, int from) {
          int start = Math.max((int) at.getStartPosition(unit, tree), from);
          java.util.regex.Matcher m = java.util.regex.Pattern.compile("(?<![\\\\w$])" + java.util.regex.Pattern.quote(name) + "(?![\\\\w$])").matcher(text);
          if (m.find(start)) System.out.println(unit.getLineMap().getLineNumber(m.start()) + " " + name);
        }
        int past(Tree tree) { return tree == null ? 0 : (int) at.getEndPosition(unit, tree); }
        public Void visitClass(ClassTree node, String outer) {
          String name = node.getSimpleName().toString();
          if (!name.isEmpty()) show(name, node, past(node.getModifiers()));
          return super.visitClass(node, name);
        }
        public Void visitMethod(MethodTree node, String outer) {
          String name = node.getName().toString();
          show(name.equals("<init>") ? outer : name, node, Math.max(past(node.getModifiers()), past(node.getReturnType())));
          return super.visitMethod(node, outer);
        }
      }.scan(unit, "");
    }
  }
}
`;

const PROGRAMS: Record<OracleLanguage, { file: string; source: string; command: string[] }> = {
  python: { file: "oracle.py", source: PYTHON, command: ["python3"] },
  go: { file: "oracle.go", source: GO, command: ["go", "run"] },
  java: { file: "Oracle.java", source: JAVA, command: ["java"] },
};

export function askOracle(language: OracleLanguage, folder: string, paths: readonly string[]): OracleAnswer {
  const { file, source, command } = PROGRAMS[language];
  const place = mkdtempSync(join(tmpdir(), "pith-oracle-"));
  try {
    writeFileSync(join(place, file), source.trimStart());
    const run = spawnSync(command[0]!, [...command.slice(1), join(place, file)], {
      cwd: folder,
      input: `${paths.join("\n")}\n`,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (run.status !== 0) throw new Error(`the ${language} oracle failed: ${run.stderr.slice(-800)}`);
    return readAnswer(run.stdout);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function readAnswer(output: string): OracleAnswer {
  const answer: OracleAnswer = { parsed: new Set(), symbols: [] };
  let path = "";
  for (const row of output.split("\n")) {
    if (row.startsWith("= ")) answer.parsed.add((path = row.slice(2)));
    else if (row !== "") {
      const [line, name] = row.split(" ");
      answer.symbols.push(`${path}:${line} ${name}`);
    }
  }
  return answer;
}
