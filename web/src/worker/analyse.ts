import { kernelOf } from "../../../src/call/run.ts";
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import type { Diagnostic } from "../../../src/diagnostics/diagnostic.ts";
import type { Compiled } from "../../../src/driver/compile.ts";
import { targetOf } from "../../../src/driver/device.ts";
import type { CircuitLoops } from "../../../src/driver/schedule.ts";
import { verilogOf } from "../../../src/driver/verilog.ts";
import { namesOf } from "../../../src/frontend/python/builtins/index.ts";
import { arrayFacts, loopFacts } from "../../../src/loops/analysis/facts.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { printedLoops } from "../../../src/loops/program.ts";
import type { Synthesis } from "../../../src/synthesis/index.ts";
import { reportOf } from "../../../src/synthesis/report/index.ts";
import { resourcesOf } from "../../../src/synthesis/report/resources.ts";
import { signalsOf } from "../../../src/timeline/recorded.ts";
import { printType } from "../../../src/types/print.ts";
import type { CircuitPart, LoopsPart, Named, ParamFacts, SourcePart, Subject } from "../protocol.ts";
import { languageOf } from "../subject.ts";
import type { Tell } from "./answer.ts";
import { wordsOfDsl } from "./dsl_words.ts";
import { knownOf } from "./known.ts";
import { deviceOf, linesOfSpan, marksOf } from "./subject.ts";
import { linesOfVerilog } from "./verilog_lines.ts";

export function analyse(subject: Subject, tell: Tell): void {
  const known = knownOf(subject);
  const compiled = known.compilation();
  const builtins = builtinsOf[languageOf(subject.path)];
  const marks = marksOf(compiled.diagnostics);
  if (!compiled.ok)
    return tell({ kind: "source", ok: false, marks, kernel: null, params: [], names: [], builtins });
  tell({
    kind: "source",
    ok: true,
    marks,
    kernel: compiled.kernel,
    params: paramsOf(compiled),
    names: variablesOf(compiled),
    builtins,
  });

  const { part, loops } = known.scheduled();
  tell(part);
  if (loops === null) return;
  tell(loopsPart(loops));
  const { made } = known.made();
  tell(circuitPart(compiled, subject, known.inCircuit(), made));
  if (!made.ok) return;
  const signals = signalsOf(made).map(({ name, width }) => ({ name, width }));
  tell({ kind: "timeline", timeline: known.timeline(), signals });
}

function paramsOf({ program }: Compiled): readonly ParamFacts[] {
  return kernelOf(program).params.map(({ name, type }) => ({
    name,
    type: printType(type),
    isArray: type.kind === "array",
  }));
}

const builtinsOf: Readonly<Record<"python" | "typescript", SourcePart["builtins"]>> = {
  python: Object.fromEntries(
    ["builtins", "numpy", "math", "pylog"].map((module) => [module, namesOf(module)]),
  ),
  typescript: wordsOfDsl(),
};

/** Of all functions: a name that has several types is told with each. */
function variablesOf({ program }: Compiled): readonly Named[] {
  const types = new Map<string, Set<string>>();
  for (const { params, locals } of program.functions)
    for (const { name, type } of [...params, ...locals])
      types.set(name, (types.get(name) ?? new Set()).add(printType(type)));
  return [...types].map(([name, all]) => ({ name, type: [...all].join(" or ") }));
}

function loopsPart(loops: Loops): LoopsPart {
  const lines = printedLoops(loops);
  return {
    kind: "loops",
    text: lines.map(({ text }) => text).join("\n"),
    lines: lines.map(({ span }) => linesOfSpan(loops.source, span)),
    tree: loopFacts(loops),
    arrays: arrayFacts(loops),
  };
}

function circuitPart(
  compiled: Compiled,
  subject: Subject,
  inCircuit: CircuitLoops,
  made: Synthesis,
): CircuitPart {
  if (!made.ok) return { kind: "circuit", ok: false, marks: marksOf(made.diagnostics) };
  const options = deviceOf(subject);
  const { part, clockMHz } = targetOf(compiled, options);
  const built = builtOf(() => verilogOf(compiled, options, inCircuit, made));
  if (!built.ok) return { kind: "circuit", ok: false, marks: marksOf(built.diagnostics) };
  const { main, files, diagnostics } = built.value;
  const text = files.get(main) ?? "";
  const { network: _, ...report } = reportOf(made);
  const needs = resourcesOf(made);
  return {
    ...{
      kind: "circuit",
      ok: true,
      top: main.replace(/\.v$/, ""),
      text,
      lines: linesOfVerilog(text, inCircuit.loops),
    },
    report: { ...report, part: part.name, clockMHz },
    area: {
      luts: { needs: needs.luts, has: part.luts },
      flipflops: { needs: needs.flipflops, has: part.flipflops },
      dsps: { needs: needs.dsps, has: part.dsps },
      blockRams: { needs: needs.blockRams, has: part.blockRams },
    },
    warnings: marksOf(diagnostics),
  };
}

type Made<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

function builtOf<T>(make: () => T): Made<T> {
  try {
    return { ok: true, value: make() };
  } catch (error) {
    if (error instanceof Diagnosed) return { ok: false, diagnostics: error.diagnostics };
    throw error;
  }
}
