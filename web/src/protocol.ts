/**
 * What the page and its workers say to each other: plain data, copied. The page holds texts and shows answers; all that is
 * known of a kernel is computed in workers, from `src/`.
 */
import type { NpyData } from "../../src/call/npy.ts";
import type { CircuitReport } from "../../src/driver/report.ts";
import type { Point, Space } from "../../src/explore/search/space.ts";
import type { ArrayFacts, LoopFacts } from "../../src/loops/analysis/facts.ts";
import type { Schedule } from "../../src/schedule/schedule.ts";
import type { Timeline } from "../../src/timeline/nodes.ts";
import type { Waves } from "../../src/timeline/waves.ts";

/** A kernel and how it is to be hardware: all that a link holds. */
export interface Subject {
  readonly path: string; // what messages call the source
  readonly text: string;
  readonly schedule: string;
  readonly args: string; // types that annotations leave open: `a=float32[64] n=int32`
  readonly kernel: string; // which function, where there are several; else empty
  readonly board: string; // empty: the kernel's own, else the usual one
  readonly clock: string; // empty: the board's
  readonly written?: Written; // of a kernel in TypeScript, when a worker is asked; no part of links
}

/** What a kernel in TypeScript has written down where it ran, in a frame without origin (typescript.ts); or why it did not. */
export type Written =
  | { readonly ok: true; readonly program: unknown } // whatever was sent
  | { readonly ok: false; readonly marks: readonly Mark[] };

export type Goal = "speed" | "balance" | "size";

export type Request =
  | { readonly kind: "analyse"; readonly subject: Subject }
  | { readonly kind: "code"; readonly subject: Subject }
  | { readonly kind: "advise"; readonly subject: Subject }
  | { readonly kind: "javascript"; readonly subject: Subject }
  | { readonly kind: "choose"; readonly subject: Subject; readonly goal: Goal }
  | {
      readonly kind: "search";
      readonly subject: Subject;
      readonly objectives: readonly [Objective, Objective];
      readonly evaluations: number;
      readonly seed: number;
      readonly workers: number; // evaluations that go on at the same time; what is found does not depend on it
    }
  | { readonly kind: "area"; readonly subject: Subject }
  | { readonly kind: "run"; readonly subject: Subject; readonly data: RunData; readonly look: Look }
  | { readonly kind: "bitstream"; readonly subject: Subject; readonly board: string; readonly seed: number }
  | { readonly kind: "record"; readonly subject: Subject; readonly data: RunData; readonly look: Look }
  | { readonly kind: "project"; readonly subject: Subject; readonly data: RunData };

export type Objective = "cycles" | "interval" | "luts" | "dsps" | "brams";

/** What a call is given; arguments that are not among it are made from the seed. */
export interface RunData {
  readonly seed: number;
  readonly given: Readonly<Record<string, Given>>;
}

/** What of a call is recorded besides its timeline. */
export interface Look {
  readonly signals: readonly string[];
  readonly from: number; // the first cycle
}

export type Given =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "camera" } // a picture, made for the argument's shape
  | { readonly kind: "file"; readonly name: string; readonly bytes: Uint8Array }; // .npy or .png

/** What comes back, part by part, in this order; any part may be the last. */
export type Part =
  | SourcePart
  | SchedulePart
  | LoopsPart
  | CodePart
  | CircuitPart
  | TimelinePart
  | AdvicePart
  | JavascriptPart
  | ChosenPart
  | AreaPart
  | StagePart
  | BitstreamPart
  | FoundPart
  | RanPart
  | RecordedPart
  | FilePart
  | TroublePart;

/** A remark at a place of a text. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly severity: "error" | "warning" | "info";
  readonly code: string;
  readonly message: string;
  readonly help: string | null;
}

export interface SourcePart {
  readonly kind: "source";
  readonly ok: boolean;
  readonly marks: readonly Mark[];
  readonly kernel: string | null;
  readonly params: readonly ParamFacts[];
  readonly names: readonly Named[]; // of arguments and variables, for hover and completion
  readonly builtins: Readonly<Record<string, readonly string[]>>; // what each module has
}

export interface ParamFacts extends Named {
  readonly isArray: boolean;
}

export interface Named {
  readonly name: string;
  readonly type: string;
}

export interface SchedulePart {
  readonly kind: "schedule";
  readonly ok: boolean;
  readonly marks: readonly Mark[]; // in the schedule
  readonly sourceMarks: readonly Mark[]; // the accesses that clash, in the source
  readonly primitives: readonly PrimitiveFacts[];
  readonly stages: readonly Stage[]; // what there is to name before the first step and behind each
}

export interface PrimitiveFacts {
  readonly name: string;
  readonly syntax: string;
  readonly description: string;
}

export interface Stage {
  readonly to: number; // where its step ends in the text
  readonly loops: readonly string[];
  readonly arrays: readonly string[];
  readonly scalars: readonly string[];
}

export interface LoopsPart extends Text {
  readonly kind: "loops";
  readonly tree: readonly LoopFacts[];
  readonly arrays: readonly ArrayFacts[];
}

export interface Text {
  readonly text: string;
  readonly lines: readonly (readonly number[])[]; // of each line, the lines of the source that it came from
}

export type CodeForm = "vitis" | "opencl";

export interface CodePart extends Text {
  readonly kind: "code";
  readonly form: CodeForm;
  readonly refused: readonly Mark[]; // why there is none
}

export type CircuitPart =
  | ({ readonly kind: "circuit"; readonly ok: true } & CircuitFacts)
  | { readonly kind: "circuit"; readonly ok: false; readonly marks: readonly Mark[] };

export interface CircuitFacts extends Text {
  readonly top: string;
  readonly report: Omit<CircuitReport, "advice" | "network">;
  readonly area: AreaFacts;
  readonly warnings: readonly Mark[];
}

/** An estimate, and what the part has. */
export interface AreaFacts {
  readonly luts: Share;
  readonly flipflops: Share;
  readonly dsps: Share;
  readonly blockRams: Share;
}

