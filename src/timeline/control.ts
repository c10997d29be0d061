/** The control of a plan as sections of a timeline. */
import { bug } from "../diagnostics/bug.ts";
import type { Span } from "../diagnostics/diagnostic.ts";
import type { Expr } from "../loops/nodes.ts";
import { emptiness, type Flow, firstValues, flowOf, turnOf } from "../synthesis/circuit/flow.ts";
import type { Begins } from "../synthesis/circuit/index.ts";
import type * as plan from "../synthesis/plan/nodes.ts";
import { itemsIn } from "../synthesis/plan/walk.ts";
import type { Timing } from "../synthesis/timing/problem.ts";
import { clockOf } from "./clock.ts";
import { levelName } from "./lengths.ts";
import type {
  BranchSection,
  Computed,
  Cycles,
  Formula,
  FormulaOp,
  Level,
  Place,
  Process,
  Section,
  Totals,
} from "./nodes.ts";
import { insideOf } from "./sections.ts";

/** Numbers that are given out: of sections, and of graphs. */
export interface Numbering {
  sections: number;
  readonly graphs: Map<plan.Graph, number>;
}

export interface ControlOptions {
  readonly timings: ReadonlyMap<plan.Graph, Timing>;
  readonly numbers: Numbering;
  readonly placeOf: (span: Span) => Place | null;
  readonly given: Readonly<Record<string, number>>;
  readonly begins: Begins;
}

export interface Controlled {
  readonly body: readonly Section[];
  readonly cycles: Cycles;
  readonly flow: Flow;
}

/** `cycles` are those that were predicted. */
export function controlOf(
  circuit: plan.CircuitPlan,
  cycles: Cycles,
  { timings, numbers, placeOf, given, begins }: ControlOptions,
): Pick<Process, "body"> & { readonly flow: Flow } {
  const flow = flowOf(circuit, timings, "ignored");
  const repeats = [...itemsIn(circuit.body)].flatMap((item) => (item.kind === "repeat" ? [item] : []));
  const making: Making = {
    flow,
    numbers,
    placeOf,
    begins,
    counters: new Set(repeats.flatMap(({ level }) => (level === null ? [] : [level.variable]))),
    written: writtenIn(circuit),
  };
  const body = sectionsOf(making, circuit.body);
  const tallies = clockOf({ body, recorded: null }, given).tally();
  const isExact = cycles.least === cycles.most;
  const withTotals = (section: Section, isSure: boolean): Section => {
    const { runs = 0, iterations = 0, cycles: own = 0 } = tallies.get(section.id) ?? {};
    const totals: Totals = {
      runs,
      iterations,
      cycles: own,
      isExact: isSure && (isExact || !isOpen(section)),
    };
    const inside = (sections: readonly Section[]): readonly Section[] =>
      sections.map((one) => withTotals(one, isSure && !decides(section)));
    switch (section.kind) {
      case "block":
      case "pipeline":
        return { ...section, totals };
      case "repeat":
        return { ...section, totals, body: inside(section.body) };
      case "branch":
        return { ...section, totals, then: inside(section.then), else: inside(section.else) };
    }
  };
  return { body: body.map((section) => withTotals(section, true)), flow };
}

/** Whether data decide how long it takes. */
export function isOpen(section: Section): boolean {
  return decides(section) || insideOf(section).some(isOpen);
}

/** Whether data decide how often what is inside runs. */
function decides(section: Section): boolean {
  switch (section.kind) {
    case "block":
      return false;
    case "branch":
      return isNull(section.condition);
    case "pipeline":
      return section.leaves || section.levels.length === 0 || section.levels.some(isUnknown);
    case "repeat":
      return section.leaves || section.level === null || isUnknown(section.level);
  }
}

function isUnknown({ from, to }: Level): boolean {
  return isNull(from) || isNull(to);
}

function isNull(formula: Formula): boolean {
  return formula === null || (typeof formula === "object" && formula.of.some(isNull));
}

interface Making {
  readonly flow: Flow;
  readonly numbers: Numbering;
  readonly placeOf: (span: Span) => Place | null;
  readonly begins: Begins;
  readonly counters: ReadonlySet<string>; // registers that are variables of loops around
  readonly written: ReadonlySet<string>; // registers that change while the call runs
}

function writtenIn({ body }: plan.CircuitPlan): ReadonlySet<string> {
  const names = [...itemsIn(body)].flatMap((item) =>
    item.kind === "block" || item.kind === "pipeline"
      ? item.graph.ops.flatMap((op) => (op.kind === "write" ? [op.register] : []))
      : [],
  );
  return new Set(names);
}

/** Those that can run. */
function sectionsOf(making: Making, items: readonly plan.Item[]): readonly Section[] {
  return items.flatMap((item) => (emptiness(item) === "always" ? [] : [sectionOf(making, item)]));
}

