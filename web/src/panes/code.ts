/** Generated text, each line tied to the line of the source that it came from. */

import { python } from "@codemirror/lang-python";
import { StreamLanguage } from "@codemirror/language";
import { c, cpp } from "@codemirror/legacy-modes/mode/clike";
import { verilog } from "@codemirror/legacy-modes/mode/verilog";
import type { Extension } from "@codemirror/state";
import { element, show } from "../dom.ts";
import { light, litLines } from "../editor/lit.ts";
import { createEditor, setText } from "../editor/view.ts";
import type { Mark, Part, Text } from "../protocol.ts";
import type { Page, Pane } from "./pane.ts";

interface Taken {
  readonly text: Text | null; // null: there is none
  readonly refused: readonly Mark[]; // why
}

export function codePanes(page: Page): readonly Pane[] {
  return [
    codePane(page, "loops", "Loops", python().language.extension, (part) =>
      part.kind === "loops" ? { text: part, refused: [] } : null,
    ),
    codePane(page, "verilog", "Verilog", StreamLanguage.define(verilog), (part) => {
      if (part.kind !== "circuit") return null;
      return part.ok ? { text: part, refused: [] } : { text: null, refused: part.marks };
    }),
    codePane(page, "vitis", "Vitis C++", StreamLanguage.define(cpp), codeOf("vitis")),
    codePane(page, "opencl", "OpenCL", StreamLanguage.define(c), codeOf("opencl")),
  ];
}

function codeOf(form: string): (part: Part) => Taken | null {
  return (part) => {
    if (part.kind !== "code" || part.form !== form) return null;
    return { text: part.refused.length > 0 ? null : part, refused: part.refused };
  };
}

function codePane(
  page: Page,
  id: string,
  title: string,
  language: Extension,
  take: (part: Part) => Taken | null,
): Pane {
  const host = element("div", { class: "editor-host" });
  const why = element("div", { class: "refusal", hidden: true });
  const body = element("div", { class: "code-pane" }, why, host);
  let lines: Text["lines"] = [];
  let waiting: string | null = null; // a text for when somebody looks: an editor reads all of it, and colours it
  const isSeen = (): boolean => body.closest("[hidden]") === null;
  const fill = (): void => {
    if (waiting === null) return;
    setText(view, waiting);
    waiting = null;
  };
  const view = createEditor(host, {
    label: `${title}, as generated`,
    extensions: [language, litLines],
    readOnly: true,
    onLine: (line) => {
      const [source] = lines[line - 1] ?? [];
      if (source !== undefined) page.goTo(source);
    },
  });
  return {
    ...{ id, title, body },
    update: (part) => {
      const taken = take(part);
      if (taken === null) return false;
      const { text, refused } = taken;
      lines = text?.lines ?? [];
      waiting = text?.text ?? "";
      if (isSeen()) fill();
      host.hidden = text === null;
      why.hidden = text !== null;
      show(why, refused.map(refusalText));
      return true;
    },
    light: (line, reveal) => {
      if (waiting !== null) return; // the page says it again when it shows this
      const own = lines.flatMap((from, index) => (from.includes(line) ? [index + 1] : []));
      light(view, own, reveal);
    },
    shown: () => {
      fill();
      view.requestMeasure();
    },
  };
}

export function refusalText({ message, help, code }: Mark): HTMLElement {
  return element(
    "div",
    { class: "refused" },
    element("p", {}, message),
    help === null ? null : element("p", { class: "help" }, help),
    element("p", { class: "code" }, code),
  );
}
