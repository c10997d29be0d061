/** The command line: words in, an exit status out. */
import { Command, CommanderError, Option } from "commander";
import { createColors } from "picocolors";
import { DataError } from "../call/data_error.ts";
import { targets } from "../call/run.ts";
import { pythonRoads, roadNames } from "../call/verify.ts";
import { simulators } from "../call/verilog.ts";
import { boards } from "../device/board.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic, SourceFile } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import { diagnosticJson, renderAll } from "../diagnostics/render.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import { formNames } from "../driver/forms.ts";
import { methodNames } from "../explore/search/methods/index.ts";
import { systemFailure } from "../outside/files.ts";
import { isOutOfMemory } from "../types/storage.ts";
import { addBoardCommands } from "./board_commands.ts";
import { type BuildOptions, build } from "./build.ts";
import { type CalibrateOptions, calibrateCommand } from "./calibrate.ts";
import { check } from "./check.ts";
import { shells } from "./completion/facts.ts";
import { completion } from "./completion/index.ts";
import { addExplore } from "./explore/index.ts";
import { FrameError } from "./frames.ts";
import {
  collect,
  inHelp,
  kernelCommand,
  resultHelp,
  samplesHelp,
  typeHelp,
  weightsHelp,
} from "./kernel_command.ts";
import type { LoadOptions } from "./load.ts";
import { clockHelp } from "./own_clock.ts";
import { type ReportOptions, reportCommand } from "./report.ts";
import { type RunCommandOptions, runCommand } from "./run.ts";
import { goalHelp } from "./schedule.ts";
import { type SearchOptions, searchCommand } from "./search/index.ts";
import { type WorkerOptions, workerCommand } from "./search/queue/worker.ts";
import { searchWorker } from "./search/workers.ts";
import { endWithParent, serve } from "./serve.ts";
import { printJson, type Terminal } from "./terminal.ts";
import { type VerifyOptions, verifyCommand } from "./verify.ts";
import { version } from "./version.ts";
import { walk } from "./walk.ts";

/** 0: it worked. 1: the input was wrong. 2: a tool or the machine failed. 130: Ctrl-C. */
export async function main(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await commandLine(terminal).parseAsync([...words], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1; // commander has printed it
    return reportError(error, terminal, words.includes("--json"));
  }
}

const typeSyntax = `
Types:
  float32[64,64]  int8  bool          NumPy's, with a shape for an array
  int<12>  uint<512>[4]               integers of any width
  fixed<16,6>[1024]  ufixed<8,3>      fixed point: all bits, bits before the point
  float<5,4>[11,11]                   floating point: exponent bits, mantissa bits
`;

const completionHelp = `
Examples:
  eval "$(lutra completion bash)"                                     in ~/.bashrc
  eval "$(lutra completion zsh)"                                      in ~/.zshrc, after compinit
  lutra completion fish > ~/.config/fish/completions/lutra.fish`;

function commandLine(terminal: Terminal): Command {
  const program = new Command("lutra")
    .description("Turns algorithms in plain Python into checked, typed programs, and runs them.")
    .version(version())
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHasColors: () => terminal.color,
      getErrHasColors: () => terminal.errorColor,
    })
    .showHelpAfterError("(lutra --help shows how)")
    .addHelpText(
      "after",
      `
Examples:
  lutra check examples/matmul.py
  lutra run examples/conv2d.py --out results
  lutra run kernels.py:blur --in image=photo.png --in gain=0.5
  lutra build examples/fft.py --to python -o fft_program.py

Exit status: 0 it worked, 1 the input was wrong, 2 a tool or the machine failed.`,
    );

  addCheck(program, terminal);
  addRun(program, terminal);
  addBuild(program, terminal);
  addReport(program, terminal);
  addCalibrate(program, terminal);
  addSearch(program, terminal);
  addWorker(program, terminal);
  addServe(program);
  program.command("walk", { hidden: true }).action(() => walk());
  program.command("search-worker", { hidden: true }).action(() => searchWorker());
  addVerify(program, terminal);
  addBoardCommands(program, terminal);
  addExplore(program, terminal);
  addCompletion(program, terminal);

  for (const command of program.commands) refuseTwice(command);
  return program;
}

