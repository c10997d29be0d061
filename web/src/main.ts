/** The page: what a person writes on the left, what it becomes on the right, workers in between. */
import "./style.css";
import type { EditorView } from "@codemirror/view";
import { boards } from "../../src/device/board.ts";
import { createAnalysis } from "./analysis.ts";
import { createClient, type Ending } from "./client.ts";
import { byId, element, show } from "./dom.ts";
import { light, litLines } from "./editor/lit.ts";
import { scheduleLanguage } from "./editor/schedule.ts";
import { createEditor, setText, showMarks } from "./editor/view.ts";
import { type Example, examples } from "./gallery/examples.ts";
import { startGallery, subjectOfExample } from "./gallery/gallery.ts";
import { startGuide } from "./gallery/guide.ts";
import { sourceLanguage } from "./language.ts";
import { bitstreamSection } from "./panes/bitstream.ts";
import { codePanes } from "./panes/code.ts";
import type { Page, Pane } from "./panes/pane.ts";
import { reportPane } from "./panes/report.ts";
import { runPane } from "./panes/run.ts";
import { searchPane } from "./panes/search.ts";
import { createTabs } from "./panes/tabs.ts";
import { timePane } from "./panes/time.ts";
import { showProblems } from "./problems.ts";
import type { Goal, Mark, Part, SchedulePart, SourcePart, Subject } from "./protocol.ts";
import { openServed, type Served } from "./served.ts";
import { makeSplit } from "./splits.ts";
import { emptySubject, keep, kept, languageOf, linkOf, subjectOfLink } from "./subject.ts";
import { createSummary } from "./summary.ts";
import { startTheme } from "./theme.ts";
import { withTypescript } from "./typescript.ts";

const client = withTypescript(
  createClient(() => new Worker(new URL("./worker/main.ts", import.meta.url), { type: "module" })),
);
const summary = createSummary(byId("summary"));
const fields = {
  board: byId<HTMLSelectElement>("board"),
  clock: byId<HTMLInputElement>("clock"),
  args: byId<HTMLInputElement>("args"),
};
let rest = { path: emptySubject.path, kernel: "" };
let sourceFacts: SourcePart | null = null;
let scheduleFacts: SchedulePart | null = null;
let litLine: number | null = null;
const fresh = new Set<Pane>(); // panes that show the texts as they are

const language = sourceLanguage({
  ...{ select: byId<HTMLSelectElement>("language"), facts: () => sourceFacts },
  ...{ subject: currentSubject, open },
});
const sourceView = createEditor(byId("source-editor"), {
  label: "Source",
  extensions: [language.extension, litLines],
  onChange: edited,
  onLine: (line) => lightLine(line, false),
});
const scheduleView = createEditor(byId("schedule-editor"), {
  label: "Schedule",
  extensions: scheduleLanguage(() => scheduleFacts),
  onChange: edited,
});

const page: Page = {
  goTo: (line) => lightLine(line, true),
  addStep: (step) => {
    const before = scheduleView.state.doc.toString().trimEnd();
    setText(scheduleView, `${before === "" ? "" : `${before}\n`}${step}\n`);
  },
};
const [loops, ...generated] = codePanes(page);
const runner = runPane({
  ...{ client, subject: currentSubject, save },
  look: () => time.look(),
  recorded: (part) => time.recorded(part),
});
const time = timePane(page, { client, subject: currentSubject, data: runner.data });
const searcher = searchPane({
  client,
  subject: currentSubject,
  loadSchedule: (text) => setText(scheduleView, text),
});
const panes: readonly Pane[] = [
  ...[
    reportPane(page, measureArea, bitstreamSection({ client, subject: currentSubject, save })),
    time,
    runner,
    searcher,
  ],
  ...[loops as Pane, ...generated],
];
const tabs = createTabs(byId("tabs"), byId("panels"), panes, (pane) => {
  if (litLine !== null) pane.light?.(litLine, true);
});

const analysis = createAnalysis({
  client,
  subject: currentSubject,
  started: () => {
    byId("main").dataset.state = "working";
    fresh.clear();
    setTimeout(() => tabs.stale((pane) => !fresh.has(pane)), 300);
    summary.show({ kind: "working" });
  },
  part: take,
  ended,
});

function currentSubject(): Subject {
  return {
    ...rest,
    text: sourceView.state.doc.toString(),
    schedule: scheduleView.state.doc.toString(),
    args: fields.args.value,
    board: fields.board.value,
    clock: fields.clock.value,
  };
}

function open(subject: Subject): void {
  if (subject.path !== rest.path) summary.forget();
  rest = { path: subject.path, kernel: subject.kernel };
  fields.args.value = subject.args;
  fields.board.value = subject.board;
  fields.clock.value = subject.clock;
  byId("source-title").textContent = subject.path;
  language.show(sourceView, subject.path);
  fields.args.disabled = languageOf(subject.path) === "typescript"; // it says its own
  setText(sourceView, subject.text);
  setText(scheduleView, subject.schedule);
  analysis.changed(true);
}

function edited(): void {
  byId("main").dataset.state = "edited";
  litLine = null;
  keep(currentSubject());
  analysis.changed();
}

