/**
 * The page's side of its workers. A lane holds one request at a time: a newer one takes the place of the older, whose worker is
 * ended if it does not finish at once, since nothing else stops a loop of JavaScript. A spare worker stands ready, so that
 * nobody waits for one to load.
 *
 *     const client = createClient(() => new Worker(…));
 *     const job = client.ask("analysis", { kind: "analyse", subject }, (part) => show(part));
 *     await job.ended; // "done", "stopped" for a newer one or by `job.stop()`, "late", "crashed"
 */
import type { FromWorker, Part, Request, ToWorker } from "./protocol.ts";
import type { WorkerLike } from "./worker_like.ts";

type PageWorker = WorkerLike<ToWorker>;

export type Ending = "done" | "stopped" | "late" | "crashed";

export interface Job {
  readonly ended: Promise<Ending>;
  stop(): void;
}

export interface Client {
  ask(lane: string, request: Request, onPart: (part: Part) => void, limitMs?: number): Job;
}

export const usualLimitMs = 30_000;
const graceMs = 120; // for a stale request that is nearly done: its worker has warm code

interface Lane {
  worker: PageWorker | null; // idle, or busy with `running`
  running: Task | null;
  next: Task | null; // takes its turn when `running` has ended
}

interface Task {
  readonly id: number;
  readonly request: Request;
  readonly limitMs: number;
  readonly onPart: (part: Part) => void;
  readonly ended: (ending: Ending) => void;
  finish: (ending: Ending) => void; // while it runs
  stale: boolean; // nobody wants its answer any more
}

export function createClient(makeWorker: () => PageWorker): Client {
  const lanes = new Map<string, Lane>();
  let spare: PageWorker | null = makeWorker();
  let ids = 0;

  const takeWorker = (): PageWorker => {
    const worker = spare ?? makeWorker();
    spare = null;
    setTimeout(() => {
      spare ??= makeWorker();
    }, 0);
    return worker;
  };

  const start = (lane: Lane, task: Task): void => {
    const worker = lane.worker ?? takeWorker();
    lane.worker = worker;
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
    ask: (name, request, onPart, limitMs = usualLimitMs) => {
      const lane = laneNamed(name);
      ids += 1;
      const id = ids;
      let tellEnd: (ending: Ending) => void = () => undefined;
      const ended = new Promise<Ending>((resolve) => {
        tellEnd = resolve;
      });
      const task: Task = {
        ...{ id, request, limitMs, onPart, ended: tellEnd, stale: false },
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
  };
}
