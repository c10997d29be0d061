/** Which signals of a circuit are looked at: a search for their names, and a box to tick for each. */
import { element, show } from "../dom.ts";
import type { SignalFacts } from "../protocol.ts";
import { inThousands } from "./numbers.ts";

export interface SignalChoice {
  readonly body: HTMLElement;
  readonly chosen: () => readonly string[];
  /** Those that a circuit has, the usual ones first. What was chosen and is not among them waits for a circuit that has it. */
  readonly offer: (signals: readonly SignalFacts[]) => void;
}

const mostShown = 14;
const quietMs = 250; // several boxes are ticked in a row

export function signalChoice(onChange: () => void): SignalChoice {
  let offered: readonly SignalFacts[] = [];
  const wanted = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const search = element("input", {
    ...{ type: "search", id: "signal-search", placeholder: "total, index_line7, done …", spellcheck: false },
    ...{ autocomplete: "off", oninput: list },
  });
  const found = element("ul", { class: "signal-list" });
  const more = element("p", { class: "muted", role: "status", "aria-live": "polite" });
  const title = element("summary", {}, "Signals");
  const body = element(
    "details",
    { class: "signals", hidden: true },
    title,
    element("label", { class: "field" }, element("span", {}, "Names with"), search),
    found,
    more,
  );

  function chosen(): readonly string[] {
    return offered.filter(({ name }) => wanted.has(name)).map(({ name }) => name);
  }

  function list(): void {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rankOf = (name: string): number =>
      name === words[0] ? 0 : name.startsWith(words[0] ?? "") ? 1 : 2;
    const matches = offered
      .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
      .sort((one, other) => rankOf(one.name) - rankOf(other.name));
    const sorted = [
      ...offered.filter(({ name }) => wanted.has(name)),
      ...matches.filter(({ name }) => !wanted.has(name)),
    ];
    const seen = sorted.slice(0, Math.max(mostShown, wanted.size));
    show(found, seen.map(row));
    const rest = sorted.length - seen.length;
    const none = matches.length === 0 ? "No signal has such a name." : "";
    show(more, rest === 0 ? none : `and ${inThousands(rest)} more: write more of the name.`);
    const count = chosen().length;
    show(title, count === 0 ? "Signals" : `Signals: ${count} chosen`);
  }

  function row({ name, width }: SignalFacts): HTMLElement {
    const box = element("input", { type: "checkbox", checked: wanted.has(name) });
    box.addEventListener("change", () => {
      if (box.checked) wanted.add(name);
      else wanted.delete(name);
      show(title, `Signals: ${chosen().length} chosen`);
      clearTimeout(timer);
      timer = setTimeout(onChange, quietMs);
    });
    const bits = element("span", { class: "muted" }, width === 1 ? "1 bit" : `${width} bits`);
    return element("li", {}, element("label", {}, box, element("code", {}, name), bits));
  }

  return {
    ...{ body, chosen },
    offer: (signals) => {
      offered = signals;
      body.hidden = signals.length === 0;
      list();
    },
  };
}
