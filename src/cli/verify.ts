/** `lutra verify`: every road from the source to an answer, and whether they all lead to the same one. */
import { toLoops } from "../compile.ts";
import { diagnosticJson, renderAll } from "../diagnostics/render.ts";
import type { Loops } from "../loops/nodes.ts";
import { kernelOf } from "../runtime/run.ts";
import { seededArgument } from "../runtime/seeded.ts";
import { agrees, type Ending, type Road, verify } from "../runtime/verify.ts";
import { parseSchedule } from "../schedule/parse.ts";
import { printStep } from "../schedule/print.ts";
import { Failure } from "./failure.ts";
import { type LoadOptions, load, valuesOf } from "./load.ts";
import { chosenText, circuitLoops, type ScheduleOptions, scheduledLoops, scheduleSource } from "./loops.ts";
import { withProgress } from "./progress.ts";
import { milliseconds, parseSeed } from "./run.ts";
import { type Cell, table } from "./table.ts";
import { type Colors, colorsOf, printJson, type Terminal } from "./terminal.ts";

export interface VerifyOptions extends LoadOptions, ScheduleOptions {
  readonly seed: string;
  readonly json: boolean;
}

export async function verifyCommand(
  target: string,
  options: VerifyOptions,
  terminal: Terminal,
): Promise<void> {
  const loaded = load(target, options);
  const { source, compiled } = loaded;
  const lowered = toLoops(compiled);
  const scheduled = lowered.ok ? scheduledLoops(compiled, source, options) : null;
  const circuit = lowered.ok ? circuitLoops(compiled, source, options) : null;
  const seed = parseSeed(options.seed);
  const given = valuesOf(loaded);
  const args = new Map(
    kernelOf(compiled.program).params.map(({ name, type }) => [
      name,
      given.get(name) ?? seededArgument(type, name, seed),
    ]),
  );
  const roads: Road[] = [];
  const journey = {
    program: compiled.program,
    loops: lowered.ok ? lowered.loops : null,
    scheduled: lowered.ok && !isSame(scheduled, lowered.loops) ? scheduled : null,
    circuit: circuit?.loops ?? null,
    changes: changesIn(options),
    args,
    isPython: source.path.endsWith(".py"),
  };
  await withProgress(terminal, `verifying ${compiled.kernel}`, async () => {
    for await (const road of verify(journey)) roads.push(road);
  });
  const chosen = circuit?.chosen ?? null;
  const failed = roads.filter((road) => !agrees(road));
  if (options.json) {
    printJson(terminal, {
      ok: failed.length === 0,
      file: source.path,
      kernel: compiled.kernel,
      seed,
      ...(chosen === null ? {} : { schedule: chosen.map(printStep) }),
      roads: roads.map(({ name, what, ending, milliseconds: took }) => ({
        name,
        what,
        ...ending,
        milliseconds: took,
      })),
      diagnostics: compiled.diagnostics.map((d) => diagnosticJson(source, d)),
    });
    if (failed.length > 0) throw new Failure("", { status: 1 });
    return;
  }
  if (!lowered.ok) terminal.err(renderAll(source, lowered.diagnostics, { color: terminal.errorColor }));
  const colors = colorsOf(terminal);
  terminal.out(`${colors.bold(compiled.kernel)}  ${colors.dim(source.path)}\n\n`);
  terminal.out(table(roads.map((road) => row(road, colors))));
  terminal.out("\n");
  if (chosen !== null) terminal.out(`${colors.dim(`circuits: ${chosenText(chosen)}`)}\n`);
  const walked = roads.filter(({ ending }) => ending.kind !== "skipped" && ending.kind !== "refused");
  if (failed.length === 0) {
    terminal.out(
      `${colors.green("ok")}  ${walked.length} of ${roads.length} roads were walked, and all agree\n`,
    );
    return;
  }
  throw new Failure(
    `${failed.map(({ name }) => name).join(", ")} ${failed.length === 1 ? "does" : "do"} not agree with the reference`,
    {
      status: 1,
      help: "this is a mistake of Lutra's, or of the compiler that built the road: please report it with the kernel",
    },
  );
}

function isSame(a: Loops | null, b: Loops): boolean {
  return (
    a === null || JSON.stringify([a.body, a.arrays], bigints) === JSON.stringify([b.body, b.arrays], bigints)
  );
}

function bigints(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

/** Steps that change results by design. */
function changesIn({ schedule }: ScheduleOptions): readonly string[] {
  if (schedule === undefined || schedule === "auto" || schedule === "none") return [];
  const parsed = parseSchedule(scheduleSource(schedule));
  const steps = parsed.ok ? parsed.schedule.map(({ primitive }) => primitive) : [];
  return ["reassociate", "quantize", "downsize", "tune"].filter((name) => steps.includes(name));
}

function row({ name, what, ending, milliseconds: took }: Road, colors: Colors): readonly Cell[] {
  const { mark, words } = shown(ending, colors);
  return [
    mark,
    { text: name },
    { text: what, paint: colors.dim },
    {
      text: ending.kind === "skipped" || ending.kind === "refused" ? "" : milliseconds(took),
      align: "right",
      paint: colors.dim,
    },
    words,
  ];
}

function shown(ending: Ending, colors: Colors): { readonly mark: Cell; readonly words: Cell } {
  switch (ending.kind) {
    case "measure":
      return { mark: { text: "•" }, words: { text: "what the others are compared with", paint: colors.dim } };
    case "same":
      return { mark: { text: "✓", paint: colors.green }, words: { text: "the same bits" } };
    case "close": {
      const { count, total, relative } = ending.difference;
      const size =
        relative === Number.POSITIVE_INFINITY ? "" : `, by ${relative.toPrecision(2)} of the largest`;
      return {
        mark: { text: "≈", paint: colors.yellow },
        words: { text: `${count} of ${total} differ${size}: ${ending.why}`, paint: colors.yellow },
      };
    }
    case "differs": {
      const { where, expected, found, count, total } = ending.difference;
      return {
        mark: { text: "✗", paint: colors.red },
        words: {
          text: `${where} is ${found}, expected ${expected} (${count} of ${total} differ)`,
          paint: colors.red,
        },
      };
    }
    case "same fault":
      return {
        mark: { text: "✓", paint: colors.green },
        words: { text: `the same fault: ${ending.message}` },
      };
    case "other fault":
    case "broken":
      return { mark: { text: "✗", paint: colors.red }, words: { text: ending.message, paint: colors.red } };
    case "refused":
      return {
        mark: { text: "-", paint: colors.dim },
        words: { text: `not possible: ${ending.message}`, paint: colors.dim },
      };
    case "skipped":
      return {
        mark: { text: "-", paint: colors.dim },
        words: { text: `not walked: ${ending.message}`, paint: colors.dim },
      };
  }
}
