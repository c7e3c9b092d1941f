// What the fixtures in test/fixtures/lang declare and import, read by a person: `start/line-end kind name < parent`,
// the first line of what stands above, the line of the name, the last line.

export const DECLARED: Record<string, { imports: string; declarations: string }> = {
  "asciidoc.adoc": {
    imports: "",
    declarations: `
      1-17 section The router
      5-13 section Adding < The router
      11-13 section By path < Adding
      15-17 section Removing < The router
    `,
  },
  "astro.astro": {
    imports: "mainlayout",
    declarations: `
      4-6 interface Props
      10-12 function getStaticPaths
    `,
  },
  "bash.sh": {
    imports: "common env",
    declarations: `
      8-8 variable VERSION
      9-9 variable LIMIT
      10-10 variable PATH_EXTRA
      12/13-15 function log
      17-25 function deploy_app
      27-31 function plain
      33-35 function sub_shell
      37-40 function next-line
      42-42 function ll
    `,
  },
  "c.c": {
    imports: "stdio router",
    declarations: `
      4-4 macro LIMIT
      5-6 macro MAX
      8/9-12 struct router_s
      12-12 type router_t < router_s
      14-16 struct route
      18-18 enum mode
      20/23-23 type number_t
      25-25 type size_type
      26-26 type handler_fn
      28-31 constant names
      33-33 constant global_count
      35-35 function router_init
      37/40-56 function router__open
      58-60 function router_alloc
      62-65 function hash
      68-71 function gnu_style
      73-76 function router_opens
      78-78 function route_new
    `,
  },
  "code.pl": {
    imports: "http",
    declarations: `
      1/2-2 module Demo::Router
      5/6-11 function add
      13-17 class Point
      14-16 method distance < Point
      19/20-22 enum Mode
      24-25 function find-route
      27-28 function add_route
      30-31 method openRoute
      33-35 function match_route
      37-38 function handle
    `,
  },
  "cpp.cpp": {
    imports: "vector router",
    declarations: `
      4-4 macro DEMO_API
      6-6 namespace demo
      7-7 namespace detail
      9-9 type string_view
      10-10 type ints
      12/13-13 interface Hashable
      15/17-53 class Router
      19-19 type value_type < Router
      21-21 constructor Router < Router
      22-22 constructor Router < Router
      24-26 method ~Router < Router
      28/30-38 method add < Router
      40-40 method empty < Router
      41-41 method close < Router
      42-42 method create < Router
      43-43 method operator== < Router
      45-47 struct Entry < Router
      49-49 enum Mode < Router
      57-59 struct Point
      61-64 struct Number
      66/67-69 method Router
      71/72-74 method operator==
      76-78 method match
      80-80 constant limit
      82-87 function split
      89-95 function format
      97-99 function AddsRoutes
      103-106 constant raw
      108-108 function after_raw
    `,
  },
  "csharp.cs": {
    imports: "system generic math jsonconvert",
    declarations: `
      6-84 namespace Demo.Routing
      8/11-59 class Router < Demo.Routing
      14-14 constant Limit < Router
      15-15 field _names < Router
      16-16 field Changed < Router
      18-23 constructor Router < Router
      25-27 method ~Router < Router
      29-29 property Name < Router
      31-31 property Count < Router
      33-36 property Title < Router
      38/39-48 method AddAsync < Router
      50-50 method Dispose < Router
      52-52 method == < Router
      54-54 enum Mode < Router
      56-56 type Handler < Router
      58-58 method Numbers < Router
      61-65 interface IRoute < Demo.Routing
      64-64 method MatchAsync < IRoute
      67-67 class Point < Demo.Routing
      69-72 struct Size < Demo.Routing
      71-71 property Width < Size
      74-83 class Extensions < Demo.Routing
      77-77 method Shout < Extensions
      79-82 constant Raw < Extensions
    `,
  },
  "css.css": {
    imports: "base",
    declarations: `
      3-5 rule :root
      4-4 variable --main-color < :root
      7/9-11 rule .link:hover
      13-13 rule #header > .title
      15-19 rule @media (max-width: 600px)
      16-18 rule .button < @media (max-width: 600px)
      21-23 rule fade
      22-22 rule from < fade
      25-27 rule a:not([href])
    `,
  },
  "csv.csv": {
    imports: "",
    declarations: ``,
  },
  "dart.dart": {
    imports: "async request router",
    declarations: `
      5-5 constant defaultLimit
      6-6 constant cache
      8-8 type Handler
      10/12-41 class Router
      13-13 property limit < Router
      14-14 property name < Router
      16-16 constructor Router < Router
      18-18 constructor Router.named < Router
      20-20 constructor Router.create < Router
      22/24-30 method add < Router
      32-32 method size < Router
      34-36 method size < Router
      38-38 method == < Router
      40-40 method close < Router
      43-45 trait Mixin
      44-44 method mixed < Mixin
      47-49 implementation Shout
      48-48 method shout < Shout
      51-51 enum Mode
      53-53 class Node
      55-60 function main
      62-62 method greeting
    `,
  },
  "data.lock": {
    imports: "",
    declarations: ``,
  },
  "dockerfile.dockerfile": {
    imports: "build",
    declarations: `
      4-8 section build
      10/11-13 section alpine:3
    `,
  },
  "elixir.ex": {
    imports: "genserver http helper logger",
    declarations: `
      1-51 module Demo.Router
      13-13 constant limit < Demo.Router
      14-14 type key < Demo.Router
      15-15 method match < Demo.Router
      19/23-29 function add < Demo.Router
      31-31 function add < Demo.Router
      33/34-38 function init < Demo.Router
      40-40 function empty? < Demo.Router
      42-46 macro route < Demo.Router
      48-48 macro is_key < Demo.Router
      50-50 function size < Demo.Router
      53-55 interface Demo.Matcher
      54-54 method match < Demo.Matcher
      57-59 implementation Demo.Matcher
      58-58 method match < Demo.Matcher
      61-65 module Demo.RouterTest
      62-64 function adds routes < Demo.RouterTest
    `,
  },
  "go.go": {
    imports: "context http fmt",
    declarations: `
      11/12-12 constant Limit
      15-15 constant ModeFast
      16-16 constant ModeSlow
      19-19 variable ErrNone
      21/22-24 struct Router
      26-28 interface Matcher
      30-30 type Handler
      32/33-42 method Add
      44-46 function New
    `,
  },
  "graphql.graphql": {
    imports: "",
    declarations: `
      1-3 section schema
      2-2 field query < schema
      5/9-13 type Route
      10-10 field id < Route
      11/12-12 field path < Route
      15-17 interface Node
      16-16 field id < Node
      19-22 enum Mode
      20-20 constant FAST < Mode
      21-21 constant SLOW < Mode
      24-26 struct RouteInput
      25-25 field path < RouteInput
      28-28 type Result
      30-30 type DateTime
      32-32 macro auth
      34-36 type Query
      35-35 field routes < Query
      38/39-43 function FindRoutes
      45-47 function AddRoute
      49-51 function Parts
    `,
  },
  "haskell.hs": {
    imports: "list strict http",
    declarations: `
      1/3-6 module Demo.Router
      16/17-20 type Router
      22-22 type Key
      24-24 type Handler
      26-26 type Elem
      28-30 interface Matcher
      29-30 method match < Matcher
      32-33 implementation Matcher
      35-35 implementation Eq
      37/38-44 function add
      46-46 function <+>
      49-50 function fold'
      52-52 function constant
      54-57 function main
    `,
  },
  "hcl.tf": {
    imports: "vpc",
    declarations: `
      1/2-4 section terraform
      6-8 section aws
      10-13 variable region
      15-20 section locals
      17-19 key tags < locals
      27/28-34 section web
      36-38 section ubuntu
      40-42 module vpc
      44-46 variable address
    `,
  },
  "html.html": {
    imports: "html site app",
    declarations: `
      5-5 section The router
      10/11-11 section Routes
      12-14 key list
      13-13 section Adding one < list
      16-17 section footer
    `,
  },
  "ini.ini": {
    imports: "",
    declarations: `
      1/2-4 section core
      3-3 key name < core
      4-4 key path < core
      6/7-8 section remote "origin"
      8-8 key url < remote "origin"
    `,
  },
  "java.java": {
    imports: "request help",
    declarations: `
      6/10-41 class Router
      11-11 constant LIMIT < Router
      14-16 constructor Router < Router
      18/20-27 method add < Router
      29-29 method match < Router
      31-33 interface Matcher < Router
      32-32 method match < Matcher
      35-38 enum Mode < Router
      40-40 class Point < Router
      43-44 interface Marker
    `,
  },
  "javascript.js": {
    imports: "httpadapter other",
    declarations: `
      2-2 constant http
      5-5 constant LIMIT
      7/8-8 constant pattern
      10/11-16 function add
      18-18 function walk
      20-40 class Router
      23-25 constructor constructor < Router
      27-31 method add < Router
      33-35 method size < Router
      37-39 method handler < Router
      42-42 function twice
      44-46 constant create
    `,
  },
  "json.json": {
    imports: "",
    declarations: `
      2-2 key name
      3-6 key scripts
      4-4 key build < scripts
      5-5 key test < scripts
      7-9 key list
    `,
  },
  "jsx.jsx": {
    imports: "react",
    declarations: `
      3/4-12 function List
      14-14 function Item
    `,
  },
  "kotlin.kt": {
    imports: "request util name",
    declarations: `
      7/10-10 constant VERSION
      12-13 property shout
      15-15 property cache
      17-17 type Handler
      19/24-52 class Router
      25-25 property name < Router
      27-27 property routes < Router
      28-29 property size < Router
      31-31 constructor constructor < Router
      37/38-41 method add < Router
      39-39 function nested < add
      43-43 method close < Router
      46-46 method create < Router
      49-49 enum Mode < Router
      51-51 class Entry < Router
      54-54 interface Node
      56-58 interface Visitor
      57-57 method visit < Visitor
      60-60 class Empty
      62-62 class Marker
      64-66 function firstMatch
      68-70 function module
      72-76 function a test with spaces
      78-78 function platformName
    `,
  },
  "less.less": {
    imports: "base",
    declarations: `
      3-3 variable primary
      5/6-8 rule .rounded(@radius: 4px)
      10-15 rule .card
      12-14 rule &:hover < .card
    `,
  },
  "lua.lua": {
    imports: "http util",
    declarations: `
      10-10 variable M
      11-11 constant MAX_SIZE
      13-13 variable limit
      15/16-22 function add
      24-26 function match
      28-33 function helper
      29-31 function inner < helper
      35-37 function build
      39-42 variable text
      45-47 function setup
    `,
  },
  "makefile.mk": {
    imports: "common",
    declarations: `
      1/2-2 variable CC
      3-3 variable CFLAGS
      8-8 rule all
      10/11-14 rule build
      17-18 rule %.o
      20-22 function run_tests
      24-25 rule clean
    `,
  },
  "markdown.md": {
    imports: "",
    declarations: `
      1-17 section The router
      5-13 section Adding < The router
      11-13 section By path < Adding
      15-17 section Removing < The router
    `,
  },
  "notebook.ipynb": {
    imports: "",
    declarations: ``,
  },
  "php.php": {
    imports: "request handler helper bootstrap macroable",
    declarations: `
      5-5 namespace Demo\\Routing
      13-13 constant DEMO_VERSION
      14-14 constant LIMIT
      16/20-50 class Router
      24-24 constant DEFAULT_NAME < Router
      25-25 property instance < Router
      26-26 property routes < Router
      28-33 constructor __construct < Router
      35/36-45 method add < Router
      47-47 method match < Router
      49-49 method reference < Router
      52-55 interface Matcher
      54-54 method matches < Matcher
      57-59 trait Macroable
      61-69 enum Suit
      65-68 method label < Suit
      71-71 class Base
      73-76 function helper
      78-78 function compose
    `,
  },
  "po.po": {
    imports: "",
    declarations: ``,
  },
  "protobuf.proto": {
    imports: "timestamp",
    declarations: `
      3-3 namespace demo.routing
      7/8-19 struct Route
      10-12 enum Mode < Route
      13-15 struct Meta < Route
      16-18 field target < Route
      21-23 enum State
      25/26-32 interface Router
      27/28-30 method Add < Router
      31-31 method Watch < Router
      34-36 implementation FieldOptions
    `,
  },
  "python.py": {
    imports: "future path request",
    declarations: `
      10-10 constant LIMIT
      11-11 variable logger
      14/17-44 class Router
      25-26 method __init__ < Router
      28/30-34 method size < Router
      31-32 function nested < size
      36-44 method add < Router
      47/48-53 function helper
      56-56 function main
      59-59 type Alias
    `,
  },
  "rst.rst": {
    imports: "",
    declarations: `
      1/2-23 section The router
      7-18 section Adding < The router
      12-18 section By path < Adding
      20-23 section Removing < The router
    `,
  },
  "ruby.rb": {
    imports: "rack httpadapter parser",
    declarations: `
      12-68 module Demo
      13-13 constant VERSION < Demo
      14-14 class Point < Demo
      16/17-65 class Router < Demo
      19-19 property routes < Router
      20-20 constant DEFAULT_LIMIT < Router
      23-25 method build < Router
      28-31 method initialize < Router
      33/35-43 method add < Router
      45-47 method empty? < Router
      49-51 method == < Router
      53-55 method name= < Router
      57-57 method create < Router
      59-61 method secret < Router
      63-63 method dynamic < Router
      64-64 method push < Router
      67-67 class Error < Demo
      70-72 function helper
      74-76 function build
    `,
  },
  "rust.rs": {
    imports: "hashmap http matcher",
    declarations: `
      4-4 module matcher
      6/7-7 constant LIMIT
      11/14-16 struct Router
      18-20 enum Mode
      22-24 trait Matcher
      23-23 method matches < Matcher
      26-39 implementation Router
      27/29-38 method add < Router
      41-45 implementation Router
      42-44 method matches < Router
      47-51 macro route
      53-53 type Alias
      55/56-59 module tests
      57/58-58 function adds < tests
    `,
  },
  "scala.scala": {
    imports: "request util all",
    declarations: `
      7/9-30 class Router
      12-12 type Key < Router
      13-13 property size < Router
      14-14 property cache < Router
      15-15 property ordering < Router
      17/18-23 method add < Router
      20-20 function nested < add
      25-25 method + < Router
      27-27 method size_ < Router
      29-29 method build < Router
      32-40 class Router
      33-33 property Default < Router
      35-35 class Entry < Router
      37-37 class Empty < Router
      39-39 method apply < Router
      42-42 trait Node
      44-44 class syntax
      46-47 enum Mode
      49-50 implementation intOrdering
      50-50 method compare < intOrdering
      52-52 implementation Encoder
      54-55 implementation String
      55-55 method shout < String
      57-59 property raw
      61-61 function run
    `,
  },
  "scss.scss": {
    imports: "math mixins",
    declarations: `
      4-4 variable primary
      6/7-9 function rounded
      11-13 function double
      15-17 rule placeholder
      19-27 rule .card
      21-23 rule &:hover < .card
      24-26 rule .title < .card
    `,
  },
  "sql.sql": {
    imports: "",
    declarations: `
      1/2-6 table routes
      8-8 key routes_path
      10/11-15 table active_routes
      17-23 function add_route
      27-29 rule routes_changed
      31-31 type mode
      33-34 table routes
      36-36 namespace demo
      37-37 variable numbers
    `,
  },
  "svelte.svelte": {
    imports: "svelte",
    declarations: `
      3-3 variable name
      5/6-8 function add
      10-10 function twice
    `,
  },
  "swift.swift": {
    imports: "foundation request",
    declarations: `
      5-5 property defaultLimit
      9/11-43 class Router
      13-13 property routes < Router
      14-14 property shared < Router
      16/17-20 constructor init < Router
      22-24 method deinit < Router
      26/27-32 method add < Router
      34-34 method build < Router
      36-38 method subscript < Router
      40-42 enum Mode < Router
      45-48 interface Matcher
      46-46 type Output < Matcher
      47-47 method match < Matcher
      50-56 implementation Router
      51-51 type Output < Router
      53-55 method match < Router
      58-60 struct Point
      62-64 class Counter
      63-63 method next < Counter
      66-68 enum Tree
      70-75 function ==
    `,
  },
  "text.txt": {
    imports: "",
    declarations: `
      1-9 section The router
      6-9 section Adding < The router
    `,
  },
  "toml.toml": {
    imports: "",
    declarations: `
      1/2-2 key title
      3-5 key keywords
      7-9 table package
      8-8 key name < package
      9-9 key version < package
      11/12-13 table dependencies
      13-13 key serde < dependencies
      15-16 table bin
      16-16 key name < bin
      18-21 table tool.demo."quoted.key"
      19-21 key text < tool.demo."quoted.key"
    `,
  },
  "tsx.tsx": {
    imports: "react",
    declarations: `
      3-5 interface Props
      7/8-11 function Button
      13-15 function Page
    `,
  },
  "typescript.ts": {
    imports: "request keys other",
    declarations: `
      5/6-6 constant LIMIT
      8-10 interface Matcher
      9-9 method match < Matcher
      12-12 type Handler
      14-17 enum Mode
      19-20 namespace demo
      22/24-45 class Router
      27-29 constructor constructor < Router
      31/32-38 method add < Router
      40-42 method size < Router
      44-44 method match < Router
      47-47 function create
      48-50 function create
      52-54 function twice
    `,
  },
  "vue.vue": {
    imports: "vue routeitem",
    declarations: `
      12-14 interface Props
      16/17-17 constant total
      19-21 function add
    `,
  },
  "xml.xml": {
    imports: "",
    declarations: `
      4-6 key router
      5-5 key limit < router
      7-7 key title
    `,
  },
  "yaml.yaml": {
    imports: "",
    declarations: `
      1/2-2 key name
      3-5 key on
      4-5 key push < on
      6-6 key quoted key
      8/9-15 key jobs
      10-13 key test < jobs
      14-15 key deploy < jobs
      16-18 key steps
      19-21 key anchors
      20-21 key text < anchors
    `,
  },
  "zig.zig": {
    imports: "std http",
    declarations: `
      5-5 constant limit
      6-6 constant counter
      8/9-33 struct Router
      12-12 constant Key < Router
      16/17-28 method add < Router
      30-32 method match < Router
      35-35 enum Mode
      37-39 struct Number
      41-43 enum Error
      45-45 function main
      47-49 function c_api
      51-53 function adds routes
      55-57 function Router
    `,
  },
};
