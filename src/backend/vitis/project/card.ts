/** A card behind PCIe: v++ links the kernel, XRT runs it. */
import type { Board } from "../../../device/board.ts";
import { cString } from "../../c/quote.ts";
import { type Parameter, type Signature, withOwnNames } from "../../c/signature.ts";
import { csimRules } from "./makefile.ts";
import { itemOf } from "./memory.ts";
import { makeWord } from "./words.ts";

export type Card = Extract<Board, { readonly host: "card" }>;

/** Arguments are spread over the card's memories, so that they do not wait for each other. */
export function printLinkConfig({ name, parameters }: Signature, card: Card, clockMHz: number): string {
  const arrays = parameters.filter(isBuffer);
  const lines = [
    `# v++ -l -t hw --config link.cfg -o ${name}.xclbin ${name}.xo`,
    `platform=${card.platform}`,
    "",
    "[clock]",
    `freqHz=${clockMHz * 1e6}:${name}_1.ap_clk`,
    "",
    "[connectivity]",
    `nk=${name}:1:${name}_1`,
    ...arrays.map(({ name: array }, i) => `sp=${name}_1.${array}:${card.memories[i % card.memories.length]}`),
  ];
  return `${lines.join("\n")}\n`;
}

export function printCardMakefile({ name }: Signature, sources: readonly string[]): string {
  return `# make csim      checks the C++ with g++ alone
# make xclbin    synthesises and links (needs Vitis, and the platform of link.cfg)
# make run       runs on the card (needs XRT)
TARGET ?= hw

${csimRules(sources)}
xclbin: ${name}.xclbin

${name}.xo: ${sources.map(makeWord).join(" ")} hls.tcl
\tvitis_hls -f hls.tcl

${name}.xclbin: ${name}.xo link.cfg
\tv++ -l -t $(TARGET) --config link.cfg -o $@ $<

host: host.cpp
\tg++ -std=c++17 -O2 -I. -I$(XILINX_XRT)/include $^ -L$(XILINX_XRT)/lib -lxrt_coreutil -pthread -o $@

run: host ${name}.xclbin
\tmkdir -p out
\t./host ${name}.xclbin data out

.PHONY: csim xclbin run
`;
}

/** Scalars go in as arguments; everything else is a buffer on the card. */
export function printXrtHost(given: Signature): string {
  const signature = withOwnNames(given, ["argc", "argv", "device", "files", "kernel", "main", "run", "xrt"]);
  const { name, parameters, results } = signature;
  const buffers = parameters
    .map((parameter, position) => ({ parameter, position }))
    .filter(({ parameter }) => isBuffer(parameter));
  const resultFiles = (parameter: string): readonly string[] =>
    results.filter((result) => result.parameter === parameter).map(({ file }) => file);
  const lines = [
    `// Runs ${name} on a card through XRT: host ${name}.xclbin IN_DIR OUT_DIR`,
    ...["xrt/xrt_bo.h", "xrt/xrt_device.h", "xrt/xrt_kernel.h", "lutra_host.h"].map(
      (header) => `#include "${header}"`,
    ),
    "",
    "int main(int argc, char **argv) {",
    `  const lutra::host files(argc, argv, "${name}.xclbin");`,
    "  xrt::device device(files.device());",
    `  xrt::kernel kernel(device, device.load_xclbin(files.image()), "${name}");`,
    "",
    ...parameters.flatMap((parameter) => (isBuffer(parameter) ? reading(parameter) : scalar(parameter))),
    "",
    ...buffers.flatMap(({ parameter, position }) => buffer(parameter, position)),
    "",
    `  xrt::run run = kernel(${parameters.map((one) => (isBuffer(one) ? `${one.name}_buffer` : one.name)).join(", ")});`,
    "  run.wait();",
    "",
    ...buffers
      .filter(({ parameter }) => parameter.direction !== "in")
      .flatMap(({ parameter }) => [
        `  ${parameter.name}_buffer.sync(XCL_BO_SYNC_BO_FROM_DEVICE);`,
        `  ${parameter.name}_buffer.read(${parameter.name}.data());`,
        ...[...(parameter.source === null ? [] : [parameter.source]), ...resultFiles(parameter.name)].map(
          (file) => `  ${parameter.name}.write(files.output(${cString(file)}));`,
        ),
      ]),
    "  return 0;",
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function isBuffer({ kind, direction }: Parameter): boolean {
  return kind === "array" || direction !== "in";
}

function holder({ type, shape }: Parameter): string {
  const { ctype, dtype, words, stored, fixed } = itemOf(type);
  const extents = `{${shape.join(", ")}}`;
  if (fixed !== null)
    return `lutra::fixed_buffer<${ctype}>("${dtype}", ${fixed.bits}, ${fixed.fraction}, ${extents})`;
  return words > 1
    ? `lutra::wide_buffer(${stored}, ${words}, ${extents})`
    : `lutra::plain_buffer<${ctype}>("${dtype}", ${extents})`;
}

function reading(parameter: Parameter): readonly string[] {
  const { name, source, direction } = parameter;
  const made = `  auto ${name} = ${holder(parameter)};`;
  return direction === "out" ? [made] : [made, `  ${name}.read(files.input(${cString(source ?? name)}));`];
}

function scalar(parameter: Parameter): readonly string[] {
  const { name, source } = parameter;
  const file = `${name}_file`;
  return [
    `  auto ${file} = ${holder(parameter)};`,
    `  ${file}.read(files.input(${cString(source ?? name)}));`,
    `  const auto ${name} = *${file}.data();`,
  ];
}

function buffer({ name, direction }: Parameter, position: number): readonly string[] {
  const made = `  xrt::bo ${name}_buffer(device, ${name}.bytes(), kernel.group_id(${position}));`;
  if (direction === "out") return [made];
  return [
    made,
    `  ${name}_buffer.write(${name}.data());`,
    `  ${name}_buffer.sync(XCL_BO_SYNC_BO_TO_DEVICE);`,
  ];
}
