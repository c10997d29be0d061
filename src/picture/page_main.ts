/** What runs in a page of its own: it takes the data that stand in the page, and shows them. Bundled into page_script.ts. */
import type { Timeline } from "../timeline/nodes.ts";
import type { Waves } from "../timeline/waves.ts";
import { type Part, showTimeline } from "./live.ts";

interface Page {
  readonly document: { querySelector(selector: string): Part | null };
  readonly addEventListener: (type: string, listener: () => void) => void;
}

export interface PageData {
  readonly timeline: Timeline;
  readonly waves: Waves | null;
}

const { document, addEventListener } = globalThis as unknown as Page;
const host = document.querySelector("#timeline");
const { timeline, waves } = JSON.parse(document.querySelector("#data")?.textContent ?? "") as PageData;
if (host !== null) {
  const shown = showTimeline(host, timeline, {
    waves,
    onLine: (line) => {
      document.querySelector(".lt-lit")?.setAttribute("class", "lt-line");
      const found = document.querySelector(`#line${line}`);
      found?.setAttribute("class", "lt-line lt-lit");
      found?.scrollIntoView?.({ block: "nearest" });
    },
  });
  addEventListener("resize", shown.draw);
}
