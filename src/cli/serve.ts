/**
 * `lutra serve`: compiles and runs kernels for another program, such as the `pylog` package, which asks over stdin and
 * reads answers from stdout. It ends when stdin does, and when the program that started it is gone.
 */
import { Worker } from "node:worker_threads";
import { DataError } from "../call/data_error.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import { Failure } from "../diagnostics/failure.ts";
import { diagnosticJson } from "../diagnostics/render.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import { systemFailure } from "../outside/files.ts";
import { BoardTrouble } from "../outside/port/trouble.ts";
import { isOutOfMemory } from "../types/storage.ts";
import { type Frame, FrameError, readFrames, sizeOf, writeFrame, writeSharedFrame } from "./frames.ts";
import { commandIn, offeredSegment, requestIn } from "./request.ts";
import { type Answer, createKernels, Faulted, type Kernels, UnknownKernel } from "./requests.ts";
import { type Body, largeBody, openSegment, pipedBody, type Segment } from "./segment.ts";

export interface Pipe {
  readonly requests: AsyncIterable<Uint8Array>;
  readonly answers: { write(bytes: Uint8Array): boolean; once(event: "drain", then: () => void): unknown };
}

export async function serve(
  pipe: Pipe = { requests: process.stdin, answers: process.stdout },
): Promise<void> {
  const kernels = createKernels();
  let segment: Segment | null = null;
  for await (const frame of readFrames(pipe.requests)) {
    const given = bodyOf(frame, segment);
    const { header, body } = await answered(kernels, frame.header, given);
    const offered = offeredSegment(frame.header);
    if (offered !== null) segment = openSegment(offered.fd, offered.token);
    const facts = offered === null ? header : { ...header, segment: segment !== null };
    for (const bytes of framed(facts, body, segment)) {
      if (pipe.answers.write(bytes)) continue;
      await new Promise<void>((resolve) => pipe.answers.once("drain", resolve));
    }
    kernels.rest(given.size);
  }
}

function bodyOf({ body, shared }: Frame, segment: Segment | null): Body {
  if (shared === 0) return pipedBody(body);
  if (segment === null) throw new FrameError("there is no shared memory");
  return segment.body(shared);
}

/** Large bodies go by shared memory; where that cannot take them, and where there is none, over the pipe. */
function framed(header: object, body: readonly Uint8Array[], segment: Segment | null): readonly Uint8Array[] {
  const size = sizeOf(body);
  if (size < largeBody) return [Buffer.concat(writeFrame(header, body))];
  if (segment === null) return writeFrame(header, body);
  try {
    segment.write(body);
  } catch {
    return writeFrame(header, body);
  }
  return writeSharedFrame(header, size);
}

async function answered(kernels: Kernels, header: unknown, body: Body): Promise<Answer> {
  try {
    return await kernels.answer(requestIn(header), body);
  } catch (error) {
    return { header: { ok: false, ...explained(error, header) }, body: [] };
  }
}

/** A kernel may compute for ever and hear nothing; this thread sees when there is nobody left to answer to. */
export function endWithParent(): void {
  process.on("SIGTERM", () => process.exit(143)); // what runs at exit removes the files of kernels
  if (process.platform === "win32") return; // a process keeps the number of a parent that is gone
  const watch = `
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    }, 1000);
  `;
  new Worker(watch, { eval: true }).unref();
}

type Explanation = { readonly kind: string; readonly message: string; readonly help: string | null } & object;

function explained(error: unknown, header: unknown): Explanation {
  if (error instanceof UnknownKernel) return { kind: "unknown-kernel", message: error.message, help: null };
  if (error instanceof Diagnosed) {
    const diagnostics = error.diagnostics.map((diagnostic) => diagnosticJson(error.source, diagnostic));
    return { kind: "diagnostics", message: error.message, help: null, ...{ diagnostics } };
  }
  if (error instanceof Faulted) {
    const { code, message, span } = error.fault;
    const place = diagnosticJson(error.source, { code, severity: "error", span, message });
    return { kind: "fault", message, help: null, ...{ diagnostics: [place] } };
  }
  if (error instanceof ToolFailure) return { kind: "tool", message: error.message, help: error.help };
  if (error instanceof DataError) return { kind: "data", message: error.message, help: null };
  if (error instanceof BoardTrouble) return { kind: "board", message: error.message, help: error.help };
  if (error instanceof Failure) {
    return { kind: error.status === 2 ? "tool" : "failure", message: error.message, help: error.help };
  }
  const text = error instanceof Error ? error.message : String(error);
  if (isOutOfMemory(error)) {
    return { kind: "tool", message: "there is not enough memory for this", help: "use smaller arrays" };
  }
  const refused = systemFailure(error);
  if (refused !== null) return { kind: "tool", message: refused.message, help: null };
  if (process.env.LUTRA_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  const help = `please report it with the source that shows it (${commandIn(header)})`;
  return { kind: "bug", message: text.replace(/^bug(?: in Lutra)?: /, ""), help };
}
