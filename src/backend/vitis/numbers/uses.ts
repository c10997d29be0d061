/** Functions and headers that the text calls for. */
import type { Evaluation } from "../../c/dialect.ts";
import { call, type Text } from "../../c/text.ts";

/** A function of lutra_ops.h. */
export function operation(place: Evaluation, name: string, args: readonly Text[], ctype: string): Text {
  place.uses.header('"lutra_ops.h"');
  return call(name, args, ctype);
}

/** A function of lutra_check.h, which may fault. */
export function check(
  place: Evaluation,
  code: string,
  name: string,
  args: readonly Text[],
  ctype: string,
): Text {
  place.uses.header('"lutra_check.h"');
  place.uses.check(code, place.span);
  return call(name, args, ctype);
}

/** A function of lutra_exact.h. */
export function exactly(place: Evaluation, name: string, args: readonly Text[], ctype: string): Text {
  place.uses.header('"lutra_exact.h"');
  return call(name, args, ctype);
}

export function useMath(place: Evaluation): void {
  place.uses.header("<cmath>");
}

export function useHalf(place: Evaluation): void {
  place.uses.header('"hls_half.h"');
}

export function useFloating(place: Evaluation): void {
  place.uses.header('"lutra_float.h"');
}

/** Functions of formats of up to 32 bits. */
export function useElementary(place: Evaluation): void {
  place.uses.header('"lutra_elementary.h"');
}

/** Functions of longer formats. */
export function useLongElementary(place: Evaluation): void {
  place.uses.header('"lutra_elementary_long.h"');
}
