/** A broken invariant of Lutra itself, never a user's mistake. */
export function bug(message: string): never {
  throw new Error(`bug in Lutra: ${message}`);
}

/** A case that the types rule out. */
export function assertNever(node: never): never {
  return bug(`no case for ${JSON.stringify(node)}`);
}
