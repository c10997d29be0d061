/** Typing never waits: all that takes long is in workers, and what nobody wants any more is ended. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../web/src/client.ts";
import type { FromWorker, ToWorker } from "../../web/src/protocol.ts";
import { emptySubject } from "../../web/src/subject.ts";
import type { WorkerLike } from "../../web/src/worker_like.ts";
import { browserPath, type Explorer, startExplorer } from "./browser.ts";
import { openExample, settled, source } from "./person.ts";

describe.skipIf(browserPath() === null)("while somebody types in the largest example", () => {
  let explorer: Explorer;
  beforeAll(async () => {
    explorer = await startExplorer();
  }, 120_000);
  afterAll(() => explorer.close());

  it("the page's own thread has no task that is long beside the work on the text", async () => {
    const { page, complaints } = await explorer.open();
    await openExample(page, "smith_waterman");
    await page.evaluate(() => {
      const longest = { ms: 0 };
      Reflect.set(globalThis, "longest", longest);
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
      }).observe({ type: "longtask" });
    });
    await source(page).focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# one, two, three, four, five", { delay: 60 });
    const begun = performance.now();
    expect(await source(page).textContent()).toContain("# one, two, three, four, five");
    await settled(page);
    const workMs = performance.now() - begun;
    const longestMs = await page.evaluate(() => (Reflect.get(globalThis, "longest") as { ms: number }).ms);
    expect(longestMs).toBeLessThan(workMs / 3);
    expect(complaints).toEqual([]);
  });
});

describe("a newer request", () => {
  interface Fake extends WorkerLike<ToWorker> {
    readonly asked: ToWorker[];
    isEnded: boolean;
    onmessage: ((event: { readonly data: FromWorker }) => void) | null;
  }

  function fakes(): { readonly made: Fake[]; readonly make: () => Fake } {
    const made: Fake[] = [];
    const make = (): Fake => {
      const worker: Fake = {
        ...{ asked: [], isEnded: false, onmessage: null, onerror: null },
        postMessage: (message) => worker.asked.push(message),
        terminate: () => {
          worker.isEnded = true;
        },
      };
      made.push(worker);
      return worker;
    };
    return { made, make };
  }

  const request = { kind: "area", subject: { ...emptySubject } } as const;

  it("ends the worker of the one before, which does not finish", async () => {
    const { made, make } = fakes();
    const client = createClient(make);
    const before = client.ask("analysis", request, () => undefined);
    client.ask("analysis", request, () => undefined);
    expect(await before.ended).toBe("stopped");
    expect(made[0]?.isEnded).toBe(true);
    expect(made.filter(({ asked }) => asked.length > 0)).toHaveLength(2);
  });

  it("takes the place of one that waits for its turn, which is never begun", async () => {
    const { made, make } = fakes();
    const client = createClient(make);
    client.ask("analysis", request, () => undefined);
    const second = client.ask("analysis", request, () => undefined);
    const third = client.ask("analysis", request, () => undefined);
    expect(await second.ended).toBe("stopped");
    const begun = made.flatMap(({ asked }) => asked);
    expect(begun).toHaveLength(1);
    third.stop();
  });

  it("hears nothing that was meant for the one before", async () => {
    const { made, make } = fakes();
    const client = createClient(make);
    const heard: string[] = [];
    const before = client.ask("analysis", request, () => heard.push("before"));
    client.ask("analysis", request, () => heard.push("after"));
    const [first] = made;
    const id = first?.asked[0]?.id ?? 0;
    first?.onmessage?.({ data: { id, part: { kind: "chosen", schedule: "" } } });
    await before.ended;
    expect(heard).toEqual([]);
  });
});
