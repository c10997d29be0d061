/** What stands in what: the operands of expressions, and the expressions of a module. */
import type { Expr, Module } from "./nodes.ts";

export function operandsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "const":
    case "ref":
      return [];
    case "unary":
    case "slice":
    case "extend":
      return [expr.operand];
    case "binary":
      return [expr.left, expr.right];
    case "mux":
      return [expr.condition, expr.then, expr.else];
    case "concat":
      return expr.parts;
  }
}

/** The same expression on other operands; itself where none has changed. */
export function mapOperands(expr: Expr, map: (operand: Expr) => Expr): Expr {
  switch (expr.kind) {
    case "const":
    case "ref":
      return expr;
    case "unary":
    case "slice":
    case "extend": {
      const operand = map(expr.operand);
      return operand === expr.operand ? expr : { ...expr, operand };
    }
    case "binary": {
      const left = map(expr.left);
      const right = map(expr.right);
      return left === expr.left && right === expr.right ? expr : { ...expr, left, right };
    }
    case "mux": {
      const [condition, yes, no] = [map(expr.condition), map(expr.then), map(expr.else)];
      const same = condition === expr.condition && yes === expr.then && no === expr.else;
      return same ? expr : { ...expr, condition, then: yes, else: no };
    }
    case "concat": {
      const parts = expr.parts.map(map);
      return parts.every((part, index) => part === expr.parts[index]) ? expr : { ...expr, parts };
    }
  }
}

/** The names an expression refers to, in the order they stand. */
export function refsIn(expr: Expr): readonly string[] {
  const names: string[] = [];
  const visit = (inner: Expr): void => {
    if (inner.kind === "ref") names.push(inner.name);
    else for (const operand of operandsOf(inner)) visit(operand);
  };
  visit(expr);
  return names;
}

/** Every expression of a module that is no part of another, with the place where it stands. */
export function* rootsOf(module: Module): Generator<{ readonly place: string; readonly value: Expr }> {
  for (const { name, value } of module.wires) yield { place: `the wire ${name}`, value };
  for (const { name, next, enable } of module.registers) {
    yield { place: `the register ${name}`, value: next };
    if (enable !== null) yield { place: `the enable of ${name}`, value: enable };
  }
  for (const { name, reads, writes } of module.memories) {
    for (const port of reads) {
      yield { place: `the read address of ${name}`, value: port.address };
      if (port.enable !== null) yield { place: `the read enable of ${name}`, value: port.enable };
    }
    for (const port of writes) {
      yield { place: `the write address of ${name}`, value: port.address };
      yield { place: `the data written to ${name}`, value: port.data };
      yield { place: `the write enable of ${name}`, value: port.enable };
    }
  }
  for (const { name, inputs } of module.instances) {
    for (const { port, value } of inputs) yield { place: `the input ${port} of ${name}`, value };
  }
  for (const { name, value } of module.outputs) yield { place: `the output ${name}`, value };
}
