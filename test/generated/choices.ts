/**
 * A program is made from a list of numbers, read one by one: what to write next, of which type, how much of it.
 * 0 is always the simplest choice and an exhausted list reads as 0, so a shorter list of smaller numbers is a simpler
 * program, and every list is a well-typed one. That is what lets fast-check shrink programs.
 */
import fc from "fast-check";

export interface Choices {
  /** One of 0 to n - 1. */
  pick(n: number): number;
  /** True in so many of a hundred cases; the simplest choice is false. */
  chance(percent: number): boolean;
  /** Marks what `make` reads as one part of the program: it can be dropped, simplified, or stand for its parent. */
  part<T>(make: () => T): T;
}

export interface Part {
  readonly from: number;
  readonly to: number;
}

export interface ChoiceReader extends Choices {
  readonly parts: readonly Part[]; // inner ones first
  readonly used: number; // how many were read
}

const most = 0x10000;

export function readChoices(numbers: readonly number[]): ChoiceReader {
  const parts: Part[] = [];
  let at = 0;
  const next = (): number => numbers[at++] ?? 0;
  return {
    parts,
    get used() {
      return Math.min(at, numbers.length);
    },
    pick: (n) => (n < 2 ? 0 : Math.floor((next() * n) / most)),
    chance: (percent) => next() * 100 >= most * (100 - percent),
    part(make) {
      const from = at;
      const made = make();
      parts.push({ from, to: at });
      return made;
    },
  };
}

/** One of the items, the first the simplest. */
export function oneOf<T>(c: Choices, items: readonly T[]): T {
  const item = items[c.pick(items.length)];
  if (item === undefined) throw new Error("a choice among nothing");
  return item;
}

/** One of the items by weight, the first with a weight the simplest. */
export function weighted<T>(c: Choices, items: readonly (readonly [weight: number, item: T])[]): T {
  const total = items.reduce((sum, [weight]) => sum + weight, 0);
  let left = c.pick(total);
  for (const [weight, item] of items) {
    left -= weight;
    if (left < 0) return item;
  }
  throw new Error("a choice among nothing");
}

/** Lists of choices. `write` tells the program a list stands for, and the parts it was read in. */
export function choiceLists(
  length: number,
  write: (numbers: readonly number[]) => { readonly text: string; readonly reader: ChoiceReader },
): fc.Arbitrary<readonly number[]> {
  return new ChoiceLists(length, write);
}

/** A class because fast-check asks for one. Its context is where shrinking goes on: behind the last success. */
class ChoiceLists extends fc.Arbitrary<readonly number[]> {
  readonly #length: number;
  readonly #write: (numbers: readonly number[]) => { readonly text: string; readonly reader: ChoiceReader };
  readonly #tried = new Set<string>();

  constructor(length: number, write: ChoiceLists["write"]) {
    super();
    this.#length = length;
    this.#write = write;
  }

  get write() {
    return this.#write;
  }

  override generate(random: fc.Random): fc.Value<readonly number[]> {
    const numbers = Array.from({ length: this.#length }, () => random.nextInt(0, most - 1));
    return new fc.Value(numbers, 0);
  }

  override canShrinkWithoutContext(_value: unknown): _value is readonly number[] {
    return false;
  }

  override shrink(numbers: readonly number[], context: unknown): fc.Stream<fc.Value<readonly number[]>> {
    return fc.stream(this.#simpler(numbers, typeof context === "number" ? context : 0));
  }

  *#simpler(numbers: readonly number[], from: number): IterableIterator<fc.Value<readonly number[]>> {
    const { text, reader } = this.#write(numbers);
    this.#tried.add(text);
    const used = numbers.slice(0, reader.used);
    const candidates = [...simplifications(used, reader.parts)];
    for (let i = 0; i < candidates.length; i++) {
      const at = (from + i) % candidates.length;
      const candidate = candidates[at]?.();
      if (candidate === undefined) continue;
      const simpler = this.#write(candidate).text;
      if (this.#tried.has(simpler)) continue;
      this.#tried.add(simpler);
      yield new fc.Value(candidate, at);
    }
  }
}

/** Without a part; a part made trivial; a part in the place of the one around it; smaller numbers. */
function* simplifications(
  numbers: readonly number[],
  parts: readonly Part[],
): IterableIterator<() => readonly number[]> {
  const replace = (part: Part, by: readonly number[]) => [
    ...numbers.slice(0, part.from),
    ...by,
    ...numbers.slice(part.to),
  ];
  const outerFirst = [...parts].sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from);
  for (const part of outerFirst) {
    yield () => replace(part, []);
    if (part.to - part.from > 1) yield () => replace(part, [0]);
  }
  for (const part of outerFirst) {
    const inner = outerFirst.filter((p) => p.from >= part.from && p.to <= part.to && p !== part);
    for (const child of inner.slice(0, 12)) yield () => replace(part, numbers.slice(child.from, child.to));
  }
  for (const [i, number] of numbers.entries()) {
    if (number === 0) continue;
    for (const smaller of new Set([0, number >> 1, number - (number >> 3), number - 1]))
      yield () => numbers.with(i, smaller);
  }
}
