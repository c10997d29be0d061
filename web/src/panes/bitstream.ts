/** A bitstream for a board with an iCE40, built in the tab: stage by stage, to be cancelled, with what it reaches and takes. */
import { boards } from "../../../src/device/board.ts";
import type { Client, Job } from "../client.ts";
import { element, show } from "../dom.ts";
import type { BitstreamPart, Part, Request, Subject } from "../protocol.ts";
import { inThousands } from "./numbers.ts";
import { bar, heading, table } from "./tables.ts";

const limitMs = 15 * 60_000;

export interface BitstreamActions {
  readonly client: Client;
  readonly subject: () => Subject;
  readonly save: (name: string, bytes: Uint8Array) => void;
}

const offered = boards.filter((board) => board.host === "serial" && board.flow.tool === "icestorm");

export function bitstreamSection({ client, subject, save }: BitstreamActions): HTMLElement {
  let job: Job | null = null;
  const board = element(
    "select",
    {},
    offered.map(({ name, title }) => element("option", { value: name }, title)),
  );
  const seed = element("input", { value: "1", size: 4, inputmode: "numeric" });
  const build = element("button", { type: "button", onclick: start }, "Build bitstream");
  const cancel = element("button", { type: "button", disabled: true, onclick: () => job?.stop() }, "Cancel");
  const stages = element("ol", { class: "stages" });
  const result = element("div");

  async function start(): Promise<void> {
    const begun = performance.now();
    const request: Request = {
      kind: "bitstream",
      subject: subject(),
      board: board.value,
      seed: Number.parseInt(seed.value, 10) || 1,
    };
    [build.disabled, cancel.disabled] = [true, false];
    show(result);
    show(stages);
    stage("making the circuit; the tools are fetched, some 60 MB the first time");
    const own = client.ask("bitstream", request, take, { limitMs });
    job = own;
    const ending = await own.ended;
    [build.disabled, cancel.disabled] = [false, true];
    for (const item of stages.children) item.removeAttribute("aria-current");
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    if (ending === "stopped") refused(`Cancelled after ${seconds} s.`);
    if (ending === "late") refused("Stopped: this takes longer than a quarter of an hour.");
    if (ending === "crashed") refused("Stopped: this takes more memory than a tab has.");
  }

  function stage(what: string): void {
    for (const item of stages.children) item.removeAttribute("aria-current");
    stages.append(element("li", { "aria-current": "step" }, what));
  }

  function refused(text: string): void {
    show(result, element("p", { class: "refused" }, text));
  }

  function take(part: Part): void {
    if (part.kind === "stage") stage(part.what);
    if (part.kind === "trouble") refused(part.message + (part.help === null ? "" : `; ${part.help}`));
    if (part.kind === "bitstream") show(result, facts(part, save));
  }

  return element(
    "div",
    { "data-section": "bitstream" },
    heading("Bitstream"),
    element(
      "div",
      { class: "bar-of-buttons" },
      element("label", { class: "field" }, element("span", {}, "For"), board),
      element("label", { class: "field" }, element("span", {}, "Seed"), seed),
      build,
      cancel,
    ),
    element("div", { role: "status", "aria-live": "polite" }, stages, result),
  );
}

function facts(part: BitstreamPart, save: BitstreamActions["save"]): readonly HTMLElement[] {
  const { name, bytes, board, clockMHz, used } = part;
  const mhz = (value: number): string => `${Number(value.toFixed(2))} MHz`;
  return [
    element(
      "p",
      { class: "same" },
      `${board} runs it at ${mhz(clockMHz.made)}: ${mhz(clockMHz.reached)} are reached, ${mhz(clockMHz.asked)} were asked for.`,
    ),
    element(
      "button",
      { type: "button", class: "primary", onclick: () => save(name, bytes) },
      `Download ${name}, ${inThousands(bytes.length)} bytes`,
    ),
    table(
      ["", "needs", "of the part's", "share"],
      used.map(({ what, needs, has }) => [what, inThousands(needs), inThousands(has), bar(needs / has)]),
    ),
  ];
}
