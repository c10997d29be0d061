/**
 * What the source itself asks, as a schedule: `range(n).pipeline()`, `.unroll(k)`, and `pragma("...")` with either a
 * step (`pragma("split i 8")`) or an HLS directive (`pragma("HLS pipeline II=2")`), which is about the loop it stands in.
 *
 *     apply(withoutRequests(loops), scheduleOf(loops)) // the same kernel
 */
import type { Diagnostic, Span } from "../diagnostics/diagnostic.ts";
import type { For, Loops, Pragma, Stmt } from "../loops/nodes.ts";
import { operatorsIn } from "../loops/operators.ts";
import { bodiesOf, mapBodies } from "../loops/walk.ts";
import { refusalDiagnostic, sourceNotes } from "./explain.ts";
import { arraysOf } from "./find.ts";
import { operatorOfHls } from "./hls_operations.ts";
import { parseSchedule } from "./parse.ts";
import { apply, type Schedule, type Step } from "./schedule.ts";

/** What loops carry, then pragmas, which may give loops other names. Pragmas that mean something else are left out. */
export function scheduleOf(loops: Loops): Schedule {
  return requestsOf(loops).map(({ step }) => step);
}

interface Request {
  readonly step: Step;
  readonly span: Span; // where the source asks for it
}

function requestsOf(loops: Loops): readonly Request[] {
  const attributes: Request[] = [];
  const pragmas: Request[] = [];
  const visit = (body: readonly Stmt[], around: For | null): void => {
    for (const stmt of body) {
      const { span } = stmt.origin;
      if (stmt.kind === "pragma") {
        pragmas.push(...(stepsOf(loops, stmt, around) ?? []).map((step) => ({ step, span })));
      }
      if (stmt.kind === "for") attributes.push(...attributesOf(stmt).map((step) => ({ step, span })));
      for (const inner of bodiesOf(stmt)) visit(inner, stmt.kind === "for" ? stmt : around);
    }
  };
  visit(loops.body, null);
  const whole: readonly Step[] = [
    ...(loops.dataflow === true ? [{ primitive: "dataflow", args: {} }] : []),
    ...(loops.limits ?? []).map((limit) => ({ primitive: "limit", args: { ...limit } })),
  ];
  return [...attributes, ...pragmas, ...whole.map((step) => ({ step, span: { from: 0, to: 0 } }))];
}

/** The kernel as its source asks for it, or where it asks for what cannot be. */
export function obeyRequests(
  loops: Loops,
):
  | { readonly ok: true; readonly loops: Loops }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  const requests = requestsOf(loops);
  const done = apply(
    withoutRequests(loops),
    requests.map(({ step }) => step),
  );
  if (done.ok) return done;
  const spans = requests.map(({ span }) => span);
  const refusal = refusalDiagnostic(done, { source: loops.source, spans });
  return { ok: false, diagnostics: [{ ...refusal, notes: sourceNotes(done.refusal) }] };
}

/** The kernel without those requests: what a schedule of one's own starts from. */
export function withoutRequests(loops: Loops): Loops {
  const plain = (body: readonly Stmt[], around: For | null): readonly Stmt[] =>
    body.flatMap((stmt) => {
      if (stmt.kind === "pragma" && stepsOf(loops, stmt, around) !== null) return [];
      const inner = mapBodies(stmt, (list) => plain(list, stmt.kind === "for" ? stmt : around));
      return [inner.kind === "for" ? { ...inner, attrs: {} } : inner];
    });
  const { dataflow: _, limits: __, ...asked } = loops;
  return { ...asked, body: plain(loops.body, null) };
}

function attributesOf({ name: loop, attrs }: For): readonly Step[] {
  const steps: Step[] = [];
  const { pipeline, unroll, parallel } = attrs;
  if (unroll !== undefined) {
    const args = unroll.factor === undefined ? { loop } : { loop, factor: unroll.factor };
    steps.push({ primitive: "unroll", args });
  }
  if (parallel === true) steps.push({ primitive: "parallel", args: { loop } });
  if (pipeline !== undefined) {
    steps.push({
      primitive: "pipeline",
      args: pipeline.ii === undefined ? { loop } : { loop, ii: pipeline.ii },
    });
  }
  return steps;
}

/** Null when the text is neither a schedule nor a directive known here. */
function stepsOf(loops: Loops, { text }: Pragma, around: For | null): readonly Step[] | null {
  const words = text
    .trim()
    .replace(/^#pragma\s+/i, "")
    .split(/\s+/);
  if (words[0]?.toUpperCase() !== "HLS") {
    const parsed = parseSchedule(text);
    return parsed.ok ? parsed.schedule : null;
  }
  const options = new Map<string, string>();
  for (const word of words.slice(2)) {
    const [key = "", value = ""] = word.split("=");
    options.set(key.toLowerCase(), value);
  }
  switch (words[1]?.toLowerCase()) {
    case "pipeline":
      return aboutLoop("pipeline", around, "ii", numberOf(options.get("ii")));
    case "unroll":
      return aboutLoop("unroll", around, "factor", numberOf(options.get("factor")));
    case "array_partition":
      return partitions(loops, options);
    case "dataflow":
      return around === null ? [{ primitive: "dataflow", args: {} }] : null;
    case "allocation":
      return around === null && options.has("operation") ? limits(loops, options) : null;
    default:
      return null;
  }
}

/** Of operators that the kernel has, whole. */
function limits(loops: Loops, options: ReadonlyMap<string, string>): readonly Step[] | null {
  const count = numberOf(options.get("limit"));
  const operators = (options.get("instances") ?? "").split(",").map(operatorOfHls);
  const known = new Set<string | null>(operatorsIn(loops));
  if (count === null || count === 0 || !operators.every((operator) => known.has(operator))) return null;
  return operators.map((operator) => ({ primitive: "limit", args: { operator: operator ?? "", count } }));
}

function aboutLoop(
  primitive: string,
  around: For | null,
  option: string,
  value: number | null,
): readonly Step[] | null {
  if (around === null) return null;
  const loop = around.name;
  return [{ primitive, args: value === null ? { loop } : { loop, [option]: value } }];
}

/** HLS counts dimensions from 1; 0 means all of them. */
function partitions(loops: Loops, options: ReadonlyMap<string, string>): readonly Step[] | null {
  const array = arraysOf(loops).find(({ name }) => name === options.get("variable"));
  if (array === undefined) return null;
  const given = options.get("type") ?? "";
  const how =
    ["cyclic", "block", "complete"].find((word) => options.has(word) || given === word) ?? "complete";
  const factor = numberOf(options.get("factor"));
  if (how !== "complete" && factor === null) return null;
  const dim = numberOf(options.get("dim")) ?? 1;
  const dims = dim === 0 ? array.shape.map((_, k) => k) : [dim - 1];
  return dims.map((one) => ({
    primitive: "partition",
    args: {
      array: array.name,
      how,
      ...(how === "complete" || factor === null ? {} : { factor }),
      dim: one,
    },
  }));
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}
