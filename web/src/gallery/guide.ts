/** The first minute of somebody who has never seen hardware from a program: four things to do, each with what to look at. */
import { element, show } from "../dom.ts";

export interface GuideActions {
  openFirst(): void;
  schedule(text: string): void;
  openTab(id: string): void;
}

interface Step {
  readonly title: string;
  readonly text: string;
  readonly act: (actions: GuideActions) => void;
}

const steps: readonly Step[] = [
  {
    title: "1 · A program",
    text: "On the left stands Python: 256 products, added up. On the right is the circuit that computes it, clock cycle by clock cycle. As written, it fetches, multiplies and adds one pair, and only then begins the next: look at its cycles, at the top.",
    act: (actions) => {
      actions.openFirst();
      actions.openTab("report");
    },
  },
  {
    title: "2 · A schedule",
    text: "Below the code stands how it is to be hardware. `pipeline i` says: begin an iteration as soon as you can, while others are still under way. II 1 means a new one each cycle. The program, and its result, stay as they are.",
    act: (actions) => actions.schedule("pipeline i\n"),
  },
  {
    title: "3 · More at once",
    text: "`split` makes two loops of one, `unroll` does all of the inner one side by side, and `partition` spreads an array over memories, so that four elements come out in one cycle. Compare the cycles, and what they cost in LUTs and DSPs.",
    act: (actions) =>
      actions.schedule(
        "split i 4\nunroll i.inner\npartition a dim=0 cyclic 4\npartition b dim=0 cyclic 4\npipeline i.outer\n",
      ),
  },
  {
    title: "4 · What it is",
    text: "This is the Verilog, ready for any FPGA. Click a line of the code, and what it became lights up, in every tab. From here: the examples, each with something to see. Nothing you write leaves this tab.",
    act: (actions) => actions.openTab("verilog"),
  },
];

export function startGuide(host: HTMLElement, button: HTMLElement, actions: GuideActions): void {
  const go = (index: number): void => {
    const step = steps[index];
    if (step === undefined) {
      host.hidden = true;
      button.focus();
      return;
    }
    step.act(actions);
    const isLast = index === steps.length - 1;
    const next = element(
      "button",
      { type: "button", class: "primary", onclick: () => go(index + 1) },
      isLast ? "Done" : "Next",
    );
    show(
      host,
      element("h2", {}, step.title),
      element("p", {}, step.text),
      element(
        "footer",
        {},
        element("button", { type: "button", onclick: () => go(steps.length) }, "Close"),
        element("span", { class: "spring" }),
        index === 0 ? null : element("button", { type: "button", onclick: () => go(index - 1) }, "Back"),
        next,
      ),
    );
    host.hidden = false;
    next.focus();
  };
  host.addEventListener("keydown", (event) => {
    if (event.key === "Escape") go(steps.length);
  });
  button.addEventListener("click", () => go(0));
}
