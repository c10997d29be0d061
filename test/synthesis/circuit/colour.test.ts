/** Which registers become one: never two that hold something at once, and only where that costs less. */
import { describe, expect, it } from "vitest";
import {
  type Candidate,
  type Costs,
  colour,
  type Life,
  overlap,
  type Source,
} from "../../../src/synthesis/circuit/colour.ts";
import { dice } from "../../hardware/random.ts";

const xilinx: Costs = { direct: 0.5, behind: 0.5, lutInputs: 6, ways: 3 };
const ice40: Costs = { direct: 1, behind: 0, lutInputs: 4, ways: 2 };

function life(run: number, from: number, to: number, period = 10): Life {
  return { run, period, from, to };
}

function source(shape: number, more: Partial<Source> = {}): Source {
  return { shape, reads: [], kind: "plain", room: true, ...more };
}

function held(lives: readonly Life[], more: Partial<Candidate> = {}): Candidate {
  return { width: 8, lives, rest: null, sources: [source(0)], signals: 1, ...more };
}

describe("registers of one source", () => {
  it("are one in graphs that never run at once", () => {
    expect(colour([held([life(0, 1, 5)]), held([life(1, 1, 5)])], xilinx)).toEqual([[0, 1]]);
  });
  it("are one where one lives after the other", () => {
    expect(colour([held([life(0, 4, 6)]), held([life(0, 1, 3)])], xilinx)).toEqual([[1, 0]]);
  });
  it("are two where both are looked at in a cycle", () => {
    expect(colour([held([life(0, 1, 4)]), held([life(0, 4, 6)])], xilinx)).toEqual([]);
  });
  it("are two where the life of one goes on in the next interval", () => {
    expect(colour([held([life(0, 3, 5, 4)]), held([life(0, 1, 1, 4)])], xilinx)).toEqual([]);
    expect(colour([held([life(0, 3, 5, 4)]), held([life(0, 2, 2, 4)])], xilinx)).toEqual([[1, 0]]);
  });
  it("are two where they wait for their next life at other values", () => {
    const [one, other] = [held([life(0, 0, 9)], { rest: "0" }), held([life(1, 0, 9)], { rest: "1" })];
    expect(colour([one, other], xilinx)).toEqual([]);
  });
  it("stay alone where a signal to enable them takes more than they do", () => {
    const narrow = { width: 1 };
    expect(colour([held([life(0, 1, 5)], narrow), held([life(1, 1, 5)], narrow)], xilinx)).toEqual([]);
  });
});

describe("registers of several sources", () => {
  const pair = (more: Partial<Source> = {}): readonly Candidate[] =>
    [0, 1].map((run) => held([life(run, 1, 5)], { sources: [source(run, more)] }));
  it("stay alone where a flip-flop is worth less than a choice", () => {
    expect(colour(pair(), xilinx)).toEqual([]);
  });
  it("are one where the choice takes the place of both", () => {
    expect(colour(pair(), ice40)).toEqual([[0, 1]]);
  });
  it("stay alone where each has a LUT before it anyway", () => {
    expect(colour(pair({ kind: "logic" }), ice40)).toEqual([]);
  });
  it("stay alone where the choice does not fit into the cycle", () => {
    expect(colour(pair({ room: false }), ice40)).toEqual([]);
  });
  it("are one where a LUT that chooses for each can choose for both", () => {
    const sources = (own: number): readonly Source[] => [
      source(0, { room: false }),
      source(own, { room: false }),
    ];
    const both = [1, 2].map((run) => held([life(run, 1, 5)], { sources: sources(run) }));
    expect(colour(both, xilinx)).toEqual([[0, 1]]);
  });
  it("take in a narrower one", () => {
    const [one, other] = pair();
    const narrow = { ...(other ?? held([])), width: 3 };
    expect(colour([one ?? held([]), narrow], ice40)).toEqual([[0, 1]]);
  });
});

