/** Registers that hold scalars: each is written by whoever has the token. */
import { bug } from "../../diagnostics/bug.ts";
import { type Builder, drive, register } from "../../hardware/netlist/build.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import type { ScalarType } from "../../types/types.ts";
import type { CircuitPlan } from "../plan/nodes.ts";
import { type Arm, any, oneOf } from "./choice.ts";
import type { Lives } from "./lives.ts";
import type { Held } from "./registers.ts";

export interface Scalars {
  readonly get: (name: string) => { readonly ref: Ref; readonly type: ScalarType };
  /** From the cycle after `when` on it holds `value`. `room`: another choice fits behind that; not where not said. */
  readonly write: (name: string, when: Expr, value: Expr, behind?: { readonly room: boolean }) => void;
  readonly finish: (note: (held: Held) => void, lives: Lives) => void;
}

/** `resting`: what a register of a loop holds while the loop does not run. */
export function declareScalars(b: Builder, plan: CircuitPlan, resting: ReadonlyMap<string, number>): Scalars {
  const ports = new Set([...plan.inputs, ...plan.results].map(({ port }) => port));
  const held = new Map(
    plan.registers.map(({ name, type, seat }) => {
      const first = resting.get(name);
      const options = {
        ...(first === undefined ? {} : { initial: first, reset: true }),
        ...(seat === undefined ? {} : { seat }),
      };
      const ref = register(b, ports.has(name) ? `${name}_value` : name, bitWidth(type), options);
      return [name, { ref, type, arms: [] as (Arm & { readonly room: boolean })[] }] as const;
    }),
  );
  const seated = new Set(plan.registers.flatMap(({ name, seat }) => (seat === undefined ? [] : [name])));
  const get = (name: string) => held.get(name) ?? bug(`the plan has no register ${name}`);
  return {
    get,
    write: (name, when, value, { room } = { room: false }) => void get(name).arms.push({ when, value, room }),
    finish: (note, { scalars, variables }) => {
      for (const [name, { ref, arms }] of held) {
        const own = scalars.get(name);
        const around = variables.get(name);
        if (own !== undefined && arms.length > 0 && !seated.has(name))
          note({ ref, lives: own, arms, room: arms.every(({ room }) => room) });
        if (around !== undefined) note({ ref, lives: around });
        const enable = any(
          b,
          arms.map(({ when }) => when),
        );
        drive(b, ref, oneOf(b, arms) ?? ref, { enable });
      }
    },
  };
}
