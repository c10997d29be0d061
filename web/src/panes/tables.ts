/** Headings, tables and bars, as reports have them. */
import { element } from "../dom.ts";

export function heading(text: string): HTMLElement {
  return element("h3", {}, text);
}

/** A share of something: 1 is all of it. */
export function bar(share: number): HTMLElement {
  const percent = share * 100;
  const made = element("span", { class: percent > 100 ? "bar over" : "bar" });
  made.style.setProperty("--share", `${Math.min(100, percent)}%`);
  const text = percent > 0 && percent < 1 ? "< 1 %" : `${Math.round(percent)} %`;
  return element("span", { class: "share" }, made, element("span", { class: "percent" }, text));
}

export type Cell = string | HTMLElement;

export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): HTMLElement {
  return element(
    "div",
    // It scrolls where it is wider than a phone.
    {
      class: "table",
      tabindex: "0",
      role: "region",
      "aria-label": head.filter((text) => text !== "").join(", "),
    },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          head.map((text) => element("th", { scope: "col" }, text)),
        ),
      ),
      element(
        "tbody",
        {},
        rows.map((cells) =>
          element(
            "tr",
            {},
            cells.map((cell) => element("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}
