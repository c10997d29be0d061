/** Processes that evaluate points of a kernel, a point at a time each. One that dies is replaced, and its point tried again. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Outcome } from "../../explore/search/outcome.ts";
import type { Evaluate } from "../../explore/search/search.ts";
import type { Point } from "../../explore/search/space.ts";
import type { KernelJob } from "./worker.ts";

export interface Pool {
  readonly evaluate: Evaluate;
  readonly close: () => void;
}

interface Helper {
  readonly child: ChildProcess;
  answer: (outcome: Outcome | null) => void; // null: it died
}

export function poolOf(program: string, job: KernelJob, workers: number): Pool {
  const idle: Helper[] = [];
  const all = new Set<Helper>();
  const waiting: ((helper: Helper) => void)[] = [];
  const start = (): Helper => {
    const stdio: ["pipe", "pipe", "inherit"] = ["pipe", "pipe", "inherit"];
    // In a group of its own: Ctrl-C is for the search, which then closes its pipes.
    const child = spawn(process.execPath, [program, "search-worker"], { stdio, detached: true });
    const helper: Helper = { child, answer: () => {} };
    all.add(helper);
    child.once("close", () => {
      all.delete(helper);
      helper.answer(null);
    });
    child.stdin?.on("error", () => {}); // it has died: `close` says so
    const lines = child.stdout === null ? null : createInterface({ input: child.stdout });
    lines?.on("line", (line) => helper.answer(JSON.parse(line) as Outcome));
    child.stdin?.write(`${JSON.stringify(job)}\n`);
    return helper;
  };
  const free = async (): Promise<Helper> => {
    const ready = idle.pop();
    if (ready !== undefined) return ready;
    if (all.size < workers) return start();
    return new Promise((resolve) => waiting.push(resolve));
  };
  const release = (helper: Helper): void => {
    const next = waiting.shift();
    if (next !== undefined) next(helper);
    else idle.push(helper);
  };
  const ask = (helper: Helper, point: Point, stopped: AbortSignal): Promise<Outcome | null> =>
    new Promise((resolve) => {
      const stop = (): void => {
        helper.child.kill("SIGKILL");
      };
      stopped.addEventListener("abort", stop, { once: true });
      helper.answer = (outcome) => {
        stopped.removeEventListener("abort", stop);
        helper.answer = () => {};
        resolve(outcome);
      };
      helper.child.stdin?.write(`${JSON.stringify(point)}\n`);
    });
  return {
    evaluate: async (point, stopped) => {
      for (let tries = 0; tries < 2; tries++) {
        if (stopped.aborted) return null;
        const helper = await free();
        const outcome = await ask(helper, point, stopped);
        release(outcome === null ? start() : helper);
        if (outcome !== null || stopped.aborted) return outcome;
      }
      return { kind: "infeasible", reason: "the process that evaluated it ended, twice" };
    },
    close: () => {
      for (const { child } of all) child.kill("SIGKILL");
    },
  };
}
