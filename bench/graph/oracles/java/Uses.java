// What does javac say that each name means? Prints truth rows (see ../../truth.ts) for a repository. All its sources are
// attributed together, without the libraries that they need: what comes from those is unknown. Modules are left aside.
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.lang.model.util.*;
import javax.tools.*;

public class Uses {
  record Target(int id, String name, String kind, boolean local, String path, long line, long column, Set<Integer> related) {}

  static Path root;
  static Trees trees;
  static Elements elements;
  static Types types;
  static final List<Target> targets = new ArrayList<>();
  static final Map<Element, Integer> ids = new HashMap<>();
  static final Map<CompilationUnitTree, List<Object[]>> sites = new LinkedHashMap<>();
  static final Map<CompilationUnitTree, String> texts = new HashMap<>();

  public static void main(String[] args) throws Exception {
    root = Path.of(args[0]).toRealPath();
    List<String> under = List.of(args).subList(1, args.length);
    Process list = new ProcessBuilder("git", "-C", root.toString(), "ls-files", "*.java").start();
    List<Path> paths;
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(list.getInputStream()))) {
      paths = reader.lines()
          .filter(p -> under.isEmpty() || under.stream().anyMatch(u -> p.startsWith(u + "/")))
          .filter(p -> !p.endsWith("module-info.java") && !p.endsWith("package-info.java"))
          .map(root::resolve).filter(Files::exists).toList();
    }
    // One class is known once: of copies (source sets for other releases, examples) the first one is read.
    Map<String, Path> once = new LinkedHashMap<>();
    for (Path p : paths) once.putIfAbsent(packageOf(p) + "." + p.getFileName(), p);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
    StandardJavaFileManager files = compiler.getStandardFileManager(faults, null, StandardCharsets.UTF_8);
    List<String> options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1000000", "-implicit:none");
    JavacTask task = (JavacTask) compiler.getTask(null, files, faults, options, null, files.getJavaFileObjectsFromPaths(once.values()));
    trees = Trees.instance(task);
    elements = task.getElements();
    types = task.getTypes();
    List<CompilationUnitTree> units = new ArrayList<>();
    for (CompilationUnitTree unit : task.parse()) units.add(unit);
    task.analyze();
    long errors = faults.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).count();
    System.err.println(units.size() + " files, " + errors + " errors");
    for (CompilationUnitTree unit : units) texts.put(unit, unit.getSourceFile().getCharContent(true).toString());
    for (CompilationUnitTree unit : units) scan(unit);
    relate();
    PrintStream out = new PrintStream(new BufferedOutputStream(System.out, 1 << 20), false, StandardCharsets.UTF_8);
    Set<String> known = targets.stream().map(Target::name).collect(Collectors.toSet());
    for (Target t : targets) {
      out.println("{\"target\":" + t.id + ",\"name\":" + quote(t.name) + ",\"kind\":\"" + t.kind + "\",\"local\":" + t.local
          + ",\"at\":[{\"path\":" + quote(t.path) + ",\"line\":" + t.line + ",\"column\":" + t.column + "}],\"related\":" + t.related + "}");
    }
    for (var entry : sites.entrySet()) {
      String rows = entry.getValue().stream()
          .filter(s -> !(s[4] instanceof String) || known.contains((String) s[2]))
          .map(s -> "[" + s[0] + "," + s[1] + "," + quote((String) s[2]) + ",\"" + s[3] + "\"," + (s[4] instanceof String w ? quote(w) : s[4].toString()) + "]")
          .collect(Collectors.joining(","));
      out.println("{\"file\":" + quote(pathOf(entry.getKey())) + ",\"declarations\":[],\"sites\":[" + rows + "]}");
    }
    out.flush();
  }

  static String packageOf(Path path) {
    try {
      var matcher = java.util.regex.Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)").matcher(Files.readString(path));
      return matcher.find() ? matcher.group(1) : "";
    } catch (IOException e) {
      return path.toString();
    }
  }

  static String quote(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  static String pathOf(CompilationUnitTree unit) {
    return root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace(File.separatorChar, '/');
  }

  /** Line and column of an offset: UTF-16 units from 1, tabs counted as one. */
  static long[] at(CompilationUnitTree unit, int offset) {
    long line = unit.getLineMap().getLineNumber(offset);
    return new long[] {line, offset - unit.getLineMap().getStartPosition(line) + 1};
  }

  static void scan(CompilationUnitTree unit) {
    List<Object[]> found = new ArrayList<>();
    sites.put(unit, found);
    String text = texts.get(unit);
    SourcePositions positions = trees.getSourcePositions();
    new TreePathScanner<Void, Void>() {
      final Map<Tree, String> roles = new IdentityHashMap<>();

      void site(String name, int offset, Tree tree, Element element) {
        if (offset < 0 || !text.startsWith(name, offset)) return;
        long[] place = at(unit, offset);
        found.add(new Object[] {place[0], place[1], name, roles.getOrDefault(tree, "read"), meaning(element)});
      }

      @Override public Void visitMethodInvocation(MethodInvocationTree node, Void v) {
        roles.put(node.getMethodSelect(), "call");
        return super.visitMethodInvocation(node, v);
      }

      @Override public Void visitNewClass(NewClassTree node, Void v) {
        Tree type = node.getIdentifier();
        if (type instanceof AnnotatedTypeTree t) type = t.getUnderlyingType();
        if (type instanceof ParameterizedTypeTree t) type = t.getType();
        String name = type instanceof IdentifierTree i ? i.getName().toString() : type instanceof MemberSelectTree m ? m.getIdentifier().toString() : "";
        int end = (int) positions.getEndPosition(unit, type);
        Element made = trees.getElement(new TreePath(getCurrentPath(), type));
        Element constructor = trees.getElement(getCurrentPath());
        if (!name.isEmpty() && end > 0 && text.startsWith(name, end - name.length())) {
          long[] place = at(unit, end - name.length());
          Object meant = meaning(made);
          // `new Foo()` is a use of the class, and of that one of its constructors.
          if (meant instanceof List<?> && node.getClassBody() == null && meaning(constructor) instanceof List<?> also) {
            List<Object> both = new ArrayList<>((List<?>) meant);
            both.addAll(also);
            meant = both;
          }
          found.add(new Object[] {place[0], place[1], name, "new", meant});
          roles.put(type, "skip");
        }
        return super.visitNewClass(node, v);
      }

      @Override public Void visitAnnotation(AnnotationTree node, Void v) {
        roles.put(node.getAnnotationType(), "decorator");
        return super.visitAnnotation(node, v);
      }

      @Override public Void visitIdentifier(IdentifierTree node, Void v) {
        if (!"skip".equals(roles.get(node))) {
          site(node.getName().toString(), (int) positions.getStartPosition(unit, node), node, trees.getElement(getCurrentPath()));
        }
        return super.visitIdentifier(node, v);
      }

      @Override public Void visitMemberSelect(MemberSelectTree node, Void v) {
        if (!"skip".equals(roles.get(node))) {
          String name = node.getIdentifier().toString();
          site(name, (int) positions.getEndPosition(unit, node) - name.length(), node, trees.getElement(getCurrentPath()));
        }
        return super.visitMemberSelect(node, v);
      }

      @Override public Void visitMemberReference(MemberReferenceTree node, Void v) {
        String name = node.getName().toString();
        site(name, (int) positions.getEndPosition(unit, node) - name.length(), node, trees.getElement(getCurrentPath()));
        return super.visitMemberReference(node, v);
      }

      @Override public Void visitMethod(MethodTree node, Void v) {
        declare();
        return super.visitMethod(node, v);
      }

      @Override public Void visitClass(ClassTree node, Void v) {
        declare();
        return super.visitClass(node, v);
      }

      void declare() {
        Element element = trees.getElement(getCurrentPath());
        if (element != null) number(element);
      }
    }.scan(unit, null);
  }

  static Object meaning(Element element) {
    if (element == null) return "unknown";
    TypeMirror type = element.asType();
    if (type != null && type.getKind() == TypeKind.ERROR) return "unknown";
    if (element instanceof PackageElement) return "outside";
    Element owner = element.getEnclosingElement();
    if (owner != null && owner.asType() != null && owner.asType().getKind() == TypeKind.ERROR) return "unknown";
    int id = number(element);
    return id < 0 ? "outside" : List.of(id);
  }

  static int number(Element element) {
    Integer held = ids.get(element);
    if (held != null) return held;
    TreePath path = trees.getPath(element);
    if (path == null && element.getKind() == ElementKind.CONSTRUCTOR) return -1;
    if (path == null) return -1;
    CompilationUnitTree unit = path.getCompilationUnit();
    String text = texts.get(unit);
    if (text == null) return -1;
    String name = element.getKind() == ElementKind.CONSTRUCTOR ? element.getEnclosingElement().getSimpleName().toString() : element.getSimpleName().toString();
    if (name.isEmpty()) return -1;
    // A constructor that is nowhere written has the place of its class.
    if (element.getKind() == ElementKind.CONSTRUCTOR && elements.getOrigin(element) != Elements.Origin.EXPLICIT) return -1;
    int from = (int) trees.getSourcePositions().getStartPosition(unit, path.getLeaf());
    Tree before = path.getLeaf() instanceof MethodTree m ? (m.getReturnType() != null ? m.getReturnType() : m.getModifiers())
        : path.getLeaf() instanceof ClassTree c ? c.getModifiers() : path.getLeaf() instanceof VariableTree w ? w.getType() : null;
    if (before != null) from = Math.max(from, (int) trees.getSourcePositions().getEndPosition(unit, before));
    if (from < 0) return -1;
    var matcher = java.util.regex.Pattern.compile("(?<![\\w$])" + java.util.regex.Pattern.quote(name) + "(?![\\w$])").matcher(text);
    if (!matcher.find(from)) return -1;
    long[] place = at(unit, matcher.start());
    int id = targets.size();
    ids.put(element, id);
    targets.add(new Target(id, name, kindOf(element), isLocal(element), pathOf(unit), place[0], place[1], new TreeSet<>()));
    return id;
  }

  static boolean isLocal(Element element) {
    for (Element at = element.getEnclosingElement(); at != null; at = at.getEnclosingElement()) {
      if (at instanceof ExecutableElement) return true;
      // Anonymous classes are reached through what they extend.
      if (at instanceof TypeElement t && t.getNestingKind() == NestingKind.ANONYMOUS) return true;
    }
    return false;
  }

  static String kindOf(Element element) {
    return switch (element.getKind()) {
      case CLASS, RECORD -> "class";
      case INTERFACE, ANNOTATION_TYPE -> "interface";
      case ENUM -> "enum";
      case METHOD -> "method";
      case CONSTRUCTOR -> "constructor";
      case FIELD -> "property";
      case ENUM_CONSTANT -> "constant";
      case TYPE_PARAMETER -> "type-parameter";
      case PARAMETER -> "parameter";
      default -> "variable";
    };
  }

  /** Methods that a method overrides, in all supertypes inside the repository. */
  static void relate() {
    for (Element element : List.copyOf(ids.keySet())) {
      if (!(element instanceof ExecutableElement method) || element.getKind() != ElementKind.METHOD) continue;
      if (!(element.getEnclosingElement() instanceof TypeElement owner)) continue;
      Deque<TypeMirror> open = new ArrayDeque<>(types.directSupertypes(owner.asType()));
      Set<Element> seen = new HashSet<>();
      while (!open.isEmpty()) {
        TypeMirror type = open.pop();
        if (!(types.asElement(type) instanceof TypeElement above) || !seen.add(above)) continue;
        for (ExecutableElement other : ElementFilter.methodsIn(above.getEnclosedElements())) {
          if (other.getSimpleName().equals(method.getSimpleName()) && elements.overrides(method, other, owner)) {
            int id = number(other);
            if (id >= 0) targets.get(ids.get(method)).related().add(id);
          }
        }
        open.addAll(types.directSupertypes(type));
      }
    }
  }
}
