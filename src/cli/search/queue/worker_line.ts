/** What a person sees of a worker: a line that moves, and lines for what happens. */
import type { Terminal } from "../../terminal.ts";
import { numberText } from "../numbers.ts";

export interface WorkerLine {
  readonly evaluated: () => void;
  readonly done: () => number;
  readonly tell: (line: string) => void;
  readonly clear: () => void;
}

const drawEveryMs = 200;
const rateOverMs = 5000;

export function workerLine(terminal: Terminal): WorkerLine {
  let done = 0;
  let recent: readonly number[] = []; // when evaluations ended
  const draw = (): void => {
    const now = performance.now();
    recent = recent.filter((time) => time > now - rateOverMs);
    const rate = Math.round((recent.length * 10_000) / rateOverMs) / 10;
    terminal.err(`\r  ${numberText(done)} evaluations, ${numberText(rate)}/s\x1b[K`);
  };
  const timer = terminal.interactive ? setInterval(draw, drawEveryMs).unref() : undefined;
  const erase = terminal.interactive ? "\r\x1b[K" : "";
  return {
    evaluated: () => {
      done++;
      if (terminal.interactive) recent = [...recent, performance.now()];
    },
    done: () => done,
    tell: (line) => terminal.err(`${erase}${line}\n`),
    clear: () => {
      clearInterval(timer);
      terminal.err(erase);
    },
  };
}
