/** Numbers for people: as many digits as say something. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value.toLocaleString("en-US");
  const size = Math.abs(value);
  return size >= 1e-4 && size < 1e15
    ? value.toLocaleString("en-US", { maximumSignificantDigits: 5 })
    : value.toExponential(3);
}
