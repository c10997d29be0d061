/** When things happen in a call: the picture of src/picture, to zoom and move in. */

import { type Part as PicturePart, type Shown, showTimeline } from "../../../src/picture/live.ts";
import { pictureStyle } from "../../../src/picture/style.ts";
import { element, show } from "../dom.ts";
import type { Part } from "../protocol.ts";
import { refusalText } from "./code.ts";
import type { Page, Pane } from "./pane.ts";

export function timePane(page: Page): Pane {
  const style = new CSSStyleSheet();
  style.replaceSync(pictureStyle);
  document.adoptedStyleSheets.push(style); // the page's policy allows what scripts adopt, and no style in an element
  const picture = element("div", { class: "lt" });
  const refused = element("div");
  const body = element(
    "div",
    { class: "time", tabindex: "0", role: "region", "aria-label": "Time" },
    refused,
    picture,
  );
  let shown: Shown | null = null;
  new ResizeObserver(() => shown?.draw()).observe(body);
  return {
    ...{ id: "time", title: "Time", body },
    update: (part: Part) => {
      if (part.kind === "circuit" && !part.ok) {
        shown?.close();
        shown = null;
        show(refused, part.marks.map(refusalText));
        return true;
      }
      if (part.kind !== "timeline") return false;
      show(refused);
      shown?.close();
      // It writes markup, in which whatever is said is escaped (src/picture/markup.ts).
      shown = showTimeline(picture as unknown as PicturePart, part.timeline, { onLine: page.goTo });
      return true;
    },
    shown: () => shown?.draw(),
  };
}
