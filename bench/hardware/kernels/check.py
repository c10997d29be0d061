"""Each kernel here, run by Lutra's reference, beside what NumPy says in other words.

    python3 bench/hardware/kernels/check.py [NAME...]        from the root, after npm run build

In order means in order: where a float sum is not a NumPy sum, it is a loop here too.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

here = pathlib.Path(__file__).parent
random = np.random.default_rng(5)
U, I, F = np.uint32, np.int32, np.float32


def ints(*shape):
    return random.integers(-1000, 1000, shape, dtype=I)


def shorts(*shape):
    return random.integers(-(2**15), 2**15, shape, dtype=np.int16)


def words(*shape):
    return random.integers(0, 2**32, shape, dtype=U)


def floats(*shape):
    return random.standard_normal(shape, dtype=F)


def inputs(name):
    """Arguments by name, in order."""
    m, v = (8, 8), (8,)
    scalars = {"alpha": U(random.integers(0, 2**32)), "beta": U(random.integers(0, 2**32))}
    match name:
        case "fir":
            return {"d": ints(1000), "x": ints(1000)}
        case "iir":
            return {"y": ints(1000), "x": ints(1000), "a": I(3), "b": I(-7)}
        case "matvec":
            return {"m": ints(100, 100), "v": ints(100), "out": ints(100)}
        case "matmul_30" | "matmul_32":
            n = int(name[-2:])
            return {key: ints(n, n) for key in "abc"}
        case "gemm_8" | "calyx_gemm":
            return {**scalars, **{key: words(*m) for key in "abc"}}
        case "vecadd":
            return {key: ints(1024) for key in "abc"}
        case "dot_float":
            return {key: floats(1024) for key in "ab"}
        case "prefix_sum":
            return {"a": ints(1024), "out": ints(1024)}
        case "histogram":
            return {"values": random.integers(0, 256, 1024, dtype=I), "counts": np.zeros(256, I)}
        case "conv_3x3":
            return {"image": ints(64, 64), "weights": ints(3, 3), "out": ints(62, 62)}
        case "smith_waterman":
            texts = {key: random.integers(0, 4, 32, dtype=I) for key in "ab"}
            return {**texts, "h": np.zeros((33, 33), I)}
        case "spmv":
            rows = np.sort(random.integers(0, 257, 33)).astype(I)
            rows[0], rows[-1] = 0, 256
            columns = random.integers(0, 32, 256, dtype=I)
            return {"rows": rows, "columns": columns, "values": floats(256), "x": floats(32), "y": floats(32)}
        case "matmul_float":
            return {key: floats(32, 32) for key in "abc"}
        case "jacobi_2d":
            return {key: floats(32, 32) for key in "ab"}
        case "trmm":
            return {key: floats(24, 24) for key in "ab"}
        case "calyx_2mm":
            return {**scalars, **{key: words(*m) for key in "abcd"}}
        case "calyx_3mm":
            return {key: words(*m) for key in "abcdg"}
        case "calyx_atax":
            return {"a": words(*m), "x": words(*v), "y": words(*v)}
        case "calyx_bicg":
            return {"a": words(*m), **{key: words(*v) for key in "prsq"}}
        case "calyx_mvt":
            return {"a": words(*m), **{key: words(*v) for key in ("x1", "x2", "y1", "y2")}}
        case "calyx_gesummv":
            return {**scalars, "a": words(*m), "b": words(*m), "x": words(*v), "y": words(*v)}
        case "calyx_syrk":
            return {**scalars, "a": words(*m), "c": words(*m)}
        case "calyx_doitgen":
            return {"a": words(8, 8, 8), "c4": words(*m)}
        case "window_fir":
            return {"x": shorts(64), "h": shorts(16), "y": ints(64)}
        case "filled_branches":
            return {"x": ints(64), "flag": 1, "y": ints(64)}
        case "add_or_subtract":
            return {"x": ints(64), "d": ints(64), "s": random.integers(0, 2, 64) == 1, "y": ints(64)}
        case "first_match":
            return {"a": 3 * np.arange(64, dtype=I), "key": I(180)}
        case "search":
            return {"a": 3 * np.arange(64, dtype=I), "key": I(180)}
        case "matching":
            text = random.integers(97, 99, 64, dtype=np.uint8)
            return {"pattern": np.frombuffer(b"abab", np.uint8), "back": np.array([0, 0, 1, 2], np.uint8), "text": text}
        case "extremes":
            return {"a": ints(64), "b": ints(64), "low": ints(64), "high": ints(64)}
        case "complex_products":
            return {"a": 3, "b": -5, "c": 7000, "d": -32768}


def in_order(terms, start=F(0)):
    total = start
    for term in terms:
        total = F(total + term)
    return total


def expected(name, x):
    """The arrays after the call that change, and `return`."""
    match name:
        case "fir":
            return {"return": np.dot(x["d"], x["x"][::-1])}
        case "iir":
            y = [x["y"][0]]
            for sample in x["x"][1:]:
                y.append(y[-1] * x["a"] + sample * x["b"])
            return {"y": np.array(y, I), "return": y[-1]}
        case "matvec":
            out = x["m"] @ x["v"]
            return {"out": out, "return": out[-1]}
        case "matmul_30" | "matmul_32":
            return {"c": x["a"] @ x["b"]}
        case "gemm_8" | "calyx_gemm":
            return {"c": x["beta"] * x["c"] + x["alpha"] * (x["a"] @ x["b"])}
        case "vecadd":
            return {"c": 3 * x["a"] + x["b"]}
        case "dot_float":
            return {"return": in_order(x["a"] * x["b"])}
        case "prefix_sum":
            return {"out": np.cumsum(x["a"], dtype=I)}
        case "histogram":
            return {"counts": np.bincount(x["values"], minlength=256).astype(I)}
        case "conv_3x3":
            windows = np.lib.stride_tricks.sliding_window_view(x["image"], (3, 3))
            return {"out": np.einsum("ijrs,rs->ij", windows, x["weights"])}
        case "smith_waterman":
            h = np.zeros((33, 33), I)
            for diagonal in range(2, 65):
                i = np.arange(max(1, diagonal - 32), min(32, diagonal - 1) + 1)
                j = diagonal - i
                fit = np.where(x["a"][i - 1] == x["b"][j - 1], 2, -1)
                ways = [h[i - 1, j - 1] + fit, h[i - 1, j] - 1, h[i, j - 1] - 1]
                h[i, j] = np.maximum(0, np.maximum.reduce(ways))
            return {"h": h, "return": h.max()}
        case "spmv":
            products = x["values"] * x["x"][x["columns"]]
            rows = x["rows"]
            return {"y": np.array([in_order(products[rows[i] : rows[i + 1]]) for i in range(32)], F)}
        case "matmul_float":
            c = np.zeros((32, 32), F)
            for k in range(32):
                c += np.outer(x["a"][:, k], x["b"][k])
            return {"c": c}
        case "jacobi_2d":
            a, b = x["a"].copy(), x["b"].copy()
            for _ in range(4):
                for source, target in ((a, b), (b, a)):
                    around = source[1:-1, 1:-1] + source[1:-1, :-2] + source[1:-1, 2:] + source[2:, 1:-1]
                    target[1:-1, 1:-1] = F(0.2) * (around + source[:-2, 1:-1])
            return {"a": a, "b": b}
        case "trmm":
            b = x["b"].copy()
            for i in range(24):
                for k in range(i + 1, 24):
                    b[i] += x["a"][k, i] * b[k]
                b[i] *= F(1.5)
            return {"b": b}
        case "calyx_2mm":
            return {"d": x["alpha"] * (x["a"] @ x["b"]) @ x["c"] + x["beta"] * x["d"]}
        case "calyx_3mm":
            return {"g": x["a"] @ x["b"] @ (x["c"] @ x["d"])}
        case "calyx_atax":
            return {"y": x["a"].T @ (x["a"] @ x["x"])}
        case "calyx_bicg":
            return {"s": x["a"].T @ x["r"], "q": x["a"] @ x["p"]}
        case "calyx_mvt":
            return {"x1": x["x1"] + x["a"] @ x["y1"], "x2": x["x2"] + x["a"].T @ x["y2"]}
        case "calyx_gesummv":
            return {"y": x["alpha"] * (x["a"] @ x["x"]) + x["beta"] * (x["b"] @ x["x"])}
        case "calyx_syrk":
            full = x["alpha"] * (x["a"] @ x["a"].T) + x["beta"] * x["c"]
            return {"c": np.where(np.tri(8, dtype=bool), full, x["c"])}
        case "calyx_doitgen":
            return {"a": x["a"] @ x["c4"]}
        case "window_fir":
            samples = np.concatenate([np.zeros(15, I), x["x"].astype(I)])
            return {"y": np.array([samples[n : n + 16] @ x["h"].astype(I) for n in range(64)], I)}
        case "filled_branches":
            return {"y": (x["x"] * 3)[::-1]}
        case "add_or_subtract":
            return {"y": np.where(x["s"], x["x"] - x["d"], x["x"] + x["d"])}
        case "first_match":
            return {"return": np.flatnonzero(x["a"] == x["key"])[0]}
        case "search":
            return {"return": np.flatnonzero(x["a"] == x["key"])[0]}
        case "matching":
            text, pattern = bytes(x["text"]), bytes(x["pattern"])
            return {"return": sum(text.startswith(pattern, at) for at in range(len(text)))}
        case "extremes":
            return {"low": np.minimum(x["a"], x["b"]), "high": np.maximum(x["a"], x["b"])}
        case "complex_products":
            return {}


def check(name):
    with np.errstate(all="ignore"), tempfile.TemporaryDirectory() as folder:
        given = inputs(name)
        wanted = expected(name, given)
        words = []
        for key, value in given.items():
            np.save(f"{folder}/{key}.in.npy", value)
            is_array = isinstance(value, np.ndarray)
            words += ["--in", f"{key}={folder}/{key}.in.npy" if is_array else f"{key}={value}"]
        command = ["node", str(here / "../../../bin/lutra.js"), "run", str(here / f"{name}.py")]
        subprocess.run([*command, *words, "--out", folder], check=True, capture_output=True, text=True)
        for key, value in wanted.items():
            got = np.load(f"{folder}/{key}.npy")
            value = np.asarray(value)
            if got.dtype != value.dtype or got.tobytes() != value.tobytes():
                return f"{key} differs: {got.dtype} {value.dtype}"
    return "equal"


names = sys.argv[1:] or sorted(path.stem for path in here.glob("*.py") if path.stem != "check")
results = {name: check(name) for name in names}
print(json.dumps(results, indent=1))
sys.exit(any(result != "equal" for result in results.values()))
