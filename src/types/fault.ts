/** An operation that has no value at run time: what Python reports as ZeroDivisionError, OverflowError or ValueError. */
export class ArithmeticFault extends Error {
  override readonly name = "ArithmeticFault";
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

export type FaultCode =
  | "overflow" // a Python int left 64 bits, or a Python float power is too large
  | "zero-division"
  | "negative-shift"
  | "negative-power" // an integer to a negative power
  | "out-of-range" // a value that the type it is converted to cannot hold
  | "domain"; // the square root of a negative fixed value, a negative float to a fractional power

export function overflow(): never {
  throw new ArithmeticFault("overflow", "the result does not fit the 64 bits of a Python int");
}

export function zeroDivision(): never {
  throw new ArithmeticFault("zero-division", "division by zero");
}

export function negativeShift(): never {
  throw new ArithmeticFault("negative-shift", "a shift by a negative count");
}

export function negativePower(): never {
  throw new ArithmeticFault("negative-power", "an integer to a negative power");
}

export function outOfRange(value: number | bigint, typeName: string): never {
  throw new ArithmeticFault("out-of-range", `${value} is out of range for ${typeName}`);
}

/** Loops have no complex numbers: what a Program has of them is taken apart when it is lowered. */
export function takenApart(): never {
  return bug("complex numbers are taken apart before");
}

/** A broken invariant of ours, never a user's mistake. */
export function bug(message: string): never {
  throw new Error(`bug: ${message}`);
}
