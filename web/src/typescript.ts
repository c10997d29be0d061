/**
 * Kernels in TypeScript are programs: before workers are asked about one, it runs, and what it writes down goes with the request. A
 * link may bring anybody's text, so it runs in a frame without origin and without network (frame.html), which is removed when
 * it has answered, or has had its time.
 */
import type { Client, Ending, Job } from "./client.ts";
import { element } from "./dom.ts";
import type { JavascriptPart, Mark, Part, Request, Subject, Written } from "./protocol.ts";
import { languageOf } from "./subject.ts";
import type { SandboxJob } from "./worker/sandbox.ts";
import sandboxAddress from "./worker/sandbox.ts?worker&url";

const limitMs = 5000;

/** The same client, for kernels in TypeScript too. */
export function withTypescript(client: Client): Client {
  const newest = new Map<string, number>(); // of each lane
  let last: { readonly key: string; readonly written: Promise<Written | Ending | Part> } | null = null;

  const writtenOf = (subject: Subject): Promise<Written | Ending | Part> => {
    const key = JSON.stringify([subject.path, subject.kernel, subject.text]);
    if (last?.key !== key) last = { key, written: write(client, subject) };
    return last.written;
  };

  const ask: Client["ask"] = (lane, request, onPart, options) => {
    const own = (newest.get(lane) ?? 0) + 1;
    newest.set(lane, own);
    if (languageOf(request.subject.path) === "python") return client.ask(lane, request, onPart, options);
    let job: Job | null = null;
    let isStopped = false;
    const go = async (): Promise<Ending> => {
      const written = await writtenOf(request.subject);
      if (typeof written === "string") last = null; // it may be asked again
      if (isStopped || newest.get(lane) !== own) return "stopped";
      if (typeof written === "string") return written;
      if ("kind" in written) {
        onPart(written);
        return "done";
      }
      job = client.ask(lane, withWritten(request, written), onPart, options);
      return job.ended;
    };
    const stop = (): void => {
      isStopped = true;
      job?.stop();
    };
    return { ended: go(), stop };
  };
  return { ...client, ask };
}

function withWritten(request: Request, written: Written): Request {
  return { ...request, subject: { ...request.subject, written } };
}

async function write(client: Client, subject: Subject): Promise<Written | Ending | Part> {
  let told: JavascriptPart | null = null;
  let other: Part | null = null;
  const request: Request = { kind: "javascript", subject };
  const ending = await client.ask("typescript", request, (part) => {
    if (part.kind === "javascript") told = part;
    else other = part;
  }).ended;
  if (ending !== "done") return ending;
  const found = told as JavascriptPart | null;
  if (found === null) return (other as Part | null) ?? "crashed";
  const { path, text, kernel } = subject;
  return found.ok
    ? run({ path, text, kernel, code: found.code, imports: found.imports })
    : { ok: false, marks: found.marks };
}

async function run(given: SandboxJob): Promise<Written> {
  const script = await (await fetch(sandboxAddress)).text();
  const frame = element("iframe", {
    sandbox: "allow-scripts",
    src: "frame.html",
    title: "a kernel",
    hidden: true,
  });
  const { port1, port2 } = new MessageChannel();
  try {
    return await new Promise<Written>((resolve) => {
      setTimeout(() => resolve(refused(`it has not ended after ${limitMs / 1000} s`)), limitMs);
      port1.onmessage = ({ data }) => resolve(checked(data));
      frame.onload = () => frame.contentWindow?.postMessage({ script, given }, "*", [port2]);
      document.body.append(frame);
    });
  } finally {
    frame.remove();
    port1.close();
  }
}

/** It has come from where anybody's code runs. */
function checked(value: unknown): Written {
  if (typeof value !== "object" || value === null || !("ok" in value)) return refused("it ended its worker");
  if (value.ok === true && "program" in value) return { ok: true, program: value.program };
  const marks: unknown = "marks" in value ? value.marks : null;
  return Array.isArray(marks) && marks.every(isMark) ? { ok: false, marks } : refused("it ended strangely");
}

function isMark(value: unknown): value is Mark {
  if (typeof value !== "object" || value === null) return false;
  const { from, to, severity, code, message, help } = value as Partial<Record<keyof Mark, unknown>>;
  const isPlace = Number.isSafeInteger(from) && Number.isSafeInteger(to) && severity === "error";
  const isText = typeof code === "string" && typeof message === "string";
  return isPlace && isText && (help === null || typeof help === "string");
}

function refused(what: string): Written {
  const message = `the kernel was run to see what it writes down: ${what}`;
  return {
    ok: false,
    marks: [{ from: 0, to: 0, severity: "error", code: "typescript", message, help: null }],
  };
}
