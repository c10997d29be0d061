/**
 * A circuit that is called again does what a fresh one does, and one that watches for faults takes no cycle more, but for what
 * only an `assert` asks for.
 *
 *     LUTRA_CORPUS=all npx vitest run test/synthesis/kernels-calls.test.ts     every kernel
 */
import { describe, expect, test } from "vitest";
import { synthesize } from "../../src/synthesis/index.ts";
import type { Args } from "../backend/wasm-build.ts";
import { circuitSample, corpusKernel, forms } from "./corpus-circuits.ts";
import { callsOf, target } from "./kernel-run.ts";

describe.each(forms)("%s", (form) => {
  test.each(circuitSample(form, 14, 3))("%s", async (path) => {
    const { loops, args } = corpusKernel(path, form);
    const watching = synthesize(loops, { target, faults: "watched" });
    const plain = synthesize(loops, { target });
    if (!watching.ok || !plain.ok) throw new Error("no circuit");

    // Other data in between, which may well end in a fault.
    const calls = [args, reversed(args), args, args];
    const [first, other, second, third] = await callsOf(watching, calls);
    expect([second, third]).toEqual([first, first]);
    const [fresh] = await callsOf(watching, calls.slice(1, 2));
    expect(other).toEqual(fresh);

    const asserts = watching.checks.some(({ code }) => code === "assertion");
    if (asserts) expect(plain.prediction.least).toBeLessThanOrEqual(watching.prediction.least);
    else expect(plain.prediction).toEqual(watching.prediction);
    // At a fault, what an unwatched circuit leaves behind means nothing.
    const [unwatched] = first?.left.fault === null ? await callsOf(plain, [args]) : [first];
    expect(unwatched?.left).toEqual(first?.left);
    if (!asserts) expect(unwatched?.cycles).toBe(first?.cycles);
  });
});

/** Arrays the other way round. */
function reversed(args: Args): Args {
  const turned = ([name, arg]: [string, Args[string]]): [string, Args[string]] => [
    name,
    typeof arg === "object" ? { type: arg.type, data: arg.data.slice().reverse() } : arg,
  ];
  return Object.fromEntries(Object.entries(args).map(turned));
}
