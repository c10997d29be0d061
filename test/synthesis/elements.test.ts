/** Systolic arrays in Verilog: a module for an element, instances of it, and wires from neighbour to neighbour. */
import { describe, expect, test } from "vitest";
import type { Design, Expr, Module } from "../../src/hardware/netlist/nodes.ts";
import { refsIn } from "../../src/hardware/netlist/walk.ts";
import { printVerilog } from "../../src/hardware/verilog/index.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { scheduled } from "../schedule/scheduled.ts";
import { elementKernels } from "./element_kernels.ts";

function designOf(source: string, steps: string): Design {
  const made = synthesize(scheduled(loopsOf(source), steps), { target: { family: "xcup", periodNs: 10 } });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  return made.design;
}

/** The elements of each module, most first. */
function kindsOf({ modules, top }: Design): readonly number[] {
  const counts = modules.map((module) => elementsOf(top).filter((one) => one.module === module).length);
  return counts.filter((count) => count > 0).sort((one, other) => other - one);
}

function elementsOf({ instances }: Module): Module["instances"] {
  return instances.filter(({ name }) => name.startsWith("pe_"));
}

/** For every wire from an element to another: how far that is, counted along rows and columns. */
function distancesIn(top: Module): ReadonlySet<number> {
  const sources = new Map(
    top.instances.flatMap(({ name, outputs }) => outputs.map((tap) => [tap.name, name])),
  );
  const wires = new Map(top.wires.map(({ name, value }) => [name, value]));
  const elementsIn = (value: Expr): readonly string[] =>
    refsIn(value).flatMap((name) => {
      const wire = wires.get(name);
      return wire === undefined ? (sources.get(name) ?? []) : elementsIn(wire);
    });
  const at = (name: string): readonly number[] => name.match(/\d+/g)?.map(Number) ?? [];
  return new Set(
    top.instances.flatMap(({ name, inputs }) =>
      inputs
        .flatMap(({ value }) => elementsIn(value))
        .map((from) =>
          at(name).reduce((sum, place, axis) => sum + Math.abs(place - (at(from)[axis] ?? 0)), 0),
        ),
    ),
  );
}

describe.each(elementKernels)("$name", ({ source, steps, kinds, reach }) => {
  const design = designOf(source, steps);

  test("an element is an instance of one of few modules", () => {
    expect(kindsOf(design)).toEqual(kinds);
  });

  test("wires go from an element to its neighbours alone", () => {
    for (const distance of distancesIn(design.top)) expect(distance).toBeLessThanOrEqual(reach);
  });

  test("what an element computes is in it, and not around", () => {
    const text = printVerilog(design);
    const top = text.slice(text.lastIndexOf("\nmodule "));
    expect(top).not.toMatch(/\* \$signed/);
    expect(design.top.instances).toEqual(elementsOf(design.top));
    expect(text).toMatch(/_pe pe_\d/);
  });
});

test("an array of any size has as many modules", () => {
  const source = elementKernels[0]?.source ?? "";
  const kinds = [3, 5].map((size) =>
    kindsOf(designOf(source, `systolic i rows=i columns=j size=${size},${size}`)),
  );
  expect(kinds).toEqual([
    [3, 3, 3],
    [15, 5, 5],
  ]);
});
