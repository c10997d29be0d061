/** What is wrong with a board, said in one message: where, what, and what to do. */
import { BoardTrouble } from "../outside/port/trouble.ts";
import type { BoardProblem } from "../system/serial/failure.ts";

export interface BoardPlace {
  readonly kernel: string;
  readonly board: string;
  readonly port: string;
  readonly baud: number;
}

/** `loaded` says how the kernel gets there. */
export function notConnected(problem: BoardProblem, place: BoardPlace, loaded: string): BoardTrouble {
  const { kernel, board, port } = place;
  const at = `${port} at ${place.baud} baud`;
  switch (problem) {
    case "silent":
      return new BoardTrouble(
        `nothing answers on ${at}`,
        `is ${kernel} on the board, and this its port? ${loaded}`,
      );
    case "noise":
    case "stranger":
      return new BoardTrouble(
        `something talks on ${at} that is no kernel of Lutra`,
        `is this the port of ${board}, and ${kernel} on it? ${loaded}`,
      );
    case "other-kernel":
      return new BoardTrouble(
        `the board on ${port} has another kernel, or another version of ${kernel}`,
        loaded,
      );
    case "gone":
    case "endless":
      return inCall(problem, place);
  }
}

export function inCall(
  problem: BoardProblem,
  { kernel, board, port }: Omit<BoardPlace, "baud">,
): BoardTrouble {
  const kept = "arrays are as they were before the call";
  switch (problem) {
    case "gone":
      return new BoardTrouble(
        `${port} went away while ${kernel} was on it`,
        `plug ${board} in, and call again; ${kept}`,
      );
    case "endless":
      return new BoardTrouble(`${kernel} did not end on ${board} in time, and was stopped`, kept);
    default:
      return new BoardTrouble(
        `${board} on ${port} no longer answers`,
        `look at its power and cable, then call again; ${kept}`,
      );
  }
}
