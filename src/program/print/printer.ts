/** What the printers of statements and expressions share while one function is printed. */
import type { FloatType } from "../../types/types.ts";
import type { ArrayConst } from "../nodes.ts";
import type { Names } from "./names.ts";
import type { Text } from "./precedence.ts";
import type { PreludePart } from "./prelude.ts";

export interface Printer {
  readonly names: Names; // of variables
  readonly callee: (func: string) => string;
  readonly isKernel: boolean; // whether the function is called from outside
  /** Asks for a part of the prelude and gives its name in Python. */
  readonly need: (part: PreludePart) => string;
  /** The name of the object that computes in a float format NumPy lacks. */
  readonly format: (type: FloatType) => string;
  /** The name of a table kept outside the functions, for one that is only read. */
  readonly table: (node: ArrayConst) => string;
  /** Where the parameters of the enclosing maps stand. */
  readonly places: ReadonlyMap<string, MapCursor>;
}

/** The current position of a map in one of its sources. */
export interface MapCursor {
  readonly source: Text;
  readonly index: readonly string[];
  readonly origin: Text; // what offsets count in
  readonly position: readonly Position[]; // one an axis of origin
  readonly extents: readonly Text[]; // of origin
}

/** moving + constant: constants are added up before they are printed. */
export interface Position {
  readonly moving: Text | null;
  readonly constant: number;
}
