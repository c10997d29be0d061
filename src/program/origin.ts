/** What the offsets of a map count in. */
import type { Expr } from "./nodes.ts";

/** The array that a map's source is a plain view of (`a` for `a[1:-1, ::2]`), else the source itself. */
export function originOf(source: Expr): Expr {
  return source.kind === "view" ? originOf(source.base) : source;
}
