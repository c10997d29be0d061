"""True values of float64 functions, by MPFR (gmpy2) or, where that is missing, mpmath.

    elementary_oracle.py exp < triples      triples of doubles x, y, result: the largest error in units of the result's last
                                            place, where it is, and how many results are not the nearest double
    elementary_oracle.py > vectors.json     arguments and nearest results of every function, as hexadecimal floats
"""

import json
import random
import sys

import numpy as np

BITS = 140
UNARY = "exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh cbrt".split()
BINARY = "atan2 hypot pow".split()


def mpfr(name):
    import gmpy2

    gmpy2.get_context().precision = BITS
    gmpy2.get_context().emin = -5000
    names = {"log": gmpy2.log, "cbrt": gmpy2.cbrt, "pow": lambda x, y: x**y}
    function = names.get(name) or getattr(gmpy2, name)
    return function, gmpy2.mpfr


def multiprecision(name):
    import mpmath

    mpmath.mp.prec = BITS
    one = mpmath.mpf(1)
    names = {
        "exp2": lambda x: mpmath.power(2, x),
        "log2": lambda x: mpmath.log(x, 2),
        "log1p": mpmath.log1p,
        "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
        "pow": lambda x, y: (-1 if x < 0 and y % 2 == 1 else 1) * mpmath.power(abs(x) * one, y),
    }
    return names.get(name) or getattr(mpmath, name), mpmath.mpf


def oracle(name):
    try:
        return mpfr(name)
    except ImportError:
        return multiprecision(name)


def measure(name):
    function, number = oracle(name)
    data = np.frombuffer(sys.stdin.buffer.read(), np.float64).reshape(-1, 3)
    worst, where, other = 0.0, (0.0, 0.0), 0
    units = np.maximum(np.spacing(np.abs(data[:, 2])), 2.0**-1074)
    for (x, y, result), unit in zip(data.tolist(), units.tolist()):
        true = function(number(x), number(y)) if name in BINARY else function(number(x))
        if float(true) != result:
            other += 1
        error = float(abs(true - number(result)) / number(unit))
        if error > worst:
            worst, where = error, (x, y)
    print(f"{worst:.6f} {where[0]!r} {where[1]!r} {other} {len(data)}")


# Nearest to a multiple of pi/2 of all doubles, multiples themselves, large ones, borders of algorithms, and small ones.
DIRECTED = [6381956970095103 * 2.0**797, 3.141592653589793, 1.5707963267948966, 1e22, 2.0**19, 524289.5, 710.4, -744.5]
DIRECTED += [0.005, 0.25, 2.0**-8, 0.0039876, 0.7071067811865475, 1 - 2.0**-53, 1 + 2.0**-52, 2.0**-30, 1e-300, 5e-324, 22.1]


def vectors():
    random.seed(64)
    made = {}
    for name in UNARY + BINARY:
        function, number = oracle(name)
        rows = []
        for x in DIRECTED + [random.uniform(-1, 1) * 2.0 ** random.randint(-8, 9) for _ in range(24)]:
            y = random.choice([random.uniform(-3, 3), random.randint(-8, 8) / 2 or 1.0, random.uniform(0, 1e3)])
            if (name.startswith("log") and name != "log1p") or name == "pow":
                x = abs(x)
            if (name in ("asin", "acos") and abs(x) > 1) or (name == "log1p" and x <= -1):
                x = 1 / x
            true = function(number(x), number(y)) if name in BINARY else function(number(x))
            nearest = float(true)
            if not 2.0**-1022 < abs(nearest) < float("inf"):
                continue
            # All but half way between two doubles, a function that errs by little more than half a unit may give either.
            if abs(true - number(nearest)) / number(float(np.spacing(abs(nearest)))) < 0.4999:
                rows.append([x.hex(), y.hex(), nearest.hex()] if name in BINARY else [x.hex(), nearest.hex()])
        made[name] = rows
    print("{" + ",\n".join(f'{json.dumps(n)}: {json.dumps(r)}' for n, r in made.items()) + "}")


if len(sys.argv) > 1:
    measure(sys.argv[1])
else:
    vectors()
