/**
 * Lutra without a machine around it: the compiler and the simulator, as they run in a browser. What needs compilers,
 * files or CPython takes them as `outside`, or says that they are not there. `index.ts` is the same with all of Node.
 */

export { generateVitis, type Vitis, type VitisOptions } from "./backend/vitis/index.ts";
export { DataError } from "./call/data_error.ts";
export { fromNpy, toNpy, typeOfNpy } from "./call/exchange.ts";
export type { HostArray, HostFor, HostValue } from "./call/host.ts";
export { type Dtype, decodeNpy, encodeNpy, type NpyArray } from "./call/npy.ts";
export { decodeNpz, encodeNpz } from "./call/npz.ts";
export type { Outside } from "./call/outside.ts";
export { decodePng, encodePng } from "./call/png.ts";
export { type Target, targets } from "./call/run.ts";
export { agrees, type Ending, type Road, type RoadName, roadNames } from "./call/verify.ts";
export { type Board, boards, findBoard } from "./device/board.ts";
export { Diagnosed } from "./diagnostics/diagnosed.ts";
export type { Diagnostic, SourceFile, Span } from "./diagnostics/diagnostic.ts";
export { Failure } from "./diagnostics/failure.ts";
export { diagnosticJson, renderDiagnostic } from "./diagnostics/render.ts";
export { ToolFailure } from "./diagnostics/tool_failure.ts";
export * from "./driver/index.ts";
export {
  type Branches,
  type Builder,
  type Callable,
  type ComputeOptions,
  type Domain,
  DslError,
  type DslKernel,
  type Extent,
  type Index,
  kernel,
  type Like,
  type LoopOptions,
  type Params,
  Place,
  type Range,
  type ReduceOptions,
  Tensor,
  Term,
} from "./frontend/dsl/index.ts";
export { lower } from "./loops/lower/index.ts";
export type { Loops } from "./loops/nodes.ts";
export { printLoops } from "./loops/program.ts";
export { type Chart, chartOf } from "./picture/chart.ts";
export { type Shown as ShownTimeline, type ShowOptions, showTimeline } from "./picture/live.ts";
export { timelinePage } from "./picture/page.ts";
export { stillOf } from "./picture/still.ts";
export { pictureStyle } from "./picture/style.ts";
export { RunFault } from "./program/interpret/fault.ts";
export type { Program } from "./program/nodes.ts";
export { type Plan, plan, ScheduleError } from "./schedule/handles.ts";
export { parseSchedule } from "./schedule/parse.ts";
export { printSchedule } from "./schedule/print.ts";
export { apply, type Schedule } from "./schedule/schedule.ts";
export { type Clock, clockOf, type Piece } from "./timeline/clock.ts";
export type { Timeline } from "./timeline/index.ts";
export type * as TimelineNodes from "./timeline/nodes.ts";
export { busyIn, type Traffic, trafficOf } from "./timeline/traffic.ts";
export { type StandingStill, standingStill } from "./timeline/waits.ts";
export type { Waves } from "./timeline/waves.ts";
export type { Value } from "./types/operators.ts";
export { parseType } from "./types/parse.ts";
export { printType } from "./types/print.ts";
export type { NDArray } from "./types/storage.ts";
export type { ArrayType, ScalarType, Type } from "./types/types.ts";
