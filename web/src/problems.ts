/** Under an editor: what is wrong, in words, and what to write instead; a click goes there. */
import { element, show } from "./dom.ts";
import type { Mark } from "./protocol.ts";

const most = 3;

export function showProblems(
  host: HTMLElement,
  marks: readonly Mark[],
  text: string,
  goTo: (from: number) => void,
): void {
  const own = marks.filter(({ severity }) => severity !== "info");
  const shown = own.slice(0, most);
  show(
    host,
    shown.map((mark) =>
      element(
        "button",
        { type: "button", class: `problem ${mark.severity}`, onclick: () => goTo(mark.from) },
        element("span", { class: "where" }, `line ${text.slice(0, mark.from).split("\n").length}`),
        element(
          "span",
          {},
          mark.message,
          mark.help === null ? null : element("span", { class: "help" }, mark.help),
        ),
      ),
    ),
    own.length > most ? element("p", { class: "muted" }, `and ${own.length - most} more`) : null,
  );
}
