/**
 * Names for languages that know ASCII letters only. Python lets a kernel be called `größe`, C and Verilog do not.
 *
 *     asciiName("größe");          // gruf6udfe: letters are spelled by their code
 *     asciiNames(["α", "out.0"]);  // Map { "α" => "u3b1", "out.0" => "out_0" }
 */
import { freeName } from "./free_name.ts";

/** The same for the same name. Two names may become one: see asciiNames. */
export function asciiName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name;
  const letters = [...name].map((letter) => {
    if (/[A-Za-z0-9_]/.test(letter)) return letter;
    const code = letter.codePointAt(0) ?? 0;
    return code < 128 ? "_" : `u${code.toString(16)}`;
  });
  return letters.join("").replace(/^(?=\d)/, "_");
}

/** A different one for each, and none that is `reserved`. Those that are ASCII already keep theirs. */
export function asciiNames(
  names: Iterable<string>,
  reserved: Iterable<string> = [],
): ReadonlyMap<string, string> {
  const all = [...new Set(names)];
  const none = new Set(reserved);
  const keeps = (name: string): boolean => asciiName(name) === name && !none.has(name);
  const taken = new Set([...none, ...all.filter(keeps)]);
  return new Map(
    all.map((name) => {
      if (keeps(name)) return [name, name];
      const free = freeName(taken, asciiName(name));
      taken.add(free);
      return [name, free];
    }),
  );
}
