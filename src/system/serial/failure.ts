/** Why a board did not do what it was asked for. */
export type BoardProblem = "silent" | "noise" | "gone" | "stranger" | "other-kernel" | "endless";

export class BoardFailure extends Error {
  readonly problem: BoardProblem;

  constructor(problem: BoardProblem) {
    super(messages[problem]);
    this.name = "BoardFailure";
    this.problem = problem;
  }
}

const messages: Readonly<Record<BoardProblem, string>> = {
  silent: "the board does not answer",
  noise: "what comes over the line is no answer of Lutra",
  gone: "the line to the board was closed",
  stranger: "something answers that is no kernel of Lutra",
  "other-kernel": "the board has another kernel, or another version of it",
  endless: "the call did not end in time",
};
