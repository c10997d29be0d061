/** How many terminal cells a character takes, near enough to put a mark under it. */

export function cellWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(character)) return 0;
  return isWide(code) ? 2 : 1;
}

// The blocks Unicode's EastAsianWidth.txt marks W or F, in coarse ranges.
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

function isWide(code: number): boolean {
  return WIDE.some(([from, to]) => code >= from && code <= to);
}
