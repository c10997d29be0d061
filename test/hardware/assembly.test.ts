/** The simulator's WebAssembly: numbers, trees as deep as they come, locals that share a place. */
import { describe, expect, it } from "vitest";
import type { Code, Type } from "../../src/hardware/simulate/assembly/code.ts";
import * as m from "../../src/hardware/simulate/assembly/instructions.ts";
import { compacted } from "../../src/hardware/simulate/assembly/locals.ts";
import {
  addFunction,
  exportFunction,
  moduleBytes,
  newAssembly,
} from "../../src/hardware/simulate/assembly/module.ts";

describe("constants of WebAssembly", () => {
  const edges = [0, 1, 63, 64, 127, 128, 8191, 8192, 2 ** 31 - 1];
  for (const value of edges.flatMap((one) => [one, ~one]))
    it(`${value}`, () => expect(run("i32", [m.i32.const(value)])).toBe(value));
  const long = [0n, 63n, 64n, 2n ** 31n, 2n ** 32n, 2n ** 34n - 1n, 2n ** 62n, 2n ** 63n - 1n];
  for (const value of long.flatMap((one) => [one, ~one]))
    it(`${value}n`, () => expect(run("i64", [m.i64.const(value)])).toBe(value));
});

describe("trees", () => {
  it("may be deeper than a stack", () => {
    let sum = m.i32.const(0);
    for (let count = 0; count < 50_000; count++) sum = m.i32.add(sum, m.i32.const(1));
    expect(run("i32", [sum])).toBe(50_000);
  });

  it("jump to the loop that is named, through what is between", () => {
    const [outer, inner, count] = [0, 1, 2];
    const isBelow = (local: number, most: number): Code => m.i32.lt_u(m.local.get(local), m.i32.const(most));
    const more = (local: number): Code => m.local.set(local, m.i32.add(m.local.get(local), m.i32.const(1)));
    const around = m.sequence([
      m.local.set(inner, m.i32.const(0)),
      m.loop("inner", m.sequence([more(inner), more(count), m.branch("inner", isBelow(inner, 5))])),
      more(outer),
      m.when(isBelow(outer, 7), m.branch("outer")),
    ]);
    expect(run("i32", [m.loop("outer", around), m.local.get(count)], ["i32", "i32", "i32"])).toBe(35);
  });
});

describe("locals", () => {
  const number = (value: number): Code => m.i32.const(value);

  it("share a place where they are not needed at the same time", () => {
    const steps = Array.from({ length: 50 }, (_, at) =>
      m.local.set(at + 1, m.i32.add(m.local.get(at), number(at))),
    );
    const body = [m.local.set(0, number(3)), ...steps, m.local.get(50)];
    const types = Array.from({ length: 51 }, (): Type => "i32");
    expect(compacted(body, types, 0).locals).toEqual(["i32"]);
    expect(run("i32", body, types)).toBe(3 + (49 * 50) / 2);
  });

  it("keep a place of their own while they are needed, each type by itself", () => {
    const body = [
      m.local.set(0, number(1)),
      m.local.set(1, m.i64.const(2n)),
      m.local.set(2, m.i32.add(m.local.get(0), m.local.get(0))),
      m.local.set(3, m.i32.wrap(m.local.get(1))),
      m.i32.add(m.local.get(2), m.local.get(3)),
    ];
    const types: Type[] = ["i32", "i64", "i32", "i32"];
    expect(compacted(body, types, 0).locals).toEqual(["i32", "i64", "i32"]);
    expect(run("i32", body, types)).toBe(4);
  });

  it("that nobody reads are not computed, nor what only they need", () => {
    const body = [
      m.local.set(0, number(1)),
      m.local.set(1, m.i32.add(m.local.get(0), number(1))),
      m.local.set(2, m.local.get(1)),
      number(9),
    ];
    const { statements, locals } = compacted(body, ["i32", "i32", "i32"], 0);
    expect([statements, locals]).toEqual([[number(9)], []]);
  });
});

interface Engine {
  readonly Memory: new (size: { initial: number; maximum: number }) => object;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { f(): number | bigint } };
}

function run(result: Type, body: readonly Code[], locals: readonly Type[] = []): number | bigint {
  const assembly = newAssembly();
  addFunction(assembly, "f", { params: [], result }, locals, body);
  exportFunction(assembly, "f");
  const bytes = moduleBytes(assembly, { module: "lutra", name: "memory", pages: 1 });
  const { WebAssembly: engine } = globalThis as unknown as { readonly WebAssembly: Engine };
  const memory = new engine.Memory({ initial: 1, maximum: 1 });
  return new engine.Instance(new engine.Module(bytes), { lutra: { memory } }).exports.f();
}
