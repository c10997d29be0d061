/**
 * The directives that `pragma("...")` may hold: those of Vitis HLS (AMD UG1399, "HLS Pragmas and Directives"; a few of
 * Vivado HLS, UG902, that its successor still reads) and those of the Merlin compiler. Names and options are written in
 * small letters here; the tools do not look at the case.
 */
export type Family = "HLS" | "ACCEL";

export interface DirectiveSpec {
  readonly name: string;
  readonly about: readonly About[];
  readonly options: readonly OptionSpec[];
}

/** What a directive speaks of. One about a loop or a function is about the innermost that it stands in. */
export type About = "function" | "loop" | "block" | "variable";

export interface OptionSpec {
  readonly name: string;
  readonly value: OptionValue;
  readonly needed?: true;
}

export type OptionValue =
  | { readonly kind: "count"; readonly least: number }
  | { readonly kind: "number" }
  | { readonly kind: "counts" } // several, with commas
  | { readonly kind: "array" } // the name of a variable that is an array
  | { readonly kind: "variable" }
  | { readonly kind: "variables" } // several, with commas
  | { readonly kind: "argument" } // of the kernel, or `return`
  | { readonly kind: "choice"; readonly words: readonly string[]; readonly alone?: true } // `alone`: also without its name
  | { readonly kind: "name" } // a word that the tool looks up: a core, a bundle
  | { readonly kind: "names" }
  | { readonly kind: "flag" }; // stands alone, or as `off=true`

export function directivesOf(family: Family): readonly DirectiveSpec[] {
  return family === "HLS" ? hls : accel;
}

export function directiveNamed(family: Family, name: string): DirectiveSpec | undefined {
  return directivesOf(family).find((one) => one.name === name);
}

/** An option of that name, or the one that takes a word which stands alone. */
export function optionOf(spec: DirectiveSpec, name: string): OptionSpec | undefined {
  return spec.options.find((one) => one.name === name);
}

export function optionOfWord(spec: DirectiveSpec, word: string): OptionSpec | undefined {
  return spec.options.find(
    ({ name, value }) =>
      (value.kind === "flag" && name === word) ||
      (value.kind === "choice" && value.alone === true && value.words.includes(word)),
  );
}

/** `HLS unroll [factor=N] [off]`, for help. */
export function syntaxOf(family: Family, { name, options }: DirectiveSpec): string {
  return [family, name, ...options.map(optionSyntax)].join(" ");
}

function optionSyntax({ name, value, needed: isNeeded }: OptionSpec): string {
  const written = value.kind === "flag" ? name : `${name === "ii" ? "II" : name}=${valueSyntax(value)}`;
  return isNeeded === true ? written : `[${written}]`;
}

function valueSyntax(value: OptionValue): string {
  switch (value.kind) {
    case "count":
    case "number":
      return "N";
    case "counts":
      return "N,N";
    case "variables":
      return "NAME,NAME";
    case "choice":
      return value.words.length > 6 ? "WORD" : value.words.join("|");
    case "names":
      return "WORD,WORD";
    case "name":
      return "WORD";
    case "array":
    case "variable":
    case "argument":
    case "flag":
      return "NAME";
  }
}

function count(name: string, least = 1): OptionSpec {
  return { name, value: { kind: "count", least } };
}

function choice(name: string, words: string, alone?: true): OptionSpec {
  const value = { kind: "choice" as const, words: words.split(" ") };
  return { name, value: alone === undefined ? value : { ...value, alone } };
}

function plain(name: string, kind: Exclude<OptionValue["kind"], "count" | "choice">): OptionSpec {
  return { name, value: { kind } };
}

function needed(option: OptionSpec): OptionSpec {
  return { ...option, needed: true };
}

const off = plain("off", "flag");

/** -1 leaves the latency to the tool. */
const latency = count("latency", -1);

const partitioning: readonly OptionSpec[] = [
  needed(plain("variable", "array")),
  choice("type", "cyclic block complete", true),
  count("factor"),
  count("dim", 0),
  off,
];

