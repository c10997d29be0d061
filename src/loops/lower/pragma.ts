/**
 * What the names in a pragma stand for, once its function is inlined: the arrays that its variables refer to where it
 * stands, and the loops of this very call. A variable that is set only later is looked up when the function ends.
 */
import { freeName } from "../../program/free_name.ts";
import type * as program from "../../program/nodes.ts";
import type { Meant, Pragma, PragmaName, Stmt } from "../nodes.ts";
import { mapBodies } from "../walk.ts";
import { known } from "./integers.ts";
import { emit, type Frame, type MadeLoop, origin, type State } from "./state.ts";
import type { Binding } from "./view.ts";

export function pragma(st: State, frame: Frame, stmt: program.Pragma): void {
  const around = [...frame.around];
  const env = new Map(frame.env);
  const placed: Pragma = {
    kind: "pragma",
    text: stmt.text,
    names: [],
    call: frame.call,
    loop: around.at(-1)?.name ?? null,
    origin: origin(st),
  };
  frame.pragmas.set(placed, () => ({ ...placed, names: namesOf(st, frame, stmt, { around, env }) }));
  emit(st, placed);
}

/** The body of a function whose end has been reached, with what its pragmas mean. */
export function withSettledPragmas(frame: Frame, body: readonly Stmt[]): readonly Stmt[] {
  if (frame.pragmas.size === 0) return body;
  const settled = (stmt: Stmt): Stmt =>
    stmt.kind === "pragma"
      ? (frame.pragmas.get(stmt)?.() ?? stmt)
      : mapBodies(stmt, (inner) => inner.map(settled));
  return body.map(settled);
}

/** What is known where the pragma stands. */
interface Place {
  readonly around: readonly MadeLoop[];
  readonly env: ReadonlyMap<string, Binding | "unknown">;
}

function namesOf(st: State, frame: Frame, stmt: program.Pragma, place: Place): readonly PragmaName[] {
  const variables = stmt.names.map(({ word, variable }) => ({
    word,
    is: meaning(st, frame, variable, place),
  }));
  const bound = new Map(variables.map(({ word, is }) => [word, is]));
  const words = new Set(stmt.text.split(/[\s,=]+/).filter((word) => word !== "" && !bound.has(word)));
  const loops = [...words].flatMap((word): readonly PragmaName[] => {
    const is = loopNamed(st, frame, word, bound);
    return is === null ? [] : [{ word, is }];
  });
  return [...variables, ...loops];
}

function meaning(st: State, frame: Frame, variable: string, { around, env }: Place): Meant {
  if (frame.facts.types.get(variable)?.kind === "array") {
    const bound = env.get(variable) ?? frame.storage.get(variable) ?? frame.env.get(variable);
    if (typeof bound === "string" && bound !== "unknown") return { kind: "array", name: bound };
    const binding = bound === "unknown" ? frame.levels.get(variable)?.binding : bound;
    if (binding === undefined || typeof binding === "string") return { kind: "nothing" };
    return arrayOf(st, binding, frame.storage.get(variable));
  }
  const counts = (loop: MadeLoop): boolean => loop.variable === variable;
  const loop = around.findLast(counts) ?? frame.made.find(counts);
  if (loop !== undefined) return { kind: "loop", name: loop.name };
  const scalar = frame.scalars.get(`=${variable}`) ?? frame.scalars.get(variable);
  return scalar?.kind === "var" ? { kind: "scalar", name: scalar.name } : { kind: "nothing" };
}

/** `own`: the array that the variable itself fills, perhaps not to its end. */
function arrayOf(st: State, { options, shape }: Binding, own: string | undefined): Meant {
  const arrays = [...new Set(options.map(({ array }) => array))];
  const [view] = options;
  if (view === undefined || arrays.length > 1) return { kind: "choice", names: arrays };
  const decl = st.arrays.get(view.array);
  const isAll =
    shape.length === decl?.shape.length && shape.every((n, axis) => known(n) === decl.shape[axis]);
  const isWhole = options.length === 1 && view.stages.length === 0 && (isAll || view.array === own);
  return { kind: isWhole ? "array" : "part", name: view.array };
}

/**
 * A name that only schedules use: `i_1`, `out.0`, `i.outer`. Loops are numbered in each function as if it were alone;
 * the kernel may also use the names that reports show, unless the two differ.
 */
function loopNamed(st: State, frame: Frame, word: string, bound: ReadonlyMap<string, Meant>): Meant | null {
  const own = localNames(frame.made).get(word);
  if (own !== undefined) {
    const other = frame.call === 0 && own !== word && st.loopNames.has(word);
    return other ? { kind: "choice", names: [own, word] } : { kind: "loop", name: own };
  }
  const dot = word.indexOf(".");
  const base = dot < 0 ? undefined : bound.get(word.slice(0, dot));
  if (base === undefined || !("name" in base)) return null;
  const name = `${base.name}${word.slice(dot)}`;
  return { kind: "loop", name: localNames(frame.made).get(name) ?? name };
}

/** What the loops of a function would be called if there were no others. */
function localNames(made: readonly MadeLoop[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { wanted, name } of made) names.set(freeName(new Set(names.keys()), wanted), name);
  return names;
}
