/** Registers that hold scalars: each is written by whoever has the token. */
import { bug } from "../../diagnostics/bug.ts";
import { about, type Builder, drive, register } from "../../hardware/netlist/build.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import type { ScalarType } from "../../types/types.ts";
import type { CircuitPlan } from "../plan/nodes.ts";
import { type Arm, any, oneOf } from "./choice.ts";
import type { Lives } from "./lives.ts";
import type { Held } from "./registers.ts";

export interface Scalars {
  readonly get: (name: string) => { readonly ref: Ref; readonly type: ScalarType };
  /** From the cycle after `when` on it holds `value`. */
  readonly write: (name: string, when: Expr, value: Expr, how?: WriteOptions) => void;
  readonly finish: (note: (held: Held) => void, lives: Lives) => void;
}

export interface WriteOptions {
  readonly room?: boolean; // another choice fits behind the value; not where not said
  readonly steady?: boolean; // in every cycle of the only loop that uses it: what is scratch needs not be told when
}

/** `resting`: what a register of a loop holds while the loop does not run. */
export function declareScalars(b: Builder, plan: CircuitPlan, resting: ReadonlyMap<string, number>): Scalars {
  const ports = new Set([...plan.inputs, ...plan.results].map(({ port }) => port));
  const held = new Map(
    plan.registers.map(({ name, type, seat, scratch = false }) => {
      const first = resting.get(name);
      const options = {
        ...(first === undefined ? {} : { initial: first, reset: true }),
        ...(seat === undefined ? {} : { seat }),
      };
      const ref = register(b, ports.has(name) ? `${name}_value` : name, bitWidth(type), options);
      const arms: (Arm & Required<WriteOptions>)[] = [];
      return [name, { ref, type, arms, scratch, isSeated: seat !== undefined }] as const;
    }),
  );
  const get = (name: string) => held.get(name) ?? bug(`the plan has no register ${name}`);
  return {
    get,
    write: (name, when, value, { room = false, steady = false } = {}) =>
      void get(name).arms.push({ when, value, room, steady }),
    finish: (note, { scalars, variables }) => {
      for (const [name, { ref, arms, scratch, isSeated }] of held) {
        const [only, ...others] = arms.filter(({ steady }) => scratch && steady);
        if (only !== undefined && others.length === 0) {
          drive(b, ref, only.value);
          continue;
        }
        const own = scalars.get(name);
        const around = variables.get(name);
        if (own !== undefined && arms.length > 0 && !isSeated)
          note({ ref, lives: own, arms, room: arms.every(({ room }) => room) });
        if (around !== undefined) note({ ref, lives: around });
        const enable = about(b, { name: `${ref.name}_enable` }, () =>
          any(
            b,
            arms.map(({ when }) => when),
          ),
        );
        drive(b, ref, about(b, { name: `${ref.name}_next` }, () => oneOf(b, arms)) ?? ref, { enable });
      }
    },
  };
}
