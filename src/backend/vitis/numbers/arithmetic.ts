/** `left operator right` in a built-in type. */
import { infix, type Text } from "../../c/text.ts";
import { arithmetic, castText, isFloating, nativeOf, sameCtype } from "./ctypes.ts";

/**
 * A cast of one operand to the type that the other has anyway says nothing: `sum + (int64_t)x` is `sum + x`.
 * Where neither operand has the type, the left one is cast.
 */
export function computed(left: Text, operator: string, right: Text, ctype: string): Text {
  const a = isJoined(left, right, ctype) ? (left.plain ?? left) : left;
  const b = a === left && isJoined(right, left, ctype) ? (right.plain ?? right) : right;
  const found = arithmetic(a.ctype, b.ctype);
  if (found === null || sameCtype(found, ctype)) return infix(a, operator, b, ctype);
  return infix(castText(ctype, a), operator, b, ctype);
}

function isJoined({ plain, ctype: own }: Text, other: Text, ctype: string): boolean {
  if (plain === undefined || plain.loose) return false;
  if (!sameCtype(own, ctype) || !sameCtype(other.ctype, ctype)) return false;
  if (!keepsValue(plain.ctype, ctype)) return false;
  const found = arithmetic(plain.ctype, other.ctype);
  return found !== null && sameCtype(found, ctype);
}

/** Whether the usual conversions take `from` to `to`, as the cast did. */
function keepsValue(from: string, to: string): boolean {
  if (isFloating(to)) return from === "float" || nativeOf(from) !== null;
  const [a, b] = [nativeOf(from), nativeOf(to)];
  return a !== null && b !== null && a.bits <= b.bits && b.bits >= 32;
}
