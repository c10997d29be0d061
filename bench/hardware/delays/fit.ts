/** The figures of a family that delays and costs are computed from, fitted to what was measured. */

import type { MeasuredFamily } from "../../../src/device/family.ts";
import { type Family, type FamilyName, families } from "../../../src/device/family.ts";
import { cutInto, inOrder } from "../../../src/hardware/cores/cut.ts";
import { costOf, partialBits } from "../../../src/hardware/operators/cost.ts";
import type { Raw, Row } from "./raw.ts";
import { adders, expressionOf, type Kind, samples } from "./samples.ts";

/** Families whose DSPs have delays in nextpnr. */
const timedDsps: readonly FamilyName[] = ["ecp5"];

/** Families whose products were placed as LUTs, whatever DSPs there are (raw.ts). */
const lutProducts: readonly FamilyName[] = ["xc7"];

export function fitted(name: FamilyName, raw: Raw): MeasuredFamily {
  return { luts: lutsOf(families[name], raw), delays: delaysOf(name, raw) };
}

/** Null: nothing is known but what family.ts says. */
function delaysOf(name: FamilyName, raw: Raw): MeasuredFamily["delays"] {
  const { steps } = raw;
  const registerNs = steps === null ? null : steps.clockToOut + Math.max(0, steps.setup - steps.lut);
  /** From operands to the result, with the wiring to it. */
  const nsOf = ({ routedNs }: Row): number | null =>
    routedNs === null || registerNs === null ? null : routedNs - registerNs;
  const known = raw.rows.flatMap((row) => {
    const ns = nsOf(row);
    return ns === null ? [] : [{ ...row, ns }];
  });
  if (known.length === 0) return null;
  const of = (...kinds: readonly Kind[]) => known.filter(({ kind }) => kinds.includes(kind));
  const logic = of("levels", "reduce", "eq", "mux", "choice", "shift");
  const lutNs = mean(logic.map((row) => row.ns / levelsOf(families[name], row)));
  const { start, slope } = line(of("add").map(({ size, ns }) => [size, ns]));
  const carry = (size: number): number => start + slope * size;
  const beyond = (rows: readonly { readonly size: number; readonly ns: number }[]): number =>
    Math.max(0, ...rows.map(({ size, ns }) => ns - carry(size)));
  const muxNs = lutNs * Math.min(1, Math.log(3) / Math.log(families[name].lut.inputs)); // as cores/delay.ts has it
  const products = of("mul").filter(({ dsps }) => dsps === 0 || lutProducts.includes(name));
  return {
    lutNs: rounded(lutNs),
    carryStartNs: rounded(start),
    carryBitNs: rounded(slope, 4),
    subtractNs: rounded(beyond(of("sub", "neg"))),
    // Signed ones are written as unsigned ones. Most choose between two words, so the wiring to as many LUTs counts.
    compareNs: rounded(Math.max(beyond(of("ult")), beyond(of("max")) - muxNs)),
    rowNs: rounded(
      products.length < fewProducts
        ? lutNs
        : Math.max(...products.map(({ size, ns }) => (ns - carry(2 * size)) / rowLevels(size))),
    ),
    placed:
      steps === null || registerNs === null
        ? null
        : {
            registerNs: rounded(registerNs),
            ramClockToOutNs: rounded(steps.ramClockToOut + Math.max(0, steps.fromRam - steps.wire)),
            ramSetupNs: rounded(steps.ramSetup + steps.toRam),
            ...(timedDsps.includes(name) ? { dspNs: rounded(dspNsOf(known)) } : {}),
          },
  };
}

/** From operands to a product in one DSP, with the wiring on both sides. */
function dspNsOf(
  rows: readonly { readonly kind: Kind; readonly dsps: number; readonly ns: number }[],
): number {
  return Math.max(...rows.filter(({ kind, dsps }) => kind === "mul" && dsps === 1).map(({ ns }) => ns));
}

const fewProducts = 3; // too few to say how long a row takes

/** As cores/delay.ts counts rows. */
function rowLevels(rows: number): number {
  return 1 + (rows <= 2 ? 0 : Math.ceil(Math.log(rows / 2) / Math.log(1.5)));
}

/** Levels of LUTs, as cores/delay.ts counts them. */
function levelsOf(family: Family, { kind, size }: Row): number {
  const unit = { ...family, lut: { ...family.lut, ns: 1 } };
  return cutInto(expressionIn(kind, size), 0, unit).period;
}

function expressionIn(kind: Kind, size: number) {
  const sample = [...samples, ...adders].find((one) => one.kind === kind && one.size === size);
  if (sample === undefined) throw new Error(`no sample ${kind} ${size}`);
  return expressionOf(sample).expr;
}

function lutsOf(family: Family, { rows }: Raw): MeasuredFamily["luts"] {
  const of = (...kinds: readonly Kind[]): readonly Row[] => rows.filter(({ kind }) => kinds.includes(kind));
  const each = (some: readonly Row[]): number => rounded(mean(some.map(({ luts, size }) => luts / size)));
  const bits = { add: each(of("add")), subtract: each(of("sub")), compare: each(of("ult", "slt")) };
  const product = rounded(mean(of("mul").map(({ luts, size }) => luts / partialBits(size, size, 2 * size))));
  const spread = rounded(
    mean(
      of("float").map(({ kind, size, luts }) => {
        const order = inOrder(expressionIn(kind, size));
        const at = (value: number): number => {
          const own = { ...family, luts: { ...bits, product, spread: value } };
          return costOf(order, { ...own, dsp: null }).luts;
        };
        return (luts - at(0)) / (at(1) - at(0));
      }),
    ),
  );
  return { ...bits, product, spread };
}

/** Least squares. */
function line(points: readonly (readonly [number, number])[]): {
  readonly start: number;
  readonly slope: number;
} {
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const over = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  const under = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  const slope = over / under;
  return { start: my - slope * mx, slope };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
