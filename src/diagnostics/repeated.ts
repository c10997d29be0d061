import type { Diagnostic } from "./diagnostic.ts";

/**
 * One message a place and code: a function typed for several calls says a thing once. What is wrong with a name is
 * said where it is used first.
 */
export function unrepeated(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((d) => {
    const ofName = d.code === "two-types" || d.code === "may-be-unset";
    const places = ofName ? (d.notes ?? []).map((note) => note.span) : [d.span];
    const key = `${d.code}${ofName ? d.message : ""}@${places.map((span) => `${span.from}-${span.to}`).join()}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
