/**
 * `--area` and `--place`: what tools say of the circuits on the front, beside what was predicted. A search asks for thousands of
 * circuits, and a tool takes seconds for one: so it is asked at the end, and only of the front.
 */
import { ToolFailure } from "../../diagnostics/tool_failure.ts";
import { paretoFront } from "../../explore/search/front.ts";
import type { History } from "../../explore/search/history.ts";
import { type Point, pointKey } from "../../explore/search/space.ts";
import type { Design } from "../../hardware/netlist/nodes.ts";
import type { Technology } from "../../hardware/operators/operator.ts";
import type { Loops } from "../../loops/nodes.ts";
import { measureArea } from "../../outside/area.ts";
import { measureClock, type PlacedFamily } from "../../outside/placement.ts";
import { type Synthesized, synthesize } from "../../synthesis/index.ts";
import type { FpgaFamily } from "../../toolchain/yosys.ts";
import { placedFamily } from "../circuit_report.ts";

/** What is measured of points of the front; the first is the one that is best in the first objective. */
export interface FrontMeasure {
  readonly columns: readonly string[];
  readonly tools: string; // who measures
  readonly of: (point: Point, isFirst: boolean) => readonly Promise<MeasuredFacts>[]; // one a tool
}

/** By the name of a column. */
export type MeasuredFacts = Readonly<Record<string, number>>;

/** Of the front, by point; and why the others are missing. */
export interface FrontMeasured {
  readonly columns: readonly string[];
  readonly facts: ReadonlyMap<string, MeasuredFacts>;
  readonly notes: readonly string[];
}

export const nothingMeasured: FrontMeasured = { columns: [], facts: new Map(), notes: [] };

/** As many as a table shows. */
export const mostMeasured = 20;

export async function measuredFront(
  { columns, tools, of }: FrontMeasure,
  history: History,
): Promise<FrontMeasured> {
  const front = paretoFront(history.front);
  const facts = new Map<string, MeasuredFacts>();
  const wrong = new Set<string>();
  for (const [at, { point }] of front.slice(0, mostMeasured).entries()) {
    for (const told of await Promise.allSettled(of(point, at === 0))) {
      if (told.status === "fulfilled")
        facts.set(pointKey(point), { ...facts.get(pointKey(point)), ...told.value });
      // What was found is worth more than a tool that fails: it is told.
      else if (told.reason instanceof ToolFailure) wrong.add(told.reason.message);
      else throw told.reason;
    }
  }
  const few = front.length > mostMeasured ? `, the first ${mostMeasured} of ${front.length}` : "";
  const found = facts.size === 0 ? [] : [`${columns.join(", ")}: by ${tools}${few}`];
  return { columns, facts, notes: [...found, ...[...wrong].map((why) => `not measured: ${why}`)] };
}

export interface MeasureWords {
  readonly area?: boolean;
  readonly place?: boolean;
}

/** Null where nobody asks. */
export function circuitMeasure(
  { area = false, place = false }: MeasureWords,
  target: Technology,
  loopsOf: (point: Point) => Loops | null,
): FrontMeasure | null {
  if (!area && !place) return null;
  const placedOn = place ? placedFamily(target.family) : null;
  const family = target.family === "ice40up" ? "ice40" : target.family;
  const clockMHz = 1000 / target.periodNs;
  return {
    columns: [...(area ? areaColumns : []), ...(place ? [clockColumn] : [])],
    tools: [...(area ? ["Yosys"] : []), ...(place ? ["nextpnr (the first)"] : [])].join(", "),
    of: (point, isFirst) => {
      const loops = loopsOf(point);
      const made = loops === null ? null : synthesize(loops, { target });
      if (made === null || !made.ok) return [];
      return [
        ...(area ? [areaOf(made.design, family)] : []),
        ...(placedOn !== null && isFirst ? [clockOf(made, placedOn, clockMHz)] : []),
      ];
    },
  };
}

async function areaOf(design: Design, family: FpgaFamily): Promise<MeasuredFacts> {
  const { lut, ff, dsp, bram } = (await measureArea(design, family)).area;
  return { "real luts": lut, "real ffs": ff, "real dsps": dsp, "real brams": bram };
}

async function clockOf(
  { design, interface: ports }: Synthesized,
  family: PlacedFamily,
  clockMHz: number,
): Promise<MeasuredFacts> {
  const { reachedMHz } = await measureClock(design, ports, { family, clockMHz });
  return { [clockColumn]: Math.round(10 * reachedMHz) / 10 };
}

const areaColumns = ["real luts", "real ffs", "real dsps", "real brams"] as const;
const clockColumn = "real MHz";