function addCheck(program: Command, terminal: Terminal): void {
  kernelCommand(program, "check", "show the types and shapes of a kernel, or what is wrong with it")
    .option("--in <NAME=DATA>", inHelp, collect, [])
    .addHelpText(
      "after",
      `${typeSyntax}
Examples:
  lutra check examples/matmul.py
  lutra check kernels.py:blur --arg image=float32[480,640] --arg gain=float32`,
    )
    .action((target: string, options: LoadOptions & { json: boolean }) => check(target, options, terminal));
}

function addRun(program: Command, terminal: Terminal): void {
  kernelCommand(program, "run", "call a kernel and show what it computes")
    .option(
      "--in <NAME=DATA>",
      "an argument: NAME=FILE.npy, NAME=FILE.png, NAME=3.5, or FILE.npz for all in it",
      collect,
      [],
    )
    .option(
      "--out <DIR>",
      "write array arguments after the call to NAME.npy, results to return.npy; NAME=FILE.png or .npy: one of them",
      collect,
      [],
    )
    .addOption(
      new Option("--on <TARGET>", `what to run on: ${[...targets, "board"].join(", ")}`).default("reference"),
    )
    .option(
      "--schedule <FILE>",
      "run the loops that these steps make; `auto`: Lutra's own, which circuits get where not said; `none`: as written",
    )
    .option("--for <GOAL>", goalHelp)
    .option("--seed <N>", "makes the arguments that are not given", "1")
    .option("--data <FILE>", dataHelp)
    .option("--labels <FILE>", labelsHelp)
    .option("--expected <FILE>", expectedHelp)
    .option("--sim <SIMULATOR>", `for --on verilog: ${simulators.join(", ")} (lutra where not said)`)
    .option("--vcd <FILE>", "for --on verilog: write waveforms")
    .option(
      "--calls <N>",
      "for --on verilog: N calls in a row, as soon as the circuit takes them, and what that takes",
    )
    .option(
      "--part <NAME>",
      "for --on verilog: an FPGA or a family, such as xc7, ecp5, ice40; else the board's",
    )
    .option(
      "--board <NAME>",
      "for --on verilog: what the circuit is made for; for --on board: the board, or sim:NAME, all of it in a simulation",
    )
    .option("--clock <FREQUENCY>", "for --on verilog: the clock, such as 200MHz or 5ns; else the board's")
    .option("--port <NAME>", "for --on board: where it is, such as /dev/ttyUSB1 or tcp://127.0.0.1:5550")
    .addHelpText(
      "after",
      `${typeSyntax}
Examples:
  lutra run examples/histogram.py                          every argument made from seed 1
  lutra run examples/conv2d.py --in image=examples/photo.png --out results
  lutra run kernels.py:scale --in data.npz --in gain=0.5 --json
  lutra run examples/matmul.py --on verilog --sim icarus --vcd matmul.vcd
  lutra run examples/popcount.py --on board --board sim:icebreaker
  lutra run examples/popcount.py --on board --board icebreaker --port /dev/ttyUSB1
  lutra run digits.onnx --data test.npz:images --labels test.npz:labels --on wasm`,
    )
    .action((target: string, options: RunCommandOptions) => runCommand(target, options, terminal));
}

