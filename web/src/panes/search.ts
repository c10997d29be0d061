/** A search, live: each schedule that was tried is a point; the front grows; a point is loaded by a click, two are compared. */
import type { Client, Job } from "../client.ts";
import { element, show, svg } from "../dom.ts";
import type { Objective, Part, SearchedPoint, Subject } from "../protocol.ts";
import { inThousands } from "./numbers.ts";
import type { Pane } from "./pane.ts";

const limitMs = 15 * 60_000;

export interface SearchActions {
  readonly client: Client;
  readonly subject: () => Subject;
  readonly loadSchedule: (text: string) => void;
}

const objectiveNames: Readonly<Record<Objective, string>> = {
  ...{ cycles: "cycles", interval: "cycles between calls", luts: "LUTs", dsps: "DSPs", brams: "block RAMs" },
};

export function searchPane({ client, subject, loadSchedule }: SearchActions): Pane {
  let points: SearchedPoint[] = [];
  let tried = 0;
  let chosen: readonly number[] = []; // two at most, the newest last
  let job: Job | null = null;
  let searched = ""; // name and arguments of the kernel
  let isOpen = false; // data decide how long a call takes
  const across = chooser("Across", "cycles");
  const up = chooser("Up", "luts");
  const budget = element("input", { value: "120", size: 5, inputmode: "numeric" });
  const workers = element("input", { value: String(usualWorkers()), size: 3, inputmode: "numeric" });
  const begin = element("button", { type: "button", class: "primary", onclick: start }, "Search");
  const stop = element("button", { type: "button", disabled: true, onclick: () => job?.stop() }, "Stop");
  const said = element("p", { class: "muted", role: "status" });
  const picture = element("div", { class: "front" });
  const compared = element("div", { class: "compared" });
  const list = element("div");
  const body = element(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Search" },
    element(
      "div",
      { class: "bar-of-buttons" },
      begin,
      stop,
      ...[across.label, up.label],
      element("label", { class: "field" }, element("span", {}, "Schedules"), budget),
      element("label", { class: "field" }, element("span", {}, "Workers"), workers),
    ),
    said,
    picture,
    compared,
    list,
  );
  say(welcome);

  function say(text: string): void {
    show(said, text);
  }

  async function start(): Promise<void> {
    job?.stop();
    [points, tried, chosen] = [[], 0, []];
    draw();
    stop.disabled = false;
    say("Choosing schedules to start from…");
    const own = client.ask(
      "search",
      {
        ...{ kind: "search", subject: subject(), seed: 1 },
        evaluations: numberIn(budget, 120, 5000),
        workers: numberIn(workers, usualWorkers(), mostWorkers),
        objectives: [across.value(), up.value()],
      },
      take,
      { limitMs },
    );
    job = own;
    const ending = await own.ended;
    if (job !== own) return;
    stop.disabled = true;
    if (ending === "crashed") say("Stopped: this takes more memory than a tab has.");
    else say(`${ending === "done" ? "Done" : "Stopped"}: ${progress()}.`);
  }

  function progress(): string {
    return `${inThousands(tried)} schedules tried, ${inThousands(points.length)} of them fit, ${frontOf(points).length} on the front`;
  }

  function take(part: Part): void {
    if (part.kind === "trouble") say(part.message);
    if (part.kind !== "found") return;
    tried = part.count;
    if (part.point !== null) points.push(part.point);
    say(`${progress()}…`);
    if (part.point !== null) draw();
  }

  function choose(point: SearchedPoint): void {
    chosen = [...chosen.filter((index) => index !== point.index), point.index].slice(-2);
    loadSchedule(point.schedule);
    draw();
  }

  function draw(): void {
    const front = frontOf(points);
    const isShown = (objective: Objective): boolean =>
      [across, up].some((axis) => axis.value() === objective);
    const guesses = [
      isOpen && (isShown("cycles") || isShown("interval")) ? guessedCycles : null,
      isShown("luts") ? guessedLuts : null,
    ].filter((text) => text !== null);
    show(
      picture,
      points.length === 0 ? null : chart(points, front, chosen, choose, [across, up], picture.clientWidth),
      points.length === 0 ? [] : guesses.map((text) => element("p", { class: "muted" }, text)),
    );
    show(list, front.length === 0 ? null : frontTable(front));
    const two = chosen.flatMap((index) => points.filter((point) => point.index === index));
    show(compared, two.length < 2 ? null : comparison(two));
  }

  function frontTable(front: readonly SearchedPoint[]): HTMLElement {
    return element(
      "div",
      { class: "table", tabindex: "0", role: "region", "aria-label": "Points of the front" },
      element(
        "table",
        {},
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            [objectiveNames[across.value()], objectiveNames[up.value()], "schedule", ""].map((text) =>
              element("th", { scope: "col" }, text),
            ),
          ),
        ),
        element(
          "tbody",
          {},
          front.map((point) =>
            element(
              "tr",
              { class: chosen.includes(point.index) ? "chosen" : "" },
              ...point.objectives.map((value) => element("td", {}, inThousands(value))),
              element("td", {}, element("code", {}, oneLine(point.schedule))),
              element("td", {}, element("button", { type: "button", onclick: () => choose(point) }, "Load")),
            ),
          ),
        ),
      ),
    );
  }

  function comparison(two: readonly SearchedPoint[]): HTMLElement {
    const [a, b] = two.map(({ schedule }) => schedule.trim().split("\n"));
    const side = (point: SearchedPoint, other: readonly string[]): HTMLElement =>
      element(
        "section",
        {},
        element(
          "h4",
          {},
          point.objectives
            .map(
              (value, i) => `${inThousands(value)} ${objectiveNames[[across, up][i]?.value() ?? "cycles"]}`,
            )
            .join(", "),
        ),
        element(
          "pre",
          {},
          point.schedule
            .trim()
            .split("\n")
            .map((line) => element("span", { class: other.includes(line) ? "" : "differs" }, `${line}\n`)),
        ),
      );
    const [first, second] = two;
    return element(
      "div",
      { class: "pair", "aria-label": "The two points that were chosen last" },
      first === undefined ? null : side(first, b ?? []),
      second === undefined ? null : side(second, a ?? []),
    );
  }

  /** What was found is of one kernel: points of another would load schedules that name other loops. */
  function forget(): void {
    job?.stop();
    job = null;
    [points, tried, chosen] = [[], 0, []];
    stop.disabled = true;
    draw();
    say(welcome);
  }

  return {
    ...{ id: "search", title: "Search", body },
    update: (part) => {
      if (part.kind === "circuit") {
        if (part.ok) isOpen = !Number.isFinite(part.report.cycles.most);
        return true;
      }
      if (part.kind !== "source" || !part.ok) return false;
      const now = JSON.stringify([part.kernel, part.params]);
      if (searched !== "" && searched !== now) forget();
      searched = now;
      return false;
    },
  };
}

