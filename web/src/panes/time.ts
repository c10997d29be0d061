/** When things happen in a call: the picture of src/picture, to zoom and move in; of any call, or of one that was recorded. */
import { type Part as PicturePart, type Shown, showTimeline } from "../../../src/picture/live.ts";
import { pictureStyle } from "../../../src/picture/style.ts";
import type { Timeline } from "../../../src/timeline/nodes.ts";
import type { Waves } from "../../../src/timeline/waves.ts";
import type { Client, Ending, Job } from "../client.ts";
import { element, show } from "../dom.ts";
import type { Look, Part, RecordedPart, RunData, Subject } from "../protocol.ts";
import { refusalText } from "./code.ts";
import { inThousands } from "./numbers.ts";
import type { Page, Pane } from "./pane.ts";
import { signalChoice } from "./signals.ts";

const limitMs = 60_000;

export interface TimeActions {
  readonly client: Client;
  readonly subject: () => Subject;
  readonly data: () => RunData;
}

export interface TimePane extends Pane {
  /** What is to be recorded of a call besides its timeline. */
  look(): Look;
  /** What a call did, with the data as they are. */
  recorded(part: RecordedPart): void;
}

export function timePane(page: Page, { client, subject, data }: TimeActions): TimePane {
  const style = new CSSStyleSheet();
  style.replaceSync(pictureStyle);
  document.adoptedStyleSheets.push(style); // the page's policy allows what scripts adopt, and no style in an element
  let known: Timeline | null = null; // of any call
  let recorded: RecordedPart | null = null;
  let isRecordedShown = false;
  let seed = 0;
  let from = 0; // the first cycle of signals
  let job: Job | null = null;
  let shown: Shown | null = null;

  const any = choiceButton("Any call", () => choose(false));
  const this_ = choiceButton("This call", () => choose(true));
  const said = element("span", { class: "muted", role: "status", "aria-live": "polite" });
  const signals = signalChoice(() => {
    from = 0;
    record();
  });
  const head = element(
    "div",
    { class: "bar-of-buttons", hidden: true },
    element("span", { class: "either", role: "group", "aria-label": "Which call" }, any, this_),
    said,
  );
  const picture = element("div", { class: "lt" });
  const refused = element("div");
  const body = element(
    "div",
    { class: "time", tabindex: "0", role: "region", "aria-label": "Time" },
    refused,
    head,
    signals.body,
    picture,
  );
  new ResizeObserver(() => shown?.draw()).observe(body);

  function choose(isRecorded: boolean): void {
    if (isRecorded && recorded === null) {
      record();
      return;
    }
    job?.stop();
    isRecordedShown = isRecorded;
    draw();
  }

  async function record(): Promise<void> {
    if (known === null) return;
    show(said, "Simulating this call…");
    const own = client.ask("run", { kind: "record", subject: subject(), data: data(), look: look() }, take, {
      limitMs,
      takesKnowing: true,
    });
    job = own;
    const ending = await own.ended;
    if (job === own && ending !== "done") show(said, endings[ending]);
  }

  function look(): Look {
    return { signals: signals.chosen(), from };
  }

  function take(part: Part): void {
    if (part.kind === "trouble") show(said, part.message);
    if (part.kind === "recorded") showRecorded(part);
  }

  function showRecorded(part: RecordedPart): void {
    if (known === null) return;
    seed = data().seed;
    recorded = part;
    isRecordedShown = true;
    draw();
  }

  /** What is seen and chosen stays, where the call is as long as it was. */
  function draw(): void {
    const timeline = isRecordedShown ? recorded?.timeline : known;
    if (timeline === null || timeline === undefined) return;
    const before = picture.dataset.kernel === timeline.kernel ? shown?.seen() : undefined;
    const isAsLong = Number(picture.dataset.cycles) === timeline.cycles.least;
    shown?.close();
    const waves = isRecordedShown ? (recorded?.waves ?? null) : null;
    picture.dataset.kernel = timeline.kernel;
    picture.dataset.cycles = String(timeline.cycles.least);
    // It writes markup, in which whatever is said is escaped (src/picture/markup.ts).
    shown = showTimeline(picture as unknown as PicturePart, timeline, {
      onLine: page.goTo,
      signalsOpen: true,
      ...(waves === null || waves.signals.length === 0 ? {} : { waves }),
      ...(before === undefined || !isAsLong ? {} : { view: before.view }),
      ...(before === undefined || before.selected === null ? {} : { selected: before.selected }),
    });
    any.setAttribute("aria-pressed", String(!isRecordedShown));
    this_.setAttribute("aria-pressed", String(isRecordedShown));
    tell(timeline, waves);
  }

  function tell(timeline: Timeline, waves: Waves | null): void {
    const isOpen = known?.cycles.least !== known?.cycles.most;
    if (!isRecordedShown)
      return show(said, isOpen ? "Data decide some of it, of which the least is drawn." : null);
    const words = element("span", {}, `As it was simulated, with data of Run (seed ${seed}).`);
    const hasMore = waves !== null && waves.signals.length > 0 && waves.to <= timeline.cycles.least;
    show(said, words, hasMore ? goOn(waves) : null);
  }

  /** Signals change too often to keep all of it. */
  function goOn(waves: Waves): HTMLElement {
    const onward = (): void => {
      from = Math.max(0, Math.floor(shown?.seen().view.from ?? 0));
      record();
    };
    const words = ` Signals: cycles ${inThousands(waves.from)} to ${inThousands(waves.to - 1)}. `;
    const button = element("button", { type: "button", onclick: onward }, "Record from the first cycle seen");
    return element("span", {}, words, button);
  }

  return {
    ...{ id: "time", title: "Time", body, look, recorded: showRecorded },
    update: (part: Part) => {
      if (part.kind === "circuit" && !part.ok) {
        shown?.close();
        [shown, known, recorded] = [null, null, null];
        head.hidden = true;
        signals.offer([]);
        show(refused, part.marks.map(refusalText));
        return true;
      }
      if (part.kind !== "timeline") return false;
      job?.stop();
      show(refused);
      head.hidden = false;
      [known, recorded, isRecordedShown, from] = [part.timeline, null, false, 0];
      signals.offer(part.signals);
      draw();
      return true;
    },
    shown: () => shown?.draw(),
  };
}

function choiceButton(words: string, act: () => void): HTMLButtonElement {
  return element("button", { type: "button", "aria-pressed": "false", onclick: act }, words);
}

const endings: Readonly<Record<Exclude<Ending, "done">, string>> = {
  stopped: "Stopped.",
  late: "Stopped: this takes longer than a minute.",
  crashed: "Stopped: this takes more memory than a tab has.",
};
