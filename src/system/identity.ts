/**
 * 64 bits that tell one circuit from another (FNV-1a), of its Verilog. Comments, and the lines of the source that names have in them, do not
 * count: a kernel that was moved in its file is the circuit that it was, and its bitstream is still good.
 */
export function identityOf(verilog: string): bigint {
  const text = verilog
    .replaceAll(/\/\/.*$/gm, "")
    .replaceAll(/(?<![A-Za-z\d])line\d+/g, "line")
    .replaceAll(/\s+/g, ""); // longer names break lines elsewhere
  let hash = 0xcbf2_9ce4_8422_2325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100_0000_01b3n);
  return hash;
}
