/**
 * What TypeScript itself reads from the text of a type, where that is a literal: how many axes, which elements.
 *
 *     RankOf<"fixed<16,6>[4,4]">    // 2
 *     KindOf<"fixed<16,6>[4,4]">    // "fixed<16,6>"
 *
 * Of text that is only known when it runs the rank is `number` and the kind `string`: these go with every other.
 */
import type { ArrayType, ScalarType } from "./types.ts";

/** The kind of an element: the text of its type. */
export type Kind = string;

export type IntegerKind =
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | `int<${string}>`
  | `uint<${string}>`
  | "python int";

export type BooleanKind = "bool" | "python bool";

/** Whether it is the type of an array; `boolean` where that is not known. */
export type IsArray<T> = T extends ArrayType
  ? true
  : T extends ScalarType
    ? false
    : T extends `${string}[${string}`
      ? true
      : string extends T
        ? boolean
        : false;

export type RankOf<T> = T extends ArrayType
  ? T["shape"]["length"]
  : T extends `${string}[${infer Shape}]`
    ? AxesIn<Shape>
    : number;

type AxesIn<Shape extends string, Axes extends readonly unknown[] = [unknown]> = string extends Shape
  ? number
  : Shape extends `${infer Extent},${infer Rest}`
    ? string extends Extent
      ? number
      : AxesIn<Rest, [...Axes, unknown]>
    : Axes["length"];

export type KindOf<T> = T extends `${infer Element}[${string}` ? ScalarKind<Element> : ScalarKind<T>;

/** Two texts of one type have one kind; a text that is written in an unusual way has a kind that goes with more. */
type ScalarKind<T> = T extends string
  ? string extends T
    ? string
    : T extends keyof Renamed
      ? Renamed[T]
      : T extends Plain
        ? T
        : T extends `fixed<${string}>`
          ? `fixed<${string}>`
          : T extends `ufixed<${string}>`
            ? `ufixed<${string}>`
            : string
  : string;

type Plain =
  | BooleanKind
  | Exclude<IntegerKind, `int<${string}>` | `uint<${string}>`>
  | `${"int" | "uint"}<${number}>`
  | `${"fixed" | "ufixed"}<${number},${number}>`
  | "float16"
  | "float32"
  | "float64"
  | "python float"
  | `float<${number},${number}>`;

interface Renamed {
  "float<5,10>": "float16";
  "float<8,23>": "float32";
  "float<11,52>": "float64";
}

/** The kind of an element that a value of this kind becomes: Python numbers are NumPy's. */
export type StoredKind<K extends Kind> = K extends keyof Stored ? Stored[K] : K;

interface Stored {
  "python int": "int64";
  "python float": "float64";
  "python bool": "bool";
}

/** As many as the rank says; any number where that is not known. */
export type Axes<R extends number, T> = number extends R ? readonly T[] : Fill<R, T>;

type Fill<R extends number, T, List extends readonly T[] = []> = List["length"] extends R
  ? List
  : Fill<R, T, [...List, T]>;

/** How many members a union has. */
export type CountOf<U, Seen extends readonly unknown[] = []> = [U] extends [never]
  ? Seen["length"]
  : CountOf<Exclude<U, OneOf<U>>, [...Seen, unknown]>;

/** A member of a union: of an overloaded function TypeScript infers from the last signature. */
type OneOf<U> = (U extends unknown ? (one: () => U) => void : never) extends (one: infer All) => void
  ? All extends () => infer One
    ? One
    : never
  : never;
