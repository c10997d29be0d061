/**
 * What the source itself asks, as a schedule: `range(n).pipeline()`, `.unroll(k)`, and `pragma("...")` with either a
 * step (`pragma("split i 8")`) or an HLS directive (`pragma("HLS pipeline II=2")`), which is about the loop it stands in.
 *
 *     apply(withoutRequests(loops), scheduleOf(loops)) // the same kernel
 *
 * Names in a pragma are those of the function it is written in: see `resolve.ts`.
 */
import { diagnose } from "../diagnostics/catalogue/index.ts";
import type { Diagnostic, Span } from "../diagnostics/diagnostic.ts";
import { arraysOf, forLoops } from "../loops/find.ts";
import type { ArrayDecl, For, Loops, Pragma, Stmt } from "../loops/nodes.ts";
import { operatorsIn } from "../loops/operators.ts";
import { bodiesOf, mapBodies } from "../loops/walk.ts";
import { countOf, type Directive, hasOption, optionValue } from "../program/directive/read.ts";
import { refusalDiagnostic, sourceNotes } from "./explain.ts";
import { operatorOfHls } from "./hls_operations.ts";
import { type PragmaLine, readPragma } from "./pragma.ts";
import { printStep } from "./print.ts";
import { arrayMeant, newResolver, type Resolver } from "./resolve.ts";
import { apply, type Schedule, type Step } from "./schedule.ts";

/** What loops carry, then pragmas, which may give loops other names. Pragmas that mean something else are left out. */
export function scheduleOf(loops: Loops): Schedule {
  return requestsOf(loops).flatMap((request) => ("step" in request ? [request.step] : []));
}

/** A step, or why there is none. */
type Request =
  | { readonly span: Span; readonly step: Step }
  | { readonly span: Span; readonly wrong: Diagnostic };

function requestsOf(loops: Loops): readonly Request[] {
  const attributes: Request[] = [];
  const pragmas: Request[] = [];
  const resolver = newResolver(loops);
  const visit = (body: readonly Stmt[]): void => {
    for (const stmt of body) {
      const { span } = stmt.origin;
      if (stmt.kind === "pragma") pragmas.push(...ofPragma(loops, stmt, resolver));
      if (stmt.kind === "for") attributes.push(...attributesOf(stmt).map((step) => ({ step, span })));
      for (const inner of bodiesOf(stmt)) visit(inner);
    }
  };
  visit(loops.body);
  const whole: readonly Step[] = [
    ...(loops.dataflow === true ? [{ primitive: "dataflow", args: {} }] : []),
    ...arraysOf(loops).flatMap(({ name, stream }) =>
      stream === undefined ? [] : [{ primitive: "stream", args: { array: name, ...stream } }],
    ),
    ...(loops.tasks === true ? [{ primitive: "task_parallel", args: {} }] : []),
    ...(loops.limits ?? []).map((limit) => ({ primitive: "limit", args: { ...limit } })),
  ];
  return once([...attributes, ...pragmas, ...whole.map((step) => ({ step, span: { from: 0, to: 0 } }))]);
}

/** A function that is called twice asks twice for what happens to one array, and means it once. */
function once(requests: readonly Request[]): readonly Request[] {
  const seen = new Set<string>();
  return requests.filter((request) => {
    if (!("step" in request)) return true;
    const { step, span } = request;
    const isWish = step.primitive === "partition" || step.primitive === "limit";
    const key = `${isWish ? "" : `${span.from} `}${printStep(step)}`;
    if (seen.has(key) && (isWish || span.to > 0)) return false;
    seen.add(key);
    return true;
  });
}

/** The kernel as its source asks for it, or where it asks for what cannot be. */
export function obeyRequests(
  loops: Loops,
):
  | { readonly ok: true; readonly loops: Loops }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  const requests = requestsOf(loops);
  const wrong = requests.flatMap((request) => ("wrong" in request ? [request.wrong] : []));
  if (wrong.length > 0) return { ok: false, diagnostics: distinct(wrong) };
  const steps = requests.flatMap((request) => ("step" in request ? [request] : []));
  const done = apply(
    withoutRequests(loops),
    steps.map(({ step }) => step),
  );
  if (done.ok) return done;
  const spans = steps.map(({ span }) => span);
  const refusal = refusalDiagnostic(done, { source: loops.source, spans });
  return { ok: false, diagnostics: [{ ...refusal, notes: sourceNotes(done.refusal) }] };
}

function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [`${one.span.from} ${one.message}`, one])).values()];
}

/** The kernel without those requests: what a schedule of one's own starts from. */
export function withoutRequests(loops: Loops): Loops {
  const plain = (body: readonly Stmt[]): readonly Stmt[] =>
    body.flatMap((stmt) => {
      if (stmt.kind === "pragma") return withoutSteps(loops, stmt);
      const inner = mapBodies(stmt, plain);
      return [inner.kind === "for" ? { ...inner, attrs: {} } : inner];
    });
  const { dataflow: _, tasks: __, limits: ___, ...asked } = loops;
  const still = ({ stream: ____, ...decl }: ArrayDecl): ArrayDecl => decl;
  const params = loops.params.map((param) => (param.kind === "array" ? still(param) : param));
  return { ...asked, params, arrays: loops.arrays.map(still), body: plain(loops.body) };
}

