/** The time of a call on a board, in `lutra report --board`: what is copied, how long that takes, and what bounds the call. */
import { duration } from "../driver/device.ts";
import type { TimeOnBoard } from "../driver/roofline.ts";
import type { Span, Transfer } from "../system/transfer.ts";
import { type Cell, table } from "./table.ts";
import type { Colors } from "./terminal.ts";

type Row = readonly (Cell | string)[];

export function boardTable(time: TimeOnBoard, colors: Colors): string {
  const { board, transfer, computing, seconds, bound, roof, why } = time;
  const { copying, streaming } = transfer;
  const copies = transfer.copies.map(
    (copy, at): Row => [
      { text: at === 0 ? "moves" : "", paint: colors.dim },
      copy.array,
      { text: copy.bytesIn === 0 ? "" : `${copy.bytesIn} bytes in`, align: "right" },
      { text: copy.bytesOut === 0 ? "" : `${copy.bytesOut} bytes out`, align: "right" },
      { text: `${copy.bursts} ${copy.bursts === 1 ? "burst" : "bursts"}`, align: "right" },
      told(copy.seconds),
      copy.streamed ? "streams" : copiedWords(why[copy.array]),
    ],
  );
  const rows: readonly Row[] = [
    [{ text: "on a board", paint: colors.dim }, `${board}: ${transfer.over}`],
    [
      "",
      `copies ${told(copying)}, computing ${computing === null ? "as long as data say" : told(computing)}${streaming === null ? "" : `, streams meanwhile ${told(streaming)}`}`,
    ],
    ...(seconds === null ? [] : [["", { text: `${told(seconds)} a call`, paint: colors.bold }]]),
    ...(transfer.link === null
      ? []
      : [
          [
            "",
            `${told({ least: transfer.link.seconds, most: transfer.link.seconds })} over ${transfer.link.title}, where nothing is there yet`,
          ],
        ]),
    ...(computing === null ? [] : [["", boundWords(bound, transfer.kind)]]),
    ...(roof === null
      ? []
      : [
          [
            "",
            `${plain(roof.intensity)} operations a byte; ${giga(roof.reached)} of ${giga({ least: Math.min(roof.computing, roof.memory.least), most: Math.min(roof.computing, roof.memory.most) })} Gop/s that copies at the same time would allow`,
          ],
        ]),
  ];
  return `${table(rows)}${copies.length === 0 ? "" : `\n${table(copies)}`}`;
}

function copiedWords(why: string | undefined): string {
  return why === undefined ? "copied" : `copied: ${why}`;
}

function boundWords(bound: TimeOnBoard["bound"], kind: Transfer["kind"]): string {
  switch (bound) {
    case "copies":
      return `bound by the ${kind}: what it moves takes longer than the kernel`;
    case "computing":
      return "bound by the kernel: it takes longer than what the memory moves";
    case null:
      return "memory and kernel take about as long";
  }
}

function told({ least, most }: Span): string {
  const [a, b] = [duration(least * 1e9), duration(most * 1e9)];
  return a === b ? a : `${a} to ${b}`;
}

function giga({ least, most }: Span): string {
  const [a, b] = [plain(least / 1e9), plain(most / 1e9)];
  return a === b ? a : `${a} to ${b}`;
}

function plain(value: number): string {
  return String(Number(value.toPrecision(3)));
}
