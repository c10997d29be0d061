# args: a=float64[3,4] b=float64[4,5] v=float64[4] s=float32[3,3] t=int32[2,3,4] k=int8[6] m=int8[6]
# sum: 64 of 1000
from pylog import *


@pylog
def einsums(a, b, v, s, t, k, m):
    return (
        np.einsum("ij,jk->ik", a, b),
        np.einsum("ij,jk", a, b),
        np.einsum("ij,j", a, v),
        np.einsum("ij->ji", a),
        np.einsum("ij->", a),
        np.einsum("ii", s),
        np.einsum("ii->i", s),
        np.einsum("i,j->ij", v, v),
        np.einsum("abc->b", t),
        np.einsum("i,i->", k, m),
        np.einsum("ij,kj,k->ik", a, a, a[:, 0]),
    )
