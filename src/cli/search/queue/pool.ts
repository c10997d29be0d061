/**
 * Evaluations by workers on other machines: every point is a job of BullMQ, under a name that is the same for the same point
 * of the same problem. So a job that is asked for twice is done once, and what an earlier run of this search has asked for
 * is found. Nothing depends on what Redis keeps: what it has lost is asked for again.
 */
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Queue, QueueEvents } from "bullmq";
import type { Redis } from "ioredis";
import { Failure } from "../../../diagnostics/failure.ts";
import type { Outcome } from "../../../explore/search/outcome.ts";
import type { Evaluate, Problem } from "../../../explore/search/search.ts";
import { type Point, pointKey } from "../../../explore/search/space.ts";
import { readOutcome } from "../outcome_json.ts";
import type { WorkerPool } from "../workers.ts";
import type { QueueAddress } from "./address.ts";
import { queueName, queuePrefix } from "./build.ts";
import { complaints, connected, connectionOptions, soon, watchConnection } from "./connection.ts";
import { connectionName, presentOf } from "./presence.ts";
import { problemKey, type QueuedProblem } from "./problem.ts";

export interface QueueSetting {
  readonly address: QueueAddress;
  readonly build: string; // of this Lutra
  readonly tell: (line: string) => void; // what a person should know
}

/** What a job says. Names of problems are checksums. */
export interface JobData {
  readonly problem: string;
  readonly point: Point;
}

export async function queuePool(
  setting: QueueSetting,
  queued: QueuedProblem,
  problem: Problem,
): Promise<WorkerPool> {
  const { address, build, tell } = setting;
  const redis = await connected(address, connectionName("search", build));
  watchConnection(redis, address, tell);
  const { Queue, QueueEvents } = await import("bullmq");
  const options = { connection: connectionOptions(address), prefix: queuePrefix, skipVersionCheck: true };
  const queue: Queue<JobData> = new Queue(queueName(build), options);
  const events = new QueueEvents(queueName(build), { ...options, blockingTimeout: lookEveryMs });
  const complain = complaints(tell);
  queue.on("error", complain);
  events.on("error", complain);
  const asked = askedFor(queue, events, queued, problem, complain);
  const closing = new AbortController();
  const putProblem = async (): Promise<void> => {
    await redis.set(problemKey(queued.id), queued.text, "EX", keptSeconds);
  };
  await putProblem();
  const workers = workersTold(redis, setting);
  const looking = lookAfter(asked, closing.signal, complain, async (quietMs) => {
    if ((await redis.exists(problemKey(queued.id))) === 0) await putProblem();
    await asked.lookAgain();
    if (quietMs > patienceMs || workers.isAwaited()) await workers.look();
  });
  return {
    evaluate: asked.evaluate,
    close: async () => {
      if (workers.isAwaited() && redis.status === "ready") await soon(workers.look()); // all was done since the last look
      closing.abort();
      if (redis.status === "ready") await soon(asked.forget());
      await soon(Promise.all([queue.close(), events.close(), looking]));
      redis.disconnect();
    },
  };
}

const keptSeconds = 24 * 3600; // a problem that nobody asks for any more
const lookEveryMs = 1000;
const patienceMs = 3000; // without an answer, before it is told that nobody is there

/** Answers of jobs: a tenth of a second after a kill they may be needed again, a day later they are not. */
const jobOptions = {
  attempts: 2,
  removeOnComplete: { age: 3600, count: 10_000 },
  removeOnFail: { age: 3600, count: 1000 },
} as const;

interface Waiting {
  readonly point: Point;
  readonly since: number;
  readonly settle: (outcome: Outcome | null | Failure) => void;
}

interface AskedFor {
  readonly evaluate: Evaluate;
  readonly lastAnswer: () => number | null; // when; null where nothing is asked for
  readonly lookAgain: () => Promise<void>; // after jobs of which nothing was heard
  readonly forget: () => Promise<void>; // jobs that nobody has begun
}

