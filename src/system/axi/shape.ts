/** Beats as groups of bits, of one of several widths. */
import type { Builder } from "../../hardware/netlist/build.ts";
import { choose, concat, constant, slice } from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";

export interface Shape {
  readonly width: number; // bits of a beat
  readonly groups: readonly number[]; // bits of a group, by kind
  readonly kind: Expr; // an index of `groups`
}

export function groupsOfBeat({ width, groups }: Pick<Shape, "width" | "groups">): readonly number[] {
  return groups.map((bits) => width / bits);
}

export function byKind(b: Builder, { kind }: Shape, values: readonly Expr[]): Expr {
  return choose(b, kind, values);
}

/** A beat without its lowest group. */
export function shiftedOut(b: Builder, shape: Shape, beat: Expr): Expr {
  return byKind(
    b,
    shape,
    shape.groups.map((bits) =>
      bits === shape.width ? beat : concat(b, constant(bits, 0), slice(b, beat, bits, shape.width - bits)),
    ),
  );
}

/** A value of a beat, or of a bit for each of its bytes, with a group more on top. */
export function shiftedIn(b: Builder, shape: Shape, beat: Expr, group: (bits: number) => Expr): Expr {
  const scale = shape.width / beat.width;
  return byKind(
    b,
    shape,
    shape.groups.map((wide) => {
      const bits = wide / scale;
      const own = group(bits);
      return bits === beat.width ? own : concat(b, own, slice(b, beat, bits, beat.width - bits));
    }),
  );
}