function addBuild(program: Command, terminal: Terminal): void {
  kernelCommand(program, "build", "write a kernel in another form")
    .requiredOption("--to <FORM>", `the form: ${[...formNames, "bitstream"].join(", ")}`)
    .option("-o, --output <PATH>", "a file, or a directory for it; stdout when left out")
    .option("--force", "write over files in that directory that Lutra did not write, or that changed since")
    .option(
      "--schedule <FILE>",
      "steps to apply to the loops, one a line; `auto`: Lutra's own, which circuits get where not said; `streaming`: nests as processes; `none`",
    )
    .option("--for <GOAL>", goalHelp)
    .option("--board <NAME>", `what to build for: ${boards.map(({ name }) => name).join(", ")}`)
    .option(
      "--part <NAME>",
      "for --to verilog: an FPGA or a family, such as xc7, ecp5, ice40; else the board's",
    )
    .option("--clock <FREQUENCY>", clockHelp)
    .option(
      "--interface <NAME=KIND>",
      "how an array is reached: m_axi, axis for a stream; for --to axi m_axi:BUNDLE",
      collect,
      [],
    )
    .option("--clock-enable", "for --to verilog: an input `ce`; while it is 0 the circuit stands still")
    .option("--fixed-ports", "for --to verilog: both ports of each memory, whichever the circuit uses")
    .option("--bus-width <BITS>", "for --to axi: bits of a beat, 32 to 512; else what the board's memory has")
    .option("--bus-clock <FREQUENCY>", "for --to axi: the clock of the bus, where the kernel has another")
    .option(
      "--in <NAME=DATA>",
      "data for the testbench: NAME=FILE.npy, NAME=FILE.png, NAME=3.5, or FILE.npz; a shape or a loop count gets the number for good",
      collect,
      [],
    )
    .option("--seed <N>", "makes the data that is not given", "1")
    .addHelpText(
      "after",
      `
--to python prints the typed program, --to loops the loops that a schedule transforms, both as Python that CPython with
NumPy can run by itself. --to vitis writes C++ for Vitis HLS and, with -o, the project around it: testbench, data and
expected results, scripts and host program for the board. --to verilog writes a circuit and, with -o, a testbench for
Icarus Verilog and Verilator. --to axi writes that circuit with AXI around it (registers as Vitis HLS has them, masters that copy arrays),
and packages it for Vivado and Vitis. --to schedule writes the schedule that Lutra gives the circuit where nobody says another: a
file to start from. --to bitstream makes the bits of a board with open tools (Yosys, nextpnr), and writes them with all that
they were made of.
${typeSyntax}
Examples:
  lutra build examples/matmul.py --to python
  lutra build examples/fft.py --to python -o build
  lutra build examples/conv2d.py --to loops --schedule examples/fast.schedule
  lutra build examples/matmul.py --to vitis --board alveo_u250 -o matmul_u250
  lutra build examples/matmul.py --to verilog --part ecp5 --clock 80MHz -o matmul_ecp5
  lutra build examples/popcount.py --to axi --board pynq-z2 -o popcount_axi
  lutra build examples/popcount.py --to bitstream --board icebreaker -o popcount_icebreaker`,
    )
    .action((target: string, options: BuildOptions) => build(target, options, terminal));
}

function addReport(program: Command, terminal: Terminal): void {
  kernelCommand(
    program,
    "report",
    "show the loops of a kernel, its arrays, what keeps iterations in order, and its circuit",
  )
    .option("--in <NAME=DATA>", inHelp, collect, [])
    .option(
      "--schedule <FILE>",
      "steps to apply to the loops first, one a line; `none`: as written; `streaming`: nests as processes; Lutra's own, `auto`, where not said",
    )
    .option("--for <GOAL>", goalHelp)
    .option("--board <NAME>", "what the circuit is made for; with its memory, and the time that copies take")
    .option("--part <NAME>", "an FPGA or a family, instead of the board's: ice40, ecp5, xc7, xcup")
    .option("--clock <FREQUENCY>", clockHelp)
    .option("--area", "synthesize the circuit and count its cells")
    .option(
      "--svg <FILE>",
      "draw the processes of the circuit, what passes between them, and when they run; of a network its layers",
    )
    .option(
      "--place",
      "place and route the circuit, on iCE40, ECP5, GW1N or 7-series, and tell the clock that it reaches",
    )
    .option(
      "--roofline <FILE>",
      "draw what the board's memory and the circuit allow, and where the kernel is",
    )
    .option(
      "--html <FILE>",
      "a page of the time of a call, to zoom and move in: what runs in each cycle, what bounds each loop, what memories do",
    )
    .option(
      "--seed <N>",
      "the page of --html is of one call, simulated: with the data of --in, the others made from this seed",
    )
    .addHelpText(
      "after",
      `
Examples:
  lutra report examples/matmul.py                           under the schedule that Lutra chooses
  lutra report examples/matmul.py --schedule none           loops as written, names as a schedule calls them
  lutra report examples/conv2d.py --schedule examples/fast.schedule --json
  lutra report examples/histogram.py --part ecp5 --clock 80MHz --area
  lutra report examples/matmul.py --board pynq-z2 --roofline matmul.svg
  lutra report examples/cholesky.py --html cholesky.html    open it in a browser
  lutra report examples/fft.py --html fft.html --seed 1     of one call, where data decide`,
    )
    .action((target: string, options: ReportOptions) => reportCommand(target, options, terminal));
}

