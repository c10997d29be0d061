/** What stands beside a testbench: how to run it. */
import { folders } from "./words.ts";

/** What runs each cycle is optimised, the rest is compiled quickly. */
export const verilatorMakeFlags = "OPT_FAST=-O2 OPT_SLOW=-O0 OPT_GLOBAL=-O0";

/** `isChecked`: whether there is something to compare with. */
export function printMakefile(name: string, isChecked: boolean): string {
  return `\
# make icarus      the testbench in Icarus Verilog
# make verilator   the same in Verilator 5, which takes longer to compile and is faster to run
# make wave        waveforms, in GTKWave
# make lint        what Verilator thinks of the design

NAME = ${name}
SOURCES = $(NAME)_tb.v $(NAME).v
ARGS =${isChecked ? "" : " +nocheck"}
TRACE = # --trace: with ARGS=+vcd, Verilator writes waveforms too

.PHONY: icarus verilator wave lint clean

icarus: build/icarus
	@mkdir -p ${folders.results}
	vvp -n build/icarus $(ARGS) > build/icarus.log || (cat build/icarus.log; false)
	@cat build/icarus.log
	@grep -q '^${isChecked ? "PASS" : "cycles"} ' build/icarus.log

build/icarus: $(SOURCES)
	@mkdir -p build
	iverilog -g2005 -Wall -Wno-timescale -o $@ $(SOURCES)

verilator: build/verilator/$(NAME)
	@mkdir -p ${folders.results}
	build/verilator/$(NAME) $(ARGS) > build/verilator.log || (cat build/verilator.log; false)
	@cat build/verilator.log
	@grep -q '^${isChecked ? "PASS" : "cycles"} ' build/verilator.log

build/verilator/$(NAME): $(SOURCES)
	@mkdir -p build
	verilator --binary --timing $(TRACE) --top-module $(NAME)_tb --Mdir build/verilator -o $(NAME) $(SOURCES) \\
	  -MAKEFLAGS "${verilatorMakeFlags}" > build/verilator_build.log || (cat build/verilator_build.log; false)

wave: build/icarus
	@mkdir -p ${folders.results}
	vvp -n build/icarus +vcd +nocheck
	gtkwave $(NAME).vcd

lint:
	verilator --lint-only -Wall --top-module $(NAME) $(NAME).v

clean:
	rm -rf build ${folders.results} $(NAME).vcd
`;
}

export function printReadme(name: string): string {
  return `\
# ${name}

\`${name}.v\` is the circuit, \`${name}_tb.v\` a testbench that calls it once on what stands in \`${folders.data}/\`, writes what it leaves
behind to \`${folders.results}/\`, and compares that with \`${folders.expected}/\`. Files have a line of hexadecimal an element, in row-major
order; \`*.place.mem\` say which word of which bank an element is.

    make icarus       in Icarus Verilog
    make verilator    in Verilator
    make wave         waveforms in GTKWave
    make lint

\`constraints/\` says its clock to synthesis and timing analysis, as each tool reads it (\`.xdc\`, \`.sdc\`, \`.lpf\`, \`.pcf\`), for the
circuit as the top; inside a larger design the clock above it is the one to constrain.

A call begins in a cycle in which \`start\` and \`ready\` are 1. \`done\` is 1 for one cycle when it ends; results stay until the
next call. Memories outside take \`address\` in a cycle in which \`enable\` is 1, and give the word as it was (\`q\`) from the next
cycle on; with \`write\` they store \`data\`.
`;
}
