/** search.html: the front, the history and what each knob does, as one file that opens without a server. */
import { paretoFront } from "../../explore/search/front.ts";
import type { History } from "../../explore/search/history.ts";
import type { Feasible } from "../../explore/search/outcome.ts";
import type { Problem } from "../../explore/search/search.ts";
import { type KnobValue, type Point, pointValues } from "../../explore/search/space.ts";
import { escaped } from "../../picture/markup.ts";
import { type FrontMeasured, nothingMeasured } from "./measure.ts";
import { numberText } from "./numbers.ts";
import { axis } from "./plot.ts";
import { measuredTexts } from "./show.ts";

export interface PageFacts {
  readonly title: string;
  readonly summary: readonly string[]; // lines of text
  readonly measured?: FrontMeasured; // of the front, by tools
}

const mostDots = 3000; // a browser draws them at once

export function searchPage(problem: Problem, history: History, facts: PageFacts): string {
  const front = paretoFront(history.front);
  const dots = thinned(problem, history);
  const [first = ""] = problem.objectives;
  const thin =
    dots.length < history.feasible.length
      ? `<p>${numberText(dots.length)} of ${numberText(history.feasible.length)} feasible points are drawn.</p>`
      : "";
  const charts =
    problem.objectives.length > 1
      ? problem.objectives
          .slice(1)
          .map((name, index) =>
            chart(`The front: ${first} and ${name}`, pairs(dots, 0, index + 1), first, name),
          )
      : [];
  const histories = problem.objectives.map((name, index) =>
    chart(
      `History of ${name}`,
      dots.map(({ number, one, text, isFront }) => ({
        x: number,
        y: one.objectives[index] ?? 0,
        text,
        isFront,
        key: number,
      })),
      "evaluation",
      name,
    ),
  );
  const knobs = problem.space.knobs.flatMap(({ name, values }, knob) =>
    values.length < 2
      ? []
      : problem.objectives.map((objective, index) =>
          chart(`What ${name} does to ${objective}`, knobDots(dots, knob, index), name, objective, values),
        ),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(facts.title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(facts.title)}</h1>
${facts.summary.map((line) => `<p>${escaped(line)}</p>`).join("\n")}
${thin}
<h2>The front</h2>
${frontTable(problem, front, facts.measured ?? nothingMeasured)}
<div class="charts">
${[...charts, ...histories].join("\n")}
</div>
<h2>What each knob does</h2>
<div class="charts">
${knobs.join("\n")}
</div>
<p id="shown">Point at a dot to see its design.</p>
<script>${script}</script>
</body>
</html>
`;
}

interface Dot {
  readonly number: number; // of the evaluation, from 1
  readonly one: Feasible;
  readonly text: string;
  readonly isFront: boolean;
}

function thinned(problem: Problem, history: History): readonly Dot[] {
  const front = new Set(history.front);
  const step = Math.max(1, history.feasible.length / mostDots);
  const numbers = history.evaluations.flatMap(({ outcome }, index) =>
    outcome.kind === "feasible" ? [index + 1] : [],
  );
  return history.feasible.flatMap((one, index): Dot[] => {
    const isFront = front.has(one);
    if (!isFront && Math.floor(index / step) === Math.floor((index - 1) / step)) return [];
    return [{ number: numbers[index] ?? 0, one, text: dotText(problem, one), isFront }];
  });
}

function dotText({ space, objectives }: Problem, one: Feasible): string {
  const values = Object.entries(pointValues(space, one.point)).map(([name, value]) => `${name} ${value}`);
  const results = objectives.map((name, index) => `${name} ${numberText(one.objectives[index] ?? 0)}`);
  return `${results.join(", ")}: ${values.join(", ")}`;
}

interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly isFront: boolean;
  readonly key: number; // the same in every chart
}

function pairs(dots: readonly Dot[], x: number, y: number): readonly Drawn[] {
  return dots.map(({ number, one, text, isFront }) => ({
    x: one.objectives[x] ?? 0,
    y: one.objectives[y] ?? 0,
    text,
    isFront,
    key: number,
  }));
}

function knobDots(dots: readonly Dot[], knob: number, objective: number): readonly Drawn[] {
  return dots.map(({ number, one, text, isFront }) => ({
    x: indexOf(one.point, knob),
    y: one.objectives[objective] ?? 0,
    text,
    isFront,
    key: number,
  }));
}

function indexOf(point: Point, knob: number): number {
  return point[knob] ?? 0;
}

const width = 420;
const height = 260;
const margin = 50;

/** `values`: what the places on the x axis stand for; else they are numbers. */
function chart(
  title: string,
  dots: readonly Drawn[],
  xName: string,
  yName: string,
  values: readonly KnobValue[] | null = null,
): string {
  const x = axis(values === null ? dots.map((dot) => dot.x) : [0, values.length - 1], xName === "evaluation");
  const y = axis(dots.map((dot) => dot.y));
  const left = (value: number): string =>
    (
      margin +
      (values === null ? x.place(value) : value / (values.length - 1)) * (width - 2 * margin)
    ).toFixed(1);
  const top = (value: number): string =>
    (height - margin - y.place(value) * (height - 2 * margin)).toFixed(1);
  const circles = dots
    .toSorted((a, b) => Number(a.isFront) - Number(b.isFront))
    .map(
      (dot) =>
        `<circle cx="${left(dot.x)}" cy="${top(dot.y)}" r="${dot.isFront ? 4 : 2.5}" data-key="${dot.key}"${dot.isFront ? ' class="front"' : ""}><title>${escaped(dot.text)}</title></circle>`,
    );
  const log = (isLog: boolean): string => (isLog ? " (log)" : "");
  const ends =
    values === null
      ? [numberText(x.least), numberText(x.most)]
      : [String(values[0] ?? ""), String(values.at(-1) ?? "")];
  return `<figure><figcaption>${escaped(title)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<path d="M${margin} ${margin / 2}V${height - margin + 6}H${width - margin / 2}" class="axes"/>
<text x="${margin}" y="${height - margin + 20}">${escaped(ends[0] ?? "")}</text>
<text x="${width - margin}" y="${height - margin + 20}" text-anchor="end">${escaped(ends[1] ?? "")}</text>
<text x="${width / 2}" y="${height - margin + 36}" text-anchor="middle">${escaped(xName)}${values === null ? log(x.isLog) : ""}</text>
<text x="${margin + 4}" y="14">${escaped(yName)}${log(y.isLog)}: ${escaped(numberText(y.least))} to ${escaped(numberText(y.most))}</text>
${circles.join("\n")}
</svg></figure>`;
}

function frontTable(
  { space, objectives }: Problem,
  front: readonly Feasible[],
  measured: FrontMeasured,
): string {
  const head = [...objectives, ...measured.columns, ...space.knobs.map(({ name }) => name)].map(
    (name) => `<th>${escaped(name)}</th>`,
  );
  const rows = front.slice(0, 200).map((one) => {
    const cells = [
      ...one.objectives.map(numberText),
      ...measuredTexts(measured, one.point),
      ...Object.values(pointValues(space, one.point)).map(String),
    ];
    return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`;
  });
  const more = front.length > rows.length ? `<p>and ${front.length - rows.length} more</p>` : "";
  return `<div class="wide"><table><tr>${head.join("")}</tr>\n${rows.join("\n")}\n</table></div>${more}`;
}

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1320px; margin: 2rem auto; padding: 0 1rem; }
.charts { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; width: 420px; } figcaption { font-weight: 600; }
svg { width: 100%; } svg text { font-size: 12px; fill: currentColor; }
.axes { fill: none; stroke: currentColor; opacity: .5; }
circle { fill: #3b82c4; opacity: .45; } circle.front { fill: #d1495b; opacity: 1; }
circle.same { stroke: currentColor; stroke-width: 3; opacity: 1; }
.wide { overflow-x: auto; } table { border-collapse: collapse; } th, td { padding: .15rem .7rem; text-align: right; }
tr:nth-child(even) { background: #8882; }
#shown { position: sticky; bottom: 0; background: Canvas; padding: .5rem; border-top: 1px solid #8888; }
`;

/** A dot that is pointed at is marked in every chart, and told below. */
const script = `
const shown = document.getElementById("shown");
document.addEventListener("pointerover", ({ target }) => {
  if (target.tagName !== "circle") return;
  for (const one of document.querySelectorAll("circle.same")) one.classList.remove("same");
  for (const one of document.querySelectorAll('circle[data-key="' + target.dataset.key + '"]')) one.classList.add("same");
  shown.textContent = target.querySelector("title").textContent;
});
`;
