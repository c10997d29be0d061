/** A directory of our own for what an outside program reads and writes. It is gone when we are. */
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolFailure } from "../diagnostics/tool_failure.ts";

export interface Workspace {
  readonly path: string;
  /** A directory in it, made when it is first asked for. */
  folder(name: string): string;
  remove(): void;
}

export function makeWorkspace(): Workspace {
  const path = makeDirectory();
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

/** Programs that run out of room say so in many ways, or end as if all were well: null, or what to tell of it. */
export function fullDisk({ path }: Workspace, program: string): string | null {
  const { bavail, bsize } = statfsSync(path);
  if (bavail * bsize >= leastRoom) return null;
  return `${program}: the disk is full; TMPDIR names the directory for temporary files, which is ${tmpdir()} now`;
}

const leastRoom = 4096; // bytes: a page

function makeDirectory(): string {
  const parent = tmpdir();
  try {
    return mkdtempSync(join(parent, "lutra-"));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new ToolFailure(
      `no temporary directory can be made in ${parent}: ${reasons.get(code) ?? code}`,
      "TMPDIR names the directory for temporary files: let it be one that is there and can be written to",
    );
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such directory"],
  ["ENOTDIR", "it is no directory"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
]);

const open = new Set<string>();

function removeAll(): void {
  for (const path of open) rmSync(path, { recursive: true, force: true });
}
