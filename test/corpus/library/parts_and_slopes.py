# args: a=float64[12] b=int32[12] c=int32[12] m=float32[4,6] x=float64
# range: b=-40..40 c=-12..12
# sum: 24 of 100
import numpy as np
from pylog import *


@pylog
def parts_and_slopes(a, b, c, m, x):
    """What NumPy puts together of slices: polynomials, gradients, parts, divisors, weighted means."""
    p = np.polyval([2.0, -1.0, 0.5], a)
    at = np.polyval(np.array([1, -3, 2]), b)
    one = np.polyval(a[:3], x)
    head = np.insert(a, 0, 0)
    inside = np.insert(b, -2, 7)
    columns = np.delete(m, 1, axis=1)
    short = np.delete(b, -1)
    left, middle, right = np.split(a, [3, -2])
    halves = np.array_split(b, 5)
    slope = np.gradient(a)
    wide = np.gradient(m[0], 0.5)
    down, across = np.gradient(m)
    area = np.trapezoid(a, dx=0.25), np.trapezoid(a[:4], a[4:8])
    places = np.digitize(a, [0.25, 0.5, 0.75])
    g, l = np.gcd(b, c), np.lcm(b, 6)
    mean = np.average(a, weights=a[::-1])
    rows = np.average(m, axis=0, weights=[1, 2, 3, 4])
    low, mid, high = np.percentile(a, [25, 50, 75])
    tenth = np.quantile(m, [0.1, 0.9])
    sizes = np.linalg.norm(a, 1), np.linalg.norm(a, np.inf), np.linalg.norm(m, axis=1, ord=1)[2]
    of_matrix = np.linalg.norm(m, 1), np.linalg.norm(m, np.inf), np.linalg.norm(m, "fro")
    d = np.diagflat(m[:2, :2])
    sums = np.sum(left) + np.sum(middle) * np.sum(right), halves[0][2] + halves[4][1], area[0] + area[1]
    return p, at, one, head, inside, columns, short, slope, wide, down, across, places, g, l, mean, rows, low, mid, high, tenth, sizes[0], sizes[1], sizes[2], of_matrix[0], of_matrix[1], of_matrix[2], d, sums[0], sums[1], sums[2]
