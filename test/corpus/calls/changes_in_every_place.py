# args: c=int32[8] s=int32[4] d=int32[4]
# What is read before the call is read before it, wherever the call stands.
from pylog import *


def fill(n, s):
    s[0] = s[0] * 2 + n
    return s[0] + 1


@pylog
def changes_in_every_place(c, s, d):
    c[1] += fill(3, s)
    c[fill(1, s) % 8] = 5
    c[fill(2, s) % 8] += fill(1, s)
    c[2:4] = fill(3, s)
    c[4:6] += fill(3, s)
    a, b = s[0], fill(2, s)
    c[6], x = fill(1, s), s[0]
    d[s[0] % 4] = fill(1, s)
    y = s[0] + fill(2, s) * s[0] - fill(3, s)
    if fill(3, s) > 2:
        y += fill(1, s)
    elif fill(4, s) > 1:
        y += 1
    n = 0
    while fill(1, s) < 400 and n < 5:
        n += 1
    z = max(fill(1, s), s[0], fill(2, s))
    t = s[1] > 0 and fill(1, s) > 3
    u = s[1] > 100 and fill(1, s) > 3
    v = s[1] > 100 or fill(1, s) > 3
    w = 1 < fill(1, s) < fill(2, s) < s[0]
    q = s[0] if fill(1, s) > 0 else fill(2, s)
    r = fill(2, s) if s[1] > 1000 else s[0]
    o = s[3] or fill(2, s) or s[0]
    p = (s + fill(1, s)) * s
    return a, b, x, y, z, t, u, v, w, q, r, o, p, n, s[fill(1, s) % 4 : 2 + fill(0, s) % 2].sum()
