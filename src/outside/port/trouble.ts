/** The kernel is not on the board, or the board cannot be reached, or does not answer. */
import { Failure } from "../../diagnostics/failure.ts";

export class BoardTrouble extends Failure {
  constructor(message: string, help: string) {
    super(message, { help, status: 2 });
  }
}
