/**
 * From TypeScript to what a browser runs: types are blanked out, as the command line does it, so that everything stays at its
 * place; and where "lutra" is imported, which is all that there is to import. Both packages are fetched when they are asked for.
 */
import { lineTable, startOf } from "../../../src/diagnostics/positions.ts";
import type { JavascriptPart, Mark, Subject } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { mostCharacters, tooLong } from "./subject.ts";

export async function javascript({ path, text }: Subject, tell: Tell): Promise<void> {
  if (text.length > mostCharacters.source) throw tooLong();
  tell(await javascriptOf(path, text));
}

async function javascriptOf(path: string, text: string): Promise<JavascriptPart> {
  const [{ transformSync }, { parser }] = await Promise.all([import("amaro"), import("@lezer/javascript")]);
  let code = text;
  try {
    code = transformSync(text, { mode: "strip-only", filename: path }).code;
  } catch (error) {
    return { kind: "javascript", ok: false, marks: [syntaxMark(text, error)] };
  }
  const imports: { from: number; to: number }[] = [];
  const marks: Mark[] = [];
  for (let node = parser.parse(code).topNode.firstChild; node !== null; node = node.nextSibling) {
    const named = /^(Import|Export)Declaration$/.test(node.name) ? node.getChild("String") : null;
    if (named === null) continue;
    const { from, to } = named;
    if (/^["']lutra["']$/.test(code.slice(from, to))) imports.push({ from, to });
    else
      marks.push({
        ...{
          from,
          to,
          severity: "error",
          code: "typescript",
          message: "there is no other file in the explorer",
        },
        help: 'import from "lutra" alone, and write the rest here',
      });
  }
  return marks.length > 0
    ? { kind: "javascript", ok: false, marks }
    : { kind: "javascript", ok: true, code, imports };
}

/** Amaro throws what SWC says: lines from 1, columns from 0. */
function syntaxMark(text: string, error: unknown): Mark {
  const said = error as Partial<Record<"message", string>> &
    Partial<Record<"startLine" | "startColumn" | "endLine" | "endColumn", number>>;
  if (said.startLine === undefined || said.startColumn === undefined) throw error;
  const table = lineTable({ path: "", text });
  const from = startOf(table, said.startLine) + said.startColumn;
  const to = startOf(table, said.endLine ?? said.startLine) + (said.endColumn ?? said.startColumn + 1);
  return {
    ...{ from, to, severity: "error", code: "typescript", message: said.message ?? "this is no TypeScript" },
    help: null,
  };
}
