/** A link of the explorer, made as anybody may make one. */
import { deflateSync, strToU8 } from "fflate";

export function fragmentOf(value: unknown): string {
  const bytes = deflateSync(strToU8(JSON.stringify(value)));
  return `#1.${Buffer.from(bytes).toString("base64url")}`;
}
