/**
 * Lutra for TypeScript.
 *
 *     import { compile, explain, run, toVerilog } from "lutra";
 *
 *     const add = compile("@pylog\ndef add(a, b, c):\n    c[:] = a + b\n", { args: { a, b, c } });
 *     if (!add.ok) throw new Error(explain(add));
 *     run(add, { a, b, c });   // a, b, c: Float32Array; c now holds the sum
 *     toVerilog(add).text;     // the circuit
 */
import * as driver from "./browser.ts";
import { thisMachine } from "./outside/index.ts";

export * from "./browser.ts";
export {
  type CallOptions,
  type Deployed,
  type DeployedResult,
  type DeployOptions,
  deploy,
} from "./deploy/index.ts";
export { BoardTrouble } from "./outside/port/trouble.ts";

// What may need compilers, simulators, CPython or files finds those of this machine.
const outside = thisMachine;

export const runOn: typeof driver.runOn = (kernel, on, args, options) =>
  driver.runOn(kernel, on, args, { outside, ...options });

export const simulate: typeof driver.simulate = (kernel, args, options) =>
  driver.simulate(kernel, args, { outside, ...options });

export const verify: typeof driver.verify = (kernel, args, options) =>
  driver.verify(kernel, args, { outside, ...options });

export const toVitis: typeof driver.toVitis = (kernel, options) =>
  driver.toVitis(kernel, { outside, ...options });

export const toMerlin: typeof driver.toMerlin = (kernel, options) =>
  driver.toMerlin(kernel, { outside, ...options });

export const toOpencl: typeof driver.toOpencl = (kernel, options) =>
  driver.toOpencl(kernel, { outside, ...options });