function addCalibrate(program: Command, terminal: Terminal): void {
  kernelCommand(program, "calibrate", "choose fixed-point types for the tensors of a network, by data")
    .option("--data <FILE>", dataHelp)
    .option("--labels <FILE>", labelsHelp)
    .option("--expected <FILE>", expectedHelp)
    .option(
      "--max-drop <PERCENT>",
      "what may be lost: of accuracy, in points; of --expected, how much larger mean and median errors may be; else how far outputs may be off (default: 0.5%)",
    )
    .option("--bits <N>", "the width of every tensor; only binary points are chosen")
    .option("-o, --output <FILE>", "a file for the steps")
    .addHelpText(
      "after",
      `
Sums are exact, so that only what is stored is rounded; what a type does not hold saturates, and is counted.

Examples:
  lutra calibrate digits.onnx --data calib.npz:images --labels calib.npz:labels --max-drop 0.5% -o digits.schedule
  lutra run digits.onnx --data test.npz:images --labels test.npz --on wasm --type digits.schedule
  lutra report digits.onnx --type digits.schedule`,
    )
    .action((target: string, options: CalibrateOptions) => calibrateCommand(target, options, terminal));
}

function addSearch(program: Command, terminal: Terminal): void {
  program
    .command("search")
    .description("find the best schedules of a kernel, or the best points of another space")
    .argument(
      "[FILE[:KERNEL]]",
      "a Python, TypeScript or ONNX file, and the kernel in it when it has several",
    )
    .option("--arg <NAME=TYPE>", "the type of an argument, such as a=float32[64,64]", collect, [])
    .option("--weights <WAY>", weightsHelp)
    .option("--samples <N>", samplesHelp)
    .option("--result <NODE>", resultHelp, collect, [])
    .option("--type <TYPE>", typeHelp)
    .option("--board <NAME>", "what the circuit is made for")
    .option("--part <NAME>", "an FPGA or a family, instead of the board's: ice40, ecp5, xc7, xcup")
    .option("--clock <FREQUENCY>", "what the circuit runs at, as 200MHz or 5ns")
    .option(
      "--within <LIMITS>",
      "what it may take, such as luts=50%,dsps=200; else half the part's LUTs and all else",
    )
    .option("--reassociate", "sums of floats may be added in another order, which rounds otherwise")
    .option(
      "--quantize <NAMES>",
      "arrays and scalars whose fixed-point types are chosen too, with commas between",
    )
    .option("--max-error <E>", "for --quantize: how far off an element of a result may be")
    .option(
      "--in <NAME=DATA>",
      "for --quantize: an argument, NAME=FILE.npy, NAME=FILE.png, NAME=3.5, or FILE.npz for all in it; a number that a shape or a loop count needs",
      collect,
      [],
    )
    .option(
      "--table <FILE>",
      "a .csv or .csv.gz file with a design a row; one that it does not list is infeasible",
    )
    .option("--knobs <NAMES>", "for --table: the columns that are chosen, with commas between")
    .option("--feasible <NAME>", "for --table: a column of 1 and 0; else every row is feasible")
    .option(
      "--space [FILE]",
      "a space as JSON: knobs with their values; of a kernel, without FILE: print its own",
    )
    .option(
      "--evaluate <COMMAND>",
      "what prints the objectives of a point as JSON; {KNOB} and {point} are put in, of a kernel {schedule}",
    )
    .option("--timeout <TIME>", "for --evaluate: a point that takes longer is infeasible (1h where not said)")
    .option(
      "--objective <NAMES>",
      "what is minimised, with commas between; of a kernel cycles, interval, luts, dsps, brams",
    )
    .option("--area", "of a kernel: synthesize the circuits of the front in the end, and count their cells")
    .option(
      "--place",
      "of a kernel, for iCE40, ECP5, GW1N and 7-series: place and route the first of the front, and tell its clock",
    )
    .option("--method <NAME>", `how: ${methodNames.join(", ")} (auto where not said)`)
    .option("--budget <N|TIME>", "so many evaluations, or a time such as 30s, 10min, 2h", "100")
    .option("--batch <N>", "points that are proposed at once: more are faster, fewer find better ones")
    .option("--seed <N>", "the same seed gives the same result (1 where not said)")
    .option(
      "--workers <N>",
      "evaluations at the same time, up to a batch (as many as processors where not said)",
    )
    .option(
      "--queue <URL>",
      "have workers on other machines evaluate, by a Redis server; `lutra worker` starts one",
    )
    .option("-o, --output <DIR>", "a directory for a journal, the front as files, and search.html")
    .option("--resume <DIR>", "go on with the search in that directory; the other words are as they were")
    .option("--force", "write over files in that directory that Lutra did not write, or that changed since")
    .option("--json", "print facts for a program instead of text", false)
    .addHelpText(
      "after",
      `
Ctrl-C ends a search and keeps what is known; with -o, --resume goes on. More in docs/search.md.

Examples:
  lutra search examples/matmul.py --budget 200 -o found      the fewest cycles; found/front/1.schedule is for build
  lutra search examples/matmul.py --objective cycles,luts --within luts=20% --budget 2min
  lutra search examples/matmul.py --space > space.json       what there is to choose, to be changed
  lutra search examples/matmul.py --evaluate './my_vitis.sh {schedule}' --objective cycles,luts
  lutra search --table designs.csv --knobs unroll,banks --objective cycles --budget 100
  lutra search --space space.json --evaluate './measure.sh {unroll} {banks}' --objective cycles,luts -o found
  lutra search --space space.json --evaluate './measure.sh {unroll} {banks}' --objective cycles,luts --resume found`,
    )
    .action((target: string | undefined, options: SearchOptions) => searchCommand(target, options, terminal));
}

