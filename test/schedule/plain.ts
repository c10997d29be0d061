/** Kernels for the tests of schedules: Python that is loops, scalars and elements already, as Loops. */
import { compile, explain } from "../../src/driver/compile.ts";
import type { Expr, Loops, Origin, Param, Stmt } from "../../src/loops/nodes.ts";
import type * as program from "../../src/program/nodes.ts";
import type { Type } from "../../src/types/types.ts";

/** `def k(a: "float32[8]", ...): ...`, with `@pylog` added. */
export function loopsOf(source: string): Loops {
  const imports = source.includes("np.") ? "import numpy as np\n" : "";
  const compiled = compile({ path: "kernel.py", text: `${imports}@pylog\n${source}` });
  if (!compiled.ok) throw new Error(explain(compiled));
  const func = compiled.program.functions.at(-1);
  if (func === undefined) throw new Error("no kernel");
  return lowered(compiled.program, func);
}

function lowered(whole: program.Program, func: program.Func): Loops {
  const names = new Map<string, number>();
  const decl = ({ name, type }: { name: string; type: Type }): Param =>
    type.kind === "array"
      ? { kind: "array", name, element: type.element, shape: type.shape.map(Number) }
      : { kind: "scalar", name, type };
  const counters = new Set<string>();
  const renamed = new Map<string, string>();
  const loopName = (variable: string): string => {
    const count = names.get(variable) ?? 0;
    names.set(variable, count + 1);
    return count === 0 ? variable : `${variable}_${count}`;
  };
  const expression = (expr: program.Expr): Expr => {
    switch (expr.kind) {
      case "const":
        return { kind: "const", value: expr.value, type: expr.type };
      case "var":
        if (expr.type.kind === "array") throw new Error(`whole array ${expr.name}`);
        return { kind: "var", name: renamed.get(expr.name) ?? expr.name, type: expr.type };
      case "load":
        if (expr.base.kind !== "var") throw new Error("a load from a view");
        return {
          kind: "load",
          array: expr.base.name,
          index: expr.index.map(expression),
          type: expr.type,
          span: expr.span,
        };
      case "unary":
      case "cast":
        return { ...expr, operand: expression(expr.operand) } as Expr;
      case "binary":
      case "compare":
      case "logic":
        return { ...expr, left: expression(expr.left), right: expression(expr.right) } as Expr;
      case "conditional":
        return {
          kind: "select",
          condition: expression(expr.condition),
          then: expression(expr.then),
          otherwise: expression(expr.otherwise),
          type: expr.type,
          span: expr.span,
        } as Expr;
      default:
        throw new Error(`not plain: ${expr.kind}`);
    }
  };
  const block = (body: readonly program.Stmt[]): readonly Stmt[] => body.flatMap(statement);
  const results: string[] = [];
  const statement = (stmt: program.Stmt): readonly Stmt[] => {
    const origin: Origin = { span: stmt.span, operator: "source" };
    switch (stmt.kind) {
      case "assign":
        if (stmt.value.type.kind === "array") return []; // a local array, of zeros
        return [{ kind: "assign", target: stmt.target, value: expression(stmt.value), origin }];
      case "store": {
        const target = expression(stmt.target);
        if (target.kind !== "load") throw new Error("a store to a view");
        return [
          { kind: "store", array: target.array, index: target.index, value: expression(stmt.value), origin },
        ];
      }
      case "for": {
        const name = loopName(stmt.variable);
        counters.add(stmt.variable);
        if (stmt.step.kind !== "const") throw new Error("a step");
        const [from, to] = [expression(stmt.from), expression(stmt.to)];
        const before = renamed.get(stmt.variable);
        renamed.set(stmt.variable, name);
        const body = block(stmt.body);
        if (before !== undefined) renamed.set(stmt.variable, before);
        const step = Number(stmt.step.value);
        return [{ kind: "for", name, variable: name, from, to, step, body, attrs: stmt.attrs, origin }];
      }
      case "while": {
        const condition = expression(stmt.condition);
        return [{ kind: "while", name: loopName("while"), condition, body: block(stmt.body), origin }];
      }
      case "if": {
        const condition = expression(stmt.condition);
        return [{ kind: "if", condition, then: block(stmt.then), else: block(stmt.else), origin }];
      }
      case "break":
      case "continue":
        return [{ kind: stmt.kind, origin }];
      case "pragma":
        return [{ kind: "pragma", text: stmt.text, names: [], call: 0, loop: null, origin }];
      case "return":
        results.push(...stmt.values.map((value) => (value.kind === "var" ? value.name : "?")));
        return [];
      default:
        throw new Error(`not plain: ${stmt.kind}`);
    }
  };
  const body = block(func.body);
  const locals = func.locals.filter(({ name }) => !counters.has(name)).map(decl);
  return {
    source: whole.source,
    name: func.name,
    params: func.params.map(decl),
    arrays: locals.filter((one) => one.kind === "array"),
    scalars: locals.filter((one) => one.kind === "scalar"),
    body,
    results,
  };
}
