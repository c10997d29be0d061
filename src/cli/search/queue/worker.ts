/**
 * `lutra worker --queue redis://…`: evaluates points for searches on other machines, until it is ended. What it is given are
 * problems and points, which it checks; what computes are processes of its own, so that the queue always hears from it.
 */
import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import { bug } from "../../../diagnostics/bug.ts";
import { Failure } from "../../../diagnostics/failure.ts";
import { onOneLine } from "../../../diagnostics/one_line.ts";
import { isPoint, type Space } from "../../../explore/search/space.ts";
import { onStop, stopStatus } from "../../../toolchain/stop.ts";
import type { Terminal } from "../../terminal.ts";
import { parseWorkers } from "../count.ts";
import { numberText } from "../numbers.ts";
import { outcomeJson } from "../outcome_json.ts";
import { type WorkerPool, workerPool } from "../workers.ts";
import { parseAddress, type QueueAddress } from "./address.ts";
import { buildName, queueName, queuePrefix } from "./build.ts";
import { complaints, connected, connectionOptions, soon, watchConnection } from "./connection.ts";
import { connectionName, presentOf } from "./presence.ts";
import { problemKey, readProblem } from "./problem.ts";
import { type WorkerLine, workerLine } from "./worker_line.ts";

export interface WorkerOptions {
  readonly queue: string;
  readonly workers?: string;
}

export async function workerCommand(options: WorkerOptions, terminal: Terminal): Promise<void> {
  const address = parseAddress(options.queue);
  const count = parseWorkers(options.workers);
  const { program } = terminal;
  if (program === undefined) throw new Failure("lutra worker needs processes of its own");
  const build = buildName(program);
  const line = workerLine(terminal);
  const redis = await connected(address, connectionName("worker", build));
  watchConnection(redis, address, line.tell);
  line.tell(`Lutra ${build} evaluates for searches at ${address.shown}, ${count} at a time; Ctrl-C ends it`);
  const problems = openProblems(redis, program);
  try {
    await work(address, build, count, redis, problems, line);
  } finally {
    line.clear();
    problems.close();
    redis.disconnect();
  }
  const done = line.done();
  terminal.out(`${numberText(done)} evaluation${done === 1 ? "" : "s"}\n`);
}

/** A job whose worker says nothing for so long is another's: one that was killed, stopped, or is cut off. */
const lockMs = 5000;
const renewMs = 1500;
const stalledEveryMs = 2500;
const mostStalled = 1000; // killing workers says nothing about a job: their processes guard against what ends them

async function work(
  address: QueueAddress,
  build: string,
  count: number,
  redis: Redis,
  problems: Problems,
  line: WorkerLine,
): Promise<void> {
  const { Worker, DelayedError, UnrecoverableError } = await import("bullmq");
  const refused = (why: string): Error => new UnrecoverableError(why);
  const evaluate = async (job: Job, token: string | undefined): Promise<unknown> => {
    const { problem: id, point } = Object(job.data) as Readonly<Record<string, unknown>>;
    if (typeof id !== "string" || !/^[0-9a-f]{64}$/.test(id)) throw refused("it names no problem");
    return problems.use(id, async (problem) => {
      if (problem === null) {
        await job.moveToDelayed(Date.now() + missingMs, token); // Redis has lost it: its search puts it there again
        throw new DelayedError();
      }
      if (!isPoint(problem.space, point)) throw refused("its point is none of the space");
      const outcome = await problem.pool.evaluate(point, never);
      line.evaluated();
      return outcomeJson(outcome ?? bug("an evaluation was stopped that nobody stops"));
    });
  };
  const worker = new Worker(queueName(build), evaluate, {
    ...{ connection: connectionOptions(address), prefix: queuePrefix, skipVersionCheck: true },
    ...{ concurrency: count, lockDuration: lockMs, lockRenewTime: renewMs },
    ...{ stalledInterval: stalledEveryMs, maxStalledCount: mostStalled },
  });
  worker.on("error", complaints(line.tell));
  worker.on("failed", (_job, error) => line.tell(`refused a job: ${onOneLine(error.message)}`));
  const tellOfOthers = othersTold(redis, build, line.tell);
  const looking = setInterval(() => void tellOfOthers(), lookEveryMs);
  await stopAsked();
  clearInterval(looking);
  line.tell("ending when what is being evaluated is done; Ctrl-C again ends at once");
  await (redis.status === "ready" ? worker.close() : soon(worker.close(true)));
  await soon(worker.disconnect());
}

const never = new AbortController().signal;
const missingMs = 500;
const lookEveryMs = 3000;

/** Asked twice, it ends at once: what it was doing is done by others. */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    onStop((signal) => {
      if (isAsked) process.exit(stopStatus(signal));
      isAsked = true;
      resolve();
    });
  });
}

/** Searches by another Lutra have a queue of their own: its jobs are left to workers of that one. */
function othersTold(redis: Redis, build: string, tell: (line: string) => void): () => Promise<void> {
  const told = new Set([build]);
  return async () => {
    for (const other of (await presentOf(redis, "search"))?.keys() ?? []) {
      if (told.has(other)) continue;
      told.add(other);
      tell(
        `refused the jobs of a search by Lutra ${other}: this is ${build}, and they are left to its workers`,
      );
    }
  };
}

// What searches have sent

interface OpenProblem {
  readonly space: Space;
  readonly pool: WorkerPool;
}

interface Problems {
  /** Open while it is used. Null where Redis has none of that name. */
  readonly use: <T>(id: string, act: (problem: OpenProblem | null) => Promise<T>) => Promise<T>;
  readonly close: () => void;
}

const mostIdle = 4; // problems that nobody uses just now, each with processes of its own

function openProblems(redis: Redis, program: string): Problems {
  const all = new Map<string, { readonly opened: Promise<OpenProblem | null>; users: number }>(); // last used last
  const forget = (id: string): void => {
    void all
      .get(id)
      ?.opened.then((problem) => problem?.pool.close())
      .catch(() => {});
    all.delete(id);
  };
  const read = async (id: string): Promise<OpenProblem | null> => {
    const text = await redis.get(problemKey(id));
    if (text === null) return null;
    const job = readProblem({ id, text });
    return { space: job.space, pool: workerPool(program, { kind: "kernel", job }) };
  };
  return {
    use: async (id, act) => {
      const one = all.get(id) ?? { opened: read(id), users: 0 };
      all.delete(id);
      all.set(id, one);
      one.users++;
      try {
        const problem = await one.opened.catch((error) => {
          forget(id);
          throw error;
        });
        if (problem === null) forget(id);
        return await act(problem);
      } finally {
        one.users--;
        const idle = [...all].filter(([, { users }]) => users === 0);
        for (const [oldest] of idle.slice(0, -mostIdle)) forget(oldest);
      }
    },
    close: () => {
      for (const id of [...all.keys()]) forget(id);
    },
  };
}
