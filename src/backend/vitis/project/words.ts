/** One word of a Makefile, of a recipe, of Tcl: whatever stands in a name, it stays one word and runs nothing. */

/** A target or a prerequisite. */
export function makeWord(name: string): string {
  if (isPlain(name)) return name;
  // Make has no way to write these in a name.
  if (/[;=:%\\|]/.test(name)) return unwritable(name);
  return fileWord(name)
    .replaceAll("$", "$$$$")
    .replaceAll(/[\s#~*?[\]]/g, "\\$&");
}

/** A word of a recipe, which make reads before a shell does. */
export function recipeWord(name: string): string {
  return isPlain(name) ? name : `'${fileWord(name).replaceAll("'", "'\\''")}'`.replaceAll("$", "$$$$");
}

export function tclWord(name: string): string {
  return isPlain(name) ? name : fileWord(name).replaceAll(/[^\w./+-]/gu, "\\$&");
}

/** A word that no tool reads anything into: all that the front end lets through. */
function isPlain(name: string): boolean {
  return /^[\w./+][\w./+-]*$/.test(name);
}

/** What begins with a dash would be an option. */
function fileWord(name: string): string {
  if (name === "" || /\p{Cc}/u.test(name)) return unwritable(name);
  return name.startsWith("-") ? `./${name}` : name;
}

function unwritable(name: string): never {
  throw new Error(`bug: ${JSON.stringify(name)} is no name for a file of a project`);
}
