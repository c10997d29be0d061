/** Redis as searches and workers reach it: whether it is there is told at once; a connection that is lost is tried again. */
import { setTimeout as delay } from "node:timers/promises";
import type { Redis } from "ioredis";
import { Failure } from "../../../diagnostics/failure.ts";
import { onOneLine } from "../../../diagnostics/one_line.ts";
import type { QueueAddress } from "./address.ts";

type ConnectionOptions = Pick<QueueAddress, "host" | "port"> & {
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: { readonly servername: string };
  readonly connectTimeout: number;
  readonly maxRetriesPerRequest: null;
  readonly retryStrategy: (times: number) => number;
};

/** What BullMQ and we give to ioredis. */
export function connectionOptions(address: QueueAddress): ConnectionOptions {
  const { host, port, database, tls, username, password } = address;
  return {
    ...{ host, port, db: database },
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    ...(tls ? { tls: { servername: host } } : {}),
    connectTimeout: connectTimeoutMs,
    maxRetriesPerRequest: null, // a command waits until there is a connection again
    retryStrategy: (times) => Math.min(100 * times, 2000),
  };
}

const connectTimeoutMs = 5000;

/** A connection that has answered, under a name that others see; or a failure that says why there is none. */
export async function connected(address: QueueAddress, name: string): Promise<Redis> {
  const { Redis } = await import("ioredis");
  let isTried = false;
  const options = connectionOptions(address);
  const redis = new Redis({
    ...options,
    connectionName: name,
    lazyConnect: true,
    retryStrategy: (times) => (isTried ? options.retryStrategy(times) : null),
  });
  let reason: Error | null = null;
  const remember = (error: Error): void => {
    reason ??= error;
  };
  redis.on("error", remember);
  try {
    await redis.connect();
    await redis.ping();
    isTried = true;
    redis.off("error", remember);
    redis.on("error", () => {}); // `watchConnection` tells
    return redis;
  } catch (error) {
    redis.disconnect();
    throw unreachable(address, reason ?? (error instanceof Error ? error : new Error(String(error))));
  }
}

function unreachable(address: QueueAddress, error: Error): Failure {
  const { shown, password } = address;
  const said = error.message;
  if (/^WRONGPASS|^ERR AUTH|invalid (username|password)/i.test(said)) {
    return new Failure(`--queue ${shown}: Redis refuses the user or the password`, {
      help: "write them into the address: redis://USER:PASSWORD@HOST, with %40 for an @",
      status: 2,
    });
  }
  if (/^NOAUTH/.test(said)) {
    return new Failure(`--queue ${shown}: Redis wants a password`, {
      help: "write it into the address: redis://:PASSWORD@HOST",
      status: 2,
    });
  }
  const safe = password === null ? said : said.replaceAll(password, "…");
  return new Failure(`--queue ${shown}: cannot reach Redis: ${safe}`, {
    help: /certificate/i.test(safe)
      ? "NODE_EXTRA_CA_CERTS=FILE.pem names the authority that signed its certificate"
      : "is it running there, and does it listen to this machine? `redis-server` starts one here",
    status: 2,
  });
}

/** Says in a line when the connection is lost, and when it is there again. */
export function watchConnection(redis: Redis, address: QueueAddress, tell: (line: string) => void): void {
  let isLost = false;
  redis.on("close", () => {
    if (isLost || redis.status === "end") return;
    isLost = true;
    tell(`the connection to ${address.shown} is lost: trying again`);
  });
  redis.on("ready", () => {
    if (isLost) tell(`connected to ${address.shown} again`);
    isLost = false;
  });
}

/** Waits for what ends a connection, but not for one that is lost. */
export async function soon(work: Promise<unknown>): Promise<void> {
  const timeout = new AbortController();
  await Promise.race([
    work.catch(() => {}),
    delay(closeTimeoutMs, undefined, { signal: timeout.signal }).catch(() => {}),
  ]);
  timeout.abort();
}

const closeTimeoutMs = 1000;

/** Says what Redis refuses, once each. Lost connections are told by `watchConnection`; a lost lock is another worker's gain. */
export function complaints(tell: (line: string) => void): (error: unknown) => void {
  const told = new Set<string>();
  return (error) => {
    const text = onOneLine(error instanceof Error ? error.message : String(error));
    if (isAboutConnection.test(text) || told.has(text)) return;
    told.add(text);
    tell(`Redis says: ${text}`);
  };
}

const isAboutConnection =
  /ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|closed|LOADING|disconnected|missing lock|renew lock|aborted/i;
