/** A whole program as one piece of JavaScript: the prelude it needs, its constants, its functions. */

import type { Type } from "../../types/types.ts";
import type { Func, Program } from "../nodes.ts";
import { roundCounter } from "../rounds.ts";
import { functionName } from "./call.ts";
import { isGuarded } from "./closures.ts";
import { type Code, type Line, type ModuleCode, print } from "./code.ts";
import { zero } from "./expression.ts";
import { layoutsOf } from "./layout.ts";
import { namedVariables, variableNames } from "./memory.ts";
import { preludeText } from "./prelude.ts";
import { createRuntime, type Runtime } from "./runtime.ts";
import { statements } from "./statement.ts";

export interface CompiledModule {
  readonly module: ModuleCode;
  readonly source: string; // for reading and for tests
  readonly kernel: (...args: readonly unknown[]) => unknown;
}

export function compileModule(program: Program): CompiledModule {
  const module: ModuleCode = {
    functions: new Map(program.functions.map((func) => [func.name, func])),
    layouts: layoutsOf(program),
    sites: [],
    constants: [],
    constantNames: new Map(),
    helpers: new Set(),
    ownData: new Set(),
    rounds: roundCounter(),
  };
  const functions = program.functions.map((func) => functionText(module, func));
  const runtime = createRuntime(module.sites);
  const constants = module.constants.map((value) =>
    isGuarded(value) ? runtime.guard(value.guard, value.site) : value,
  );
  const source = [
    `"use strict";`,
    `const { ${Object.keys(runtime).join(", ")} } = runtime;`,
    ...constants.map((_, i) => `const K${i} = constants[${i}];`),
    preludeText(module.helpers),
    "let rounds = 0; // of all loops of a call",
    ...functions,
    `return (...args) => { rounds = 0; return ${functionName(module, program.kernel)}(...args); };`,
  ].join("\n");
  const make = new Function("runtime", "constants", source) as (
    runtime: Runtime,
    constants: readonly unknown[],
  ) => CompiledModule["kernel"];
  return { module, source, kernel: make(runtime, constants) };
}

function functionText(module: ModuleCode, func: Func): string {
  const code: Code = {
    module,
    func,
    variables: namedVariables(func),
    top: [],
    out: [],
    names: 0,
    loops: [],
    depths: new Map(),
    ranges: new Map(),
    aliases: new Map(),
    params: new Map(),
    snapshots: new Map(),
    copies: 1,
    userLoops: 0,
    reuse: true,
  };
  const body: Line[] = code.out;
  statements(code, func.body);
  const params = func.params.flatMap(({ name, type }) => variableNames(code, name, type));
  const locals = func.locals.flatMap(({ name, type }) => {
    const [first, ...rest] = variableNames(code, name, type);
    return [`let ${first} = ${initial(type)};`, ...rest.map((part) => `let ${part} = 0;`)];
  });
  const head = `function ${functionName(module, func.name)}(${params.join(", ")}) {`;
  return print([head, locals, code.top, body, "}"]);
}

/** A value of the right kind from the start helps the machine to guess the type of a variable. */
function initial(type: Type): string {
  if (type.kind === "array") return "null";
  return zero(type);
}
