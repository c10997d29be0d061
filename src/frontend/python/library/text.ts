/**
 * NumPy functions that are algorithms, in the kernel language itself. A call of one is typed as a call of a user's
 * function is, so every road, schedule and report knows it. Shapes of arguments are known; floats are float32 or float64.
 * The rational functions of erf and erfc are those of Sun's fdlibm (s_erf.c).
 */
export const library = `
def norm_all(x):
    return np.sqrt(np.sum(x * x))

def norm_axis(x, axis, keepdims):
    return np.sqrt(np.sum(x * x, axis=axis, keepdims=keepdims))

def det(a):
    n = a.shape[0]
    u = a.copy()
    d = np.ones(1, a.dtype)
    for k in range(n):
        p = k
        for i in range(k + 1, n):
            if abs(u[i, k]) > abs(u[p, k]):
                p = i
        if p != k:
            for j in range(n):
                t = u[k, j]
                u[k, j] = u[p, j]
                u[p, j] = t
            d[0] = -d[0]
        d[0] = d[0] * u[k, k]
        if u[k, k] != 0:
            for i in range(k + 1, n):
                f = u[i, k] / u[k, k]
                for j in range(k + 1, n):
                    u[i, j] = u[i, j] - f * u[k, j]
    return d[0]

def solve(a, b):
    n = a.shape[0]
    m = b.shape[1]
    u = a.copy()
    x = b.copy()
    for k in range(n):
        p = k
        for i in range(k + 1, n):
            if abs(u[i, k]) > abs(u[p, k]):
                p = i
        if p != k:
            for j in range(n):
                t = u[k, j]
                u[k, j] = u[p, j]
                u[p, j] = t
            for j in range(m):
                t = x[k, j]
                x[k, j] = x[p, j]
                x[p, j] = t
        for i in range(k + 1, n):
            f = u[i, k] / u[k, k]
            for j in range(k + 1, n):
                u[i, j] = u[i, j] - f * u[k, j]
            for j in range(m):
                x[i, j] = x[i, j] - f * x[k, j]
    for r in range(n):
        k = n - 1 - r
        for j in range(m):
            s = x[k, j]
            for i in range(k + 1, n):
                s = s - u[k, i] * x[i, j]
            x[k, j] = s / u[k, k]
    return x

def inv(a):
    return solve(a, np.eye(a.shape[0], dtype=a.dtype))

def cholesky(a):
    n = a.shape[0]
    l = np.zeros((n, n), a.dtype)
    for j in range(n):
        s = a[j, j]
        for k in range(j):
            s = s - l[j, k] * l[j, k]
        d = np.sqrt(s)
        l[j, j] = d
        for i in range(j + 1, n):
            t = a[i, j]
            for k in range(j):
                t = t - l[i, k] * l[j, k]
            l[i, j] = t / d
    return l

def cross(a, b):
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])

def cross_rows(a, b):
    out = np.zeros(a.shape, (a[0, :1] * b[0, :1]).dtype)
    out[:, 0] = a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1]
    out[:, 1] = a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2]
    out[:, 2] = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return out

def interp(x, xp, fp):
    n = xp.shape[0]
    out = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        v = x[i]
        j = 0
        for k in range(1, n):
            if v >= xp[k]:
                j = k
        if np.isnan(v):
            r = v
        elif v <= xp[0]:
            r = fp[0]
        elif v >= xp[n - 1]:
            r = fp[n - 1]
        elif xp[j] == v:
            r = fp[j]
        else:
            slope = (fp[j + 1] - fp[j]) / (xp[j + 1] - xp[j])
            r = slope * (v - xp[j]) + fp[j]
            if np.isnan(r):
                r = slope * (v - xp[j + 1]) + fp[j + 1]
                if np.isnan(r) and fp[j] == fp[j + 1]:
                    r = fp[j]
        out[i] = r
    return out

def cov(m, divisor):
    x = m - np.mean(m, axis=1)[:, None]
    return (x @ x.T) * (1 / divisor)

def corrcoef(m):
    c = cov(m, m.shape[1] - 1)
    d = np.sqrt(np.diag(c))
    return np.clip(c / d[:, None] / d[None, :], -1, 1)

def edges_between(lo, hi, bins):
    first = lo[0]
    last = hi[0]
    edges = np.arange(bins + 1).astype(lo.dtype) * ((last - first) / bins) + first
    edges[bins] = last
    return edges

def edges_within(low, high, bins):
    lo = low.copy()
    hi = high.copy()
    if lo[0] == hi[0]:
        lo[0] = lo[0] - 0.5
        hi[0] = hi[0] + 0.5
    return edges_between(lo, hi, bins)

def edges_of(a, bins):
    lo = np.zeros(1, a.dtype)
    hi = np.zeros(1, a.dtype)
    lo[0] = np.min(a)
    hi[0] = np.max(a)
    return edges_within(lo, hi, bins)

def sort_list(x):
    x[:] = sorted(x)

def sort_list_down(x):
    x[:] = sorted(x, reverse=True)

def reverse_list(x):
    n = len(x)
    for k in range(n // 2):
        t = x[k]
        x[k] = x[n - 1 - k]
        x[n - 1 - k] = t

def index_in_list(x, v):
    n = len(x)
    at = -1
    for k in range(n):
        if x[n - 1 - k] == v:
            at = n - 1 - k
    assert at >= 0, "the value is not in the list"
    return at

def count_in_list(x, v):
    count = 0
    for e in x:
        if e == v:
            count += 1
    return count

def take_out_of_list(x, i):
    n = len(x)
    at = i + n if i < 0 else i
    assert at >= 0 and at < n, "pop index out of range"
    item = x[at]
    for k in range(at, n - 1):
        x[k] = x[k + 1]
    return item

def insert_last_in_list(x, i):
    n = len(x) - 1
    at = min(max(i + n if i < 0 else i, 0), n)
    item = x[n]
    for k in range(n - at):
        x[n - k] = x[n - k - 1]
    x[at] = item

def counts_between(a, edges):
    bins = edges.shape[0] - 1
    counts = np.zeros(bins, np.int64)
    for v in a:
        if v >= edges[0] and v <= edges[bins]:
            k = 0
            for i in range(1, bins):
                if v >= edges[i]:
                    k = i
            counts[k] += 1
    return counts

def weights_between(a, edges, weights):
    bins = edges.shape[0] - 1
    sums = np.zeros(bins, weights.dtype)
    for j in range(a.shape[0]):
        v = a[j]
        if v >= edges[0] and v <= edges[bins]:
            k = 0
            for i in range(1, bins):
                if v >= edges[i]:
                    k = i
            sums[k] += weights[j]
    return sums

def bincount(x, n):
    counts = np.zeros(n, np.int64)
    for v in x:
        counts[v] += 1
    return counts

def bincount_weighted(x, w, n):
    sums = np.zeros(n)
    for i in range(x.shape[0]):
        sums[x[i]] += w[i]
    return sums

def quantile(s, q):
    assert q >= 0 and q <= 1, "quantiles lie between 0 and 1, percentiles between 0 and 100"
    n = s.shape[0]
    place = q * (n - 1)
    low = int(np.floor(place))
    high = min(low + 1, n - 1)
    t = place - low
    span = s[high] - s[low]
    near = s[low] + span * t
    far = s[high] - span * (1 - t)
    found = far if t >= 0.5 else near
    return found * np.nan if np.isnan(s[n - 1]) else found

def quantiles(s, qs):
    found = np.zeros(qs.shape[0], (s[:1] * qs[:1]).dtype)
    for k in range(qs.shape[0]):
        found[k] = quantile(s, qs[k])
    return found

def sinc(x):
    y = np.pi * x
    z = np.where(y == 0, np.finfo(y.dtype).eps, y)
    return np.sin(z) / z

def angles_of_window(m):
    n = np.arange(1 - m, m, 2)
    return np.pi * n / (m - 1)

def hamming(m):
    if m == 1:
        return np.ones(1)
    return 0.54 + 0.46 * np.cos(angles_of_window(m))

def hanning(m):
    if m == 1:
        return np.ones(1)
    return 0.5 + 0.5 * np.cos(angles_of_window(m))

def blackman(m):
    if m == 1:
        return np.ones(1)
    n = np.arange(1 - m, m, 2)
    return 0.42 + 0.5 * np.cos(np.pi * n / (m - 1)) + 0.08 * np.cos(2.0 * np.pi * n / (m - 1))

def bartlett(m):
    if m == 1:
        return np.ones(1)
    n = np.arange(1 - m, m, 2)
    return np.where(n <= 0, 1 + n / (m - 1), 1 - n / (m - 1))

def most_of_list(x):
    n = len(x)
    assert n > 0, "max() of an empty sequence"
    best = x[0]
    for k in range(1, n):
        if x[k] > best:
            best = x[k]
    return best

def least_of_list(x):
    n = len(x)
    assert n > 0, "min() of an empty sequence"
    best = x[0]
    for k in range(1, n):
        if x[k] < best:
            best = x[k]
    return best

def take_row_out_of_list(x, i):
    n = len(x)
    at = i + n if i < 0 else i
    assert at >= 0 and at < n, "pop index out of range"
    item = [v for v in x[at]]
    for k in range(at, n - 1):
        x[k] = x[k + 1]
    return item

def polyval(p, x):
    y = np.zeros(x.shape[0], x.dtype)
    for i in range(x.shape[0]):
        for k in range(p.shape[0]):
            y[i] = y[i] * x[i] + p[k]
    return y

def digitize(x, bins):
    found = np.zeros(x.shape[0], np.int64)
    for i in range(x.shape[0]):
        for edge in bins:
            if not x[i] < edge:
                found[i] += 1
    return found

def digitize_right(x, bins):
    found = np.zeros(x.shape[0], np.int64)
    for i in range(x.shape[0]):
        for edge in bins:
            if not x[i] <= edge:
                found[i] += 1
    return found

def gcd(a, b):
    x = np.abs(a)
    y = np.abs(b)
    while y != 0:
        t = x % y
        x = y
        y = t
    return x

def lcm(a, b):
    d = gcd(a, b)
    return d if d == 0 else np.abs(a // d * b)

def gcd_each(a, b):
    out = a.copy()
    for i in range(a.shape[0]):
        out[i] = gcd(a[i], b[i])
    return out

def lcm_each(a, b):
    out = a.copy()
    for i in range(a.shape[0]):
        out[i] = lcm(a[i], b[i])
    return out

def running_max(x):
    out = x.copy()
    for i in range(1, x.shape[0]):
        out[i] = np.maximum(out[i - 1], x[i])
    return out

def running_min(x):
    out = x.copy()
    for i in range(1, x.shape[0]):
        out[i] = np.minimum(out[i - 1], x[i])
    return out

def linspace(start, stop, parts, num, last):
    out = np.zeros(num)
    delta = stop - start
    step = delta / np.float64(parts)
    for i in range(num):
        y = i * step
        if step == 0:
            y = i / np.float64(parts) * delta
        out[i] = y + start
    if last:
        out[num - 1] = stop
    return out

def erf(x):
    a = abs(x)
    if not a < 6:
        return x / a if a == a and a < np.inf else (np.copysign(1.0, x) if a == a else x)
    if a < 0.84375:
        z = x * x
        p = (((-2.37630166566501626084e-05 * z - 5.77027029648944159157e-03) * z - 2.84817495755985104766e-02) * z - 3.25042107247001499370e-01) * z + 1.28379167095512558561e-01
        q = ((((-3.96022827877536812320e-06 * z + 1.32494738004321644526e-04) * z + 5.08130628187576562776e-03) * z + 6.50222499887672944485e-02) * z + 3.97917223959155352819e-01) * z + 1
        return x + x * (p / q)
    if a < 1.25:
        s = a - 1
        p = (((((-2.16637559486879084300e-03 * s + 3.54783043256182359371e-02) * s - 1.10894694282396677476e-01) * s + 3.18346619901161753674e-01) * s - 3.72207876035701323847e-01) * s + 4.14856118683748331666e-01) * s - 2.36211856075265944077e-03
        q = (((((1.19844998467991074170e-02 * s + 1.36370839120290507362e-02) * s + 1.26171219808761642112e-01) * s + 7.18286544141962662868e-02) * s + 5.40397917702171048937e-01) * s + 1.06420880400844228286e-01) * s + 1
        return np.copysign(8.45062911510467529297e-01 + p / q, x)
    return np.copysign(1 - erf_tail(a), x)

def erf_tail(a):
    s = 1 / (a * a)
    if a < 2.857142857142857:
        r = ((((((-9.81432934416914548592e+00 * s - 8.12874355063065934246e+01) * s - 1.84605092906711035994e+02) * s - 1.62396669462573470355e+02) * s - 6.23753324503260060396e+01) * s - 1.05586262253232909814e+01) * s - 6.93858572707181764372e-01) * s - 9.86494403484714822705e-03
        q = (((((((-6.04244152148580987438e-02 * s + 6.57024977031928170135e+00) * s + 1.08635005541779435134e+02) * s + 4.29008140027567833386e+02) * s + 6.45387271733267880336e+02) * s + 4.34565877475229228821e+02) * s + 1.37657754143519042600e+02) * s + 1.96512716674392571292e+01) * s + 1
    else:
        r = (((((-4.83519191608651397019e+02 * s - 1.02509513161107724954e+03) * s - 6.37566443368389627722e+02) * s - 1.60636384855821916062e+02) * s - 1.77579549177547519889e+01) * s - 7.99283237680523006574e-01) * s - 9.86494292470009928597e-03
        q = ((((((-2.24409524465858183362e+01 * s + 4.74528541206955367215e+02) * s + 2.55305040643316442583e+03) * s + 3.19985821950859553908e+03) * s + 1.53672958608443695994e+03) * s + 3.25792512996573918826e+02) * s + 3.03380607434824582924e+01) * s + 1
    z = np.float64(np.float32(a))
    return np.exp(-z * z - 0.5625) * np.exp((z - a) * (z + a) + r / q) / a

def erfc(x):
    if not abs(x) < 28:
        return 1 - erf(x) if x == x else x
    if x < 0.84375:
        return 1 - erf(x)
    if x < 1.25:
        s = x - 1
        p = (((((-2.16637559486879084300e-03 * s + 3.54783043256182359371e-02) * s - 1.10894694282396677476e-01) * s + 3.18346619901161753674e-01) * s - 3.72207876035701323847e-01) * s + 4.14856118683748331666e-01) * s - 2.36211856075265944077e-03
        q = (((((1.19844998467991074170e-02 * s + 1.36370839120290507362e-02) * s + 1.26171219808761642112e-01) * s + 7.18286544141962662868e-02) * s + 5.40397917702171048937e-01) * s + 1.06420880400844228286e-01) * s + 1
        return 1 - 8.45062911510467529297e-01 - p / q
    return erf_tail(x)

def bounds_of_steps(has_start, start, has_stop, stop, step, size):
    first = start + size if start < 0 else start
    end = stop + size if stop < 0 else stop
    if step > 0:
        first = max(first, 0) if has_start else 0
        end = min(end, size) if has_stop else size
    else:
        first = min(first, size - 1) if has_start else size - 1
        end = max(end, -1) if has_stop else -1
    return first, end
`;
