/**
 * From an edit to answers: a request a moment after the last key, in a worker, ended when there is a newer one. What takes long and
 * nobody waits for, code for other tools and advice, is asked for when all the rest stands there and no call is being run.
 */
import type { Client, Ending, Job } from "./client.ts";
import type { Part, Request, Subject } from "./protocol.ts";

export interface Analysis {
  /** The texts have changed. `now`: nobody is typing. */
  changed(now?: boolean): void;
}

export interface AnalysisOptions {
  readonly client: Client;
  readonly subject: () => Subject;
  readonly started: () => void;
  readonly part: (part: Part) => void;
  readonly ended: (ending: Ending) => void;
}

const pauseMs = 180;
const restMs = 250; // in which a person who has waited for an answer begins to do something

export function createAnalysis({ client, subject, started, part, ended }: AnalysisOptions): Analysis {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;
  let last: Job | null = null; // of what nobody waits for
  const begin = async (): Promise<void> => {
    newest += 1;
    const own = newest;
    const asked = subject();
    const isNewest = (): boolean => own === newest;
    const later: ("code" | "advise")[] = [];
    const take = (one: Part): void => {
      if (!isNewest()) return;
      if (one.kind === "loops") later.push("code");
      if (one.kind === "circuit" && one.ok) later.push("advise");
      part(one);
    };
    last?.stop();
    started();
    let ending = await client.ask("analysis", { kind: "analyse", subject: asked }, take).ended;
    if (ending === "done" && later.length > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    for (const kind of later) {
      if (!isNewest() || ending !== "done") break;
      await client.quiet(["analysis", "run"]);
      if (!isNewest()) break;
      const request: Request = { kind, subject: asked };
      last = client.ask("later", request, take);
      ending = await last.ended;
    }
    if (isNewest()) ended(ending);
  };
  return {
    changed: (now = false) => {
      clearTimeout(timer);
      timer = setTimeout(begin, now ? 0 : pauseMs);
    },
  };
}
