/** Calls: scalars go by value, arrays as the parts of their view that the callee does not know already. */
import type { Type } from "../../types/types.ts";
import type { CallExpr, Expr, Func } from "../nodes.ts";
import { bug, type Code, emit, fresh, inOrder, type ModuleCode, spill } from "./code.ts";
import { scalar } from "./expression.ts";
import { lower, lowerToMemory } from "./lane.ts";
import { isConstant } from "./layout.ts";
import { type Memory, namedParts, openParts } from "./memory.ts";
import { materialise } from "./store.ts";

export function functionName(module: ModuleCode, name: string): string {
  const at = [...module.functions.keys()].indexOf(name);
  return at < 0 ? bug(`no function \`${name}\``) : `f${at}_${name.replace(/\W/g, "_")}`;
}

/** The call as an expression. */
export function callCode(code: Code, name: string, args: readonly Expr[]): string {
  const callee = code.module.functions.get(name) ?? bug(`no function \`${name}\``);
  const views = new Map<number, string>(); // the parts of a view are names already: nothing to compute before the call
  const texts = inOrder(
    code,
    args.map((arg, i) => () => {
      if (arg.type.kind !== "array") return scalar(code, arg);
      views.set(i, viewParts(code, callee, i, arg));
      return "0";
    }),
  );
  const given = texts.map((text, i) => views.get(i) ?? text);
  return `${functionName(code.module, name)}(${given.join(", ")})`;
}

function viewParts(code: Code, callee: Func, i: number, arg: Expr): string {
  const param = callee.params[i] ?? bug(`too many arguments for \`${callee.name}\``);
  const layout = code.module.layouts.variables.get(callee.name)?.get(param.name) ?? null;
  const shape = param.type.kind === "array" ? param.type.shape : bug(`\`${param.name}\` is no array`);
  return openParts(shape, layout, lastingMemory(code, arg)).join(", ");
}

/** Memory that outlives the statement: what a variable, a result or a callee may keep. */
export function lastingMemory(code: Code, expr: Expr): Memory {
  const before = code.reuse;
  code.reuse = false;
  try {
    if (isConstant(expr)) return materialise(code, lower(code, expr));
    if (isView(expr)) return lowerToMemory(code, expr);
    const lane = lower(code, expr);
    return lane.memory !== null && lane.owned ? lane.memory : materialise(code, lane);
  } finally {
    code.reuse = before;
  }
}

/** Whether the value is memory that something else owns. */
function isView(expr: Expr): boolean {
  switch (expr.kind) {
    case "var":
    case "view":
    case "transpose":
    case "part":
    case "conditional":
    case "call":
      return true;
    case "reshape":
      return true; // new when it does not share, and then nothing else has it
    default:
      return false;
  }
}

export function callMemory(code: Code, expr: CallExpr): Memory {
  const result = fresh(code, "r");
  emit(code, `const ${result} = ${callCode(code, expr.func, expr.args)};`);
  return resultMemory(code, expr.func, 0, result, expr.type);
}

/** Takes an array result apart. */
export function resultMemory(code: Code, func: string, which: number, result: string, type: Type): Memory {
  if (type.kind !== "array") return bug(`result ${which} of \`${func}\` is no array`);
  const layout = code.module.layouts.results.get(func)?.[which] ?? null;
  const parts = namedParts(spill(code, result), type.shape, layout);
  const declare = (name: string | number, from: string): void => {
    if (typeof name === "number") return;
    emit(code, `const ${name} = ${result}.${from};`);
    code.depths.set(name, code.loops.length);
  };
  declare(parts.data, "d");
  declare(parts.offset, "o");
  for (const [axis, extent] of parts.shape.entries()) declare(extent, `n[${axis}]`);
  for (const [axis, stride] of parts.strides.entries()) declare(stride, `s[${axis}]`);
  return { element: type.element, name: "", ...parts };
}
