/** Registers that hold scalars: each is written by whoever has the token. */
import { bug } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import type { ScalarType } from "../../types/types.ts";
import { type Builder, drive, register } from "../netlist/build.ts";
import type { Expr, Ref } from "../netlist/nodes.ts";
import type { Plan } from "../plan/nodes.ts";
import { type Arm, any, oneOf } from "./choice.ts";

export interface Scalars {
  readonly get: (name: string) => { readonly ref: Ref; readonly type: ScalarType };
  /** From the cycle after `when` on it holds `value`. */
  readonly write: (name: string, when: Expr, value: Expr) => void;
  readonly finish: () => void;
}

/** `resting`: what a register of a loop holds while the loop does not run. */
export function declareScalars(b: Builder, plan: Plan, resting: ReadonlyMap<string, number>): Scalars {
  const ports = new Set([...plan.inputs, ...plan.results].map(({ port }) => port));
  const held = new Map(
    plan.registers.map(({ name, type }) => {
      const first = resting.get(name);
      const options = first === undefined ? {} : { initial: first, reset: true };
      const ref = register(b, ports.has(name) ? `${name}_value` : name, bitWidth(type), options);
      return [name, { ref, type, arms: [] as Arm[] }] as const;
    }),
  );
  const get = (name: string) => held.get(name) ?? bug(`the plan has no register ${name}`);
  return {
    get,
    write: (name, when, value) => void get(name).arms.push({ when, value }),
    finish: () => {
      for (const { ref, arms } of held.values()) {
        const enable = any(
          b,
          arms.map(({ when }) => when),
        );
        drive(b, ref, oneOf(b, arms) ?? ref, { enable });
      }
    },
  };
}
