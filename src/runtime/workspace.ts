/** A directory of our own for what an outside program reads and writes. It is gone when we are. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Workspace {
  readonly path: string;
  /** A directory in it, made when it is first asked for. */
  folder(name: string): string;
  remove(): void;
}

export function makeWorkspace(): Workspace {
  const path = mkdtempSync(join(tmpdir(), "lutra-"));
  if (open.size === 0) process.on("exit", removeAll);
  open.add(path);
  return {
    path,
    folder: (name) => {
      const folder = join(path, name);
      mkdirSync(folder, { recursive: true });
      return folder;
    },
    remove: () => {
      rmSync(path, { recursive: true, force: true });
      open.delete(path);
      if (open.size === 0) process.off("exit", removeAll);
    },
  };
}

const open = new Set<string>();

function removeAll(): void {
  for (const path of open) rmSync(path, { recursive: true, force: true });
}
