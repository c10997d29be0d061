/* ap_int<W> and ap_uint<W>: integers of any width, as UG1399 describes them.
 *
 *   ap_int<12> a = -5;  ap_uint<70> b("0x2fffffffffffffffff", 16);
 *   ap_int<13> sum = a + a;  a(7, 4) = 3;  bool low = b[0];
 */
#ifndef LUTRA_AP_INT_H
#define LUTRA_AP_INT_H

#include "lutra_ap/operators.h"

template <int W>
struct ap_int : ap_int_base<W, true> {
  using ap_int_base<W, true>::ap_int_base;
  ap_int() {}
  ap_int(const ap_int_base<W, true> &x) : ap_int_base<W, true>(x) {}
};

template <int W>
struct ap_uint : ap_int_base<W, false> {
  using ap_int_base<W, false>::ap_int_base;
  ap_uint() {}
  ap_uint(const ap_int_base<W, false> &x) : ap_int_base<W, false>(x) {}
};

#endif
