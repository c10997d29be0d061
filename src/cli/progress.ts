/** A sign of life for work of more than two seconds. */
import { Worker } from "node:worker_threads";
import type { Terminal } from "./terminal.ts";

const delayMs = 2000;

/**
 * Shows `what` and the seconds on stderr until `work` is done. The work blocks this thread, so the sign is drawn by
 * another one, straight to the file descriptor.
 */
export async function withProgress<T>(
  terminal: Terminal,
  what: string,
  work: () => T | Promise<T>,
): Promise<T> {
  if (!terminal.interactive) return work();
  const worker = new Worker(drawer, { eval: true, workerData: { what, delayMs } });
  worker.on("error", () => {}); // no sign is no failure
  worker.unref();
  const started = performance.now();
  try {
    return await work();
  } finally {
    await worker.terminate();
    if (performance.now() - started > delayMs) terminal.err("\r\x1b[K");
  }
}

/** Plain JavaScript, for it runs from text: a worker started from a file would need to know where that file lies. */
const drawer = `
const { workerData } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const frames = [..."⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"];
const started = Date.now();
let frame = 0;
setTimeout(() => setInterval(() => {
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  try {
    writeSync(2, "\\r" + frames[frame++ % frames.length] + " " + workerData.what + " " + seconds + " s\\x1b[K");
  } catch {}
}, 100), workerData.delayMs);
`;