export interface Share {
  readonly needs: number;
  readonly has: number;
}

/** When everything of a call happens. */
export interface TimelinePart {
  readonly kind: "timeline";
  readonly timeline: Timeline;
  readonly signals: readonly SignalFacts[]; // that can be looked at, the usual ones first
}

export interface SignalFacts {
  readonly name: string;
  readonly width: number;
}

/** What one call did. */
export interface RecordedPart {
  readonly kind: "recorded";
  readonly timeline: Timeline;
  readonly waves: Waves;
}

/** What keeps iterations in order, and the steps that would help most. */
export interface AdvicePart {
  readonly kind: "advice";
  readonly carried: readonly { readonly loop: string; readonly words: string }[];
  readonly advice: CircuitReport["advice"];
}

/** TypeScript without its types, and where it imports "lutra". */
export type JavascriptPart =
  | {
      readonly kind: "javascript";
      readonly ok: true;
      readonly code: string;
      readonly imports: readonly { readonly from: number; readonly to: number }[];
    }
  | { readonly kind: "javascript"; readonly ok: false; readonly marks: readonly Mark[] };

/** A schedule of Lutra's own. */
export interface ChosenPart {
  readonly kind: "chosen";
  readonly schedule: string;
}

/** What Yosys has made of the circuit. */
export interface AreaPart {
  readonly kind: "area";
  readonly tool: string;
  readonly part: string;
  readonly rows: readonly (readonly [name: string, needs: number])[];
}

/** Of a bitstream: what is under way now. */
export interface StagePart {
  readonly kind: "stage";
  readonly what: string;
}

/** What a board with an iCE40 is loaded with. */
export interface BitstreamPart {
  readonly kind: "bitstream";
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly board: string;
  readonly clockMHz: { readonly asked: number; readonly made: number; readonly reached: number };
  readonly used: readonly ({ readonly what: string } & Share)[];
}

/** A schedule that a search has tried. */
export interface FoundPart {
  readonly kind: "found";
  readonly count: number; // evaluations so far
  readonly point: SearchedPoint | null; // null: no circuit, or one that does not fit
}

export interface SearchedPoint {
  readonly index: number;
  readonly objectives: readonly number[];
  readonly schedule: string;
}

/** A call, on the reference and as a circuit. */
export interface RanPart {
  readonly kind: "ran";
  readonly values: readonly Value[]; // arguments as they stand after the call, then what was returned
  readonly circuit: CircuitRun | string; // or why there is none
  readonly notes: readonly string[]; // what was done to data that were given
  readonly ms: number; // on the reference
}

export interface CircuitRun {
  readonly cycles: number;
  readonly predicted: { readonly least: number; readonly most: number };
  readonly difference: string | null; // from the reference; null: the same bits
  readonly ms: number;
}

export interface Value extends Named {
  readonly role: "given" | "written" | "returned";
  readonly shape: readonly number[]; // none: a scalar
  readonly data: NpyData;
  readonly npy: Uint8Array; // the same as a file
}

/** Something to download. */
export interface FilePart {
  readonly kind: "file";
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Something other than the source or the schedule is in the way. */
export interface TroublePart {
  readonly kind: "trouble";
  readonly message: string;
  readonly help: string | null;
}

export interface ToWorker {
  readonly id: number;
  readonly request: Request;
}

/** What one worker asks of another, which it has started: the schedules of a search, a point at a time. */
export type ToEvaluator =
  | { readonly kind: "work"; readonly work: SearchWork }
  | { readonly kind: "point"; readonly point: Point };

export interface SearchWork {
  readonly subject: Subject;
  readonly objectives: readonly Objective[];
  readonly space: Space;
  readonly auto: Schedule; // that Lutra would choose
}

export type FromWorker =
  | { readonly id: number; readonly part: Part }
  | { readonly id: number; readonly done: true };
