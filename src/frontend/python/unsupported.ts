/** The refusal of Python that no kernel can mean: why, and what to write instead. */
import { type Code, diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.ts";
import type { PyUnsupportedExpr, UnsupportedStatement } from "./ast.ts";

type What = UnsupportedStatement | PyUnsupportedExpr["what"];

export function unsupported(what: What, span: Span): Diagnostic {
  return diagnose(codes[what], span, {});
}

const codes = {
  class: "unsupported-class",
  try: "unsupported-try",
  raise: "unsupported-raise",
  with: "unsupported-with",
  del: "unsupported-del",
  global: "unsupported-global",
  nonlocal: "unsupported-nonlocal",
  match: "unsupported-match",
  async: "unsupported-async",
  "type alias": "unsupported-type-alias",
  "print statement": "unsupported-print",
  dict: "unsupported-dict",
  set: "unsupported-set",
  "dict comprehension": "unsupported-dict-comprehension",
  "set comprehension": "unsupported-set-comprehension",
  "async comprehension": "unsupported-async-comprehension",
  "f-string": "unsupported-f-string",
  await: "unsupported-await",
  yield: "unsupported-yield",
  bytes: "unsupported-bytes",
} as const satisfies Record<What, Code>;
