/** A name in the letters that every language has: others are spelled by their code, `π` as `u3c0`. */
export function asciiName(name: string): string {
  return [...name]
    .map((letter) => {
      if (/[A-Za-z0-9_]/.test(letter)) return letter;
      const code = letter.codePointAt(0) ?? 0;
      return code < 128 ? "_" : `u${code.toString(16)}`;
    })
    .join("");
}
