/* Exact values as float<E,M>, rounded once.
 *
 *   floating_of<5, 4, LUTRA_IEEE>(x)      // x an ap_int or ap_fixed of any width
 */
#ifndef LUTRA_EXACT_FLOAT_H
#define LUTRA_EXACT_FLOAT_H

#include "lutra_exact.h"
#include "lutra_float.h"

namespace lutra {

// 62 leading bits, the last of which says whether there is more, round as the whole does: no format has more than 53.
template <int E, int M, int variant, class A>
inline floating<E, M, variant> floating_of(const A &x) {
  enum { W = exact::FormOf<A>::W + 1, F = exact::FormOf<A>::F, kept = 62 };
  const ap_int<W> raw = lutra::raw_of(x);
  const bool negative = raw < 0;
  const ap_uint<W> magnitude = negative ? ap_uint<W>(-raw) : ap_uint<W>(raw);
  int dropped = 0;
  for (int i = kept; i < W; i++) {
    if (magnitude[i]) dropped = i - kept + 1;
  }
  bool more = false;
  for (int i = 0; i < dropped; i++) more = more || magnitude[i];
  const int64_t lead = (int64_t)ap_uint<64>(magnitude >> dropped).to_uint64() | (more ? 1 : 0);
  return floating<E, M, variant>::exactly(
      lutra_float_from_fixed(negative ? -lead : lead, (int)F - dropped, E, M, variant));
}

}  // namespace lutra

#endif
