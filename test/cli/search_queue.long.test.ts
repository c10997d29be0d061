/** A search on more than one machine: what workers do, what is refused, and what survives. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "bullmq";
import { afterEach, describe, expect, it } from "vitest";
import { buildName, queueName, queuePrefix } from "../../src/cli/search/queue/build.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { type ModelText, modelBytes, tensorOf } from "../frontend/onnx/model.ts";
import { builtCompiler } from "../python/package.ts";

import { lutra, write } from "./lutra.ts";
import {
  begin,
  beginIn,
  freePort,
  killed,
  otherBuild,
  redisAvailable,
  redisServer,
  type Started,
  smallKernel,
  until,
} from "./queue.ts";

const running: Started[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(killed));
});

const keep = (one: Started): Started => {
  running.push(one);
  return one;
};

interface Facts {
  readonly front: unknown;
  readonly trace: unknown;
}

const factsOf = (text: string): Facts => {
  const { front, trace } = JSON.parse(text) as Facts;
  return { front, trace };
};

async function alone(path: string, ...words: readonly string[]): Promise<Facts> {
  return factsOf((await lutra("search", path, ...words, "--workers", "1", "--json")).out);
}

const layer: ModelText = {
  inputs: { x: { shape: [1, 6] } },
  weights: { w: tensorOf(1, 6, 3) },
  nodes: [{ op: "MatMul", inputs: ["x", "w"], outputs: ["y"] }],
  outputs: ["y"],
};

const words = ["--objective", "cycles,luts", "--budget", "40", "--seed", "5"];

describe.skipIf(!redisAvailable())("a search with --queue", () => {
  it("gives what one machine gives; workers end on Ctrl-C, with what they did", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", smallKernel);
      const port = await freePort();
      keep(await redisServer(port));
      const queue = `redis://127.0.0.1:${port}`;
      const workers = [1, 2].map(() => keep(begin("worker", "--queue", queue, "--workers", "1")));
      const search = keep(begin("search", path, ...words, "--queue", queue, "--json"));
      expect(await search.ended).toBe(0);
      expect(factsOf(search.out())).toEqual(await alone(path, ...words));
      for (const { child } of workers) child.kill("SIGINT");
      expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
      const done = workers.map(({ out }) => Number.parseInt(out(), 10));
      expect(done.reduce((sum, count) => sum + count, 0)).toBe(40); // each once
    }));

  it("takes a network as the bytes of its file", () =>
    inDirectory(async (directory) => {
      const port = await freePort();
      keep(await redisServer(port));
      const queue = `redis://127.0.0.1:${port}`;
      keep(begin("worker", "--queue", queue, "--workers", "1"));
      const path = join(directory, "layer.onnx");
      writeFileSync(path, modelBytes(layer));
      const search = keep(begin("search", path, "--budget", "20", "--queue", queue, "--json"));
      expect(await search.ended).toBe(0);
      expect(factsOf(search.out())).toEqual(await alone(path, "--budget", "20"));
    }));

  it("says that it waits for workers; of one of another Lutra it says so, and that one refuses in one line", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", smallKernel);
      const port = await freePort();
      keep(await redisServer(port));
      const queue = `redis://127.0.0.1:${port}`;
      const search = keep(begin("search", path, ...words, "--queue", queue, "--json"));
      await until(() => search.err().includes("no worker is connected"));
      await killed(search);
      const other = keep(beginIn(otherBuild(join(directory, "other")), "worker", "--queue", queue));
      await until(() => other.err().includes("evaluates for searches"));
      const again = keep(begin("search", path, ...words, "--queue", queue, "--json"));
      await until(() => /those that are do not do for \S+: 1 of Lutra /.test(again.err()));
      await until(() => /refused the jobs of a search by Lutra \S+: this is /.test(other.err()));
      keep(begin("worker", "--queue", queue, "--workers", "1"));
      await until(() => again.err().includes("a worker is connected"));
      expect(await again.ended).toBe(0);
      expect(factsOf(again.out())).toEqual(await alone(path, ...words));
      other.child.kill("SIGTERM");
      await other.ended;
      expect(other.out()).toBe("0 evaluations\n");
    }));

  it("goes on after Redis was killed and has lost everything, and says what it sees", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", smallKernel);
      const port = await freePort();
      const first = keep(await redisServer(port));
      const queue = `redis://127.0.0.1:${port}`;
      const worker = keep(begin("worker", "--queue", queue, "--workers", "1"));
      const output = join(directory, "found");
      const search = keep(begin("search", path, ...words, "--queue", queue, "--json", "-o", output));
      await until(() => linesIn(join(output, "search.jsonl")) > 5);
      await killed(first);
      await until(
        () => /is lost: trying again/.test(search.err()) && /is lost: trying again/.test(worker.err()),
      );
      keep(await redisServer(port));
      expect(await search.ended).toBe(0);
      expect(search.err()).toContain(`connected to ${queue} again`);
      expect(factsOf(search.out())).toEqual(await alone(path, ...words));
    }));

  it("a password is for the address, and never shown", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", smallKernel);
      const port = await freePort();
      keep(await redisServer(port, "--requirepass", "p@ss/word"));
      const at = (user: string): string => `redis://${user}127.0.0.1:${port}`;
      const wrong = await lutra("search", path, "--queue", at(":secret@"));
      expect(wrong.err).toContain("Redis refuses the user or the password");
      expect(wrong.err).not.toContain("secret");
      expect(wrong.status).toBe(2);
      const none = await lutra("search", path, "--queue", at(""));
      expect(none.err).toContain("Redis wants a password");
      const right = at(":p%40ss%2Fword@");
      const worker = keep(begin("worker", "--queue", right, "--workers", "1"));
      const search = keep(begin("search", path, ...words, "--queue", right));
      expect(await search.ended).toBe(0);
      const seen = [search, worker].map(({ out, err }) => out() + err()).join("");
      expect(seen).toContain(`searches at redis://127.0.0.1:${port},`);
      expect(seen).not.toMatch(/p@ss|p%40ss/);
    }));

  it("goes by TLS where the address says rediss", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", smallKernel);
      const [key, certificate] = [join(directory, "key.pem"), join(directory, "certificate.pem")];
      const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
      const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject];
      execFileSync("openssl", [...made, "-keyout", key, "-out", certificate], { stdio: "ignore" });
      const port = await freePort();
      const tls = ["--tls-port", String(port), "--tls-cert-file", certificate, "--tls-key-file", key];
      keep(await redisServer(0, ...tls, "--tls-auth-clients", "no"));
      const queue = `rediss://localhost:${port}`;
      const untrusted = await lutra("search", path, "--queue", queue);
      expect(untrusted.err).toMatch(/cannot reach Redis: .*certificate/);
      process.env.NODE_EXTRA_CA_CERTS = certificate; // for processes that are started now
      try {
        keep(begin("worker", "--queue", queue, "--workers", "1"));
        const search = keep(begin("search", path, ...words, "--queue", queue, "--json"));
        expect(await search.ended).toBe(0);
        expect(factsOf(search.out())).toEqual(await alone(path, ...words));
      } finally {
        delete process.env.NODE_EXTRA_CA_CERTS;
      }
    }));

  it("a worker refuses in a line what no search has written, and goes on", async () => {
    const port = await freePort();
    keep(await redisServer(port));
    const address = `redis://127.0.0.1:${port}`;
    const worker = keep(begin("worker", "--queue", address, "--workers", "1"));
    const build = buildName(join(builtCompiler(), "bin", "lutra.js"));
    const queue = new Queue(queueName(build), { connection: { port }, prefix: queuePrefix });
    try {
      await queue.add("evaluate", { problem: "../../etc/passwd", point: [0] });
      await until(() => worker.err().includes("refused a job: it names no problem"));
      await queue.add("evaluate", "nothing");
      await until(() => worker.err().split("it names no problem").length > 2);
      expect(worker.child.exitCode).toBeNull();
    } finally {
      await queue.close();
    }
  });
});

function linesIn(path: string): number {
  try {
    return readFileSync(path, "utf8").split("\n").length - 1;
  } catch {
    return 0;
  }
}
