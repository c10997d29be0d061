# args: a=int32[6]
# range: a=0..5
# Tables that functions make: several at once, with early returns, recursion, filters, and lists that grow.
import math
import numpy as np
from pylog import *


def two_tables(n):
    squares, odd = [], []
    for i in range(n):
        squares.append(i * i)
        if i % 2 == 0:
            continue
        odd.append(i)
    return squares, odd


def reverse_bits(i, bits):
    if bits == 0:
        return 0
    return (i & 1) << (bits - 1) | reverse_bits(i >> 1, bits - 1)


def first_above(values, limit):
    for i, value in enumerate(values):
        if value > limit:
            return i
    return -1


A, B = two_tables(6)
BITS = [reverse_bits(i, 3) for i in range(8)]
PRIMES = [p for p in range(2, 30) if all(p % q for q in range(2, math.isqrt(p) + 1))]
PAIRS = [(i, j) for i in range(3) for j in range(3) if i < j]
WHERE = first_above(PRIMES, 10)
FACTORIALS = [math.factorial(n) for n in range(6)]
SUMS = np.array([sum(FACTORIALS[: n + 1]) for n in range(6)])


@pylog
def functions(a):
    out = np.zeros(6, np.int64)
    for i in range(6):
        out[i] = A[a[i]] * 1000 + BITS[a[i]] + PRIMES[i] * FACTORIALS[a[i]] + SUMS[i]
    return out, WHERE, len(PRIMES), len(B), PAIRS[2][1]