describe("sources become the same", () => {
  const sum = (reads: readonly number[]): readonly Source[] => [source(7, { kind: "logic", reads })];
  it("where a register adds to itself", () => {
    const both = [0, 1].map((run) => held([life(run, 0, 9)], { sources: sum([run]) }));
    expect(colour(both, xilinx)).toEqual([[0, 1]]);
  });
  it("when what they read has become one", () => {
    const words = [0, 1].map((run) => held([life(run, 1, 2)]));
    const sums = [0, 1].map((run) => held([life(run, 3, 4)], { sources: sum([run]), width: 9 }));
    expect(colour([...words, ...sums], xilinx)).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });
  it("but not while they read two", () => {
    const words = [0, 1].map((run) => held([life(run, 1, 2)], { sources: [source(run)] }));
    const sums = [0, 1].map((run) => held([life(run, 3, 4)], { sources: sum([run]), width: 9 }));
    expect(colour([...words, ...sums], xilinx)).toEqual([]);
  });
});

describe("random lives", () => {
  const seeds = Array.from({ length: 300 }, (_, seed) => seed);
  const randomLife = (d: ReturnType<typeof dice>, period: number, run: number): Life => {
    const from = d.roll(2 * period);
    return { run, period, from, to: from + d.roll(period) };
  };
  /** Cycle by cycle. */
  const meet = (one: Life, other: Life): boolean => {
    const slots = ({ from, to, period }: Life): readonly number[] =>
      Array.from({ length: to - from + 1 }, (_, index) => (from + index) % period);
    return one.run === other.run && slots(one).some((slot) => slots(other).includes(slot));
  };

  it("overlap where they share a cycle", () => {
    for (const seed of seeds) {
      const d = dice(seed);
      const period = 1 + d.roll(7);
      const [one, other] = [randomLife(d, period, d.roll(2)), randomLife(d, period, d.roll(2))];
      expect(overlap(one, other), JSON.stringify([one, other])).toBe(meet(one, other));
    }
  });

  it("never meet in a group, whose members stand in no other", () => {
    for (const seed of seeds) {
      const d = dice(seed);
      const periods = [1 + d.roll(6), 1 + d.roll(6), 1 + d.roll(6)];
      const all = Array.from({ length: 2 + d.roll(10) }, (_, place) => {
        const runs = [0, 1, 2].filter(() => d.roll(2) === 0);
        const lives = (runs.length === 0 ? [0] : runs).map((run) => randomLife(d, periods[run] ?? 1, run));
        const reads = d.roll(2) === 0 ? [d.roll(place + 1)] : [];
        const kind = d.pick(["constant", "plain", "logic"] as const);
        const sources = [source(d.roll(3), { reads, kind, room: d.roll(3) > 0 })];
        return held(lives, { width: 4 + d.roll(3), sources, rest: d.pick([null, null, "0"]) });
      });
      const groups = colour(all, d.roll(2) === 0 ? xilinx : { ...ice40, direct: 100, behind: 20 });
      const members = groups.flat();
      expect(new Set(members).size).toBe(members.length);
      for (const group of groups) {
        const own = group.map((member) => all[member]?.lives ?? []);
        const clash = own.some((lives, at) =>
          own.slice(at + 1).some((others) => lives.some((one) => others.some((other) => meet(one, other)))),
        );
        expect(clash, `seed ${seed}`).toBe(false);
        expect(new Set(group.map((member) => all[member]?.rest)).size).toBe(1);
      }
    }
  });

  /** On a line the left edges are the best order there is. */
  it("take as many registers as values live at once, where iterations do not overlap", () => {
    for (const seed of seeds) {
      const d = dice(seed);
      const period = 4 + d.roll(12);
      const lives = Array.from({ length: 1 + d.roll(12) }, () => {
        const from = d.roll(period);
        return life(0, from, from + d.roll(period - from), period);
      });
      const groups = colour(
        lives.map((one) => held([one])),
        xilinx,
      );
      const registers = lives.length - groups.reduce((sum, group) => sum + group.length - 1, 0);
      const most = Array.from({ length: period }, (_, cycle) => cycle).map(
        (cycle) => lives.filter(({ from, to }) => from <= cycle && cycle <= to).length,
      );
      expect(registers, `seed ${seed}`).toBe(Math.max(...most));
    }
  });
});
