# args: a=int32[8] wanted=3
# values: a=4,1,7,3,9,3,0,2
from pylog import *


def find(a, wanted):
    for i in range(len(a)):
        if a[i] == wanted:
            at = i
            break
    else:
        at = -1
    return at


@pylog
def for_else(a, wanted):
    primes = 0
    for n in range(2, 20):
        for d in range(2, n):
            if n % d == 0:
                break
        else:
            primes += n
            continue
        primes += 100
    k, steps = 27, 0
    while k != 1:
        k = k // 2 if k % 2 == 0 else 3 * k + 1
        steps += 1
        if steps > 200:
            break
    else:
        steps = steps + 1000
    for x in a:
        last = x
    else:
        last = last * 2
    for i in range(3):
        if a[i] > 100:
            kind = 1
            break
        if a[i] > 50:
            kind = 2
            break
    else:
        kind = 0
    while True:
        wanted += 1
        if wanted > 5:
            break
    else:
        wanted = 0
    return find(a, 3), find(a, 8), primes, steps, last, kind, wanted
