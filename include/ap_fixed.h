/* ap_fixed<W, I, Q, O> and ap_ufixed: W bits, I of them before the point, as UG1399 describes them.
 *
 *   ap_fixed<16, 6> a = 1.5;  ap_ufixed<8, 3, AP_RND_CONV, AP_SAT> b = a * a;
 */
#ifndef LUTRA_AP_FIXED_FRONT_H
#define LUTRA_AP_FIXED_FRONT_H

#include "ap_int.h"
#include "lutra_ap/fixed.h"

template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0>
struct ap_fixed : ap_fixed_base<W, I, true, Q, O, N> {
  using ap_fixed_base<W, I, true, Q, O, N>::ap_fixed_base;
  ap_fixed() {}
  ap_fixed(const ap_fixed_base<W, I, true, Q, O, N> &x) : ap_fixed_base<W, I, true, Q, O, N>(x) {}
};

template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0>
struct ap_ufixed : ap_fixed_base<W, I, false, Q, O, N> {
  using ap_fixed_base<W, I, false, Q, O, N>::ap_fixed_base;
  ap_ufixed() {}
  ap_ufixed(const ap_fixed_base<W, I, false, Q, O, N> &x) : ap_fixed_base<W, I, false, Q, O, N>(x) {}
};

#endif
