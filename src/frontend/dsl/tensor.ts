/** Arrays of a kernel. */

import { constantInt } from "../../program/builder.ts";
import type { Expr, Var } from "../../program/nodes.ts";
import { printType } from "../../types/print.ts";
import type { Axes, Kind } from "../../types/static.ts";
import { type ArrayType, maxSize, type ScalarType } from "../../types/types.ts";
import { noJavaScript } from "./javascript.ts";
import { type Frame, fail, frameOf, type Session, spanHere } from "./session.ts";
import { type Index, isInteger, lift, Place } from "./term.ts";
import { checkVariables } from "./use.ts";

/** As for the kinds of terms: a Tensor goes with one of which less is known, in both directions. */
interface Shaped<R extends number, K extends Kind> {
  is(rank: R, kind: K): void;
}

/** `Tensor<2, "int32">` where rank and element are known from the text of the kernel, else `Tensor`. */
export class Tensor<R extends number = number, K extends Kind = Kind> {
  /** For TypeScript alone. @internal */ declare readonly kind: Shaped<R, K>["is"];
  /** @internal */ readonly session: Session;
  /** @internal */ readonly frame: Frame;
  /** @internal */ readonly node: Var;
  readonly type: ArrayType;

  /** @internal */
  constructor(session: Session, node: Var, type: ArrayType) {
    this.session = session;
    this.frame = frameOf(session);
    this.node = node;
    this.type = type;
  }

  /** What a schedule calls it. */
  get name(): string {
    return this.node.name;
  }

  get shape(): readonly number[] {
    return this.type.shape.map(Number);
  }

  /** How many elements it has. */
  get size(): number {
    return maxSize(this.type.shape);
  }

  get element(): ScalarType {
    return this.type.element;
  }

  /** One element, to be read or set: `t.at(i, j).set(0)`. A negative index counts from the end, as in Python. */
  at(...index: Axes<R, Index>): Place<K>;
  at(...index: readonly Index[]): Place<K> {
    const { session, shape } = this;
    if (index.length !== shape.length) {
      const count = shape.length === 1 ? "1 index" : `${shape.length} indices`;
      fail(session, `${this.name} is ${printType(this.type)}: it takes ${count}, not ${index.length}`);
    }
    const nodes = index.map((one, axis) => this.#index(one, axis));
    const span = spanHere(session);
    const base = useTensor(session, this);
    return new Place(session, { kind: "load", base, index: nodes, type: this.element, span }, span);
  }

  /** A tensor is no list, text or number of JavaScript. */
  [Symbol.toPrimitive](hint: string): never {
    return noJavaScript(this.session, "tensor", hint);
  }
  toString(): never {
    return noJavaScript(this.session, "tensor", "string");
  }
  toJSON(): never {
    return noJavaScript(this.session, "tensor", "string");
  }

  #index(index: Index, axis: number): Expr {
    const { session } = this;
    const node = lift(session, index);
    if (!isInteger(node))
      fail(session, `an index of ${this.name} is ${printType(node.type)}, not an integer`);
    const at = constantInt(node);
    const extent = this.shape[axis] ?? 0;
    if (at !== null && (at < -extent || at >= extent)) {
      fail(session, `index ${at} is outside axis ${axis} of ${this.name}, which is ${printType(this.type)}`);
    }
    return node;
  }
}

/** The variable of a tensor, checked to be known here. */
export function useTensor(session: Session, tensor: Tensor): Var {
  if (tensor.session !== session) fail(session, "a tensor of another kernel is used here");
  checkVariables(session, tensor.frame, tensor.node);
  return tensor.node;
}
