/** Programs of other people as WebAssembly: fetched when somebody asks for what they do, run on files in memory. */
import { ToolFailure } from "../../../src/diagnostics/tool_failure.ts";

export type Files = Readonly<Record<string, unknown>>;

/** What one has left, and what it has said. */
export interface Ran {
  readonly ok: boolean;
  readonly output: string;
  file(name: string): string;
  bytes(name: string): Uint8Array;
}

type Run = (
  args: string[],
  files: Record<string, string>,
  options: {
    readonly stdout: (bytes: Uint8Array | null) => void;
    readonly stderr: (bytes: Uint8Array | null) => void;
    readonly decodeASCII: boolean;
  },
) => unknown;

export async function runYosys(
  files: Readonly<Record<string, string>>,
  commands: readonly string[],
): Promise<Ran> {
  const script = { ...files, "synthesis.ys": `${commands.join("\n")}\n` };
  const { runYosys: run } = await fetched("Yosys", import("@yowasp/yosys"));
  return ran(run as Run, ["-q", "-s", "synthesis.ys"], script);
}

export async function runNextpnr(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  chip: string,
): Promise<Ran> {
  const { runNextpnrIce40: run } = await ice40For(chip);
  return ran(run as Run, args, files);
}

export async function runIcepack(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  chip: string,
): Promise<Ran> {
  const { runIcepack: run } = await ice40For(chip);
  return ran(run as Run, args, files);
}

/** Of its data, 220 MB, those of one chip are fetched; of its programs the two that are run. */
async function ice40For(chip: string) {
  const [all, { modules, filesystem }] = await fetched(
    "nextpnr",
    Promise.all([import("@yowasp/nextpnr-ice40"), import("@yowasp/nextpnr-ice40/resources")]),
  );
  const { ice40 } = filesystem.share;
  for (const name of Object.keys(ice40)) if (name !== `chipdb-${chip}.bin`) delete ice40[name];
  for (const name of Object.keys(modules)) if (!/^(nextpnr-ice40|icepack)\./.test(name)) delete modules[name];
  return all;
}

async function fetched<T>(name: string, coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch {
    throw new ToolFailure(`${name} cannot be fetched from where this page is`, null, { absent: true });
  }
}

async function ran(run: Run, args: readonly string[], files: Readonly<Record<string, string>>): Promise<Ran> {
  const said: string[] = [];
  const decoder = new TextDecoder();
  const show = (bytes: Uint8Array | null): void => {
    if (bytes !== null) said.push(decoder.decode(bytes, { stream: true }));
  };
  const options = { stdout: show, stderr: show, decodeASCII: false };
  const end = (ok: boolean, left: Files): Ran => {
    const bytes = (name: string): Uint8Array => {
      const content = left[name];
      if (content instanceof Uint8Array) return content;
      throw new Error(`${name} was not written`);
    };
    return { ok, output: said.join(""), bytes, file: (name) => new TextDecoder().decode(bytes(name)) };
  };
  try {
    return end(true, (await run([...args], { ...files }, options)) as Files);
  } catch (error) {
    if (!(error instanceof Error) || !("files" in error)) said.push(`ERROR: ${String(error)}`);
    return end(false, {});
  }
}
