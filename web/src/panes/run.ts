/** The kernel called: on the reference and as a circuit, with data from a seed, or with a picture that is dropped here. */
import type { Client, Ending, Job } from "../client.ts";
import { element, show } from "../dom.ts";
import type {
  CircuitRun,
  Given,
  Look,
  ParamFacts,
  Part,
  RanPart,
  RecordedPart,
  Request,
  RunData,
  Subject,
} from "../protocol.ts";
import { duration, inThousands, rangeText } from "./numbers.ts";
import type { Pane } from "./pane.ts";
import { isPicture, valueCard } from "./values.ts";

const limitMs = 60_000;

export interface RunActions {
  readonly client: Client;
  readonly subject: () => Subject;
  readonly save: (name: string, bytes: Uint8Array) => void;
  readonly look: () => Look; // what is recorded besides
  readonly recorded: (part: RecordedPart) => void; // with the data as they are
}

export interface RunPane extends Pane {
  run(): void;
  /** Another kernel is opened: this argument gets a picture, others come from the seed. */
  expectCamera(name: string | null): void;
  data(): RunData;
}

export function runPane({ client, subject, save, look, recorded }: RunActions): RunPane {
  const given = new Map<string, Given>();
  let params: readonly ParamFacts[] = [];
  let job: Job | null = null;
  let asked: Subject | null = null; // what runs
  const seed = element("input", { id: "seed", value: "1", size: 5, inputmode: "numeric" });
  const run = element("button", { type: "button", class: "primary", onclick: () => start("run") }, "Run");
  const stop = element("button", { type: "button", disabled: true, onclick: () => job?.stop() }, "Stop");
  const project = element("button", { type: "button", onclick: () => start("project") }, "Verilog project");
  const scheduleFile = element("button", { type: "button", onclick: saveSchedule }, "Schedule");
  const inputs = element("div", { class: "inputs" });
  const said = element("div", { class: "said", role: "status", "aria-live": "polite" });
  const values = element("div", { class: "values" });
  const body = element(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Run" },
    element(
      "div",
      { class: "bar-of-buttons" },
      run,
      stop,
      element("label", { class: "field" }, element("span", {}, "Seed"), seed),
      element("span", { class: "spring" }),
      element(
        "span",
        { class: "kept-together" },
        element("span", { class: "muted" }, "Download"),
        project,
        scheduleFile,
      ),
    ),
    inputs,
    said,
    values,
  );

  const data = (): RunData => ({
    seed: Number.parseInt(seed.value, 10) || 0,
    given: Object.fromEntries(given),
  });

  async function start(kind: "run" | "project"): Promise<void> {
    job?.stop();
    asked = subject();
    const given = { subject: asked, data: data() };
    const request: Request = kind === "run" ? { kind, ...given, look: look() } : { kind, ...given };
    stop.disabled = false;
    show(said, element("p", { class: "muted" }, kind === "run" ? "Running…" : "Making the project…"));
    const own = client.ask("run", request, take, { limitMs, takesKnowing: true });
    job = own;
    const ending = await own.ended;
    if (job !== own) return;
    stop.disabled = true;
    if (ending !== "done") show(said, element("p", { class: "refused" }, endings[ending]));
  }

  function take(part: Part): void {
    if (part.kind === "ran") {
      showRun(part);
    }
    if (part.kind === "recorded" && JSON.stringify(asked) === JSON.stringify(subject())) recorded(part);
    if (part.kind === "file") {
      save(part.name, part.bytes);
      show(said, element("p", {}, `${part.name} is made: unpack it, then \`make icarus\`.`));
    }
    if (part.kind === "trouble") {
      const help = part.help === null ? null : element("p", { class: "help" }, part.help);
      show(said, element("div", { class: "refused" }, element("p", {}, part.message), help));
    }
  }

  function showRun(part: RanPart): void {
    const { circuit, notes } = part;
    show(
      said,
      typeof circuit === "string"
        ? element("p", { class: "refused" }, `No circuit: ${circuit}`)
        : circuitFacts(circuit),
      element("p", { class: "muted" }, `The reference took ${duration(part.ms * 1e6)}.`),
      notes.map((note) => element("p", { class: "muted" }, note)),
    );
    const order = { returned: 0, written: 1, given: 2 } as const;
    const sorted = [...part.values].sort((a, b) => order[a.role] - order[b.role]);
    show(
      values,
      sorted.map((value) => valueCard(value, save)),
    );
  }

  function saveSchedule(): void {
    save("kernel.schedule", new TextEncoder().encode(subject().schedule));
  }

  async function takeFile(name: string, file: File): Promise<void> {
    given.set(name, { kind: "file", name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    showInputs();
    start("run");
  }

  function showInputs(): void {
    show(
      inputs,
      params.map((param) => (param.isArray ? arrayInput(param) : numberInput(param))),
    );
  }

  function numberInput({ name, type }: ParamFacts): HTMLElement {
    const own = given.get(name);
    const field = element("input", {
      ...{ size: 9, placeholder: "from the seed", value: own?.kind === "number" ? own.text : "" },
    });
    field.addEventListener("change", () => {
      if (field.value.trim() === "") given.delete(name);
      else given.set(name, { kind: "number", text: field.value });
    });
    return element(
      "label",
      { class: "input" },
      element("strong", {}, name),
      element("code", {}, type),
      field,
    );
  }

  function useCamera(name: string): void {
    given.set(name, { kind: "camera" });
    showInputs();
    start("run");
  }

  function arrayInput({ name, type }: ParamFacts): HTMLElement {
    const own = given.get(name);
    const chooser = element("input", { type: "file", accept: ".npy,.png", class: "file" });
    chooser.addEventListener("change", () => {
      const [file] = chooser.files ?? [];
      if (file !== undefined) takeFile(name, file);
    });
    const forget = (): void => {
      given.delete(name);
      showInputs();
    };
    const made = element(
      "label",
      { class: "input drop", "data-input": name },
      element("strong", {}, name),
      element("code", {}, type),
      element(
        "span",
        { class: "muted" },
        own === undefined
          ? "from the seed; drop a .png or .npy"
          : own.kind === "file"
            ? own.name
            : "from the camera",
      ),
      chooser,
    );
    made.addEventListener("dragover", (event) => {
      event.preventDefault();
      made.classList.add("over");
    });
    made.addEventListener("dragleave", () => made.classList.remove("over"));
    made.addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) takeFile(name, file);
    });
    return element(
      "div",
      { class: "argument" },
      made,
      own?.kind === "camera" || !isPicture(shapeIn(type))
        ? null
        : element("button", { type: "button", onclick: () => useCamera(name) }, "Camera picture"),
      own === undefined ? null : element("button", { type: "button", onclick: forget }, "From the seed"),
    );
  }

  return {
    ...{ id: "run", title: "Run", body },
    run: () => start("run"),
    expectCamera: (name) => {
      given.clear();
      if (name !== null) given.set(name, { kind: "camera" });
      showInputs();
    },
    data,
    update: (part) => {
      if (part.kind !== "source") return part.kind === "circuit";
      if (!part.ok) return false;
      const isSame =
        params.map((one) => `${one.name}:${one.type}`).join() ===
        part.params.map((one) => `${one.name}:${one.type}`).join();
      params = part.params;
      for (const name of given.keys()) if (!params.some((one) => one.name === name)) given.delete(name);
      if (!isSame) {
        showInputs();
        show(said);
        show(values);
      }
      return false;
    },
  };
}

/** Of a type's text: `uint8[64,64]`. */
function shapeIn(type: string): readonly number[] {
  const [, dims] = /\[(\d+(?:, ?\d+)*)\]$/.exec(type) ?? [];
  return dims?.split(",").map(Number) ?? [];
}

function circuitFacts({ cycles, predicted, difference, ms }: CircuitRun): HTMLElement {
  const bits =
    difference === null
      ? element("p", { class: "same" }, "The circuit gives the reference's bits.")
      : element("p", { class: "refused" }, `The circuit differs: ${difference}.`);
  const facts = `${inThousands(cycles)} cycles, where ${rangeText(predicted)} were predicted; made and simulated in ${duration(ms * 1e6)}.`;
  return element("div", {}, bits, element("p", { class: "muted" }, facts));
}

const endings: Readonly<Record<Exclude<Ending, "done">, string>> = {
  stopped: "Stopped.",
  late: "Stopped: this takes longer than a minute.",
  crashed: "Stopped: this takes more memory than a tab has.",
};