function addWorker(program: Command, terminal: Terminal): void {
  program
    .command("worker")
    .description("evaluate points for searches on other machines, which meet at a Redis server")
    .requiredOption("--queue <URL>", "the server, such as redis://queue.example, or rediss:// for TLS")
    .option("--workers <N>", "evaluations at the same time (as many as processors where not said)")
    .addHelpText(
      "after",
      `
A worker takes what searches of the same Lutra ask for, until Ctrl-C: then it ends what it is doing. Workers come and go while
a search goes on, and may be killed. They compile kernels and predict circuits; no code of the queue runs.

Examples:
  lutra worker --queue redis://queue.example
  lutra worker --queue rediss://:PASSWORD@queue.example:6380 --workers 4
  lutra search examples/matmul.py --queue redis://queue.example --budget 10min       on any machine, in the meantime`,
    )
    .action((options: WorkerOptions) => workerCommand(options, terminal));
}

function addServe(program: Command): void {
  program
    .command("serve")
    .description("compile and run kernels for another program, which asks over a pipe (see docs/python.md)")
    .action(() => {
      endWithParent();
      return serve();
    });
}

function addVerify(program: Command, terminal: Terminal): void {
  kernelCommand(program, "verify", "run a kernel every way there is, and compare the results bit by bit")
    .option(
      "--in <NAME=DATA>",
      "an argument: NAME=FILE.npy, NAME=FILE.png, NAME=3.5, or FILE.npz for all in it",
      collect,
      [],
    )
    .option(
      "--schedule <FILE>",
      "steps to apply to the loops, one a line; `auto`: Lutra's own, which circuits get where not said; `streaming`: nests as processes; `none`",
    )
    .option("--for <GOAL>", goalHelp)
    .option("--seed <N>", "makes the arguments that are not given", "1")
    .option("--roads <NAMES>", `only these, with commas between: ${roadNames.join(", ")}`)
    .option("--no-python", `leave out what CPython runs: ${pythonRoads.join(", ")}`)
    .addHelpText(
      "after",
      `
The roads: the reference interpreter; the source itself, the typed program and its loops, run by CPython with NumPy; loops
and scheduled loops, interpreted; WebAssembly; generated C++, C and OpenCL, compiled and run; the circuit, simulated by
Lutra, Icarus Verilog and Verilator. One that needs a tool which is not here is left out, and said to be.

The road \`source\` executes FILE in CPython, all of its module-level code and what it imports included (not what stands
under \`if __name__ == "__main__"\`). For a file that you do not trust, say --no-python. No other command executes a Python FILE; a TypeScript
FILE is a module that makes its kernels, so every command executes it.

Each road is shown when it has ended. Ctrl-C ends the walk, and says what is known.

Examples:
  lutra verify examples/matmul.py
  lutra verify examples/matmul.py --roads wasm,circuit,icarus
  lutra verify examples/conv2d.py --schedule examples/fast.schedule --json`,
    )
    .action((target: string, options: VerifyOptions) => verifyCommand(target, options, terminal));
}

