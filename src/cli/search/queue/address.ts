/** `--queue redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]`, or `rediss://` for TLS. A password is never shown. */
import { Failure } from "../../../diagnostics/failure.ts";

export interface QueueAddress {
  readonly shown: string; // without user and password
  readonly host: string;
  readonly port: number;
  readonly database: number;
  readonly tls: boolean;
  readonly username: string | null;
  readonly password: string | null;
}

const usualPort = 6379;

export function parseAddress(text: string): QueueAddress {
  const wrong = (why: string): Failure =>
    new Failure(`--queue: ${why}`, {
      help: "such as --queue redis://queue.example:6379, or rediss://:PASSWORD@queue.example for TLS",
    });
  if (!URL.canParse(text)) throw wrong("that is no address of a Redis server");
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  if (protocol !== "redis:" && protocol !== "rediss:") {
    throw wrong(`an address begins with redis:// or rediss://, not with ${protocol}//`);
  }
  if (hostname === "") throw wrong("the address names no host");
  const [, database = "0"] = /^\/?(\d{0,6})$/.exec(pathname) ?? [null, null];
  if (database === null) throw wrong(`the path of the address is the number of a database, not ${pathname}`);
  if (search !== "" || hash !== "")
    throw wrong("after its database an address ends: options are not understood");
  const tls = protocol === "rediss:";
  const number = port === "" ? usualPort : Number(port);
  return {
    shown: `${protocol}//${hostname}:${number}${Number(database) === 0 ? "" : `/${Number(database)}`}`,
    host: hostname.replace(/^\[(.*)\]$/, "$1"), // IPv6
    port: number,
    database: Number(database),
    tls,
    username: username === "" ? null : decoded(username, wrong),
    password: password === "" ? null : decoded(password, wrong),
  };
}

function decoded(text: string, wrong: (why: string) => Failure): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong("its user or password has a % that begins no letter: write %25");
  }
}
