/**
 * The roads of `lutra verify` are walked by a process of their own. Whatever it does, it can be stopped, with all that it
 * has started and all files it has made; this process stays awake to show what is known.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { on, once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { type Journey, type Road, type RoadName, verify } from "../call/verify.ts";
import { Failure } from "../diagnostics/failure.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import { thisMachine } from "../outside/index.ts";
import { makeWorkspace } from "../toolchain/workspace.ts";
import { endWithParent } from "./serve.ts";

interface Job {
  readonly journey: Journey;
  readonly wanted: readonly RoadName[];
}

type Message = { readonly kind: "road"; readonly road: Road } | { readonly kind: "done" };

/** Gives each road when it has ended. `program` starts Lutra. Ends early, and quietly, when it is stopped. */
export async function* walkApart(program: string, job: Job, stopped: AbortSignal): AsyncGenerator<Road> {
  const workspace = makeWorkspace();
  const child = spawn(process.execPath, [...process.execArgv, program, "walk"], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced", // it knows bigints, typed arrays and Maps
    detached: process.platform !== "win32", // Ctrl-C is for us
    env: { ...process.env, TMPDIR: workspace.path },
  });
  const leave = (): void => void child.kill("SIGTERM"); // whoever ends us, it ends too
  process.on("exit", leave);
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = `${said}${text}`.slice(-10_000);
  });
  try {
    const messages = on(child, "message", { signal: stopped, close: ["exit", "error"] });
    child.send(job);
    for await (const [message] of messages as AsyncIterable<[Message]>) {
      if (message.kind === "done") return;
      yield message.road;
    }
    throw lost(said);
  } catch (error) {
    if (!stopped.aborted) throw error;
  } finally {
    await end(child);
    process.off("exit", leave);
    workspace.remove();
  }
}

/** What the process of its own does: `lutra walk`, which only `verify` starts. */
export async function walk(): Promise<void> {
  const send = process.send?.bind(process);
  if (send === undefined) throw new Failure("lutra walk is a part of lutra verify, which starts it");
  endWithParent();
  process.on("disconnect", () => process.exit(143)); // what runs at exit ends our own children
  const tell = (message: Message): Promise<unknown> =>
    new Promise((told) => send(message, undefined, undefined, told));
  const [{ journey, wanted }] = (await once(process, "message")) as [Job];
  for await (const road of verify(journey, wanted, thisMachine)) await tell({ kind: "road", road });
  await tell({ kind: "done" });
  process.removeAllListeners("disconnect");
  process.disconnect();
}

/** It ends its own children if it is asked to; while it computes it hears nothing, and has none. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await Promise.race([gone, setTimeout(graceMs, null, { ref: false })]);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await gone;
}

const graceMs = 1000;

function lost(said: string): ToolFailure {
  const why = /heap out of memory|allocation failed/i.test(said)
    ? "there is not enough memory"
    : said.trim().split("\n")[0] || "it was stopped";
  return new ToolFailure(`the roads could not be walked to the end: ${why}`, null, { absent: false });
}
