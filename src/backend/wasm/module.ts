/** One WebAssembly module of Loops: a function `run` of the scalar parameters, and the memory its arrays are in. */

import { analyse, noFacts } from "../../loops/analysis/range/index.ts";
import type { Loops, ScalarDecl } from "../../loops/nodes.ts";
import { roundCounter } from "../../program/rounds.ts";
import type { ScalarType } from "../../types/types.ts";
import {
  type Binaryen,
  bug,
  type Code,
  callHost,
  type Local,
  newLocal,
  type Ref,
  read,
  typeOfRep,
} from "./code.ts";
import { createHost, type Host, importFunction } from "./host.ts";
import { type Layout, layOut } from "./layout.ts";
import { repOf } from "./representation.ts";
import type { LoopForm } from "./simd/index.ts";
import { statements } from "./statement.ts";
import { unrollShort } from "./unroll.ts";

export interface CompiledModule {
  readonly binary: Uint8Array;
  readonly layout: Layout;
  readonly host: Host;
  readonly forms: ReadonlyMap<string, LoopForm>;
  readonly outside: Map<string, bigint[]>;
  readonly results: Map<string, unknown>; // scalars, as they cross the border at the end of a run
}

const pageBytes = 65536;

export function buildModule(
  wasm: Binaryen,
  given: Loops,
  sameAs: ReadonlyMap<string, string>,
  simd: boolean,
): CompiledModule {
  const loops = unrollShort(given);
  const m = new wasm.Module();
  try {
    const { MVP, MutableGlobals, NontrappingFPToInt, SignExt, BulkMemory, SIMD128, ReferenceTypes } =
      wasm.Features;
    m.setFeatures(
      MVP | MutableGlobals | NontrappingFPToInt | SignExt | BulkMemory | SIMD128 | ReferenceTypes,
    );
    const layout = layOut(loops, sameAs);
    const pages = Math.max(1, Math.ceil(layout.end / pageBytes));
    m.setMemory(pages, pages, "memory", []);
    const params = loops.params.filter((param) => param.kind === "scalar");
    const scalars = new Map<string, Local>();
    const code: Code = {
      loops,
      wasm,
      m,
      host: createHost(),
      arrays: layout.arrays,
      scalars,
      variables: new Map(),
      locals: [],
      levels: [],
      ranges: analyse(loops),
      facts: noFacts,
      labels: 0,
      routines: new Set(),
      simd,
      forms: new Map(),
      outside: new Map(),
      rounds: roundCounter(),
      total: null,
    };
    for (const { name, type } of [...params, ...loops.scalars])
      scalars.set(name, newLocal(code, repOf(type)));
    const results = new Map<string, unknown>();
    const body = m.block(null, [
      statements(code, loops.body),
      ...loops.results.flatMap((name) => deliver(code, scalars, results, name)),
    ]);
    const types = code.locals.slice(0, params.length);
    m.addFunction("run", wasm.createType(types), wasm.none, code.locals.slice(params.length), body);
    m.addFunctionExport("run", "run");
    for (const { name, params: taken, result } of code.host.imports.values()) {
      const given = result === null ? wasm.none : typeOfRep(wasm, result);
      m.addFunctionImport(
        name,
        "host",
        name,
        wasm.createType(taken.map((rep) => typeOfRep(wasm, rep))),
        given,
      );
    }
    if (!m.validate()) bug("the module is not valid");
    wasm.setOptimizeLevel(3);
    wasm.setShrinkLevel(0);
    m.optimize();
    return {
      binary: m.emitBinary(),
      layout,
      host: code.host,
      forms: code.forms,
      outside: code.outside,
      results,
    };
  } finally {
    m.dispose();
  }
}

/** A scalar result is handed over when everything is done; an array result is read from memory. */
function deliver(
  code: Code,
  scalars: ReadonlyMap<string, Local>,
  results: Map<string, unknown>,
  name: string,
): Ref[] {
  const local = scalars.get(name);
  if (local === undefined) return [];
  const target = importFunction(code.host, `result ${name}`, [local.rep], null, (value) => {
    results.set(name, value);
    return undefined;
  });
  return [callHost(code, target, [read(code, local)])];
}

export function scalarType(loops: Loops, name: string): ScalarType | null {
  const isWanted = (decl: { readonly kind: string; readonly name: string }): decl is ScalarDecl =>
    decl.kind === "scalar" && decl.name === name;
  return [...loops.params, ...loops.scalars].find(isWanted)?.type ?? null;
}
