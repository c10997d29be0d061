/** Under `lutra explore FILE`: the file comes from there, again whenever it changes, and a schedule goes back when a person says so. */
import type { Subject } from "./protocol.ts";
import { emptySubject } from "./subject.ts";

export interface Served {
  readonly scheduleName: string;
  saveSchedule(text: string): Promise<void>;
}

interface Contents {
  readonly path: string;
  readonly text: string;
  readonly schedule: string;
  readonly scheduleName: string;
  readonly kernel: string;
}

/** Null: the page was opened without a file. `open` is called with what is in it, now and after each change; `say` where it is gone meanwhile. */
export async function openServed(
  open: (subject: Subject) => void,
  say: (text: string) => void,
): Promise<Served | null> {
  if (location.search !== "?served") return null;
  const read = async (): Promise<Contents> => {
    const response = await fetch("api/kernel");
    if (!response.ok) throw new Error(`the file cannot be read (${response.status})`);
    return (await response.json()) as Contents;
  };
  const show = ({ path, text, schedule, kernel }: Contents): void =>
    open({ ...emptySubject, path, text, schedule, kernel });
  let shown = await read();
  show(shown);
  const update = async (): Promise<void> => {
    const contents = await read().catch((error: Error) => say(error.message));
    if (contents === undefined) return;
    if (JSON.stringify(contents) === JSON.stringify(shown)) return;
    shown = contents;
    show(contents);
  };
  const changes = new EventSource("api/changes");
  changes.onmessage = update;
  changes.onopen = update; // what changed before the server looked, or while the line was down
  return {
    scheduleName: shown.scheduleName,
    saveSchedule: async (schedule) => {
      const response = await fetch("api/schedule", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ schedule }),
      });
      if (!response.ok) throw new Error(`the schedule was not written (${response.status})`);
    },
  };
}
