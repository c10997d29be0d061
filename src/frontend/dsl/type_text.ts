/** Types as a kernel writes them: text such as "float32[64,64]", or a Type. */
import { parseType } from "../../types/parse.ts";
import { printType } from "../../types/print.ts";
import type { ArrayType, ScalarType, Type } from "../../types/types.ts";
import { fail, type Session } from "./session.ts";

export type TypeLike = string | Type;

export function readType(session: Session, type: TypeLike): Type {
  if (typeof type !== "string") return type;
  const parsed = parseType(type);
  if (parsed.ok) return parsed.type;
  return fail(session, `"${type}" is not a type: ${parsed.message}`);
}

export function readScalarType(session: Session, type: string | ScalarType): ScalarType {
  const read = readType(session, type);
  if (read.kind !== "array") return read;
  return fail(session, `${printType(read)} is an array type; one value is meant here`);
}

export function readArrayType(session: Session, type: string | ArrayType): ArrayType {
  const read = readType(session, type);
  if (read.kind === "array" && read.shape.every((dim) => typeof dim === "number")) return read;
  return fail(session, `${printType(read)} is no array of known shape`, 'write one such as "int32[8,8]"');
}
