/**
 * A combinational circuit as one JavaScript function on its operands' bits, fast enough for exhaustive tests: numbers
 * up to 30 bits, bigints beyond. Written apart from the simulators on purpose. Bits are cut off by masks: V8 of Node 20
 * crashes on some code that mixes BigInt.asUintN with conditions.
 */
import type { Expr } from "../../../src/hardware/netlist/nodes.ts";
import { operandsOf } from "../../../src/hardware/netlist/walk.ts";

export type Evaluate = (...operands: readonly (number | bigint)[]) => bigint;

const narrow = 30;

/** Operands are references named in0, in1, … */
export function compileCircuit(circuit: Expr): Evaluate {
  const names = new Map<Expr, string>();
  const inputs = new Map<string, Expr>();
  const lines: string[] = [];
  for (const expr of inOrder(circuit)) {
    const name = `v${names.size}`;
    names.set(expr, name);
    if (expr.kind === "ref") inputs.set(expr.name, expr);
    const isNarrow = (one: Expr): boolean => one.width <= narrow;
    const asNumber = (one: Expr): string =>
      isNarrow(one) ? `${names.get(one)}` : `Number(${names.get(one)})`;
    const asBig = (one: Expr): string => (isNarrow(one) ? `BigInt(${names.get(one)})` : `${names.get(one)}`);
    lines.push(
      `const ${name} = ${isNarrow(expr) ? onNumbers(expr, asNumber, asBig) : onBigints(expr, asNumber, asBig)};`,
    );
  }
  const count = Math.max(-1, ...[...inputs.keys()].map((name) => Number(name.slice(2)))) + 1;
  const parameters = Array.from({ length: count }, (_, i) => `in${i}`);
  const source = `return (${parameters.join(", ")}) => { ${lines.join("\n")}\nreturn BigInt(${names.get(circuit)}); };`;
  return new Function(source)() as Evaluate;
}

type Write = (expr: Expr) => string;

function onNumbers(expr: Expr, n: Write, big: Write): string {
  const mask = (2 ** expr.width - 1) | 0;
  switch (expr.kind) {
    case "const":
      return `${expr.value}`;
    case "ref":
      return `Number(${expr.name})`;
    case "unary": {
      const { operand } = expr;
      if (expr.op === "not") return `~${n(operand)} & ${mask}`;
      if (expr.op === "neg") return `-${n(operand)} & ${mask}`;
      const wide = operand.width > narrow;
      const x = wide ? big(operand) : n(operand);
      if (expr.op === "reduceOr") return `${x} ${wide ? "!== 0n" : "!== 0"} ? 1 : 0`;
      if (expr.op === "reduceAnd") {
        const ones = (1n << BigInt(operand.width)) - 1n;
        return `${x} === ${ones}${wide ? "n" : ""} ? 1 : 0`;
      }
      throw new Error("no reduceXor in cores");
    }
    case "binary":
      return numberBinary(expr, n, big, mask);
    case "mux":
      return `${n(expr.condition)} ? ${n(expr.then)} : ${n(expr.else)}`;
    case "concat":
      return expr.parts.reduce(
        (text, part) => (text === "" ? n(part) : `((${text}) << ${part.width} | ${n(part)})`),
        "",
      );
    case "slice":
      return expr.operand.width <= narrow
        ? `${n(expr.operand)} >>> ${expr.low} & ${mask}`
        : `Number(${cut(expr.width, `${big(expr.operand)} >> ${expr.low}n`)})`;
    case "extend": {
      const up = 32 - expr.operand.width;
      return expr.signed ? `${n(expr.operand)} << ${up} >> ${up} & ${mask}` : n(expr.operand);
    }
  }
}

function numberBinary(expr: Extract<Expr, { kind: "binary" }>, n: Write, big: Write, mask: number): string {
  const { left, right } = expr;
  const wide = left.width > narrow;
  const [a, b] = wide ? [big(left), big(right)] : [n(left), n(right)];
  const signed = (x: string): string =>
    wide ? `(${x} ^ ${1n << BigInt(left.width - 1)}n)` : `(${x} << ${32 - left.width})`;
  switch (expr.op) {
    case "add":
      return `${a} + ${b} & ${mask}`;
    case "sub":
      return `${a} - ${b} & ${mask}`;
    case "mul":
      return `Math.imul(${a}, ${b}) & ${mask}`;
    case "and":
      return `${a} & ${b}`;
    case "or":
      return `${a} | ${b}`;
    case "xor":
      return `${a} ^ ${b}`;
    case "eq":
      return `${a} === ${b} ? 1 : 0`;
    case "ne":
      return `${a} !== ${b} ? 1 : 0`;
    case "ult":
      return `${a} < ${b} ? 1 : 0`;
    case "ule":
      return `${a} <= ${b} ? 1 : 0`;
    case "slt":
      return `${signed(a)} < ${signed(b)} ? 1 : 0`;
    case "sle":
      return `${signed(a)} <= ${signed(b)} ? 1 : 0`;
    default:
      throw new Error(`no ${expr.op} in cores`);
  }
}

function onBigints(expr: Expr, n: Write, big: Write): string {
  const { width } = expr;
  switch (expr.kind) {
    case "const":
      return `${expr.value}n`;
    case "ref":
      return `BigInt(${expr.name})`;
    case "unary":
      return cut(width, `${expr.op === "not" ? "~" : "-"}${big(expr.operand)}`);
    case "binary": {
      const symbol = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^" }[expr.op as "add"];
      if (symbol === undefined) throw new Error(`no wide ${expr.op} in cores`);
      const text = `${big(expr.left)} ${symbol} ${big(expr.right)}`;
      return ["&", "|", "^"].includes(symbol) ? text : cut(width, text);
    }
    case "mux":
      return `${n(expr.condition)} ? ${big(expr.then)} : ${big(expr.else)}`;
    case "concat":
      return expr.parts.reduce(
        (text, part) => (text === "" ? big(part) : `((${text}) << ${part.width}n | ${big(part)})`),
        "",
      );
    case "slice":
      return cut(width, `${big(expr.operand)} >> ${expr.low}n`);
    case "extend": {
      const sign = `${1n << BigInt(expr.operand.width - 1)}n`;
      return expr.signed ? cut(width, `(${big(expr.operand)} ^ ${sign}) - ${sign}`) : big(expr.operand);
    }
  }
}

function cut(width: number, text: string): string {
  return `(${text}) & ${(1n << BigInt(width)) - 1n}n`;
}

function inOrder(circuit: Expr): readonly Expr[] {
  const order: Expr[] = [];
  const seen = new Set<Expr>();
  const visit = (expr: Expr): void => {
    if (seen.has(expr)) return;
    seen.add(expr);
    for (const operand of operandsOf(expr)) visit(operand);
    order.push(expr);
  };
  visit(circuit);
  return order;
}
