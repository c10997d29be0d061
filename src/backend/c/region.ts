/** `outline`: a region as a function of its own. What it shares with the rest are its parameters. */

import { writesOf } from "../../loops/analysis/effects.ts";
import type { Region } from "../../loops/nodes.ts";
import { directlyMentioned, mentionedIn } from "../../loops/tidy/flow.ts";
import { statementsIn } from "../../loops/walk.ts";
import { pythonInt, type ScalarType } from "../../types/types.ts";
import { arrayNamed, type Code, typeOfScalar } from "./code.ts";
import { declareArray } from "./declare.ts";
import type { FunctionContext } from "./dialect.ts";
import { newWriter, put, putAsIs } from "./lines.ts";
import type { Parameter, Signature } from "./signature.ts";
import { statements, type Undeclared } from "./statement.ts";

/** Writes the function, and gives the statement that calls it. */
export function callRegion(code: Code, region: Region, own: Undeclared): string {
  const mentioned = mentionedIn({ ...region });
  const variables = new Set(
    [...statementsIn(region.body)].flatMap((stmt) => (stmt.kind === "for" ? [stmt.variable] : [])),
  );
  const set = comingOut(code, region);
  const tables = [...mentioned].filter((name) => code.arrays.get(name)?.table !== undefined);
  const shared = [...mentioned].filter(
    (name) =>
      (code.read.has(name) || code.parameters.has(name)) && // what is only set is not written
      !own.scalars.has(name) &&
      !own.arrays.has(name) &&
      !variables.has(name) &&
      !tables.includes(name),
  );
  const arrays = [...code.arrays.keys()].filter((name) => shared.includes(name));
  const scalars = shared.filter((name) => !code.arrays.has(name));
  const parameters = [...arrays, ...scalars].map((name) => parameterOf(code, name, set.has(name)));
  const signature: Signature = {
    kernel: code.loops.name,
    name: code.names.region(region.name),
    parameters,
    results: [],
  };
  const byAddress = new Set(scalars.filter((name) => set.has(name) && !code.dialect.references));

  const outer = { writer: code.writer, pointers: code.pointers, checks: code.checks };
  const writer = newWriter();
  Object.assign(code, { writer, pointers: byAddress, checks: [] });
  writer.indent = 1;
  const direct = directlyMentioned(region.body);
  for (const name of tables) if (direct.has(name)) declareArray(code, arrayNamed(code, name));
  statements(code, region.body, own);
  Object.assign(code, outer);

  const checks = writer.lines.some((line) => line.checks.length > 0);
  const context: FunctionContext = { loops: code.loops, signature, region, checks, name: code.names.of };
  code.functions.push(functionLines(code, context, writer.lines));
  const args = [...arrays, ...scalars].map((name) => {
    const text = code.names.of(name);
    if (!byAddress.has(name)) return code.pointers.has(name) ? `*${text}` : text;
    return code.pointers.has(name) ? text : `&${text}`;
  });
  return `${signature.name}(${[...args, ...code.dialect.hidden(context)].join(", ")});`;
}

/** Arrays that it stores to, and scalars that it sets and someone reads later. Of the rest it has copies. */
function comingOut(code: Code, region: Region): ReadonlySet<string> {
  const later = code.liveAfter().get(region.name);
  return new Set(
    [...writesOf(region.body)].filter((name) => code.arrays.has(name) || later?.has(name) !== false),
  );
}

function parameterOf(code: Code, name: string, isSet: boolean): Parameter {
  const array = code.arrays.get(name);
  const ctype = array === undefined ? typeOfScalar(code, name) : code.dialect.numbers.typeName(array.element);
  return {
    kind: array === undefined ? "scalar" : "array",
    name: code.names.of(name),
    source: null,
    direction: isSet ? "inout" : "in",
    type: array?.element ?? scalarType(code, name),
    ctype,
    shape: array?.shape ?? [],
    stream: code.parameters.get(name)?.stream ?? false,
  };
}

function scalarType(code: Code, name: string): ScalarType {
  const all = [...code.loops.scalars, ...code.loops.params];
  const decl = all.find((one) => one.kind === "scalar" && one.name === name);
  return decl?.kind === "scalar" ? decl.type : pythonInt; // a loop variable
}

/** Head, pragmas and body of a function. */
export function functionLines(
  code: Code,
  context: FunctionContext,
  body: Code["functions"][number],
): Code["functions"][number] {
  const writer = newWriter();
  const { before, inside } = code.dialect.functionPragmas(context);
  putAsIs(writer, before);
  const head = code.dialect.head(context);
  putAsIs(
    writer,
    head.map((text, k) => (k === head.length - 1 ? `${text} {` : text)),
  );
  putAsIs(writer, inside);
  writer.lines.push(...body);
  put(writer, "}");
  return writer.lines;
}
