/** A board for tests that talk to a port: all of it simulated in this process, behind a pseudo-terminal or a socket. */
import { readFileSync } from "node:fs";
import { simulatedBoard } from "../../src/deploy/board.ts";
import { boardCircuit } from "../../src/driver/board.ts";
import { compileFile } from "../../src/driver/compile.ts";
import { type OfferedPort, offerPort } from "../../src/outside/port/offer.ts";
import { serveBoard } from "../../src/system/serial/served.ts";

export interface ServedTest {
  readonly port: string;
  readonly offered: OfferedPort;
  /** Ends it, as if the board were unplugged. */
  end(): Promise<void>;
}

export function circuitOf(path: string, board: string) {
  const compiled = compileFile({ path, text: readFileSync(path, "utf8") }, { args: new Map() });
  if (!compiled.ok) throw new Error("the kernel is refused");
  return boardCircuit(compiled, { board });
}

/** `passed` sees what the host sends. */
export async function servedBoard(
  path: string,
  { board = "icebreaker", port = "tcp://127.0.0.1:0", passed = (_: Uint8Array): void => {} } = {},
): Promise<ServedTest> {
  const simulated = await simulatedBoard(circuitOf(path, board));
  const offered = await offerPort(port);
  let isOver = false;
  const peer = {
    send: offered.send,
    receive: async (milliseconds: number) => {
      const bytes = await offered.receive(milliseconds);
      if (bytes.length > 0) passed(bytes);
      return bytes;
    },
  };
  const served = serveBoard(simulated, peer, () => isOver).catch(() => {}); // its port may be closed under it
  return {
    ...{ port: offered.name, offered },
    end: async () => {
      isOver = true;
      offered.close();
      await served;
    },
  };
}
