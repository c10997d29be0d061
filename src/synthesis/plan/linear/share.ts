/**
 * Products of a matrix of constants by a vector, as few sums.
 *
 * Every constant is its canonical signed digits, so each result is a sum of digits: operands, shifted, added or taken away.
 * A pair of digits that several results have is added once and becomes an operand itself; the pair that saves most goes
 * first, until no pair comes twice (Hartley 1996; for whole matrices da4ml, Sun et al., "da4ml: distributed arithmetic for
 * real-time neural networks on FPGAs", 2025).
 *
 *     5 x + 3 y = x + 4 x - y + 4 y        s = x + y,  r = x - y
 *     4 x + 4 y                            4 s + r,    4 s
 *
 * No result gets deeper by it: a tree over digits at levels l takes ceil(log2(sum of 2^l)) adders one behind another
 * (Kraft), and a pair is not taken where that would grow.
 */
import { bug } from "../../../diagnostics/bug.ts";
import { type Candidates, count, insert, newCandidates, refused, takeTop } from "./candidates.ts";

/** sign * node * 2^shift */
export interface Digit {
  readonly of: number;
  readonly shift: number;
  readonly sign: 1 | -1;
}

/** An operand, or a sum of two digits. */
export interface Node {
  readonly bits: number;
  readonly level: number; // adders behind it
}

export interface Pair extends Node {
  readonly one: Digit;
  readonly two: Digit;
}

export interface Shared {
  readonly pairs: readonly Pair[]; // nodes after the operands, in this order
  readonly rows: readonly (readonly Digit[])[]; // what is left of each result
}

export function shared(operands: readonly Node[], rows: readonly (readonly Digit[])[]): Shared {
  const nodes: Node[] = [...operands];
  const pairs: Pair[] = [];
  const sharing = newSharing(nodes, rows);
  for (let best = pop(sharing); best !== null; best = pop(sharing)) {
    const places = occurrences(sharing, best);
    if (places.length < 2) {
      sharing.candidates.offered[best.pair] = refused;
      continue;
    }
    const pair = pairOf(nodes, best);
    nodes.push(pair);
    pairs.push(pair);
    for (const { list, one, two } of places) replace(sharing, list, one, two, nodes.length - 1);
  }
  const left = rows.map((_, row) => sharing.lists.flatMap((list) => (list.row === row ? list.digits : [])));
  return { pairs, rows: left };
}

/** Adders one behind another that a tree over digits needs. */
export function depthOf(levels: readonly number[]): number {
  const most = levels.reduce((one, other) => Math.max(one, other), 0);
  const weight = levels.reduce((sum, level) => sum + 2 ** (level - most), 0);
  return most + Math.ceil(Math.log2(weight) - 1e-9);
}

/** Digits of a result among which pairs are looked for: the square of them is counted. */
const mostDigits = 192;

interface List {
  readonly row: number;
  digits: Digit[];
}

/** How deep a result may get, and how much of that its digits take: a digit at level l takes 2^(l - depth). */
interface Row {
  readonly depth: number;
  weight: number;
}

interface Sharing {
  readonly nodes: readonly Node[];
  readonly lists: readonly List[];
  readonly rows: readonly Row[];
  readonly candidates: Candidates;
  readonly holders: Map<number, Set<List>>; // of each node
}

interface Candidate extends Pattern {
  readonly pair: number; // of `candidates`
}

function newSharing(nodes: readonly Node[], given: readonly (readonly Digit[])[]): Sharing {
  const lists = given.flatMap((digits, row): List[] => {
    const parts = Math.ceil(digits.length / mostDigits);
    const size = Math.ceil(digits.length / parts);
    return Array.from({ length: parts }, (_, k) => ({ row, digits: digits.slice(k * size, (k + 1) * size) }));
  });
  const rows = given.map((digits): Row => {
    const levels = digits.map(({ of }) => levelOf(nodes, of));
    const depth = levels.length === 0 ? 0 : depthOf(levels);
    return { depth, weight: levels.reduce((sum, level) => sum + 2 ** (level - depth), 0) };
  });
  const candidates = newCandidates();
  const sharing: Sharing = { nodes, lists, rows, candidates, holders: new Map() };
  for (const list of lists)
    for (const [at, one] of list.digits.entries()) {
      hold(sharing, one.of, list);
      for (let next = at + 1; next < list.digits.length; next++) {
        const two = list.digits[next];
        if (two !== undefined) count(candidates, keyOf(one, two), 1);
      }
    }
  for (let pair = 0; pair < candidates.size; pair++) offer(sharing, pair);
  return sharing;
}

function levelOf(nodes: readonly Node[], id: number): number {
  return nodes[id]?.level ?? bug(`no node ${id}`);
}

/** first + sign * second * 2^distance; the first has the smaller number, or stands lower. */
interface Pattern {
  readonly first: number;
  readonly second: number;
  readonly distance: number;
  readonly sign: 1 | -1;
}

function isOrdered(one: Digit, two: Digit): boolean {
  return one.of < two.of || (one.of === two.of && one.shift <= two.shift);
}

const places = 512; // of distances
const many = 2 ** 21; // nodes

function keyOf(one: Digit, two: Digit): number {
  const first = isOrdered(one, two) ? one : two;
  const second = first === one ? two : one;
  const distance = second.shift - first.shift + places / 2;
  return ((first.of * many + second.of) * places + distance) * 2 + (first.sign === second.sign ? 1 : 0);
}

