/** What a schedule asks of processes and no network can do, in words. */
import type { StreamWants } from "../../diagnostics/catalogue/hardware.ts";
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import { Diagnosed } from "../../diagnostics/diagnosed.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Loops, UnitLimit } from "../../loops/nodes.ts";
import type { Part, Split } from "../../loops/split.ts";
import type { NoStream } from "./streams.ts";
import type { Stuck } from "./timeline.ts";

const nowhere: Span = { from: 0, to: 0 };

export function refuseLimit(
  { source }: Loops,
  { operator, count }: UnitLimit,
  processes: readonly Part[],
): never {
  const facts = { operator, count, processes: processes.map(({ name }) => name) };
  throw new Diagnosed(source, [diagnose("limit-of-processes", startOf(processes[0]), facts)]);
}

export function refuseStream({ source }: Loops, split: Split, array: string, why: NoStream): never {
  const facts = { array, why: whyText(split, array, why), wants: wantsOf(why) };
  throw new Diagnosed(source, [diagnose("stream-order", spanOf(why) ?? firstUse(split, array), facts)]);
}

export function refuseDepth(
  { source }: Loops,
  split: Split,
  lanes: readonly { readonly array: string }[],
  { waits }: Stuck,
): never {
  const texts = waits.map(({ process, stream, for: what }) => {
    const array = lanes[stream]?.array ?? "";
    return `${nameOf(split, process)} waits for ${what === "word" ? `a word of ${array}` : `room in ${array}`}`;
  });
  throw new Diagnosed(source, [
    diagnose("streams-too-short", startOf(split.parts[waits[0]?.process ?? 0]), { waits: texts }),
  ]);
}

function wantsOf(why: NoStream): StreamWants {
  switch (why.why) {
    case "writers":
    case "both":
      return "user";
    case "banks":
    case "together":
      return "bank";
    case "order":
      return "order";
    case "irregular":
      return why.irregular.why === "again" ? "order" : "memory";
  }
}

/** Follows `t cannot be a stream: `. */
export function whyText(split: Split, array: string, why: NoStream): string {
  const elements = [...split.shared, ...split.outside].find(({ name }) => name === array)?.shape ?? [];
  switch (why.why) {
    case "writers":
      return "several processes use it";
    case "banks":
      return "it is in several memories";
    case "both":
      return `${nameOf(split, why.part)} reads it as well`;
    case "irregular":
      switch (why.irregular.why) {
        case "control":
          return `data decide how often ${nameOf(split, why.part)} uses it`;
        case "address":
          return `data decide which of its elements ${nameOf(split, why.part)} uses`;
        case "predicate":
          return `data decide whether ${nameOf(split, why.part)} uses an element`;
        case "long":
          return `${nameOf(split, why.part)} has more iterations than are looked at`;
        case "again": {
          const { op, bank, address } = why.irregular.touch;
          const verb = op.kind === "load" ? "reads" : "writes";
          return `${nameOf(split, why.part)} ${verb} ${elementText(elements, address, bank)} more than once`;
        }
      }
      break;
    case "together":
      return `${nameOf(split, why.part)} uses two elements of a memory in one cycle`;
    case "order": {
      if (split.outside.some(({ name }) => name === array)) {
        const instead =
          why.taken === null ? "nothing passes" : `${elementText(elements, why.taken.address, 0)} does`;
        return `where ${elementText(elements, why.at, 0)} would pass, ${instead}`;
      }
      const word = (touch: { readonly address: number } | null): string =>
        touch === null ? "nothing" : elementText(elements, touch.address, why.bank);
      return `of its words, number ${why.at} that is written is ${word(why.made)}, and number ${why.at} that ${nameOf(split, why.reader)} reads is ${word(why.taken)}`;
    }
  }
}

/** In one bank the address is the row-major position. */
function elementText(shape: readonly number[], address: number, bank: number): string {
  const index: number[] = [];
  let rest = address;
  for (const extent of shape.toReversed()) {
    index.unshift(rest % extent);
    rest = Math.floor(rest / extent);
  }
  return bank === 0 && rest === 0 ? `[${index.join(", ")}]` : `word ${address} of bank ${bank}`;
}

function spanOf(why: NoStream): Span | null {
  switch (why.why) {
    case "irregular":
      return why.irregular.span;
    case "together":
      return why.touch.op.span;
    case "order":
      return (why.taken ?? why.made)?.op.span ?? null;
    default:
      return null;
  }
}

function firstUse({ parts }: Split, array: string): Span {
  return startOf(parts.find(({ reads, writes }) => reads.has(array) || writes.has(array)));
}

function startOf(part: Part | undefined): Span {
  return part?.loops.body[0]?.origin.span ?? nowhere;
}

function nameOf({ parts }: Split, part: number): string {
  return parts[part]?.name ?? "";
}
