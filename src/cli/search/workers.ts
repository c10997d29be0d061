/**
 * Evaluations in processes of their own, for evaluators that keep a processor busy. A worker is told once what it evaluates,
 * then gets a point at a time. One that ends is replaced, and its point given to another; a point that ends two of them is
 * infeasible.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { Failure } from "../../diagnostics/failure.ts";
import type { Outcome } from "../../explore/search/outcome.ts";
import type { Evaluate } from "../../explore/search/search.ts";
import type { Point } from "../../explore/search/space.ts";
import { type TableOptions, tableProblem } from "../../explore/search/table.ts";
import { endWithParent } from "../serve.ts";
import { evaluatorFor, type KernelJob } from "./job.ts";

/** What a worker can evaluate: data, never code. A new kind of evaluator has an entry here and in `evaluatorOf`. */
export type Work =
  | { readonly kind: "table"; readonly text: string; readonly options: TableOptions }
  | { readonly kind: "kernel"; readonly job: KernelJob };

async function evaluatorOf(work: Work): Promise<(point: Point) => Outcome> {
  switch (work.kind) {
    case "table":
      return tableProblem(work.text, work.options).lookUp;
    case "kernel":
      return evaluatorFor(work.job);
  }
}

/** Where evaluations are done: processes of this machine here, those of others in `queue/`. */
export interface WorkerPool {
  readonly evaluate: Evaluate;
  readonly close: () => void | Promise<void>;
}

/** `program` starts Lutra. Processes are started when they are needed: as many as evaluations go on at the same time. */
export function workerPool(program: string, work: Work): WorkerPool {
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();
  const close = (): void => {
    for (const child of all) child.kill("SIGKILL");
    all.clear();
    process.off("exit", close);
  };
  process.on("exit", close);
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [...process.execArgv, ...heap, program, "search-worker"], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
      detached: process.platform !== "win32", // Ctrl-C is for us
    });
    all.add(child);
    child.on("error", () => {}); // it has ended: whoever waits for it is told
    child.once("exit", () => {
      all.delete(child);
      const at = idle.indexOf(child);
      if (at >= 0) idle.splice(at, 1);
    });
    child.send({ kind: "work", work } satisfies Message, () => {});
    return child;
  };
  const evaluate: Evaluate = async (point, stopped) => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const child = idle.pop() ?? start();
      const reply = await ask(child, point, stopped);
      if (stopped.aborted) return null;
      if (reply === null) continue;
      idle.push(child);
      if (reply.kind === "failed") throw new Failure(reply.message, { status: 2 });
      return reply.outcome;
    }
    return { kind: "infeasible", reason: "the evaluation ended its process, twice" };
  };
  return { evaluate, close };
}

/**
 * Evaluations make much that lives shortly: in a young generation of 64 MiB, collected by the thread that made it, they take a
 * fifth less processor time (`node --max-semi-space-size=64 --single-threaded-gc build/bench/search/speed.js`).
 */
const heap = ["--max-semi-space-size=64", "--single-threaded-gc"];

type Message =
  | { readonly kind: "work"; readonly work: Work }
  | { readonly kind: "point"; readonly point: Point };

type Reply =
  | { readonly kind: "outcome"; readonly outcome: Outcome }
  | { readonly kind: "failed"; readonly message: string };

/** Null where the worker has ended, or we are stopped. */
function ask(child: ChildProcess, point: Point, stopped: AbortSignal): Promise<Reply | null> {
  return new Promise((resolve) => {
    const settle = (reply: Reply | null): void => {
      child.off("message", settle);
      child.off("exit", ended);
      child.off("error", ended);
      stopped.removeEventListener("abort", ended);
      resolve(reply);
    };
    const ended = (): void => settle(null);
    child.once("message", settle);
    child.once("exit", ended);
    child.once("error", ended);
    stopped.addEventListener("abort", ended);
    child.send({ kind: "point", point } satisfies Message, (error) => {
      if (error !== null) settle(null);
    });
  });
}

/** What a process of its own does: `lutra search-worker`, which only `search` starts. */
export async function searchWorker(): Promise<void> {
  const channel = process.send?.bind(process);
  if (channel === undefined)
    throw new Failure("lutra search-worker is a part of lutra search, which starts it");
  const send = (reply: Reply): void => void channel(reply, undefined, undefined, () => {}); // who asked may be gone
  endWithParent();
  let evaluator: ReturnType<typeof evaluatorOf> | null = null;
  process.on("message", async (message: Message) => {
    if (message.kind === "work") {
      evaluator = evaluatorOf(message.work);
      evaluator.catch(() => {}); // told with the first point
      return;
    }
    try {
      const evaluate = await evaluator;
      if (evaluate === null) throw new Failure("a worker was given a point before it knew what to evaluate");
      send({ kind: "outcome", outcome: evaluate(message.point) });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      send({ kind: "failed", message: text });
    }
  });
  await new Promise((resolve) => process.once("disconnect", resolve));
}