/** A batch has 16 points, so more would have nothing to do. */
const mostWorkers = 16;

/** One for each core, but one for the page. */
function usualWorkers(): number {
  return Math.max(1, Math.min(mostWorkers, navigator.hardwareConcurrency - 1));
}

function numberIn({ value }: HTMLInputElement, usual: number, most: number): number {
  return Math.max(1, Math.min(most, Number.parseInt(value, 10) || usual));
}

const guessedLuts = "LUTs are a quick guess here; the report of a point that you load counts more.";
const guessedCycles =
  "Data decide how long a call takes: its cycles are a guess at a middling call, for schedules to be compared.";

const welcome =
  "Schedules of this kernel are tried, best guesses first; nothing is changed until you click a point.";

interface Chooser {
  readonly label: HTMLElement;
  readonly value: () => Objective;
}

function chooser(name: string, first: Objective): Chooser {
  const select = element(
    "select",
    {},
    Object.entries(objectiveNames).map(([value, text]) =>
      element("option", { value, selected: value === first }, text),
    ),
  );
  return {
    label: element("label", { class: "field" }, element("span", {}, name), select),
    value: () => select.value as Objective,
  };
}

/** Points that no other beats in both, by the first objective; of equal ones the first that was proposed, whichever came first. */
function frontOf(points: readonly SearchedPoint[]): readonly SearchedPoint[] {
  const sorted = [...points].sort(
    (p, q) =>
      (p.objectives[0] ?? 0) - (q.objectives[0] ?? 0) ||
      (p.objectives[1] ?? 0) - (q.objectives[1] ?? 0) ||
      p.index - q.index,
  );
  const front: SearchedPoint[] = [];
  for (const point of sorted)
    if ((point.objectives[1] ?? 0) < (front.at(-1)?.objectives[1] ?? Infinity)) front.push(point);
  return front;
}

