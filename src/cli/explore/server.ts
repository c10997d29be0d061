/**
 * The explorer, served to this computer alone.
 *
 *     const served = await serveExplorer({ page: "dist/web", port: 0, kernel: null });
 *     served.url // http://127.0.0.1:41233/4f…9a/?served
 *
 * A page of another origin can make a browser send requests here, and a name of the internet can be made to mean 127.0.0.1 (DNS
 * rebinding). So a request is answered only if it names this address as its host, comes from no other origin, and knows the token
 * that is in the address which was printed.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Failure } from "../../diagnostics/failure.ts";
import { contentOf, type PageFile, pageFiles } from "./files.ts";
import type { KernelFile } from "./kernel_file.ts";

export interface ExplorerOptions {
  readonly page: string; // the folder of the built page
  readonly port: number; // 0: any that is free
  readonly kernel: KernelFile | null; // null: the page alone
}

export interface ServedExplorer {
  readonly url: string;
  close(): void;
}

export async function serveExplorer({ page, port, kernel }: ExplorerOptions): Promise<ServedExplorer> {
  const files = pageFiles(page);
  const token = randomBytes(24).toString("hex");
  const server = createServer((request, response) => {
    const own = (server.address() as AddressInfo | null)?.port ?? 0;
    answer(request, response, { files, token, port: own, kernel }).catch(() => refuse(response, 500));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: unknown) => unheard(error, port)); // an error ends the wait
  const { port: open } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${open}/${token}/${kernel === null ? "" : "?served"}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function unheard(error: unknown, port: number): never {
  const code = (error as { readonly code?: string }).code ?? String(error);
  throw new Failure(`--port ${port}: ${code === "EADDRINUSE" ? "it is in use" : code}`, {
    help: "leave it out, and a free one is taken",
  });
}

interface Setting {
  readonly files: ReadonlyMap<string, PageFile>;
  readonly token: string;
  readonly port: number;
  readonly kernel: KernelFile | null;
}

async function answer(request: IncomingMessage, response: ServerResponse, setting: Setting): Promise<void> {
  if (!isFromHere(request, setting.port)) return refuse(response, 403);
  const path = pathBehindToken(request.url ?? "", setting.token);
  if (path === null) return refuse(response, 404);
  if (path.startsWith("api/")) return answerApi(path, request, response, setting);
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405);
  const file = setting.files.get(path === "" ? "index.html" : path);
  if (file === undefined) return refuse(response, 404);
  response.writeHead(200, { ...headersFor(file), "content-type": file.type });
  response.end(request.method === "HEAD" ? undefined : contentOf(file));
}

/** The host that a browser was told, and the origin that it says a request comes from. */
function isFromHere({ headers }: IncomingMessage, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = "", origin } = headers;
  const site = headers["sec-fetch-site"];
  if (!hosts.includes(host)) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  return site === undefined || site === "same-origin" || site === "none";
}

/** Null: it does not begin with the token. Nothing is decoded: no address of the page has anything to decode. */
function pathBehindToken(url: string, token: string): string | null {
  const [path = ""] = url.split(/[?#]/, 1);
  const given = Buffer.from(path.slice(1, 1 + token.length));
  const wanted = Buffer.from(token);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  return path[1 + token.length] === "/" ? path.slice(2 + token.length) : null;
}

async function answerApi(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { kernel, port }: Setting,
): Promise<void> {
  if (kernel === null) return refuse(response, 404);
  switch (`${request.method} ${path}`) {
    case "GET api/kernel":
      return json(response, kernel.read());
    case "GET api/changes": {
      response.writeHead(200, { ...plainHeaders, "content-type": "text/event-stream" });
      response.write(": open\n\n");
      const forget = kernel.onChange(() => response.write("data: changed\n\n"));
      response.on("close", forget);
      return;
    }
    case "PUT api/schedule": {
      // Another origin cannot say this without asking first, and is never answered.
      const { host = "", origin } = request.headers;
      const isOwn = origin === `http://${host}` && host.endsWith(`:${port}`);
      if (!isOwn || request.headers["content-type"] !== "application/json") return refuse(response, 403);
      const text = await bodyOf(request);
      if (text === null) return refuse(response, 413);
      const schedule = scheduleIn(text);
      if (schedule === null) return refuse(response, 400);
      return json(response, { wrote: await kernel.writeSchedule(schedule) });
    }
    default:
      return refuse(response, 404);
  }
}

const mostBytes = 1_000_000;

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > mostBytes) return null;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString("utf8");
}

function scheduleIn(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" &&
      value !== null &&
      "schedule" in value &&
      typeof value.schedule === "string"
      ? value.schedule
      : null;
  } catch {
    return null;
  }
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { ...plainHeaders, "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(value));
}

function refuse(response: ServerResponse, status: number): void {
  if (!response.headersSent)
    response.writeHead(status, { ...plainHeaders, connection: "close", "content-type": "text/plain" });
  response.end(`${status}\n`);
}

const plainHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "SAMEORIGIN",
};

/** As the page itself says in its head: no script, style or address but its own. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** The reference interpreter makes JavaScript of a kernel, and the simulator WebAssembly: only workers may run what is made. */
const workerPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'self'; worker-src 'self'";

/** Kernels in TypeScript run there: without an origin, whoever shows it. What else it may do it says in its head. */
const framePolicy = "sandbox allow-scripts; frame-ancestors 'self'";

const policies = { page: pagePolicy, worker: workerPolicy, frame: framePolicy } as const;

function headersFor({ kind }: PageFile): Readonly<Record<string, string>> {
  return { ...plainHeaders, "content-security-policy": policies[kind] };
}
