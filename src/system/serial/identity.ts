/** 64 bits that tell one circuit from another (FNV-1a). */
export function identityOf(text: string): bigint {
  let hash = 0xcbf2_9ce4_8422_2325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100_0000_01b3n);
  return hash;
}
