// A small program in several languages, each file of which can be written in several ways: what one way declares, another
// renames, turns into something else, hands on, or lacks. For property tests of what an edit of one file does to others.

/** Path → the ways to write it. The first ones together are a sound program. */
export const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  "web/shape.ts": [
    `import { scale } from "./scale";\n\n/** A shape that has an area. */\nexport class Shape {\n  size = 1;\n  static unit(): Shape {\n    return new Shape();\n  }\n  area(): number {\n    return scale(this.size);\n  }\n}\n`,
    `export interface Shape {\n  area(): number;\n  unit(): Shape;\n}\nexport function unit(): Shape {\n  return { area: () => 1, unit };\n}\n`,
    `export abstract class Shape {\n  unit(): Shape {\n    return this;\n  }\n  static area(shape: Shape): number {\n    return shape.unit() ? 1 : 2;\n  }\n}\n`,
    `export class Figure {\n  area(): number {\n    return 2;\n  }\n}\n`,
    `export { Shape } from "./shape/base";\n`,
    `export * from "./shape/index";\n`,
    `export default class Shape {\n  area() {\n    return 3;\n  }\n}\nexport const area = (shape: Shape) => shape.area();\n`,
    `export const Shape = { area: () => 4, unit() { return Shape; } };\nexport type Figure = typeof Shape;\n`,
    ``,
  ],
  "web/shape/index.ts": [
    `export * from "./base";\nexport function area(side: number) {\n  return side * side;\n}\n`,
    `import { Shape } from "./base";\nexport { Shape as Figure };\nexport class Circle extends Shape {\n  area() {\n    return super.area() * 3;\n  }\n}\n`,
    `export class Shape {\n  area() {\n    return 5;\n  }\n}\n`,
  ],
  "web/shape/base.ts": [
    `export class Shape {\n  area() {\n    return 6;\n  }\n  draw() {\n    return this.area();\n  }\n}\n`,
    `export interface Shape {\n  area(): number;\n  draw(): void;\n}\n`,
    `export class Base {}\nexport { Base as Shape };\n`,
  ],
  "web/index.ts": [
    `export { Shape } from "./shape";\nexport * from "./draw";\n`,
    `export * from "./shape";\nexport * from "./draw";\nexport * from "./later";\n`,
    `export { Shape as Figure, area } from "./shape";\nexport { draw as Shape } from "./draw";\n`,
    `export * as shapes from "./shape";\nexport * from "./index";\n`,
    `import Shape, * as all from "./shape";\nexport { Shape, all };\nexport default Shape;\n`,
    `export { Shape } from "@/shape/base";\nexport type { Shape as Figure } from "./shape";\n`,
  ],
  "web/draw.ts": [
    `import { Shape } from "./index";\n\nexport class Circle extends Shape {\n  area(): number {\n    return super.area() + Shape.unit().area();\n  }\n}\n\n/** Draws a shape on the canvas. */\nexport function draw(shape: Shape): number {\n  return shape.area() + new Circle().area();\n}\n`,
    `import type { Shape } from "./shape";\nimport { area, unit } from "./shape";\n\nexport class Circle implements Shape {\n  area() {\n    return area(1);\n  }\n  unit() {\n    return unit();\n  }\n}\nexport const draw = (shape: Shape) => shape.area();\n`,
    `import * as all from "./index";\nimport Shape from "./shape";\nexport function draw() {\n  return new all.Shape().area() + all.draw() + Shape.unit();\n}\n`,
    `import { Figure as Shape } from "./index";\nexport function draw(shape: Shape) {\n  return new Shape().area() + shape.draw();\n}\nexport { scale } from "./scale";\n`,
  ],
  "web/later.ts": [
    `import { draw } from "@/draw";\nexport function later() {\n  return draw();\n}\n`,
    `export * from "./later/all";\nexport class Circle {}\n`,
    `export function unit() {\n  return 7;\n}\n`,
  ],
  "web/scale.ts": [
    `export function scale(by: number): number {\n  return by * 2;\n}\n`,
    `export const scale = (by: number) => by;\nexport { scale as area };\n`,
    `declare module "./shape" {\n  interface Shape {\n    draw(): void;\n  }\n}\nexport {};\n`,
  ],
  "web/plain.js": [
    `const { draw } = require("./draw");\nmodule.exports = { area: () => draw() };\n`,
    `import { Circle } from "pkg/draw";\nexport const plain = new Circle().area();\n`,
  ],
  "web/view.vue": [
    `<template><p>{{ total }}</p></template>\n<script lang="ts">\nimport { draw } from "./draw";\nexport default { total: draw() };\n</script>\n`,
    `<template><p>shape</p></template>\n`,
  ],
  "package.json": [
    `{ "name": "pkg", "main": "web/index.ts" }\n`,
    `{ "name": "pkg", "exports": { "./draw": "./web/later.ts", "./*": "./web/*.ts" }, "workspaces": ["web/*"] }\n`,
    `{ "name": "other", "imports": { "#draw": "./web/draw.ts" } }\n`,
    `{ broken`,
  ],
  "tsconfig.json": [
    `{ "compilerOptions": { "paths": { "@/*": ["./web/*"] } } }\n`,
    `{ "compilerOptions": { "baseUrl": "web", "paths": { "@/*": ["./shape/*"] } } }\n`,
    `{ "extends": "./base.json" }\n`,
  ],
  "base.json": [`{ "compilerOptions": { "paths": { "@/*": ["./web/*"] } } }\n`, `{}\n`],
  "py/__init__.py": [
    `from .shape import *\nfrom .draw import draw\n`,
    `from .shape import Shape as Figure\n__all__ = ["Figure"]\n`,
    `from . import shape, draw\n`,
  ],
  "py/shape.py": [
    `class Shape:\n    """A shape."""\n\n    def area(self):\n        return 1\n\n    @staticmethod\n    def unit():\n        return Shape()\n`,
    `class Shape:\n    @property\n    def area(self):\n        return 2\n\n\ndef unit():\n    return Shape()\n`,
    `__all__ = ["area"]\n\n\ndef area(shape):\n    return shape.area()\n\n\nclass Figure:\n    def area(self):\n        return 3\n`,
    `from .draw import Circle as Shape\n`,
  ],
  "py/shape/__init__.py": [
    `class Shape:\n    def draw(self):\n        return self.area()\n`,
    `from ..shape import *\n`,
  ],
  "py/draw.py": [
    `from py import Shape\nfrom .shape import unit\n\n\nclass Circle(Shape):\n    def area(self):\n        return super().area()\n\n\ndef draw(shape: Shape):\n    return shape.area() + Circle().area() + unit()\n`,
    `import py.shape as s\n\n\ndef draw():\n    return s.Shape().area() + s.Shape.unit().area()\n`,
    `from .shape import *\n\n\ndef draw():\n    return area(Figure())\n`,
  ],
  "go.mod": [`module example.org/pkg\n`, `module example.org/other\n`],
  "go/shape/shape.go": [
    `package shape\n\n// Shape has an area.\ntype Shape interface {\n\tArea() int\n}\n\nfunc Unit() Shape { return Circle{} }\n`,
    `package shape\n\ntype Shape struct{ size int }\n\nfunc (s Shape) Area() int { return s.size }\n`,
    `package figure\n\ntype Shape struct{}\n\nfunc Area() int { return 1 }\n`,
  ],
  "go/shape/circle.go": [
    `package shape\n\ntype Circle struct{}\n\nfunc (c Circle) Area() int { return draw(c) }\n\nfunc draw(s Shape) int { return 1 }\n`,
    `package shape\n\ntype Circle struct{ Shape }\n\nfunc (c *Circle) Draw() int { return c.Area() }\n`,
  ],
  "go/main.go": [
    `package main\n\nimport "example.org/pkg/go/shape"\n\nfunc main() {\n\tvar s shape.Shape = shape.Unit()\n\ts.Area()\n}\n`,
    `package main\n\nimport s "example.org/other/go/shape"\n\nfunc draw() int { return s.Circle{}.Area() }\n`,
  ],
  "src/lib.rs": [
    `mod shape;\npub use shape::Shape;\n\npub fn draw(shape: &dyn Shape) -> u32 {\n    shape.area()\n}\n`,
    `pub mod shape;\npub use shape::*;\n\npub fn draw() -> u32 {\n    Circle::unit().area()\n}\n`,
  ],
  "src/shape.rs": [
    `pub trait Shape {\n    fn area(&self) -> u32;\n}\n\npub struct Circle;\n\nimpl Shape for Circle {\n    fn area(&self) -> u32 {\n        1\n    }\n}\n`,
    `pub struct Shape;\npub type Circle = Shape;\n\nimpl Shape {\n    pub fn area(&self) -> u32 {\n        2\n    }\n    pub fn unit() -> Shape {\n        Shape\n    }\n}\n`,
  ],
  "src/shape/mod.rs": [`pub struct Shape;\n\npub fn area() -> u32 {\n    3\n}\n`],
  "java/app/Shape.java": [
    `package app;\n\npublic class Shape {\n  public int area() {\n    return 1;\n  }\n  public static Shape unit() {\n    return new Shape();\n  }\n}\n`,
    `package app;\n\npublic interface Shape {\n  int area();\n  default Shape unit() {\n    return this;\n  }\n}\n`,
  ],
  "java/app/Circle.java": [
    `package app;\n\npublic class Circle extends Shape {\n  public int area() {\n    return super.area() + Shape.unit().area();\n  }\n}\n`,
    `package app;\n\npublic class Circle implements Shape {\n  public int area() {\n    return 2;\n  }\n  void draw(Shape shape) {\n    shape.area();\n  }\n}\n`,
  ],
  "README.md": [
    `# Shapes\n\nHow to draw a Shape: call \`draw\`, which asks for its area.\n\n## Circle\n\nA circle is a shape.\n`,
    `# Figures\n\nEverything about \`Figure\` and its unit.\n`,
  ],
};

/** Paths at which nothing lies at first. */
export const FREE_PATHS: readonly string[] = [
  "web/figure.ts",
  "web/Shape.ts",
  "web/shape/base.js",
  "web/later/all.ts",
  "py/Shape.py",
  "notes.txt",
  "lib/draw.ts",
];

export const FOLDERS: readonly string[] = [
  "web",
  "web/shape",
  "py",
  "py/shape",
  "go/shape",
  "src/shape",
  "lib",
  "web/later",
];
