/** The first fault of a call, for who asks, and the value that it is about. */

import type { Check } from "../../hardware/faults.ts";
import type { FaultPort } from "../../hardware/interface.ts";
import { bitsFor } from "../../hardware/netlist/bits.ts";
import { type Builder, drive, output, register } from "../../hardware/netlist/build.ts";
import { and, constant, isZero, mux, resize, select } from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import type { CircuitPlan } from "../plan/nodes.ts";
import { isSigned } from "../plan/widths.ts";
import { any, oneOf } from "./choice.ts";
import type { Faults } from "./flow.ts";

export interface Faulty {
  /** The check fails where its token and its condition are up. */
  readonly tell: (check: number, moment: Moment) => void;
  /** `start`: a call begins, and nothing is wrong yet. `late`: see FaultPort. */
  readonly finish: (start: Expr, late: number) => FaultPort | null;
}

interface Moment {
  readonly token: Expr;
  readonly condition: Expr;
  readonly value: Expr | null;
}

interface Told {
  readonly when: Expr;
  readonly value: Expr | null;
}

export function declareFaults(b: Builder, plan: CircuitPlan, faults: Faults): Faulty {
  const told = new Map<number, Told[]>();
  return {
    tell: (check, { token, condition, value }) => {
      const known = told.get(check) ?? [];
      known.push({ when: and(b, token, condition), value });
      told.set(check, known);
    },
    finish: (start, late) => {
      if (faults === "ignored") return null;
      const width = bitsFor(plan.checks.length);
      const port = "fault";
      const fault = register(b, port, width, { reset: true, comment: "the first fault, from 1; 0 is none" });
      const checks = [...told].sort(([one], [other]) => one - other);
      const cases = checks.map(([check, all]) => ({
        when: any(
          b,
          all.map(({ when }) => when),
        ),
        value: constant(width, check + 1),
      }));
      const now = cases.length === 0 ? fault : select(b, cases, 0);
      const first = isZero(b, fault);
      drive(b, fault, mux(b, start, constant(width, 0), mux(b, first, now, fault)));
      output(b, port, fault);
      const value = valuePort(b, plan.checks, checks, first);
      return { port, width, late, value };
    },
  };
}

/** The value of the check that is told; of several at once, of the one that stands first. */
function valuePort(
  b: Builder,
  checks: readonly Check[],
  told: readonly (readonly [number, readonly Told[]])[],
  first: Expr,
): FaultPort["value"] {
  const widths = checks.map(({ told: type }) => (type === undefined ? 0 : bitWidth(type) + 1));
  const width = widths.reduce((most, one) => Math.max(most, one), 0);
  if (width === 0) return null;
  const cases = told.flatMap(([check, all]) => {
    const type = checks[check]?.told;
    const arms = all.map(({ when, value }) => ({
      when,
      value:
        value === null || type === undefined ? constant(width, 0) : resize(b, value, width, isSigned(type)),
    }));
    const value = oneOf(b, arms);
    const flags = all.map(({ when }) => when);
    return value === null ? [] : [{ when: any(b, flags), value }];
  });
  const port = "fault_value";
  const held = register(b, port, width, { comment: "what the fault is about" });
  drive(b, held, cases.length === 0 ? held : mux(b, first, select(b, cases, 0), held));
  output(b, port, held);
  return { port, width };
}
