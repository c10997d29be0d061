/** Processes and what passes between them, in `lutra report`: who runs when, and who waits for whom. */
import type { Network } from "../synthesis/index.ts";
import { type Cell, table } from "./table.ts";
import type { Colors } from "./terminal.ts";

export function networkTables({ processes, channels }: Network, colors: Colors): string {
  const end = Math.max(1, ...processes.map((process) => process.end));
  const rows = processes.map((process, index): readonly Cell[] => [
    { text: index === 0 ? "timeline" : "", paint: colors.dim },
    { text: process.name },
    { text: String(process.start), align: "right" },
    { text: bar(process.start, process.end, end), paint: colors.cyan },
    { text: String(process.end), align: "right" },
    { text: waiting(process), paint: colors.dim },
  ]);
  const passed = channels.map((channel, index): readonly Cell[] => [
    { text: index === 0 ? "channels" : "", paint: colors.dim },
    { text: channel.by },
    { text: `${channel.from} -> ${channel.to}` },
    { text: kindOf(channel), paint: channel.why === null ? colors.cyan : colors.yellow },
  ]);
  return [table(rows), ...(passed.length === 0 ? [] : [table(passed)])].join("\n");
}

const width = 32;

function bar(start: number, end: number, all: number): string {
  const [from, to] = [start, end].map((cycle) => Math.round((width * cycle) / all));
  const length = Math.max(1, (to ?? 0) - (from ?? 0));
  return `${" ".repeat(Math.min(from ?? 0, width - 1))}${"#".repeat(length)}`.padEnd(width).slice(0, width);
}

function waiting({ waited, after }: Network["processes"][number]): string {
  return [
    ...(after.length === 0 ? [] : [`after ${after.join(", ")}`]),
    ...(waited === 0 ? [] : [`waits ${waited} ${waited === 1 ? "cycle" : "cycles"}`]),
  ].join("; ");
}

function kindOf({ kind, depth, words, why }: Network["channels"][number]): string {
  if (kind === "stream") return `stream of ${words} words, ${depth} deep`;
  return why === null ? kind : `${kind}: ${why}`;
}