function askedFor(
  queue: Queue<JobData>,
  events: QueueEvents,
  queued: QueuedProblem,
  problem: Problem,
  complain: (error: unknown) => void,
): AskedFor {
  const waiting = new Map<string, Waiting>();
  const given = new Set<string>(); // up, and perhaps still in the queue
  let answered = performance.now();
  const settle = (id: string, outcome: Outcome | null | Failure): void => {
    answered = performance.now();
    waiting.get(id)?.settle(outcome);
    waiting.delete(id);
  };
  const completed = (id: string, value: unknown): void =>
    settle(
      id,
      readOutcome(Object(value), problem) ?? new Failure("--queue: a worker has answered with no outcome"),
    );
  const failed = async (id: string, reason: string): Promise<void> => {
    settle(id, new Failure(`--queue: ${reason}`, { status: 2 }));
    await queue.remove(id); // whoever asks for it again has it tried again
  };
  events.on("completed", ({ jobId, returnvalue }) => {
    if (waiting.has(jobId)) completed(jobId, returnvalue);
  });
  events.on("failed", ({ jobId, failedReason }) => {
    if (waiting.has(jobId)) failed(jobId, failedReason).catch(complain);
  });
  /** Puts a job there that is not, and hears of one that has ended. */
  const ensure = async (id: string, point: Point, isFirst: boolean): Promise<void> => {
    const job = await queue.getJob(id);
    if (!waiting.has(id)) return;
    const isFinished = job?.finishedOn !== undefined;
    const isFailed = isFinished && job.failedReason !== undefined;
    if (isFailed && !isFirst) return failed(id, job.failedReason);
    if (isFailed)
      await job.remove(); // in an earlier run
    else if (isFinished) return completed(id, job.returnvalue);
    else if (job !== undefined) return;
    await queue.add("evaluate", { problem: queued.id, point }, { jobId: id, ...jobOptions });
  };
  const heard = new WeakSet<AbortSignal>();
  const stop = (): void => {
    for (const id of waiting.keys()) {
      given.add(id);
      settle(id, null);
    }
  };
  return {
    evaluate: (point, stopped) => {
      const id = jobName(queued.id, point);
      if (!heard.has(stopped)) stopped.addEventListener("abort", stop, { once: true });
      heard.add(stopped);
      return new Promise((resolve, reject) => {
        waiting.set(id, {
          point,
          since: performance.now(),
          settle: (outcome) => (outcome instanceof Failure ? reject(outcome) : resolve(outcome)),
        });
        if (stopped.aborted) stop();
        else ensure(id, point, true).catch(complain); // it is looked for again
      });
    },
    lastAnswer: () => (waiting.size === 0 ? null : answered),
    lookAgain: async () => {
      const before = performance.now() - lookEveryMs;
      for (const [id, { point, since }] of waiting) if (since < before) await ensure(id, point, false);
    },
    forget: async () => {
      await Promise.all([...given].map((id) => queue.remove(id).catch(() => 0))); // one that is being done stays
    },
  };
}

/** BullMQ wants no colon in it. */
function jobName(problem: string, point: Point): string {
  return createHash("sha256")
    .update(`${problem} ${pointKey(point)}`)
    .digest("hex");
}

async function lookAfter(
  asked: AskedFor,
  closing: AbortSignal,
  complain: (error: unknown) => void,
  look: (quietMs: number) => Promise<void>,
): Promise<void> {
  while (!closing.aborted) {
    await delay(lookEveryMs, undefined, { signal: closing }).catch(() => {});
    const last = asked.lastAnswer();
    if (closing.aborted || last === null) continue;
    await look(performance.now() - last).catch(complain);
  }
}

interface WorkersTold {
  readonly look: () => Promise<void>;
  readonly isAwaited: () => boolean; // it was told that there is none
}

/** That there is none is told once, until there is one. */
function workersTold(redis: Redis, { address, build, tell }: QueueSetting): WorkersTold {
  let isTold = false;
  const look = async (): Promise<void> => {
    const present = await presentOf(redis, "worker");
    if (present === null) return;
    const isThere = present.has(build);
    if (!isThere && !isTold) {
      const others = [...present].map(([other, count]) => `${count} of Lutra ${other}`);
      const beside =
        others.length === 0 ? "" : `; those that are do not do for ${build}: ${others.join(", ")}`;
      tell(
        `no worker is connected to ${address.shown}${beside}; the search waits for \`lutra worker --queue ${address.shown}\``,
      );
    } else if (isThere && isTold) tell("a worker is connected");
    isTold = !isThere;
  };
  return { look, isAwaited: () => isTold };
}