function take(part: Part): void {
  for (const pane of panes) if (pane.update(part)) fresh.add(pane);
  tabs.stale((pane) => !fresh.has(pane));
  switch (part.kind) {
    case "source":
      sourceFacts = part.ok ? part : { ...part, names: sourceFacts?.names ?? [] };
      mark(sourceView, "source-problems", part.marks);
      if (!part.ok) refused(part.marks, "the source");
      return;
    case "schedule":
      scheduleFacts = part;
      mark(scheduleView, "schedule-problems", part.marks);
      if (part.ok) return;
      showMarks(sourceView, part.sourceMarks);
      return refused(part.marks, "the schedule");
    case "circuit":
      if (part.ok) return summary.show({ kind: "made", circuit: part });
      return refused(part.marks, "the circuit");
    case "trouble":
      mark(sourceView, "source-problems", [
        { from: 0, to: 0, severity: "error", code: "", message: part.message, help: part.help },
      ]);
      return summary.show({ kind: "refused", what: part.message });
    default:
      return;
  }
}

function measureArea(onPart: (part: Part) => void): Promise<Ending> {
  return client.ask("area", { kind: "area", subject: currentSubject() }, onPart, { limitMs: 300_000 }).ended;
}

function refused(marks: readonly Mark[], what: string): void {
  const [first] = marks.filter(({ severity }) => severity === "error");
  summary.show({ kind: "refused", what: `${what}: ${first?.message ?? "refused"}` });
}

function mark(view: EditorView, problems: string, marks: readonly Mark[]): void {
  showMarks(view, marks);
  showProblems(byId(problems), marks, view.state.doc.toString(), (from) => {
    view.dispatch({ selection: { anchor: Math.min(from, view.state.doc.length) }, scrollIntoView: true });
    view.focus();
  });
}

function ended(ending: Ending): void {
  if (byId("main").dataset.state === "working") byId("main").dataset.state = "settled";
  if (ending === "late")
    summary.show({ kind: "refused", what: "stopped: this takes longer than half a minute" });
  if (ending === "crashed")
    summary.show({ kind: "refused", what: "stopped: this takes more memory than a tab has" });
}

/** A line of the source and what it became. */
function lightLine(line: number, isFromOutside: boolean): void {
  litLine = line;
  light(sourceView, [line], isFromOutside);
  for (const pane of panes) pane.light?.(line, !isFromOutside && pane === tabs.selected());
}

async function choose(): Promise<void> {
  const button = byId<HTMLButtonElement>("choose");
  const goal = byId<HTMLSelectElement>("goal").value as Goal;
  button.disabled = true;
  const job = client.ask("choose", { kind: "choose", subject: currentSubject(), goal }, (part) => {
    if (part.kind === "chosen") setText(scheduleView, part.schedule);
    if (part.kind === "trouble") toast(part.message);
  });
  const ending = await job.ended;
  button.disabled = false;
  if (ending === "late") toast("stopped: choosing takes longer than half a minute for this kernel");
}

/** To the folder of the browser's downloads. */
function save(name: string, bytes: Uint8Array): void {
  const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  const link = element("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

let toastTimer: ReturnType<typeof setTimeout> | undefined;

function toast(text: string): void {
  const host = byId("toast");
  show(host, element("span", {}, text));
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => show(host), 4000);
}

async function share(): Promise<void> {
  const link = linkOf(currentSubject());
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(location.href);
    toast("The link is copied. It holds the code itself: nothing was sent anywhere.");
  } catch {
    toast("The address of this page is the link now: copy it from the address bar.");
  }
}

function offerSaving({ scheduleName, saveSchedule }: Served): void {
  const button = byId<HTMLButtonElement>("save-schedule");
  button.hidden = false;
  button.title = `Write ${scheduleName}`;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await saveSchedule(scheduleView.state.doc.toString());
      toast(`${scheduleName} is written.`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
    button.disabled = false;
  });
}

show(
  fields.board,
  element("option", { value: "" }, "the kernel's own"),
  boards.map(({ name, title }) => element("option", { value: name }, title)),
);
for (const field of Object.values(fields)) field.addEventListener("change", edited);
byId("choose").addEventListener("click", choose);
byId("share").addEventListener("click", share);
startTheme(byId("theme"));
const openExample = (example: Example): void => {
  history.replaceState(null, "", location.pathname + location.search);
  runner.expectCamera(example.camera ?? null);
  open(subjectOfExample(example));
};
const firstExample = examples[0] as Example;
startGallery(byId<HTMLDialogElement>("gallery"), byId("open-gallery"), openExample);
startGuide(byId("guide"), byId("open-guide"), {
  openFirst: () => openExample(firstExample),
  schedule: (text) => setText(scheduleView, text),
  openTab: (id) => tabs.select(id),
});
const measure = (): void => {
  for (const view of [sourceView, scheduleView]) view.requestMeasure();
  tabs.selected().shown?.();
};
makeSplit(byId("split-columns"), byId("main"), "--left", measure);
makeSplit(byId("split-rows"), byId("main"), "--top", measure);
addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  tabs.select("run");
  runner.run();
});
/** What the address holds. A link that is damaged is said, and nothing else is done. */
function linkedSubject(): Subject | null {
  const linked = subjectOfLink(location.hash);
  if (linked === null && location.hash.startsWith("#1."))
    toast("This link is damaged: what it held cannot be read. Was all of it copied?");
  return linked;
}
addEventListener("hashchange", () => {
  const linked = linkedSubject();
  if (linked !== null) open(linked);
});
openServed(open, toast).then(
  (served) => {
    if (served === null) open(linkedSubject() ?? kept() ?? subjectOfExample(firstExample));
    else offerSaving(served);
  },
  (error: unknown) => {
    toast(String(error));
    open(subjectOfExample(firstExample));
  },
);
