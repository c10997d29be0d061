/**
 * A timeline as one HTML file that opens without a server.
 *
 *     timelinePage({ timeline, waves: null })
 *
 * Its policy allows the one script and the one style that stand in it, by their hashes, and nothing from outside. Data are JSON in
 * an element that no browser runs.
 */
import type { Timeline } from "../timeline/nodes.ts";
import { chartOf } from "./chart.ts";
import { frameOf } from "./frame.ts";
import { escaped, tag } from "./markup.ts";
import type { PageData } from "./page_main.ts";
import { pageScript, scriptHash, styleHash } from "./page_script.ts";
import { closedAtFirst } from "./rows.ts";
import { pageStyle, pictureStyle } from "./style.ts";

export type { PageData } from "./page_main.ts";

export function timelinePage(data: PageData): string {
  const { timeline, waves } = data;
  const chart = chartOf(timeline, waves);
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}'`,
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const whole = chart.svg({ width: 1280, view: chart.whole, closed: new Set(closedAtFirst(timeline)) });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(timeline.kernel)}: the time of a call</title>
<style>${stylesOf()}</style>
</head>
<body class="lt">
<main>
<h1>${escaped(timeline.kernel)}</h1>
<div id="timeline">${frameOf(timeline, whole, waves !== null)}</div>
<h2>The source</h2>
${sourceOf(timeline)}
</main>
<script type="application/json" id="data">${dataOf(data)}</script>
<script>${pageScript}</script>
</body>
</html>
`;
}

/** As it stands in the page: its hash is in page_script.ts. */
export function stylesOf(): string {
  return `${pageStyle}${pictureStyle}`;
}

/** No text in it can end the element. */
function dataOf(data: PageData): string {
  return JSON.stringify(data)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

function sourceOf({ source }: Timeline): string {
  const lines = source.text.replace(/\s+$/, "").split(/\r\n|\r|\n/);
  const shown = lines.slice(0, mostLines).map((line, index) => {
    const number = tag("span", { class: "lt-nr" }, String(index + 1));
    return tag("span", { class: "lt-line", id: `line${index + 1}` }, `${number}${escaped(line)}`);
  });
  const more = lines.length > mostLines ? `\n… ${lines.length - mostLines} more lines` : "";
  return tag("pre", { class: "lt-source", tabindex: 0, "aria-label": "the source" }, shown.join("") + more);
}

const mostLines = 5000;
