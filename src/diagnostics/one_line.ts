/**
 * Text of a source, or the name of a file, for one line of generated code: nothing in it ends the line (a lone carriage
 * return does in clang and in Python), and nothing at its end takes the next line in (a backslash, or its trigraph).
 */
export function onOneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/(\\|\?\?\/|\s)+$/, "")
    .trim();
}
