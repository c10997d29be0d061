/** Where a command prints: text and colours for a person, or JSON for a program. */
import { createColors } from "picocolors";

export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly color: boolean; // on stdout
  readonly errorColor: boolean; // on stderr
  readonly interactive: boolean; // a person watches stderr
  readonly program?: string; // a file that starts Lutra in a process of its own; else everything is done in this one
}

export type Colors = ReturnType<typeof createColors>;

export function colorsOf(terminal: Terminal): Colors {
  return createColors(terminal.color);
}

/** Colours only on a terminal, never under NO_COLOR (no-color.org); FORCE_COLOR turns them on. */
export function processTerminal(program?: string): Terminal {
  const wanted = (stream: NodeJS.WriteStream): boolean => {
    if (process.env.NO_COLOR) return false;
    if (process.env.FORCE_COLOR) return process.env.FORCE_COLOR !== "0";
    return stream.isTTY === true && process.env.TERM !== "dumb";
  };
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0); // the reader, such as `head`, has seen enough
    throw error;
  });
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    color: wanted(process.stdout),
    errorColor: wanted(process.stderr),
    interactive: process.stderr.isTTY === true && process.env.TERM !== "dumb",
    ...(program === undefined ? {} : { program }),
  };
}

export function printJson(terminal: Terminal, facts: unknown): void {
  terminal.out(`${JSON.stringify(facts, jsonValue, 2)}\n`);
}

/** JSON has no bigint, NaN or infinity: they go as text. */
export function jsonValue(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value;
}
