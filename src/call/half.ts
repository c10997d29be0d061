/** IEEE half precision bits to and from the same values in float32, which holds every half exactly. */

export function decodeHalf(bits: Uint16Array): Float32Array {
  return Float32Array.from(bits, (half) => {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 31;
    const fraction = half & 1023;
    if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
    if (exponent === 0) return sign * fraction * 2 ** -24;
    return sign * (1024 + fraction) * 2 ** (exponent - 25);
  });
}

/** The values are halves already; nothing is rounded. */
export function encodeHalf(values: Float32Array): Uint16Array {
  const float = new Uint32Array(values.buffer, values.byteOffset, values.length);
  return Uint16Array.from(float, (bits) => {
    const sign = (bits >>> 16) & 0x8000;
    const exponent = (bits >>> 23) & 255;
    const fraction = bits & 0x7fffff;
    if (exponent === 255) return sign | (fraction === 0 ? 0x7c00 : 0x7e00);
    if (exponent > 112) return sign | ((exponent - 112) << 10) | (fraction >>> 13);
    if (exponent < 103) return sign; // zero
    return sign | ((0x800000 | fraction) >>> (126 - exponent)); // subnormal
  });
}
