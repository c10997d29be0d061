/**
 * A search on a queue whose searcher, workers and Redis server are killed at random moments, with SIGKILL, and started again. When
 * it has ended it begins anew, until there were enough kills: every journal must say what an undisturbed search says.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { below, randomFrom, uniform } from "../../src/types/random.ts";
import { lutra, write } from "./lutra.ts";
import { begin, freePort, killed, redisServer, type Started, smallKernel } from "./queue.ts";

const victims = ["worker", "searcher", "redis"] as const; // in turn, at random moments

export interface Disturbed {
  readonly kills: Readonly<Record<(typeof victims)[number], number>>;
  readonly searches: number; // that came to their end
  readonly expected: Found;
  readonly found: readonly Found[];
}

/** What a search leaves: lines of its journal as a set, for they are written as evaluations end; and its front. */
export interface Found {
  readonly journal: readonly string[];
  readonly front: readonly string[];
}

const words = ["--objective", "cycles,luts", "--budget", "90", "--seed", "7"];

export async function disturbed(directory: string, most: number, seed: number): Promise<Disturbed> {
  const path = write(directory, "k.py", smallKernel);
  const whole = join(directory, "whole");
  await lutra("search", path, ...words, "--workers", "1", "-o", whole);
  const random = randomFrom(seed, "faults");
  const port = await freePort();
  const queue = `redis://127.0.0.1:${port}`;
  const kills = { searcher: 0, worker: 0, redis: 0 };
  const found: Found[] = [];
  let redis = await redisServer(port);
  const worker = (): Started => begin("worker", "--queue", queue, "--workers", "1");
  const workers = [worker(), worker()];
  let search: Started | null = null;
  const pause = (ms: number): Promise<void> => setTimeout(uniform(random) * ms);
  const kill = async (searching: Started): Promise<void> => {
    const victim = victims[count(kills) % victims.length] ?? "worker";
    kills[victim]++;
    if (victim === "searcher") return killed(searching);
    if (victim === "redis") {
      await killed(redis);
      await pause(500);
      redis = await redisServer(port);
      return;
    }
    const at = below(workers.length, random);
    await killed(workers[at] as Started);
    await pause(500);
    workers[at] = worker();
  };
  try {
    for (let round = 0; found.length === 0 || count(kills) < most; round++) {
      const output = join(directory, `round-${round}`);
      for (let status: number | null = null; status !== 0; ) {
        const where = isBegun(output) ? "--resume" : "-o";
        search = begin("search", path, ...words, "--queue", queue, where, output);
        while (isRunning(search)) {
          await Promise.race([search.ended, pause(2500)]);
          for (const [at, one] of workers.entries()) if (!isRunning(one)) workers[at] = worker(); // Redis was not there
          if (isRunning(search) && count(kills) < most) await kill(search);
        }
        status = await search.ended;
        const isExplained = status === 0 || status === null || /cannot reach Redis/.test(search.err());
        if (!isExplained) throw new Error(`the search ended with ${status}: ${search.err()}`);
      }
      found.push(leftIn(output));
    }
  } finally {
    await Promise.all([redis, ...workers, ...(search === null ? [] : [search])].map(killed));
  }
  return { kills, searches: found.length, expected: leftIn(whole), found };
}

function isRunning({ child }: Started): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function count(kills: Disturbed["kills"]): number {
  return kills.searcher + kills.worker + kills.redis;
}

function isBegun(output: string): boolean {
  try {
    return readFileSync(join(output, "search.jsonl"), "utf8").includes("\n");
  } catch {
    return false;
  }
}

function leftIn(output: string): Found {
  const front = join(output, "front");
  const names = readdirSync(front).sort();
  return {
    journal: readFileSync(join(output, "search.jsonl"), "utf8").trim().split("\n").sort(),
    front: names.map((name) => readFileSync(join(front, name), "utf8")),
  };
}
