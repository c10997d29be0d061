/** From an edit to answers: a request a moment after the last key, in a worker, ended when there is a newer one. */
import type { Client, Ending } from "./client.ts";
import type { Part, Subject } from "./protocol.ts";

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

export function createAnalysis({ client, subject, started, part, ended }: AnalysisOptions): Analysis {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;
  const begin = async (): Promise<void> => {
    newest += 1;
    const own = newest;
    started();
    const job = client.ask("analysis", { kind: "analyse", subject: subject(), advice: true }, (one) => {
      if (own === newest) part(one);
    });
    const ending = await job.ended;
    if (own === newest) ended(ending);
  };
  return {
    changed: (now = false) => {
      clearTimeout(timer);
      timer = setTimeout(begin, now ? 0 : pauseMs);
    },
  };
}
