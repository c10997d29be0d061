/**
 * Runs a kernel in TypeScript, whose types are blanked out, and tells the Program that it writes down. It is a worker of a frame
 * without origin or network (frame.html): the text may be anybody's, and may do here whatever it likes. What it sends is checked
 * by who takes it (written.ts).
 */
import {
  DslError,
  type DslKernel,
  kernelAmong,
  kernelReading,
  Place,
  Tensor,
  Term,
} from "../../../src/frontend/dsl/index.ts";
import type { Mark, Written } from "../protocol.ts";

export interface SandboxJob {
  readonly path: string;
  readonly text: string; // as it was written
  readonly code: string; // without types, everything at its place
  readonly imports: readonly { readonly from: number; readonly to: number }[]; // where it says "lutra"
  readonly kernel: string; // empty: the only one
}

interface SandboxScope {
  lutra?: object;
  postMessage(message: Written): void;
  onmessage: ((event: { readonly data: SandboxJob }) => void) | null;
}

const scope = globalThis as unknown as SandboxScope;

scope.onmessage = async ({ data }) => scope.postMessage(await writtenBy(data));

async function writtenBy(job: SandboxJob): Promise<Written> {
  const { path, text, kernel: name } = job;
  const lutra = { kernel: kernelReading(() => ({ path, text })), DslError, Place, Tensor, Term };
  scope.lutra = lutra;
  const names = Object.keys(lutra);
  const library = moduleOf(names.map((one) => `export const ${one} = lutra.${one};`).join("\n"));
  const own = moduleOf(
    job.imports.reduceRight(
      (code, { from, to }) => code.slice(0, from) + JSON.stringify(library) + code.slice(to),
      job.code,
    ),
  );
  try {
    const exported = await import(/* @vite-ignore */ own);
    const found = kernelAmong(exported, path, name === "" ? null : name);
    if (!found.ok) return refused([{ ...atStart, message: found.message, help: found.help }]);
    return { ok: true, program: (found.written as DslKernel).program };
  } catch (error) {
    return refused([markOf(error, job, own, names)]);
  }
}

function moduleOf(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
}

function refused(marks: readonly Mark[]): Written {
  return { ok: false, marks };
}

const atStart = { from: 0, to: 0, severity: "error", code: "typescript" } as const;

function markOf(error: unknown, job: SandboxJob, own: string, names: readonly string[]): Mark {
  if (error instanceof DslError)
    return { ...placeIn(job.text, error.at), message: error.reason, help: error.help };
  if (!(error instanceof Error)) return { ...atStart, message: `it throws ${String(error)}`, help: null };
  const missing = /does not provide an export named '(\w+)'/.exec(error.message)?.[1];
  const [first] = job.imports;
  if (missing !== undefined && first !== undefined)
    return {
      ...{ ...atStart, ...first, message: `\`lutra\` has no \`${missing}\` in the explorer` },
      help: `there are ${names.join(", ")}, and all types`,
    };
  const { stack = "" } = error;
  const at = stack.indexOf(own);
  const place = at < 0 ? null : /^:\d+:\d+/.exec(stack.slice(at + own.length))?.[0];
  return { ...placeIn(job.text, place ?? null), message: `${error.name}: ${error.message}`, help: null };
}

/** From `…:line:column`, both from 1, to the word that stands there. */
function placeIn(
  text: string,
  at: string | null,
): typeof atStart | (Omit<typeof atStart, "from" | "to"> & Pick<Mark, "from" | "to">) {
  const [, line, column] = /:(\d+):(\d+)$/.exec(at ?? "") ?? [];
  if (line === undefined || column === undefined) return atStart;
  const lines = text.split("\n");
  const before = lines.slice(0, Number(line) - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const from = before + Number(column) - 1;
  const word = /^[\w$.]+/.exec(text.slice(from));
  return { ...atStart, from, to: from + (word?.[0].length ?? 1) };
}
