/** A file or a value given to a kernel that cannot be used: the user's mistake, said in one sentence. */
export class DataError extends Error {
  override readonly name = "DataError";
}
