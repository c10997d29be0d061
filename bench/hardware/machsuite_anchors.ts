/** What a good design by hand takes of each kernel of machsuite/, in cycles: README.md says how it is reckoned. */
import type { Anchor } from "./anchors.ts";
import { data } from "./data.ts";
import type { Variant } from "./kernel.ts";

/** No schedule is written for them by hand. */
export const machsuiteVariants: readonly Variant[] = ["rolled", "balance", "auto"];

export const machsuite: readonly Anchor[] = [
  byHand("aes", 47),
  byHand("bfs", cyclesOfSearch()),
  byHand("fft", 10_540),
  byHand("kmp", cyclesOfMatching()),
  byHand("md", 4_200),
  byHand("nw", 17_160),
  byHand("radix", 147_456),
  byHand("ellpack", 2_530),
  byHand("stencil3d", 8_480),
  byHand("viterbi", 289_200),
];

function byHand(kernel: string, cycles: number): Anchor {
  return { kernel, periodNs: 6, others: [{ who: "hand", cycles }] };
}

/** 256 a level, 3 a node that is reached, 1 for each of its edges. */
function cyclesOfSearch(): number {
  const { begins = none, edges = none, start = none } = data.bfs ?? {};
  const reached = new Set([start(0)]);
  let open = [...reached];
  let cycles = 0;
  while (open.length > 0) {
    cycles += 256;
    const next: number[] = [];
    for (const node of open) {
      cycles += 3 + begins(node + 1) - begins(node);
      for (let edge = begins(node); edge < begins(node + 1); edge++) {
        if (reached.has(edges(edge))) continue;
        reached.add(edges(edge));
        next.push(edges(edge));
      }
    }
    open = next;
  }
  return cycles;
}

/** 1 a letter, 1 a step back; 8 for the table of steps back. */
function cyclesOfMatching(): number {
  const { pattern = none, text = none } = data.kmp ?? {};
  const back = [0, 0, 0, 0];
  const extended = (from: number, letter: number): readonly [to: number, steps: number] => {
    let [to, steps] = [from, 0];
    for (; to > 0 && pattern(to) !== letter; steps++) to = back[to - 1] ?? 0;
    return [pattern(to) === letter ? to + 1 : to, steps];
  };
  for (let at = 1; at < 4; at++) back[at] = extended(back[at - 1] ?? 0, pattern(at))[0];
  let [cycles, known] = [8, 0];
  for (let at = 0; at < 32_411; at++) {
    const [next, steps] = extended(known, text(at));
    cycles += 1 + steps;
    known = next >= 4 ? (back[3] ?? 0) : next;
  }
  return cycles;
}

function none(): number {
  return 0;
}