const hls: readonly DirectiveSpec[] = [
  {
    name: "aggregate",
    about: ["variable"],
    options: [needed(plain("variable", "variable")), choice("compact", "bit byte none auto")],
  },
  {
    name: "alias",
    about: ["function"],
    options: [needed(plain("ports", "variables")), count("distance"), plain("offset", "counts")],
  },
  {
    name: "allocation",
    about: ["function", "block"],
    options: [
      needed(plain("instances", "names")),
      count("limit"),
      choice("type", "function operation core", true),
    ],
  },
  { name: "array_partition", about: ["variable"], options: partitioning },
  { name: "array_reshape", about: ["variable"], options: [...partitioning, plain("object", "flag")] },
  { name: "array_stencil", about: ["variable"], options: [needed(plain("variable", "array")), off] },
  {
    name: "array_map",
    about: ["variable"],
    options: [
      needed(plain("variable", "array")),
      plain("instance", "name"),
      choice("mode", "horizontal vertical", true),
      count("offset", 0),
    ],
  },
  {
    name: "bind_op",
    about: ["variable"],
    options: [
      needed(plain("variable", "variable")),
      needed(plain("op", "name")),
      plain("impl", "name"),
      latency,
    ],
  },
  {
    name: "bind_storage",
    about: ["variable"],
    options: [
      needed(plain("variable", "array")),
      needed(choice("type", "fifo ram_1p ram_1wnr ram_2p ram_s2p ram_t2p rom_1p rom_2p rom_np")),
      choice("impl", "auto bram bram_ecc lutram uram uram_ecc srl memory"),
      latency,
    ],
  },
  {
    name: "cache",
    about: ["variable"],
    options: [
      needed(plain("port", "argument")),
      ...["lines", "depth", "ways", "users"].map((name) => count(name)),
    ],
  },
  {
    name: "dataflow",
    about: ["function", "loop"],
    options: [plain("disable_start_propagation", "flag")],
  },
  {
    name: "data_pack",
    about: ["variable"],
    options: [
      needed(plain("variable", "variable")),
      plain("instance", "name"),
      choice("byte_pad", "struct_level field_level", true),
    ],
  },
  {
    // In a function it is about its calls, one after another; functions are inlined here.
    name: "dependence",
    about: ["loop"],
    options: [
      plain("variable", "array"),
      choice("class", "array pointer", true),
      choice("type", "inter intra", true),
      choice("direction", "raw war waw", true),
      count("distance"),
      choice("dependent", "true false", true),
    ],
  },
  { name: "disaggregate", about: ["variable"], options: [needed(plain("variable", "variable"))] },
  { name: "expression_balance", about: ["function", "block"], options: [off] },
  { name: "function_instantiate", about: ["function"], options: [needed(plain("variable", "variable"))] },
  { name: "inline", about: ["function"], options: [choice("mode", "region recursive off", true)] },
  {
    name: "interface",
    about: ["function"],
    options: [
      choice(
        "mode",
        "ap_none ap_vld ap_ack ap_hs ap_ovld ap_fifo ap_memory ap_bus bram axis s_axilite m_axi " +
          "ap_ctrl_none ap_ctrl_hs ap_ctrl_chain ap_stable",
        true,
      ),
      needed(plain("port", "argument")),
      plain("bundle", "name"),
      plain("name", "name"),
      plain("clock", "name"),
      plain("channel", "name"),
      plain("register", "flag"),
      choice("register_mode", "forward reverse both off"),
      choice("offset", "off direct slave"),
      count("depth"),
      count("latency", 0),
      count("max_read_burst_length"),
      count("max_write_burst_length"),
      count("max_widen_bitwidth", 0),
      count("num_read_outstanding"),
      count("num_write_outstanding"),
      plain("storage_type", "name"),
      plain("storage_impl", "name"),
      choice("direct_io", "true false"),
      choice("interrupt", "true false"),
    ],
  },
  { name: "latency", about: ["function", "block"], options: [count("min", 0), count("max", 0)] },
  { name: "loop_flatten", about: ["loop"], options: [off] },
  { name: "loop_merge", about: ["function", "block"], options: [plain("force", "flag"), off] },
  { name: "loop_tripcount", about: ["loop"], options: [count("min", 0), count("max", 0), count("avg", 0)] },
  { name: "occurrence", about: ["block"], options: [count("cycle"), off] },
  {
    name: "performance",
    about: ["loop", "function"],
    options: [
      ...["target_ti", "target_tl", "assume_ti", "assume_tl"].map((name) => plain(name, "number")),
      choice("unit", "sec cycle"),
      plain("loop", "flag"),
    ],
  },
  {
    name: "pipeline",
    about: ["loop", "function"],
    options: [
      count("ii"),
      off,
      plain("rewind", "flag"),
      choice("style", "stp frp flp"),
      plain("enable_flush", "flag"),
    ],
  },
  { name: "protocol", about: ["block"], options: [choice("mode", "floating fixed", true)] },
  { name: "reset", about: ["variable"], options: [needed(plain("variable", "variable")), off] },
  {
    name: "resource",
    about: ["variable"],
    options: [needed(plain("variable", "variable")), needed(plain("core", "name")), latency],
  },
  { name: "shared", about: ["variable"], options: [needed(plain("variable", "variable"))] },
  { name: "stable", about: ["variable"], options: [needed(plain("variable", "variable"))] },
  {
    name: "stream",
    about: ["variable"],
    options: [
      needed(plain("variable", "array")),
      choice("type", "fifo pipo shared unsync", true),
      count("depth", 0),
      count("dim"),
      off,
    ],
  },
  { name: "top", about: ["function"], options: [plain("name", "name")] },
  {
    name: "unroll",
    about: ["loop"],
    options: [count("factor"), plain("skip_exit_check", "flag"), plain("region", "flag"), off],
  },
];

/** Names and options as the Merlin compiler's own examples and HeteroCL's table 8 have them. */
const accel: readonly DirectiveSpec[] = [
  { name: "kernel", about: ["function"], options: [plain("name", "name")] },
  {
    name: "interface",
    about: ["function"],
    options: [
      needed(plain("variable", "variable")),
      plain("depth", "counts"),
      plain("max_depth", "counts"),
      plain("bus_bitwidth", "counts"),
      plain("bank", "name"),
    ],
  },
  {
    name: "parallel",
    about: ["loop"],
    options: [plain("flatten", "flag"), count("factor"), plain("reduction", "variables")],
  },
  { name: "pipeline", about: ["loop"], options: [plain("flatten", "flag"), count("ii"), off] },
  { name: "tile", about: ["loop"], options: [count("factor")] },
  { name: "cache", about: ["block"], options: [needed(plain("variable", "variable"))] },
  {
    name: "false_dependence",
    about: ["loop"],
    options: [needed(plain("variable", "variable"))],
  },
];
