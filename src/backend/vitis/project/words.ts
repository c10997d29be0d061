/** One word of a Makefile, of a recipe, of Tcl: whatever stands in a name, it stays one word and runs nothing. */

/** A target or a prerequisite. */
export function makeWord(name: string): string {
  if (isPlain(name)) return name;
  refuseLines(name);
  return name.replaceAll("$", "$$$$").replaceAll(/[\\\s#:%=~*?[\]|;&<>'"`()]/g, "\\$&");
}

/** A word of a recipe, which make reads before a shell does. */
export function recipeWord(name: string): string {
  return shellWord(name).replaceAll("$", "$$$$");
}

export function shellWord(name: string): string {
  if (isPlain(name)) return name;
  refuseLines(name);
  return `'${name.replaceAll("'", "'\\''")}'`;
}

export function tclWord(name: string): string {
  if (isPlain(name)) return name;
  refuseLines(name);
  return name.replaceAll(/[^\w./+-]/gu, "\\$&");
}

/** A word that no tool reads anything into. */
function isPlain(name: string): boolean {
  return /^[\w./+][\w./+-]*$/.test(name);
}

/** No file of a project has such a name: the front end has said so. */
function refuseLines(name: string): void {
  if (/\p{Cc}/u.test(name) || name === "")
    throw new Error(`bug: ${JSON.stringify(name)} is no name for a file`);
}