const nothing: Totals = { runs: 0, iterations: 0, cycles: 0, isExact: true };

function sectionOf(making: Making, item: plan.Item): Section {
  const { flow, placeOf, numbers } = making;
  const id = numbers.sections++;
  switch (item.kind) {
    case "block": {
      const first = item.graph.ops.find(({ span }) => span.to > 0);
      const place = first === undefined ? null : placeOf(first.span);
      const { length } = flow.runOf(item.graph);
      return {
        kind: "block",
        id,
        place,
        totals: nothing,
        graph: graphNumber(making, item.graph),
        cycles: length,
      };
    }
    case "pipeline": {
      const { name, loops, levels, graph, span, asked, mayBeEmpty } = item;
      const { interval, length } = flow.runOf(graph);
      return {
        ...{ kind: "pipeline", id, place: placeOf(span), totals: nothing },
        ...{ name, loops, interval, length, isPipelined: asked !== null },
        graph: graphNumber(making, graph),
        levels: levels.map((level, index) => levelOf(making, level, index === 0 && mayBeEmpty)),
        setting: firstValues(levels) === null ? 1 : 0,
        leaves: graph.ops.some(({ kind }) => kind === "exit"),
      };
    }
    case "repeat": {
      const { name, level, exit, body, span, mayBeEmpty } = item;
      return {
        ...{ kind: "repeat", id, place: placeOf(span), totals: nothing, name },
        signal: making.begins.get(item) ?? null,
        level: level === null ? null : levelOf(making, level, mayBeEmpty),
        setting: level === null || flow.resting.has(item) ? 0 : 1,
        turn: turnOf(flow, item),
        leaves: exit !== null && level !== null,
        body: sectionsOf(making, body),
      };
    }
    case "branch": {
      const [one, other] = [sectionsOf(making, item.then), sectionsOf(making, item.else)];
      const own: BranchSection = {
        ...{ kind: "branch", id, place: placeOf(item.span), totals: nothing },
        condition: item.value === undefined ? null : formulaIn(item.value),
        then: one,
        else: other,
      };
      return own;
    }
  }
}

function graphNumber({ numbers: { graphs } }: Making, graph: plan.Graph): number {
  const known = graphs.get(graph);
  if (known !== undefined) return known;
  graphs.set(graph, graphs.size);
  return graphs.size - 1;
}

// Bounds

function levelOf(making: Making, { variable, from, to, step }: plan.Level, mayBeEmpty: boolean): Level {
  return { variable, from: formulaOf(making, from), to: formulaOf(making, to), step, mayBeEmpty };
}

function formulaOf(making: Making, { constant, terms }: plan.Bound): Formula {
  let sum: Formula = terms.length === 0 || constant !== 0 ? constant : 0;
  for (const { of, factor } of terms) {
    const value = of.kind === "level" ? levelName(of.level) : registerFormula(making, of);
    const scaled: Formula = factor === 1 ? value : { op: "mul", of: [factor, value] };
    sum = sum === 0 ? scaled : { op: "add", of: [sum, scaled] };
  }
  return sum;
}

type OfRegister = Extract<plan.BoundTerm["of"], { readonly kind: "register" }>;

function registerFormula({ counters, written }: Making, { name, value }: OfRegister): Formula {
  if (counters.has(name)) return name;
  if (value !== undefined) return formulaIn(value);
  return written.has(name) ? null : name; // an argument, which may be known
}

/** As loops/analysis/bound_value.ts: what it cannot say is null. */
function formulaIn(expr: Expr): Formula {
  switch (expr.kind) {
    case "const":
      if (typeof expr.value === "boolean") return Number(expr.value);
      return typeof expr.value === "number" ? expr.value : null;
    case "var":
      return expr.name;
    case "binary":
      return isKnownOp(expr.op) ? computed(expr.op, expr.left, expr.right) : null;
    case "compare":
    case "logic":
      return computed(expr.op, expr.left, expr.right);
    case "unary":
      return expr.op === "neg" || expr.op === "not" ? computed(expr.op, expr.operand) : null;
    case "select":
      return computed("select", expr.condition, expr.then, expr.otherwise);
    default:
      return null;
  }
}

function computed(op: FormulaOp, ...of: readonly Expr[]): Computed {
  return { op, of: of.map(formulaIn) };
}

function isKnownOp(op: string): op is "add" | "sub" | "mul" | "floordiv" | "mod" | "min" | "max" {
  return ["add", "sub", "mul", "floordiv", "mod", "min", "max"].includes(op);
}

/** For who looks up a graph that must be there. */
export function numberOf({ graphs }: Numbering, graph: plan.Graph): number {
  return graphs.get(graph) ?? bug("a graph without a number");
}
