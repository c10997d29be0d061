/** Requests of the page, answered. It runs in a worker there, and in tests as it is. */
import { DataError } from "../../../src/call/data_error.ts";
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import { Failure } from "../../../src/diagnostics/failure.ts";
import { ToolFailure } from "../../../src/diagnostics/tool_failure.ts";
import { RunFault } from "../../../src/program/interpret/fault.ts";
import { isOutOfMemory } from "../../../src/types/storage.ts";
import type { Part, Request, TroublePart } from "../protocol.ts";
import { advise } from "./advise.ts";
import { analyse } from "./analyse.ts";
import { measureArea } from "./area.ts";
import { bitstream } from "./bitstream.ts";
import { choose } from "./choose.ts";
import { generate } from "./code.ts";
import type { StartEvaluator } from "./crew.ts";
import { javascript } from "./javascript.ts";
import { project } from "./project.ts";
import { recordCall, runBoth } from "./run.ts";
import { searchSchedules } from "./search.ts";

export type Tell = (part: Part) => void;

/** `start`: starts a worker that helps; null where there is none. */
export async function answer(
  request: Request,
  tell: Tell,
  start: StartEvaluator | null = null,
): Promise<void> {
  try {
    switch (request.kind) {
      case "analyse":
        return analyse(request.subject, tell);
      case "code":
        return generate(request.subject, tell);
      case "advise":
        return advise(request.subject, tell);
      case "javascript":
        return await javascript(request.subject, tell);
      case "choose":
        return choose(request.subject, request.goal, tell);
      case "search":
        return await searchSchedules(request, tell, start);
      case "area":
        return await measureArea(request.subject, tell);
      case "bitstream":
        return await bitstream(request, tell);
      case "run":
        return await runBoth(request.subject, request.data, request.look, tell);
      case "record":
        return await recordCall(request.subject, request.data, request.look, tell);
      case "project":
        return project(request.subject, request.data, tell);
    }
  } catch (error) {
    tell(troubleOf(error));
  }
}

function troubleOf(error: unknown): TroublePart {
  if (error instanceof Failure || error instanceof ToolFailure)
    return { kind: "trouble", message: inThePage(error.message), help: error.help && inThePage(error.help) };
  if (error instanceof RunFault)
    return { kind: "trouble", message: `${error.message} (${error.code})`, help: null };
  if (error instanceof DataError || error instanceof Diagnosed)
    return { kind: "trouble", message: error.message, help: null };
  if (isOutOfMemory(error) || error instanceof RangeError)
    return {
      kind: "trouble",
      message: "this takes more memory than a tab has",
      help: "try it on smaller arrays",
    };
  const message = error instanceof Error ? error.message : String(error);
  return { kind: "trouble", message: `a bug in Lutra: ${message}`, help: null };
}

/** Messages speak of the command line; here the same words stand in fields. */
function inThePage(text: string): string {
  return text.replaceAll(/--(part|clock|board|schedule|arg|kernel)\b/g, "$1");
}
