/**
 * CPython + NumPy as a service for tests: one long-lived process, one kernel at a time.
 *
 *     const numpy = await startNumpy();
 *     const outcome = await numpy.run({ path: "gemm.py", kernel: null, args: { a, b } });
 *     numpy.close();
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { WireValue } from "./wire.ts";

export interface NumpyRequest {
  readonly path?: string; // read when there is no text; also the file name in tracebacks
  readonly text?: string;
  readonly kernel: string | null; // null: the one function decorated with @pylog
  readonly args: Readonly<Record<string, WireValue>>;
  readonly seconds?: number; // 20 unless said
}

export type NumpyOutcome =
  | {
      readonly ok: true;
      readonly args: Readonly<Record<string, WireValue>>; // as they stand after the call
      readonly results: readonly WireValue[];
    }
  | { readonly ok: false; readonly exception: NumpyException };

export interface NumpyException {
  readonly type: string; // "IndexError"
  readonly message: string;
  readonly line: number | null; // in the kernel's own text
}

export interface NumpyServer {
  run(request: NumpyRequest): Promise<NumpyOutcome>;
  close(): void;
}

const python = process.env.LUTRA_PYTHON ?? "python3";
const script = fileURLToPath(new URL("server.py", import.meta.url));

/** Null when there is no CPython with NumPy here, unless LUTRA_TOOLS=required: then that is an error. */
export async function findNumpy(env: NodeJS.ProcessEnv = {}): Promise<NumpyServer | null> {
  const server = startNumpy(script, env);
  try {
    const probe = "import numpy\ndef probe():\n    return int(numpy.__version__.split('.')[0])\n";
    const outcome = await server.run({ text: probe, kernel: "probe", args: {} });
    const version = outcome.ok ? outcome.results[0] : undefined;
    if (version !== undefined && "value" in version && Number(version.value) >= 2) return server;
    throw new Error(`${python} has no NumPy 2 or later`);
  } catch (error) {
    server.close();
    if (process.env.LUTRA_TOOLS === "required") throw error;
    return null;
  }
}

/** `program`: another script that answers the same requests. */
export function startNumpy(program = script, env: NodeJS.ProcessEnv = {}): NumpyServer {
  let process_: LiveProcess | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  const ask = async (request: NumpyRequest): Promise<NumpyOutcome> => {
    process_ ??= spawnServer(program, env);
    try {
      return await exchange(process_, request);
    } catch (error) {
      process_.child.kill("SIGKILL"); // whatever state it is in, the next request gets a fresh one
      process_ = null;
      throw error;
    }
  };
  return {
    run(request) {
      const answer = queue.then(() => ask(request));
      queue = answer.catch(() => undefined);
      return answer;
    },
    close() {
      process_?.child.stdin?.end();
      process_?.child.kill();
      process_ = null;
    },
  };
}

interface LiveProcess {
  readonly child: ChildProcess;
  onLine: (line: string) => void;
  onEnd: (why: string) => void;
}

/** NumPy's vector loops fuse the products of complex numbers where the machine can; its scalars never do. */
export const withoutFusing = { NPY_DISABLE_CPU_FEATURES: "X86_V3 X86_V4 FMA3 AVX2 AVX512F AVX512_SKX" };

function spawnServer(program: string, env: NodeJS.ProcessEnv): LiveProcess {
  const child = spawn(python, [program], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const live: LiveProcess = { child, onLine: () => {}, onEnd: () => {} };
  let complaints = "";
  child.stderr?.on("data", (chunk) => {
    complaints = (complaints + String(chunk)).slice(-4000);
  });
  child.stdin?.on("error", () => {}); // the exit below says why
  child.on("error", (error) => live.onEnd(`cannot run ${python}: ${error.message}`));
  child.on("exit", (code, signal) => live.onEnd(`${python} ended (${signal ?? code}): ${complaints}`));
  if (child.stdout !== null) createInterface({ input: child.stdout }).on("line", (line) => live.onLine(line));
  return live;
}

function exchange(live: LiveProcess, request: NumpyRequest): Promise<NumpyOutcome> {
  const seconds = request.seconds ?? 20;
  return new Promise((resolve, reject) => {
    const name = request.path ?? request.kernel ?? "kernel";
    const settle = (act: () => void) => {
      clearTimeout(timer);
      live.onLine = () => {};
      live.onEnd = () => {};
      act();
    };
    // The server ends a slow kernel itself; this is for one stuck in native code.
    const timer = setTimeout(
      () => settle(() => reject(new Error(`${name}: no answer from ${python}`))),
      (seconds + 10) * 1000,
    );
    live.onLine = (line) => settle(() => resolve(parseAnswer(line)));
    live.onEnd = (why) => settle(() => reject(new Error(`${name}: ${why}`)));
    live.child.stdin?.write(`${JSON.stringify({ ...request, seconds })}\n`);
  });
}

function parseAnswer(line: string): NumpyOutcome {
  const answer = JSON.parse(line) as {
    args: Record<string, WireValue>;
    results: WireValue[];
    exception?: NumpyException;
  };
  return answer.exception === undefined
    ? { ok: true, args: answer.args, results: answer.results }
    : { ok: false, exception: answer.exception };
}
