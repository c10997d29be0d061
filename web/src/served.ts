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

/** Null: the page was opened without a file. `open` is called with what is in it, now and after each change. */
export async function openServed(open: (subject: Subject) => void): Promise<Served | null> {
  if (location.search !== "?served") return null;
  const read = async (): Promise<Contents> => {
    const response = await fetch("api/kernel");
    if (!response.ok) throw new Error(`the file cannot be read (${response.status})`);
    return (await response.json()) as Contents;
  };
  const show = ({ path, text, schedule, kernel }: Contents): void =>
    open({ ...emptySubject, path, text, schedule, kernel });
  const first = await read();
  show(first);
  new EventSource("api/changes").onmessage = async () => show(await read());
  return {
    scheduleName: first.scheduleName,
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
