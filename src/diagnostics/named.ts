/**
 * What a word of the user's names in a table. A plain `table[word]` would also find what every JavaScript object has:
 * `constructor`, `toString`, `__proto__`.
 */
export function named<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
