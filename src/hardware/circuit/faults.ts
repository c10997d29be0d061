/** The first fault of a call, for who asks. */

import type { FaultPort } from "../interface.ts";
import { bitsFor } from "../netlist/bits.ts";
import { type Builder, drive, output, register } from "../netlist/build.ts";
import { and, constant, isZero, mux, select } from "../netlist/expressions.ts";
import type { Expr } from "../netlist/nodes.ts";
import type { Plan } from "../plan/nodes.ts";
import { any } from "./choice.ts";
import type { Faults } from "./flow.ts";

export interface Faulty {
  /** The check fails where its token and its condition are up. */
  readonly tell: (check: number, token: Expr, condition: Expr) => void;
  /** `start`: a call begins, and nothing is wrong yet. `late`: see FaultPort. */
  readonly finish: (start: Expr, late: number) => FaultPort | null;
}

export function declareFaults(b: Builder, plan: Plan, faults: Faults): Faulty {
  const told = new Map<number, Expr[]>();
  return {
    tell: (check, token, condition) => {
      const known = told.get(check) ?? [];
      known.push(and(b, token, condition));
      told.set(check, known);
    },
    finish: (start, late) => {
      if (faults === "ignored") return null;
      const width = bitsFor(plan.checks.length);
      const port = "fault";
      const fault = register(b, port, width, { reset: true, comment: "the first fault, from 1; 0 is none" });
      const checks = [...told].sort(([one], [other]) => one - other);
      const cases = checks.map(([check, flags]) => ({
        when: any(b, flags),
        value: constant(width, check + 1),
      }));
      const now = cases.length === 0 ? fault : select(b, cases, 0);
      drive(b, fault, mux(b, start, constant(width, 0), mux(b, isZero(b, fault), now, fault)));
      output(b, port, fault);
      return { port, width, late };
    },
  };
}
