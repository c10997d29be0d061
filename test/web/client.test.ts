/** Which worker a request goes to: the one that knows its subject, where that one has nothing to do. */
import { expect, it } from "vitest";
import { createClient } from "../../web/src/client.ts";
import type { FromWorker, Request, ToWorker } from "../../web/src/protocol.ts";
import { emptySubject } from "../../web/src/subject.ts";
import type { WorkerLike } from "../../web/src/worker_like.ts";

interface Fake extends WorkerLike<ToWorker> {
  readonly asked: Request[];
  readonly finish: () => void; // the request that it was given last
  isEnded: boolean;
}

const takesKnowing = { takesKnowing: true };
const analyse = (text: string): Request => ({ kind: "analyse", subject: { ...emptySubject, text } });
const run = (text: string): Request => ({
  ...{ kind: "run", subject: { ...emptySubject, text } },
  ...{ data: { seed: 1, given: {} }, look: { signals: [], from: 0 } },
});

it("a run is answered by the worker that has analysed the kernel, and lanes go on with each other's", async () => {
  const { client, doing } = fakes();
  const analysis = client.ask("analysis", analyse("a"), () => undefined);
  const first = doing("analyse");
  first.finish();
  expect(await analysis.ended).toBe("done");
  const call = client.ask("run", run("a"), () => undefined, takesKnowing);
  expect(doing("run")).toBe(first);
  client.ask("analysis", analyse("b"), () => undefined);
  const second = doing("analyse");
  expect(second).not.toBe(first); // a call goes on while somebody types
  expect(first.isEnded).toBe(false);
  second.finish();
  first.finish();
  expect(await call.ended).toBe("done");
  client.ask("run", run("b"), () => undefined, takesKnowing);
  expect(second.asked.map(({ kind }) => kind)).toEqual(["analyse", "run"]);
  client.ask("analysis", analyse("c"), () => undefined);
  expect(first.asked.map(({ kind }) => kind)).toEqual(["analyse", "run", "analyse"]);
});

it("a run of a kernel that is still being analysed, or that no worker knows, has a worker of its own", () => {
  const { client, doing, all } = fakes();
  client.ask("analysis", analyse("a"), () => undefined);
  client.ask("run", run("a"), () => undefined, takesKnowing);
  expect(doing("run")).not.toBe(doing("analyse"));
  doing("run").finish();
  doing("analyse").finish();
  client.ask("run", run("b"), () => undefined, takesKnowing);
  const ran = all.filter(({ asked }) => asked.some(({ kind }) => kind === "run"));
  expect(ran.map(({ asked }) => asked.length)).toEqual([2]); // in the same one again
});

it("what nobody waits for leaves the worker that knows the kernel where it is", () => {
  const { client, doing } = fakes();
  client.ask("analysis", analyse("a"), () => undefined);
  const first = doing("analyse");
  first.finish();
  client.ask("later", { kind: "advise", subject: { ...emptySubject, text: "a" } }, () => undefined);
  client.ask("run", run("a"), () => undefined, takesKnowing);
  expect(doing("run")).toBe(first);
});

it("lanes are quiet when the last of their requests has ended", async () => {
  const { client, doing } = fakes();
  let isQuiet = false;
  client.ask("run", run("a"), () => undefined);
  const quiet = client.quiet(["run", "analysis"]).then(() => {
    isQuiet = true;
  });
  const again = client.ask("run", run("b"), () => undefined); // takes its turn
  doing("run").finish();
  await Promise.resolve();
  expect(isQuiet).toBe(false);
  doing("run").finish();
  await again.ended;
  await quiet;
  expect(isQuiet).toBe(true);
});

function fakes() {
  const all: Fake[] = [];
  const doing = (kind: Request["kind"]): Fake => {
    const found = all.find((worker) => worker.asked.at(-1)?.kind === kind);
    if (found === undefined) throw new Error(`no worker was asked to ${kind}`);
    return found;
  };
  const client = createClient(() => {
    let id = 0;
    const fake: Fake = {
      ...{ asked: [], isEnded: false, onmessage: null, onerror: null },
      postMessage: (message) => {
        id = message.id;
        fake.asked.push(message.request);
      },
      terminate: () => {
        fake.isEnded = true;
      },
      finish: () => {
        const tell = fake.onmessage as ((event: { readonly data: FromWorker }) => void) | null;
        tell?.({ data: { id, done: true } });
      },
    };
    all.push(fake);
    return fake;
  });
  return { client, doing, all };
}