function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command("completion")
    .description("print a script that completes commands, options and files in a shell")
    .argument("<SHELL>", `the shell: ${shells.join(", ")}`)
    .addHelpText("after", completionHelp)
    .action((shell: string) => completion(shell, program, terminal));
}

/** An option that is given twice has two values, and one of them would be lost. */
function refuseTwice(command: Command): void {
  for (const option of command.options) {
    if (!option.required || option.parseArg === collect) continue; // a flag, or a list
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) throw new Failure(`${option.long ?? option.flags} is given twice`);
      isGiven = true;
    });
  }
}

const dataHelp =
  "samples, one after another: FILE.npz, FILE.npz:NAME or FILE.npy, with an axis for them first";

const labelsHelp = "with --data: the class of each sample; right is where a sample's largest output is";

const expectedHelp = "with --data: the outputs of each sample; how far those of the network are from them";

function reportError(error: unknown, terminal: Terminal, json: boolean): number {
  if (error instanceof Diagnosed) return reportDiagnostics(error.source, error.diagnostics, terminal, json);
  if (error instanceof ToolFailure) {
    const help = error.help === null ? {} : { help: error.help };
    return reportFailure(new Failure(error.message, { status: 2, ...help }), terminal, json);
  }
  if (error instanceof FrameError) {
    const help = "lutra serve is for programs that speak its protocol: see docs/python.md";
    return reportFailure(
      new Failure(`lutra serve was sent what is no request: ${error.message}`, { help }),
      terminal,
      json,
    );
  }
  if (error instanceof DataError) return reportFailure(new Failure(error.message), terminal, json);
  if (error instanceof Failure) return reportFailure(error, terminal, json);
  if (isOutOfMemory(error)) {
    const help = "use smaller arrays, or raise the limit with NODE_OPTIONS=--max-old-space-size=8192";
    return reportFailure(
      new Failure("there is not enough memory for this", { status: 2, help }),
      terminal,
      json,
    );
  }
  const refused = systemFailure(error);
  if (refused !== null) return reportFailure(refused, terminal, json);
  const reason = (error instanceof Error ? error.message : String(error)).replace(/^bug(?: in Lutra)?: /, "");
  const help = "please report it with the source that shows it; LUTRA_DEBUG=1 shows where it happened";
  if (process.env.LUTRA_DEBUG && error instanceof Error) terminal.err(`${error.stack}\n`);
  return reportFailure(new Failure(`this is a bug in Lutra: ${reason}`, { status: 2, help }), terminal, json);
}

function reportDiagnostics(
  source: SourceFile,
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
  json: boolean,
): 1 {
  if (json)
    printJson(terminal, { ok: false, diagnostics: diagnostics.map((d) => diagnosticJson(source, d)) });
  else terminal.err(renderAll(source, diagnostics, { color: terminal.errorColor }));
  return 1;
}

function reportFailure(failure: Failure, terminal: Terminal, json: boolean): number {
  if (failure.message === "") return failure.status; // it has been said
  if (json) {
    printJson(terminal, { ok: false, error: { message: failure.message, help: failure.help } });
  } else {
    const colors = createColors(terminal.errorColor);
    terminal.err(`${colors.bold(colors.red("error"))}: ${failure.message}\n`);
    if (failure.help !== null) terminal.err(`${colors.bold(colors.cyan("help"))}: ${failure.help}\n`);
  }
  return failure.status;
}
