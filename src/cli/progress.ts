/** Signs of life: for work of more than two seconds, and for work of many parts. */
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

export interface Bar {
  /** `done` of `total` are behind us, `what` is under way. */
  show(done: number, total: number, what: string): void;
  /** Makes room for a line, or for good. */
  clear(): void;
}

/** A bar on stderr, for work that leaves this thread free; nothing where nobody watches. */
export function progressBar(terminal: Terminal): Bar {
  if (!terminal.interactive) return { show: () => {}, clear: () => {} };
  let timer: NodeJS.Timeout | undefined;
  const clear = (): void => {
    clearInterval(timer);
    timer = undefined;
    terminal.err("\r\x1b[K");
  };
  const show = (done: number, total: number, what: string): void => {
    clear();
    const started = performance.now();
    const draw = (): void => {
      const filled = Math.round((barCells * done) / Math.max(1, total));
      const cells = "█".repeat(filled) + "░".repeat(barCells - filled);
      const seconds = Math.floor((performance.now() - started) / 1000);
      terminal.err(`\r  ${cells} ${done} of ${total}  ${what} ${seconds} s\x1b[K`);
    };
    draw();
    timer = setInterval(draw, 200).unref();
  };
  return { show, clear };
}

const barCells = 24;

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
