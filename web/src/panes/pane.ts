/** A pane of the right side: a tab, and what is behind it. */
import type { Part } from "../protocol.ts";

export interface Pane {
  readonly id: string;
  readonly title: string;
  readonly body: HTMLElement;
  /** Takes the parts that concern it. True: it shows something new. */
  update(part: Part): boolean;
  /** Lights what came from a line of the source. */
  light?(line: number, reveal: boolean): void;
  /** It has come into view. */
  shown?(): void;
}

/** What panes may ask of the page. */
export interface Page {
  /** Lights a line of the source, and what became of it. */
  goTo(line: number): void;
  addStep(step: string): void;
}
