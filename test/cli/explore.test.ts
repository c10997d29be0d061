/** `lutra explore`: who is answered, with what, and what is written. */
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kernelFile, scheduleBeside } from "../../src/cli/explore/kernel_file.ts";
import { type ServedExplorer, serveExplorer } from "../../src/cli/explore/server.ts";
import { lutra } from "./lutra.ts";

const folder = mkdtempSync(join(tmpdir(), "lutra-explore-"));
const page = join(folder, "page");
const file = join(folder, "kernel.py");
const source = "from pylog import *\n\n@pylog\ndef f(a: 'int32[4]'):\n    return a + 1\n";
let served: ServedExplorer;
let base: URL;

beforeAll(async () => {
  mkdirSync(join(page, "assets"), { recursive: true });
  writeFileSync(join(page, "index.html"), "<!doctype html><title>the page</title>");
  writeFileSync(join(page, "assets", "worker-1.js"), "self.onmessage = null;");
  writeFileSync(join(folder, "secret.txt"), "secret");
  writeFileSync(file, source);
  served = await serveExplorer({ page, port: 0, kernel: kernelFile(file, null, scheduleBeside(file)) });
  base = new URL(served.url);
});
afterAll(() => {
  served?.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** As any program may ask: the path is sent as it is. */
async function ask(
  path: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<Answer> {
  const asked = request({ host: "127.0.0.1", port: base.port, path, method, headers });
  asked.end(body);
  const [response] = await once(asked, "response");
  let text = "";
  for await (const part of response) text += String(part);
  return { status: response.statusCode, headers: response.headers, body: text };
}

const own = (path: string): string => `${base.pathname}${path}`;

describe("who is answered", () => {
  it("is who has the whole address", async () => {
    const { status, body, headers } = await ask(own(""));
    expect({ status, body }).toEqual({ status: 200, body: expect.stringContaining("the page") });
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
  });

  it.each([
    ["without the token", "/"],
    ["with another token", `/${"0".repeat(48)}/`],
    ["with the beginning of it", (): string => base.pathname.slice(0, -2)],
    ["for the kernel without the token", "/api/kernel"],
  ])("is nobody %s", async (_, path) => {
    expect((await ask(typeof path === "string" ? path : path())).status).toBe(404);
  });

  it.each(["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example"])(
    "is nobody who was led here by another name: %s",
    async (host) => {
      expect((await ask(own("api/kernel"), { headers: { host } })).status).toBe(403);
    },
  );

  it.each(["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])(
    "is no page of another origin: %s",
    async (origin) => {
      expect((await ask(own("api/kernel"), { headers: { origin } })).status).toBe(403);
    },
  );

  it.each(["cross-site", "same-site"])("is no request that a browser calls %s", async (site) => {
    expect((await ask(own(""), { headers: { "sec-fetch-site": site } })).status).toBe(403);
  });

  it("is this computer alone", async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4");
    if (outside === undefined) return; // it has no other address
    const socket = connect(Number(base.port), outside.address);
    const [error] = await once(socket, "error");
    expect(error).toMatchObject({ code: "ECONNREFUSED" });
  });
});

describe("what is answered", () => {
  it.each([
    "../secret.txt",
    "%2e%2e/secret.txt",
    "assets/../../secret.txt",
    "..%2fsecret.txt",
    "/etc/passwd",
    "secret.txt",
  ])("is no file outside of the page: %s", async (path) => {
    const { status, body } = await ask(own(path));
    expect({ status, body }).toEqual({ status: 404, body: "404\n" });
  });

  it("is the kernel and its schedule, by their names alone", async () => {
    const { body } = await ask(own("api/kernel"));
    expect(JSON.parse(body)).toEqual({
      ...{ path: "kernel.py", text: source, schedule: "", scheduleName: "kernel.schedule", kernel: "" },
    });
  });

  it("is a worker that may run what it makes, and nothing from elsewhere", async () => {
    const { headers } = await ask(own("assets/worker-1.js"));
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'self'; worker-src 'self'",
    );
  });

  it("is told when the file changes", async () => {
    const asked = request({ host: "127.0.0.1", port: base.port, path: own("api/changes") });
    asked.end();
    const [response] = await once(asked, "response");
    await once(response, "data"); // it is open
    writeFileSync(file, `${source}\n`);
    const [told] = await once(response, "data");
    expect(String(told)).toBe("data: changed\n\n");
    asked.destroy();
    expect(JSON.parse((await ask(own("api/kernel"))).body).text).toBe(`${source}\n`);
  });
});

describe("the schedule", () => {
  const body = JSON.stringify({ schedule: "pipeline i\n" });
  const written = join(folder, "kernel.schedule");
  const headers = (): OutgoingHttpHeaders => ({ origin: base.origin, "content-type": "application/json" });

  it.each([
    ["no origin", { "content-type": "application/json" }],
    ["another origin", { origin: "http://evil.example", "content-type": "application/json" }],
    ["the body of a form", { "content-type": "text/plain" }],
  ])("is not written for a request with %s", async (_, given) => {
    expect((await ask(own("api/schedule"), { method: "PUT", headers: given, body })).status).toBe(403);
    expect(existsSync(written)).toBe(false);
  });

  it.each([
    ["POST", 404, body],
    ["PUT", 400, "{}"],
    ["PUT", 413, JSON.stringify({ schedule: "#".repeat(2_000_000) })],
  ])("is not written by %s that is answered %i", async (method, status, text) => {
    expect((await ask(own("api/schedule"), { method, headers: headers(), body: text })).status).toBe(status);
    expect(existsSync(written)).toBe(false);
  });

  it("is written when the page asks for it", async () => {
    const answer = await ask(own("api/schedule"), { method: "PUT", headers: headers(), body });
    expect(JSON.parse(answer.body)).toEqual({ wrote: "kernel.schedule" });
    expect(readFileSync(written, "utf8")).toBe("pipeline i\n");
  });
});

describe("the command", () => {
  it("says that a port is in use", async () => {
    const { status, err } = await lutra("explore", file, "--port", base.port);
    expect(status).toBe(1);
    expect(err).toContain(`--port ${base.port}: it is in use`);
  });

  it.each([
    [["nowhere.py"], "nowhere.py"],
    [["--port", "99999"], "--port 99999: expected a number up to 65535"],
    [["--port", "x"], "--port x: expected a number up to 65535"],
    [["examples/lenet.onnx"], "takes kernels in Python"],
    [["examples/matmul.py", "--schedule", "nowhere.schedule"], "there is no such file"],
    [["--schedule", "examples/fast.schedule"], "--schedule needs a file"],
  ])("says what is wrong with %j", async (words, message) => {
    const { status, err } = await lutra("explore", ...words);
    expect(status).toBe(1);
    expect(err).toContain(message);
  });
});
