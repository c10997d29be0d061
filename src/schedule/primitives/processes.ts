import type { ProcessStep } from "../../diagnostics/catalogue/storage.ts";
import { dataflowOf, type Ordered, type Process, tasksOf } from "../../loops/dataflow.ts";
import { freshName, namesIn } from "../../loops/find.ts";
import type { Loops, Region, Stmt } from "../../loops/nodes.ts";
import { accessesOf, clashText } from "../clash.ts";
import { type Applied, done, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { keptStreams } from "./stream.ts";

/**
 *     for i in range(0, 8):                  region i_process:   reads a, writes t
 *         t[i] = a[i] * 2            =>          for i ...
 *     for j in range(0, 8):                  region j_process:   reads t, writes b
 *         b[j] = t[7 - j]                        for j ...
 *
 * Each nest becomes a region, with what prepares it; nests that follow each other and write one array on chip, one region. What passes between them on chip has one process that writes it
 * and later ones that read it; nothing outside is used by two of which one writes. So they may run at the same
 * time, each starting a call's work when the one before it has ended its part. Run one after another they compute the
 * same. Every later step is held against this.
 */
export const dataflow = primitive({
  name: "dataflow",
  description:
    "Makes each nest of the kernel a process; all of them run at the same time, and pass arrays on.",
  params: {},
  apply: (loops) => alreadyProcesses(loops, "dataflow") ?? inProcesses(loops),
});

/**
 * Regions as `dataflow` has them; one waits for another where it needs what that does. So nothing has to be proved: what
 * cannot run beside something else runs after it.
 */
export const taskParallel = primitive({
  name: "task_parallel",
  description:
    "Makes each nest of the kernel a process; those that need nothing of each other run at the same time.",
  params: {},
  apply: (loops) => alreadyProcesses(loops, "task_parallel") ?? inTasks(loops),
});

function alreadyProcesses(loops: Loops, step: ProcessStep): Applied | null {
  const before = processStep(loops);
  return before === null ? null : refuse("already-processes", { step, before });
}

/** The step that made processes of the nests. */
export function processStep({ dataflow: isDataflow, tasks }: Loops): ProcessStep | null {
  if (isDataflow === true) return "dataflow";
  return tasks === true ? "task_parallel" : null;
}

function inProcesses(loops: Loops): Applied {
  const found = dataflowOf(loops);
  if (!found.ok) return refused(loops, "dataflow", found);
  return done({ ...loops, body: regionsOf(loops, found.processes), dataflow: true });
}

function inTasks(loops: Loops): Applied {
  const processes = tasksOf(loops);
  if (processes.length < 2) {
    const names = processes.map(({ name }) => name);
    return refused(loops, "task_parallel", {
      ok: false,
      name: null,
      why: "alone",
      processes: names,
      clash: null,
    });
  }
  return done({ ...loops, body: regionsOf(loops, processes), tasks: true });
}

function regionsOf(loops: Loops, processes: readonly Process[]): readonly Stmt[] {
  const taken = new Set(namesIn(loops));
  return processes.map(({ name, stmts }): Stmt => {
    const [only, ...others] = stmts;
    if (only?.kind === "region" && others.length === 0) return only;
    const called = freshName(taken, `${name.replace(/\W/g, "_")}_process`);
    taken.add(called);
    const span = (stmts.find((stmt) => "body" in stmt) ?? only)?.origin.span ?? { from: 0, to: 0 };
    const made: Region = {
      kind: "region",
      name: called,
      body: stmts,
      origin: { span, operator: "schedule" },
    };
    return made;
  });
}

/** After another step: the processes of the kernel as it is now. Nothing changes where there are none. */
export function keptProcesses(loops: Loops): Applied {
  const kept =
    loops.dataflow === true ? inProcesses(loops) : loops.tasks === true ? inTasks(loops) : done(loops);
  return kept.ok ? keptStreams(kept.loops) : kept;
}

function refused(loops: Loops, step: ProcessStep, { name, why, processes, clash }: Ordered): Applied {
  const place = { ...(name === null ? {} : { array: name }), ...(clash === null ? {} : accessesOf(clash)) };
  const text = clash === null ? null : clashText(loops, clash);
  return refuse("dataflow-order", { step, name, why, processes, clash: text }, place);
}
