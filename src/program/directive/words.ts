/** The words of a pragma that could be names, each once. */
export function identifiersIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)].map(([word]) => word))];
}
