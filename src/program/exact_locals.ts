/** Which exact type each local has where it is bound: what a reader of the source, such as `pysim`, must know to agree. */
import { isExact, joinTypes } from "../types/promote.ts";
import type { ScalarType } from "../types/types.ts";
import type { Program } from "./nodes.ts";
import { statementsIn } from "./walk.ts";

/** By the offset in the source at which the name stands. A place that has no one type in all calls is left out. */
export function exactLocals({ functions }: Program): ReadonlyMap<number, ScalarType> {
  const found = new Map<number, ScalarType | null>();
  for (const func of functions) {
    const types = new Map(func.locals.map(({ name, type }) => [name, type]));
    for (const stmt of statementsIn(func.body)) {
      const type = stmt.kind === "assign" ? types.get(stmt.target) : undefined;
      if (type === undefined || type.kind === "array" || !isExact(type)) continue;
      const before = found.get(stmt.span.from);
      found.set(
        stmt.span.from,
        before === undefined ? type : before && joinTypes({ type: before }, { type }),
      );
    }
  }
  return new Map([...found].flatMap(([at, type]) => (type === null ? [] : [[at, type]])));
}
