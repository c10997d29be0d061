/** The gallery as a dialog: an example a card. */
import { element, show } from "../dom.ts";
import type { Subject } from "../protocol.ts";
import { emptySubject } from "../subject.ts";
import { type Example, examples } from "./examples.ts";

export function subjectOfExample({ id, source, schedule, language }: Example): Subject {
  return {
    ...emptySubject,
    path: `${id}.${language === "typescript" ? "ts" : "py"}`,
    text: source,
    schedule,
  };
}

export function startGallery(
  dialog: HTMLDialogElement,
  button: HTMLElement,
  open: (example: Example) => void,
): void {
  show(
    dialog,
    element(
      "header",
      { class: "sheet-head" },
      element("h2", { id: "gallery-title" }, "Examples"),
      element(
        "button",
        { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() },
        "✕",
      ),
    ),
    element(
      "ul",
      { class: "cards" },
      examples.map((example) =>
        element(
          "li",
          {},
          element(
            "button",
            {
              type: "button",
              class: "card",
              "data-example": example.id,
              onclick: () => {
                dialog.close();
                open(example);
              },
            },
            element("strong", {}, example.title),
            element("span", {}, example.sentence),
          ),
        ),
      ),
    ),
  );
  button.addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside it
  });
}
