/** A pseudo-terminal, which looks like a serial port to others. Node cannot make one; CPython can. */
import { type ChildProcess, spawn } from "node:child_process";
import { lstatSync, rmSync, symlinkSync } from "node:fs";
import { Failure } from "../../diagnostics/failure.ts";
import { ToolFailure } from "../../diagnostics/tool_failure.ts";
import { pythonCommand } from "../cpython.ts";
import { fileFailure } from "../files.ts";
import { makeInbox } from "./inbox.ts";
import type { OfferedPort } from "./offer.ts";

/** `path` becomes a link to it, which is gone when it is. */
export async function offerTerminal(path: string): Promise<OfferedPort> {
  if (path === "") throw new Failure("a port without a name");
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    throw new Failure(`port ${path}: something of that name is there`, {
      help: "a link to a pseudo-terminal is made there: choose a name that is free",
    });
  const child = spawn(pythonCommand(), ["-c", program], { stdio: ["pipe", "pipe", "inherit"] });
  const end = (): void => {
    child.kill("SIGKILL");
    rmSync(path, { force: true });
  };
  try {
    const terminal = await firstLine(child);
    symlinkSync(terminal, path);
  } catch (error) {
    child.kill("SIGKILL");
    throw error instanceof ToolFailure ? error : fileFailure("write", path, error);
  }
  process.once("exit", end);
  const inbox = makeInbox();
  child.stdout?.on("data", inbox.put);
  child.on("close", () => inbox.end(new ToolFailure("the pseudo-terminal was closed", null)));
  child.stdin?.on("error", () => {});
  return {
    name: path,
    send: (bytes) => void child.stdin?.write(bytes),
    receive: inbox.receive,
    close: () => {
      process.off("exit", end);
      end();
    },
  };
}

/** The name of the other end; what comes after it is bytes from there. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const help = "tcp://127.0.0.1:0 offers a socket instead, which needs nothing";
    const fail = (): void => reject(new ToolFailure("a pseudo-terminal needs CPython", help));
    child.once("error", fail);
    child.once("exit", fail);
    child.stdout?.once("data", (text: Buffer) => {
      child.off("exit", fail);
      resolve(text.toString().trim());
    });
  });
}

/** Both ends are kept open, so that hosts may come and go. It ends with its stdin. */
const program = `
import os, pty, select, signal, tty
signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the program that started this one
ours, theirs = pty.openpty()
tty.setraw(theirs)
os.write(1, os.ttyname(theirs).encode() + b"\\n")
while True:
    for ready in select.select([0, ours], [], [])[0]:
        data = os.read(ready, 65536)
        if not data:
            raise SystemExit
        while data:
            data = data[os.write(1 if ready == ours else ours, data):]
`;
