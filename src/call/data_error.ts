/** A file or a value given to a kernel that cannot be used: the user's mistake, said in one sentence. */
export class DataError extends Error {
  override readonly name: string = "DataError";
}

/** Arrays that memory does not hold. */
export class TooLarge extends DataError {
  override readonly name = "TooLarge";
}