function patternOf(key: number): Pattern {
  const pair = Math.floor(key / 2 / places);
  return {
    first: Math.floor(pair / many),
    second: pair % many,
    distance: (Math.floor(key / 2) % places) - places / 2,
    sign: key % 2 === 1 ? 1 : -1,
  };
}

function hold({ holders }: Sharing, node: number, list: List): void {
  const held = holders.get(node);
  if (held === undefined) holders.set(node, new Set([list]));
  else held.add(list);
}

function offer({ candidates, nodes }: Sharing, pair: number): void {
  const times = candidates.counts[pair] ?? 0;
  if (times < 2 || candidates.offered[pair] === refused) return;
  const score = (times - 1) * adderBits(nodes, patternOf(candidates.keys[pair] ?? 0));
  if (score <= (candidates.offered[pair] ?? 0)) return; // it will be found there, and counted again
  candidates.offered[pair] = score;
  insert(candidates, pair, score);
}

/** Bits of the adder: what stands below the upper operand passes by, unless it is taken away. */
function adderBits(nodes: readonly Node[], { first, second, distance, sign }: Pattern): number {
  const [a, b] = [nodes[first]?.bits ?? 0, nodes[second]?.bits ?? 0];
  const [up, down] = [Math.max(0, -distance), Math.max(0, distance)];
  const passes = sign === 1 || distance > 0 ? Math.max(up, down) : 0;
  return Math.max(1, Math.max(a + up, b + down) - passes);
}

/** The pair that saves most, as it counts by now; null: none comes twice. */
function pop({ candidates, nodes }: Sharing): Candidate | null {
  for (let pair = takeTop(candidates); pair >= 0; pair = takeTop(candidates)) {
    const times = candidates.counts[pair] ?? 0;
    const best = candidates.offered[pair] ?? 0;
    if (times < 2 || best === refused) continue;
    const pattern = patternOf(candidates.keys[pair] ?? 0);
    const score = (times - 1) * adderBits(nodes, pattern);
    if (score === candidates.highest) return { ...pattern, pair };
    if (candidates.highest < best) continue; // offered again since, for more
    candidates.offered[pair] = score;
    insert(candidates, pair, score);
  }
  return null;
}

interface Occurrence {
  readonly list: List;
  readonly one: Digit;
  readonly two: Digit;
}

/** Each digit in one of them at most, and no result deeper than it may be. */
function occurrences(sharing: Sharing, pattern: Candidate): readonly Occurrence[] {
  const { nodes, holders } = sharing;
  const [a, b] = [levelOf(nodes, pattern.first), levelOf(nodes, pattern.second)];
  const found: Occurrence[] = [];
  for (const list of holders.get(pattern.second) ?? []) {
    if (holders.get(pattern.first)?.has(list) !== true) continue;
    const row = rowOf(sharing, list);
    const more = moreWeight(row, a, b);
    const seconds = new Map(
      list.digits.filter(({ of }) => of === pattern.second).map((digit) => [digit.shift, digit]),
    );
    const taken = new Set<Digit>();
    for (const one of list.digits) {
      if (one.of !== pattern.first || taken.has(one)) continue;
      const two = seconds.get(one.shift + pattern.distance);
      if (two === undefined || two === one || taken.has(two)) continue;
      if ((one.sign === two.sign ? 1 : -1) !== pattern.sign) continue;
      if (row.weight + more > 1 + 1e-9) break;
      row.weight += more;
      taken.add(one).add(two);
      found.push({ list, one, two });
    }
  }
  if (found.length < 2)
    for (const row of found.map(({ list }) => rowOf(sharing, list))) row.weight -= moreWeight(row, a, b);
  return found;
}

function rowOf({ rows }: Sharing, { row }: List): Row {
  return rows[row] ?? bug("a list without a row");
}

/** Of a pair, beyond that of its two digits at these levels. */
function moreWeight({ depth }: Row, a: number, b: number): number {
  return 2 ** (Math.max(a, b) + 1 - depth) - 2 ** (a - depth) - 2 ** (b - depth);
}

/** With the lower one at its place. */
function pairOf(nodes: readonly Node[], pattern: Pattern): Pair {
  const { first, second, distance, sign } = pattern;
  const one: Digit = { of: first, shift: Math.max(0, -distance), sign: 1 };
  const two: Digit = { of: second, shift: Math.max(0, distance), sign };
  const level = 1 + Math.max(levelOf(nodes, first), levelOf(nodes, second));
  const bits = 1 + Math.max(...[one, two].map(({ of, shift }) => (nodes[of]?.bits ?? 0) + shift));
  return { one, two, level, bits };
}

function replace(sharing: Sharing, list: List, one: Digit, two: Digit, by: number): void {
  const { candidates } = sharing;
  const rest = list.digits.filter((digit) => digit !== one && digit !== two);
  for (const other of rest) {
    count(candidates, keyOf(one, other), -1);
    count(candidates, keyOf(two, other), -1);
  }
  count(candidates, keyOf(one, two), -1);
  const { sign } = isOrdered(one, two) ? one : two;
  const next: Digit = { of: by, shift: Math.min(one.shift, two.shift), sign };
  hold(sharing, by, list);
  for (const other of rest) offer(sharing, count(candidates, keyOf(next, other), 1));
  list.digits = [...rest, next];
}