const margins = { left: 62, bottom: 38, top: 26, right: 16 };

/** Both axes by powers of ten: a search meets designs a thousand times as fast or as large as others. */
function chart(
  points: readonly SearchedPoint[],
  front: readonly SearchedPoint[],
  chosen: readonly number[],
  choose: (point: SearchedPoint) => void,
  axes: readonly Chooser[],
  room: number,
): SVGElement {
  const size = { ...margins, width: Math.max(280, Math.min(760, room || 640)), height: 312 };
  const scale = (axis: number, from: number, to: number): ((value: number) => number) => {
    const values = points.map(({ objectives }) => Math.log10(1 + (objectives[axis] ?? 0)));
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return (value) => from + ((Math.log10(1 + value) - least) / (most - least || 1)) * (to - from);
  };
  const x = scale(0, size.left + 10, size.width - size.right);
  const y = scale(1, size.height - size.bottom - 8, size.top + 4);
  const at = ({ objectives }: SearchedPoint): readonly [number, number] => [
    x(objectives[0] ?? 0),
    y(objectives[1] ?? 0),
  ];
  const steps = front.map((point, i) => {
    const [px, py] = at(point);
    return i === 0 ? `M${px} ${py}` : `H${px}V${py}`;
  });
  const isFront = new Set(front);
  const ends = (axis: number): readonly number[] => {
    const values = points.map(({ objectives }) => objectives[axis] ?? 0);
    return [...new Set([Math.min(...values), Math.max(...values)])];
  };
  const circle = (point: SearchedPoint): SVGElement => {
    const [cx, cy] = at(point);
    const on = isFront.has(point);
    const label = point.objectives
      .map((value, i) => `${inThousands(value)} ${objectiveNames[axes[i]?.value() ?? "cycles"]}`)
      .join(", ");
    const activate = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(point);
    };
    return svg(
      "circle",
      {
        ...{ cx, cy, r: on ? 6 : 3.5, onclick: activate },
        class: `${on ? "on-front" : "behind"}${chosen.includes(point.index) ? " chosen" : ""}`,
        ...(on ? { tabindex: 0, role: "button", "aria-label": `Load: ${label}`, onkeydown: activate } : {}),
      },
      svg("title", {}, label),
    );
  };
  const axis = size.height - size.bottom;
  return svg(
    "svg",
    {
      viewBox: `0 0 ${size.width} ${size.height}`,
      class: "front-chart",
      role: "group",
      "aria-label": "Schedules that were tried",
    },
    svg("path", { class: "axis", d: `M${size.left} ${size.top}V${axis}H${size.width - size.right}` }),
    ends(0).map((value) =>
      svg("text", { x: x(value), y: axis + 16, "text-anchor": "middle" }, inThousands(value)),
    ),
    ends(1).map((value) =>
      svg("text", { x: size.left - 7, y: y(value) + 4, "text-anchor": "end" }, inThousands(value)),
    ),
    svg(
      "text",
      { class: "axis-name", x: (size.left + size.width) / 2, y: size.height - 4, "text-anchor": "middle" },
      objectiveNames[axes[0]?.value() ?? "cycles"],
    ),
    svg("text", { class: "axis-name", x: 4, y: 12 }, objectiveNames[axes[1]?.value() ?? "luts"]),
    svg("path", { class: "front-line", d: steps.join("") }),
    [...points.filter((point) => !isFront.has(point)), ...front].map(circle),
  );
}

function oneLine(schedule: string): string {
  const text = schedule.trim().split("\n").join("; ");
  return text === "" ? "as written" : text;
}
