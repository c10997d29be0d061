/** A string of C, with its quotes: letters of other alphabets as they are, nothing that ends it or means something else. */
export function cString(text: string): string {
  if (/\p{Cc}/u.test(text)) throw new Error(`bug: ${JSON.stringify(text)} is no name`);
  return `"${text.replaceAll(/["\\]/g, "\\$&").replaceAll("?", "\\?")}"`;
}
