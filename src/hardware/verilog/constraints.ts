/** The clock of a circuit, as the tools of each vendor are told. */

export interface ClockPort {
  readonly port: string;
  readonly mhz: number;
}

export const constraintFormats = ["xdc", "sdc", "lpf", "pcf"] as const;
export type ConstraintFormat = (typeof constraintFormats)[number];

/** A file for each format; which one a tool reads is its user's to say. */
export function clockFiles(name: string, clocks: readonly ClockPort[]): ReadonlyMap<string, string> {
  return new Map(
    constraintFormats.map((format) => [`constraints/${name}.${format}`, clockConstraints(format, clocks)]),
  );
}

export function clockConstraints(format: ConstraintFormat, clocks: readonly ClockPort[]): string {
  return [`# ${readBy[format]}`, ...clocks.map((clock) => clockLine(format, clock)), ""].join("\n");
}

/** All of them take `#` for a comment. */
const readBy: Readonly<Record<ConstraintFormat, string>> = {
  xdc: "Vivado, nextpnr for 7-series",
  sdc: "Quartus, Radiant, Gowin EDA, Libero, OpenSTA",
  lpf: "Diamond, nextpnr-ecp5 --lpf",
  pcf: "nextpnr-ice40 --pcf", // iCEcube2 takes the .sdc: set_frequency is nextpnr's own
};

function clockLine(format: ConstraintFormat, { port, mhz }: ClockPort): string {
  switch (format) {
    case "xdc":
    case "sdc":
      return `create_clock -name ${port} -period ${periodNs(mhz)} [get_ports ${port}]`;
    case "lpf":
      return `FREQUENCY PORT "${port}" ${megahertz(mhz)} MHZ;`;
    case "pcf":
      return `set_frequency ${port} ${megahertz(mhz)}`;
  }
}

/** In whole picoseconds, and never longer than asked. */
function periodNs(mhz: number): string {
  return (Math.floor(1e6 / mhz + 1e-6) / 1000).toFixed(3);
}

function megahertz(mhz: number): string {
  return (Math.ceil(mhz * 1e4 - 1e-4) / 1e4).toString();
}
