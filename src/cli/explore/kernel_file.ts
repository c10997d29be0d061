/** The one file that the explorer was opened with, and the schedule beside it: all that its server reads or writes. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { readText } from "../../outside/files.ts";
import { writeFiles } from "../../outside/write.ts";

export interface KernelContents {
  readonly path: string; // its name
  readonly text: string;
  readonly schedule: string; // empty where there is none
  readonly scheduleName: string;
  readonly kernel: string; // empty: the only one
}

export interface KernelFile {
  read(): KernelContents;
  /** Gives what forgets it again. */
  onChange(act: () => void): () => void;
  /** Gives the name of the file that was written. */
  writeSchedule(text: string): Promise<string>;
}

const pollMs = 300;

export function kernelFile(path: string, kernel: string | null, schedulePath: string): KernelFile {
  const scheduleText = (): string => (existsSync(schedulePath) ? readFileSync(schedulePath, "utf8") : "");
  return {
    read: () => ({
      path: basename(path),
      text: readText(path),
      schedule: scheduleText(),
      scheduleName: basename(schedulePath),
      kernel: kernel ?? "",
    }),
    onChange: (act) => {
      // Editors replace files rather than write them: a look by name follows that. The first look is now: `fs.watchFile`
      // takes it later, and what was written until then is what it calls unchanged.
      let before = stateOf([path, schedulePath]);
      const looking = setInterval(() => {
        const now = stateOf([path, schedulePath]);
        if (now === before) return;
        before = now;
        act();
      }, pollMs);
      return () => clearInterval(looking);
    },
    writeSchedule: async (text) => {
      await writeFiles(new Map([[schedulePath, text]]), [path]);
      return basename(schedulePath);
    },
  };
}

export function scheduleBeside(path: string): string {
  return `${path.replace(/\.[^./\\]*$/, "")}.schedule`;
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function stateOf(paths: readonly string[]): string {
  const stats = paths.map((path) => statSync(path, { throwIfNoEntry: false }));
  return stats.map((stat) => `${stat?.ino} ${stat?.size} ${stat?.mtimeMs}`).join("\n");
}
