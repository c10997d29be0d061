/** Who is at a queue: searches and workers, by the names of their connections. So one that was killed is gone at once. */
import type { Redis } from "ioredis";

export type Role = "search" | "worker";

export function connectionName(role: Role, build: string): string {
  return `lutra-${role}:${build}`;
}

/** How many there are of each build; null where this user may not know. */
export async function presentOf(redis: Redis, role: Role): Promise<ReadonlyMap<string, number> | null> {
  const list = await redis.client("LIST").catch(() => null);
  if (typeof list !== "string") return null;
  const found = new Map<string, number>();
  for (const [, named, build = ""] of list.matchAll(/^.*\bname=lutra-(search|worker):(\S+).*$/gm)) {
    if (named === role) found.set(build, (found.get(build) ?? 0) + 1);
  }
  return found;
}
