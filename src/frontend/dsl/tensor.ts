/** Arrays of a kernel. */

import { constantInt } from "../../program/builder.ts";
import type { Expr, Var } from "../../program/nodes.ts";
import { printType } from "../../types/print.ts";
import { type ArrayType, maxSize, type ScalarType } from "../../types/types.ts";
import { checkKnown, type Frame, fail, frameOf, type Session, spanHere } from "./session.ts";
import { isInteger, type Like, lift, Place } from "./term.ts";

export class Tensor {
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
  at(...index: readonly Like[]): Place {
    const { session, shape } = this;
    if (index.length !== shape.length) {
      const count = shape.length === 1 ? "1 index" : `${shape.length} indices`;
      fail(session, `${this.name} is ${printType(this.type)}: it takes ${count}, not ${index.length}`);
    }
    const nodes = index.map((one, axis) => this.#index(one, axis));
    return new Place(session, {
      kind: "load",
      base: useTensor(session, this),
      index: nodes,
      type: this.element,
      span: spanHere(session),
    });
  }

  #index(index: Like, axis: number): Expr {
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
  checkKnown(session, tensor.frame, tensor.node);
  return tensor.node;
}
