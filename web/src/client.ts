/**
 * The page's side of its workers. A lane holds one request at a time: a newer one takes the place of the older, whose worker is
 * ended if it does not finish at once, since nothing else stops a loop of JavaScript. A spare worker stands ready, so that
 * nobody waits for one to load.
 *
 * A worker remembers what it has made of the last subject it was asked about. Where a request would rather go to the one that knows its
 * subject, that one stands in another lane, and has nothing to do, the two lanes exchange their workers.
 *
 *     const client = createClient(() => new Worker(…));
 *     const job = client.ask("analysis", { kind: "analyse", subject }, (part) => show(part));
 *     await job.ended; // "done", "stopped" for a newer one or by `job.stop()`, "late", "crashed"
 */
import type { FromWorker, Part, Request, Subject, ToWorker } from "./protocol.ts";
import type { WorkerLike } from "./worker_like.ts";

type PageWorker = WorkerLike<ToWorker>;

export type Ending = "done" | "stopped" | "late" | "crashed";

export interface Job {
  readonly ended: Promise<Ending>;
  stop(): void;
}

export interface Client {
  ask(lane: string, request: Request, onPart: (part: Part) => void, options?: AskOptions): Job;
  /** When nothing is done in these lanes. */
  quiet(lanes: readonly string[]): Promise<void>;
}

export interface AskOptions {
  readonly limitMs?: number;
  readonly takesKnowing?: boolean; // it is answered soonest by the worker that knows its subject
}

export const usualLimitMs = 30_000;
const graceMs = 120; // for a stale request that is nearly done: its worker has warm code

interface Lane {
  worker: KnowingWorker | null; // idle, or busy with `running`
  running: Task | null;
  next: Task | null; // takes its turn when `running` has ended
}

interface KnowingWorker {
  readonly worker: PageWorker;
  readonly subject: Subject | null; // that it was asked about last
}

interface Task {
  readonly id: number;
  readonly request: Request;
  readonly limitMs: number;
  readonly takesKnowing: boolean;
  readonly onPart: (part: Part) => void;
  readonly ended: (ending: Ending) => void;
  finish: (ending: Ending) => void; // while it runs
  stale: boolean; // nobody wants its answer any more
}

export function createClient(makeWorker: () => PageWorker): Client {
  const lanes = new Map<string, Lane>();
  let spare: PageWorker | null = makeWorker();
  let ids = 0;
  const waiting: (() => void)[] = []; // to be told when something has ended

  const takeWorker = (): PageWorker => {
    const worker = spare ?? makeWorker();
    spare = null;
    setTimeout(() => {
      spare ??= makeWorker();
    }, 0);
    return worker;
  };

  const takeKnowing = (lane: Lane, subject: Subject): void => {
    const knows = ({ worker }: Lane): boolean => worker?.subject != null && isSame(worker.subject, subject);
    if (knows(lane)) return;
    const other = [...lanes.values()].find((one) => one.running === null && knows(one));
    if (other !== undefined) [lane.worker, other.worker] = [other.worker, lane.worker];
  };

  const start = (lane: Lane, task: Task): void => {
    const { subject } = task.request;
    if (task.takesKnowing) takeKnowing(lane, subject);
    const { worker } = lane.worker ?? { worker: takeWorker() };
    lane.worker = { worker, subject };
    lane.running = task;
    const timer = setTimeout(() => task.finish("late"), task.limitMs);
    task.finish = (ending) => {
      if (lane.running !== task) return;
      clearTimeout(timer);
      lane.running = null;
      if (ending !== "done") {
        worker.terminate();
        lane.worker = null;
      }
      task.ended(ending === "done" && task.stale ? "stopped" : ending);
      const { next } = lane;
      lane.next = null;
      if (next !== null) start(lane, next);
      else for (const tell of waiting.splice(0)) tell();
    };
    worker.onerror = () => task.finish("crashed");
    worker.onmessage = ({ data }: { readonly data: FromWorker }) => {
      if (data.id !== task.id) return;
      if ("done" in data) task.finish("done");
      else if (!task.stale) task.onPart(data.part);
    };
    worker.postMessage({ id: task.id, request: task.request });
  };

  const laneNamed = (name: string): Lane => {
    const lane = lanes.get(name) ?? { worker: null, running: null, next: null };
    lanes.set(name, lane);
    return lane;
  };

  return {
    ask: (name, request, onPart, { limitMs = usualLimitMs, takesKnowing = false } = {}) => {
      const lane = laneNamed(name);
      ids += 1;
      const id = ids;
      let tellEnd: (ending: Ending) => void = () => undefined;
      const ended = new Promise<Ending>((resolve) => {
        tellEnd = resolve;
      });
      const task: Task = {
        ...{ id, request, limitMs, takesKnowing, onPart, ended: tellEnd, stale: false },
        finish: () => undefined,
      };
      lane.next?.ended("stopped");
      lane.next = null;
      const { running } = lane;
      if (running === null) start(lane, task);
      else {
        running.stale = true;
        lane.next = task;
        setTimeout(() => running.finish("stopped"), graceMs);
      }
      const stop = (): void => {
        task.stale = true;
        if (lane.next === task) {
          lane.next = null;
          task.ended("stopped");
        } else if (lane.running === task) task.finish("stopped");
      };
      return { ended, stop };
    },
    quiet: async (names) => {
      while (names.some((name) => (lanes.get(name)?.running ?? null) !== null))
        await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

/** What a kernel in TypeScript has written down is the same object as long as its text is. */
function isSame(one: Subject, other: Subject): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof Subject)[]);
  return [...keys].every((key) => one[key] === other[key]);
}
