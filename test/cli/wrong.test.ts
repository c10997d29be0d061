/**
 * Wrong words, files, data and surroundings: each gets status 1 or 2 and one clear message, quickly, and leaves no file
 * behind. A row is what is done wrong, the words of the command line, and what the message says.
 */
import { chmodSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { encodeNpy } from "../../src/call/npy.ts";
import { encodeNpz } from "../../src/call/npz.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra } from "./lutra.ts";

const add =
  'from pylog import *\n\n@pylog\ndef add(a: "int32[8]", b: "int32[8]", gain: float):\n    b[:] = a + b\n    return gain\n';
const two = `${add}\n@pylog\ndef mul(a: "int32[8]"):\n    a[:] = a * 2\n`;
const open = "@pylog\ndef open_(a):\n    a[0] = a[1]\n";
const numbers = encodeNpy({ dtype: "int32", shape: [8], data: Int32Array.from({ length: 8 }, (_, i) => i) });
const wide = encodeNpy({
  dtype: "int64",
  shape: [8],
  data: BigInt64Array.from({ length: 8 }, () => 1n << 40n),
});

/** What each row finds in its directory. */
const files: Readonly<Record<string, string | Uint8Array>> = {
  "add.py": add,
  "two.py": two,
  "open.py": open,
  "none.py": "def f():\n    pass\n",
  "empty.py": "",
  "broken.py": "@pylog\ndef k(a: 'int8[4]'):\n    a[0] = = 1\n",
  "nul.py": '@pylog\ndef k(a: "int8[4]"):\n    a[0] = 1 \0\n',
  "latin.py": Uint8Array.of(0x23, 0xe9, 0x0a),
  "utf16.py": Uint8Array.from([0xff, 0xfe, ...[...add].flatMap((letter) => [letter.charCodeAt(0), 0])]),
  "tabs.py": '@pylog\ndef k(a: "int8[4]"):\n\tif a[0]:\n        a[1] = 2\n',
  "a.npy": numbers,
  "wide.npy": wide,
  "short.npy": numbers.slice(0, 100),
  "text.npy": "1 2 3\n",
  "text.npz": "1 2 3\n",
  "other.npz": encodeNpz(new Map([["z", { dtype: "int32", shape: [1], data: Int32Array.of(1) }]]), {
    compress: true,
  }),
  "fast.schedule": "split i 4\n",
  "bad.schedule": "spilt i 4\n",
  "value.schedule": "split nothing 4\n",
  "bad.json": '[{"primitive": "split"',
  "odd.json": '{"loops": []}',
};

type Row = readonly [what: string, words: string, says: string | RegExp];

const words: readonly Row[] = [
  ["no such command", "chek add.py", /unknown command 'chek'/],
  ["no such option", "run add.py --outt results", /unknown option '--outt'/],
  ["an option without its value", "run add.py --seed", /option '--seed <N>' argument missing/],
  ["an option twice", "run add.py --seed 1 --seed 2", "--seed is given twice"],
  ["a target twice", "run add.py --on wasm --on csim", "--on is given twice"],
  ["two outputs", "build add.py --to python -o a --output b", "--output is given twice"],
  ["no file", "run", /missing required argument/],
  ["two files", "check add.py two.py", /too many arguments/],
  ["no form", "build add.py", /required option '--to <FORM>' not specified/],
  ["a form", "build add.py --to vhdl", "--to vhdl: there is no such form"],
  [
    "a form that JavaScript knows",
    "build add.py --to constructor",
    "--to constructor: there is no such form",
  ],
  ["a target", "run add.py --on gpu", "--on gpu: there is no such target"],
  ["a target, nearly", "run add.py --on wasn", "did you mean wasm?"],
  ["a simulator", "run add.py --on verilog --sim vcs", "--sim vcs: there is no such simulator"],
  ["a board", "build add.py --to vitis --board zedbord", "did you mean zedboard?"],
  [
    "a board that JavaScript knows",
    "build add.py --to vitis --board __proto__",
    "there is no board __proto__",
  ],
  ["no board", "build add.py --to vitis --board=", "there is no board"],
  ["a part", "run add.py --on verilog --part xc9", "--part xc9: there is no part xc9"],
  ["a part that JavaScript knows", "run add.py --on verilog --part toString", "there is no part toString"],
  ["a clock of nothing", "run add.py --on verilog --clock 0", "--clock 0: expected a frequency or a period"],
  ["a negative clock", "run add.py --on verilog --clock=-5MHz", "--clock -5MHz: expected"],
  ["a clock in words", "run add.py --on verilog --clock abc", "--clock abc: expected"],
  ["a clock that is no number", "run add.py --on verilog --clock 1e99GHz", "--clock 1e99GHz: expected"],
  ["a clock beyond physics", "run add.py --on verilog --clock 999999GHz", "circuits of the family xc7 need"],
  ["a clock where there is none", "run add.py --clock 100MHz", "--clock has no effect on --on reference"],
  ["waveforms where there are none", "run add.py --vcd a.vcd", "--vcd has no effect on --on reference"],
  ["a seed in words", "run add.py --seed x", "--seed x: expected a whole number"],
  ["a negative seed", "run add.py --seed=-1", "--seed -1: expected a whole number"],
  ["a seed with a fraction", "run add.py --seed 1.5", "--seed 1.5: expected a whole number"],
  ["a seed too large", "run add.py --seed 99999999999999999999", "expected a whole number"],
  ["a seed of a testbench", "build add.py --to vitis -o out --seed x", "--seed x: expected a whole number"],
  ["an interface", "build add.py --to vitis --interface a=bus", "--interface a=bus: expected NAME=axis"],
  ["an interface of nothing", "build add.py --to vitis --interface axis", "expected NAME=axis"],
  [
    "an interface twice",
    "build add.py --to vitis --interface a=axis --interface a=axis",
    "gives argument a twice",
  ],
  ["an interface of no argument", "build add.py --to vitis --interface z=axis", "no argument `z`"],
  ["a road", "verify add.py --roads wasm,gpu", "--roads gpu: there is no such road"],
  ["a road without Python", "verify add.py --roads printed --no-python", "CPython walks that road"],
  ["a kernel", "check two.py:sub", "has no kernel sub: it has add, mul"],
  ["no kernel said", "check two.py", "has 2 kernels: add, mul"],
  ["a kernel without a name", "check two.py:", "has no kernel without a name"],
  ["a kernel that JavaScript knows", "check two.py:constructor", "has no kernel constructor"],
  ["a function that is no kernel", "check none.py:f", "is not marked as a kernel"],
  [
    "a schedule for what has no loops",
    "build add.py --to python --schedule fast.schedule",
    "--schedule has no effect on",
  ],
  ["an unknown goal", "report add.py --for fast", "--for fast: there is no such goal"],
  [
    "a goal of another's schedule",
    "report add.py --for size --schedule fast.schedule",
    "leave one of them out",
  ],
  ["a goal for what has no loops", "build add.py --to python --for size", "--for has no effect on"],
  [
    "a schedule for a schedule",
    "build add.py --to schedule --schedule fast.schedule",
    "writes Lutra's own schedule",
  ],
];

const types: readonly Row[] = [
  ["no type", "check open.py", "the type of the argument `a` of `open_` is not known"],
  ["a type", "check open.py --arg a=flaot32", /there is no type flaot32/],
  ["a type that JavaScript knows", "check open.py --arg a=constructor", "there is no type constructor"],
  [
    "a formula",
    "check open.py --arg a=int32[10^9]",
    "a type cannot contain '^': an extent is a whole number",
  ],
  ["a power", "check open.py --arg a=int32[2**4]", "a type cannot contain '*'"],
  ["a negative extent", "check open.py --arg a=int32[-4]", "the extent must be 0 to"],
  ["an extent too large", "check open.py --arg a=int32[99999999999999999999]", "the extent must be 0 to"],
  ["no extent", "check open.py --arg a=int32[]", /expected|extent/],
  ["an open bracket", "check open.py --arg a=int32[4", /expected/],
  ["bits beyond all", "check open.py --arg a=int<9999>[4]", /4096/],
  ["no bits", "check open.py --arg a=int<0>[4]", /1 to 4096/],
  ["no name", "check open.py --arg =int32", "expected NAME=VALUE"],
  ["no equals sign", "check open.py --arg int32", "expected NAME=VALUE"],
  ["a name", "check add.py --arg z=int32[8]", "add has no argument z"],
  ["a name twice", "check open.py --arg a=int32[8] --arg a=int32[8]", "--arg gives argument a twice"],
  [
    "another type than annotated",
    "check add.py --arg a=float32[8]",
    "is annotated int32[8], but float32[8] was given",
  ],
  ["memory that nobody has", "run open.py --arg a=int32[1000000000000]", "takes 3.64 TiB; 2 GiB is the most"],
  [
    "memory that few have",
    "run open.py --arg a=int32[1000000000] --on wasm",
    "takes 3.73 GiB; 2 GiB is the most",
  ],
];

const data: readonly Row[] = [
  [
    "a file that is not there",
    "run add.py --in a=missing.npy",
    "cannot read missing.npy: no such file or directory",
  ],
  ["a directory", "run add.py --in a=folder.npy", "cannot read folder.npy: it is a directory"],
  ["an argument", "run add.py --in nosuch=1", "add has no argument nosuch"],
  ["an argument that JavaScript knows", "run add.py --in __proto__=1", "add has no argument __proto__"],
  ["an argument twice", "run add.py --in gain=1 --in gain=2", "--in gives argument gain twice"],
  ["no value", "run add.py --in gain=", "expected NAME=VALUE"],
  ["no name", "run add.py --in =1", "expected NAME=VALUE"],
  ["words", "run add.py --in gain=much", "this is neither a number nor a .npy, .npz or .png file"],
  ["code", "run add.py --in gain=__import__('os')", "this is neither a number"],
  ["a number for an array", "run add.py --in a=3", "--in a=3 gives one number"],
  [
    "an array for a number",
    "run add.py --in gain=a.npy",
    "`gain` is annotated python float, but int32[8] was given",
  ],
  ["a file of text", "run add.py --in a=text.npy", "this is not a .npy file"],
  ["an archive of text", "run add.py --in text.npz", "not a readable .npz (zip) file"],
  ["a file cut short", "run add.py --in a=short.npy", /cut short/],
  ["an archive of other arrays", "run add.py --in other.npz", "none of its arrays (z) is an argument of add"],
  ["an archive without the array", "run add.py --in a=other.npz", /a is|argument a|shape|z/],
  ["numbers that do not fit", "run add.py --in a=wide.npy", /a\[0\]|fit|range|not one/],
  ["a bomb", "run add.py --in bomb.npz", /or more unpacked; 2 GiB is the most/],
];

const sources: readonly Row[] = [
  ["nothing there", "check missing.py", "cannot read missing.py: no such file or directory"],
  ["a directory", "check folder", "cannot read folder: it is a directory"],
  ["a part of the path is a file", "check add.py/deep.py", "a part of the path is a file, not a directory"],
  ["an empty file", "check empty.py", "this file has no kernel"],
  ["no kernel", "check none.py", "this file has no kernel"],
  ["a syntax error", "check broken.py", /error\[/],
  ["a NUL byte", "check nul.py", /error\[/],
  ["another encoding", "check latin.py", "cannot read latin.py: it is not UTF-8 text"],
  ["two bytes a letter", "check utf16.py", "cannot read utf16.py: it is not UTF-8 text"],
  ["tabs and spaces mixed", "check tabs.py", /error\[/],
  ["100 MB", "check huge.py", "cannot read huge.py: it has more than 16 MiB"],
  ["a device that never ends", "check /dev/zero", "cannot read /dev/zero: it has more than 16 MiB"],
  ["links in a circle", "check circle.py", "its links lead in a circle"],
  ["a name too long", `check ${"x".repeat(300)}.py`, "the name is too long"],
  [
    "a schedule that is not there",
    "run add.py --schedule missing.schedule",
    "cannot read missing.schedule: no such file",
  ],
  ["a schedule that is a directory", "run add.py --schedule folder", "cannot read folder: it is a directory"],
  ["a schedule of unknown steps", "run add.py --schedule bad.schedule", "did you mean `split`?"],
  ["a schedule of unknown loops", "run add.py --schedule value.schedule", "there is no loop `nothing`"],
  ["a schedule that is half JSON", "run add.py --schedule bad.json", "this begins like JSON, and is none"],
  ["JSON that is no schedule", "run add.py --schedule odd.json", "a schedule in JSON is a list of steps"],
  ["a Python file for a schedule", "run add.py --schedule add.py", "there is no primitive `from`"],
];

const outputs: readonly Row[] = [
  ["onto the source", "build add.py --to python -o add.py", "cannot write add.py: this command reads it"],
  ["onto a device", "build add.py --to python -o /dev/null", "cannot write /dev/null: it is a device"],
  ["into a device", "run add.py --out /dev/null", "--out /dev/null: it is a device; expected a directory"],
  ["into a file", "run add.py --out a.npy", "--out a.npy: it is a file; expected a directory"],
  [
    "a project into a file",
    "build add.py --to vitis -o a.npy",
    "-o a.npy: it is a file; expected a directory",
  ],
  [
    "below a file",
    "build add.py --to python -o a.npy/out.py",
    "a part of the path is a file, not a directory",
  ],
  [
    "into a directory of somebody else",
    "build add.py --to verilog -o .",
    "holds files that Lutra did not write",
  ],
  ["over the data", "run add.py --in a=a.npy --out .", "a.npy: this command reads it"],
  ["to nothing", "build add.py --to python --output=", "-o needs the name of a file or a directory"],
  ["into nothing", "run add.py --out=", "--out needs the name of a directory"],
  ["waves to nothing", "run add.py --on verilog --vcd=", "--vcd needs the name of a file"],
  ["a picture to nothing", "report add.py --svg=", "--svg needs the name of a file"],
  [
    "by no schedule",
    "report add.py --schedule=",
    "--schedule needs the name of a file, `auto`, `streaming` or `none`",
  ],
  ["where no directory can be made", "run add.py --out /proc/lutra/out", /cannot write \/proc\/lutra/],
  [
    "waveforms onto a directory",
    "run add.py --on verilog --vcd folder",
    "cannot write folder: it is a directory",
  ],
];

const surroundings: readonly (readonly [
  what: string,
  env: Readonly<Record<string, string>>,
  words: string,
  says: string | RegExp,
])[] = [
  [
    "no directory for temporary files",
    { TMPDIR: "/nosuch" },
    "run add.py --on csim",
    "no temporary directory can be made in /nosuch: there is no such directory",
  ],
  [
    "a file for one",
    { TMPDIR: "/etc/passwd" },
    "run add.py --on opencl",
    "no temporary directory can be made in /etc/passwd: it is no directory",
  ],
  [
    "no compiler",
    { LUTRA_CXX: "no-such-compiler" },
    "run add.py --on csim",
    "no-such-compiler is not installed or not on the PATH",
  ],
  [
    "a compiler that is a directory",
    { LUTRA_CXX: "/tmp" },
    "run add.py --on csim",
    "/tmp may not be executed",
  ],
  [
    "a compiler that fails",
    { LUTRA_CXX: "false" },
    "run add.py --on csim",
    "false refused the generated C++",
  ],
  [
    "no Verilator",
    { LUTRA_VERILATOR: "no-such-verilator" },
    "run add.py --on verilog --sim verilator",
    "no-such-verilator is not installed",
  ],
  [
    "memory in words",
    { LUTRA_MEMORY: "much" },
    "run add.py",
    "LUTRA_MEMORY=much: expected a size such as 8GiB",
  ],
];

/** Relative paths are of the directory: a child that changes there is slow, so words that name a file are made absolute. */
function absolute(directory: string, word: string): string {
  const names = new RegExp(
    `(^|=)((?:${[...Object.keys(files), ...made].map((name) => name.replaceAll(".", "\\.")).join("|")}|missing\\.\\w+|out|\\.)(?=$|:|/))`,
  );
  return word.startsWith("/")
    ? word
    : word.replace(names, (_, before: string, name: string) => `${before}${join(directory, name)}`);
}

const made = ["folder.npy", "folder", "huge.py", "circle.py", "bomb.npz"];

function prepare(directory: string): readonly string[] {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  mkdirSync(join(directory, "folder"));
  mkdirSync(join(directory, "folder.npy"));
  writeFileSync(join(directory, "huge.py"), "");
  truncateSync(join(directory, "huge.py"), 100_000_000);
  symlinkSync("circle.py", join(directory, "circle.py"));
  writeFileSync(join(directory, "bomb.npz"), bomb());
  return readdirSync(directory).sort();
}

/** A directory that claims 4 GiB. */
function bomb(): Uint8Array {
  const zip = encodeNpz(new Map([["a", { dtype: "int32", shape: [8], data: new Int32Array(8) }]]), {
    compress: true,
  });
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const record = zip.findLastIndex((_, i) => i + 4 <= zip.length && view.getUint32(i, true) === 0x02014b50);
  view.setUint32(record + 24, 0xfffffff0, true);
  return zip;
}

async function tried(line: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  await inDirectory(async (directory) => {
    const before = prepare(directory);
    Object.assign(process.env, env);
    const { status, out, err } = await lutra(...line.split(" ").map((word) => absolute(directory, word)));
    const told = err.replaceAll(`${directory}/`, "").replaceAll(directory, ".");
    current = { status, out, told };
    expect(readdirSync(directory).sort(), "files left behind").toEqual(before);
  });
}

let current = { status: -1, out: "", told: "" };

function judged(says: string | RegExp): void {
  const { status, out, told } = current;
  expect([1, 2], told).toContain(status);
  if (typeof says === "string") expect(told).toContain(says);
  else expect(told).toMatch(says);
  expect(told).toMatch(/^error/);
  expect(told.match(/^error/gm)?.length, told).toBeLessThan(8);
  expect(told).not.toMatch(/bug in Lutra|^\s+at .*\(|undefined|\[object|NaN/m);
  expect(out).not.toContain("wrote");
}

const before = { ...process.env };

afterEach(() => {
  for (const name of ["TMPDIR", "LUTRA_CXX", "LUTRA_VERILATOR", "LUTRA_MEMORY"]) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

describe.each(Object.entries({ words, types, data, sources, outputs }))("wrong %s", (_, rows) => {
  it.each(rows)("%s: lutra %s", async (_what, line, says) => {
    await tried(line);
    judged(says);
  });
});

describe("wrong surroundings", () => {
  it.each(surroundings)("%s: %j lutra %s", async (_what, env, line, says) => {
    await tried(line, env);
    judged(says);
  });

  it.skipIf(process.getuid?.() === 0)(
    "a file that may not be read, a directory that may not be written",
    () =>
      inDirectory(async (directory) => {
        prepare(directory);
        chmodSync(join(directory, "add.py"), 0o000);
        expect((await lutra("check", join(directory, "add.py"))).err).toContain("permission denied");
        chmodSync(join(directory, "folder"), 0o500);
        const words = ["build", join(directory, "two.py:mul"), "--to", "python"];
        expect((await lutra(...words, "-o", join(directory, "folder", "x.py"))).err).toContain(
          "permission denied",
        );
      }),
  );
});