/** What of a pragma is no step stays, for the back ends. */
function withoutSteps(loops: Loops, pragma: Pragma): readonly Stmt[] {
  const read = readPragma(pragma.text);
  if (!read.ok) return [pragma];
  const kept = read.lines.filter(
    (line) => line.kind === "directive" && !isStep(loops, pragma, line.directive),
  );
  if (kept.length === read.lines.length) return [pragma];
  return kept.length === 0 ? [] : [{ ...pragma, text: kept.map(({ text }) => text).join("\n") }];
}

function isStep(loops: Loops, pragma: Pragma, directive: Directive): boolean {
  return stepsOf(loops, pragma, directive) !== null;
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

function ofPragma(loops: Loops, pragma: Pragma, resolver: Resolver): readonly Request[] {
  const { span } = pragma.origin;
  const read = readPragma(pragma.text);
  if (!read.ok) return [{ span, wrong: diagnose("pragma-unknown", span, read) }];
  const found = read.lines.flatMap((line): readonly (Step | Diagnostic)[] =>
    ofLine(loops, pragma, line, resolver),
  );
  return found.map((one) => ("code" in one ? { span, wrong: one } : { span, step: one }));
}

function ofLine(
  loops: Loops,
  pragma: Pragma,
  line: PragmaLine,
  resolver: Resolver,
): readonly (Step | Diagnostic)[] {
  if (line.kind === "steps") return line.schedule.map((step) => resolver.step(pragma, step));
  return stepsOf(loops, pragma, line.directive) ?? [];
}

/** Null when it is no matter of a schedule: the back ends have it. */
function stepsOf(loops: Loops, pragma: Pragma, directive: Directive): readonly (Step | Diagnostic)[] | null {
  if (hasOption(directive, "off")) return null;
  if (directive.family === "ACCEL") return merlinSteps(loops, pragma, directive);
  const isOfKernel = pragma.call === 0 && pragma.loop === null;
  switch (directive.name) {
    case "pipeline":
      return aboutLoop(loops, pragma, "pipeline", "ii", countOf(directive, "ii"), wish);
    case "unroll":
      return aboutLoop(loops, pragma, "unroll", "factor", countOf(directive, "factor"));
    case "array_partition":
      return partitions(loops, pragma, directive);
    case "dataflow":
      return isOfKernel ? [{ primitive: "dataflow", args: {} }] : null;
    case "allocation":
      return isOfKernel && optionValue(directive, "type") === "operation" ? limits(loops, directive) : null;
    default:
      return null;
  }
}

/** Copies of a body, as HeteroCL's table 8 has it: `flatten` and a factor are what `unroll` says. */
function merlinSteps(loops: Loops, pragma: Pragma, directive: Directive): readonly Step[] | null {
  const factor = countOf(directive, "factor");
  switch (directive.name) {
    case "pipeline":
      return aboutLoop(loops, pragma, "pipeline", "ii", countOf(directive, "ii"), wish);
    case "parallel":
      return factor !== null || hasOption(directive, "flatten")
        ? aboutLoop(loops, pragma, "unroll", "factor", factor)
        : aboutLoop(loops, pragma, "parallel", "", null);
    default:
      return null;
  }
}

/** Of operators that the kernel has, whole. */
function limits(loops: Loops, directive: Directive): readonly Step[] | null {
  const count = countOf(directive, "limit");
  const operators = (optionValue(directive, "instances") ?? "").split(",").map(operatorOfHls);
  const known = new Set<string | null>(operatorsIn(loops));
  if (count === null || !operators.every((operator) => known.has(operator))) return null;
  return operators.map((operator) => ({ primitive: "limit", args: { operator: operator ?? "", count } }));
}

/** A while loop has no schedule; the directive is left to the tool. */
function aboutLoop(
  loops: Loops,
  { loop }: Pragma,
  primitive: string,
  option: string,
  value: number | null,
  more: Step["args"] = {},
): readonly Step[] | null {
  if (loop === null || !forLoops(loops).some(({ name }) => name === loop)) return null;
  return [{ primitive, args: value === null ? { loop } : { loop, [option]: value, ...more } }];
}

/** An II in a pragma is a wish, as it is for the tools that have the pragma. */
const wish: Step["args"] = { least: "or_more" };

/** HLS counts dimensions from 1; 0 means all of them. */
function partitions(loops: Loops, pragma: Pragma, directive: Directive): readonly (Step | Diagnostic)[] {
  const word = optionValue(directive, "variable") ?? "";
  const meant = arrayMeant(pragma, word, "a partition");
  if (typeof meant !== "string") return [meant];
  const array = arraysOf(loops).find(({ name }) => name === meant);
  if (array === undefined) {
    return [diagnose("pragma-unclear", pragma.origin.span, { word, names: [] })];
  }
  const how = optionValue(directive, "type") ?? "complete";
  const factor = countOf(directive, "factor");
  const dim = countOf(directive, "dim") ?? 1;
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
