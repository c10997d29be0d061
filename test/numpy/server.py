"""Runs kernels for the tests: one JSON request a line in, one JSON answer a line out.

request: {"path" or "text", "kernel" (or null: the decorated function), "args": {name: value}, "seconds"}
answer:  {"args": {name: value}, "results": [value]} or {"exception": {"type", "message", "line"}}
value:   {"dtype": "float32", "shape": [2, 3] or null for a scalar, "data": base64}   float16 travels as float32
         {"dtype": "python int" | "python float" | "python bool", "value": text}
         {"dtype": "python complex", "shape": null, "data": base64 of a complex128}
"""
import base64
import json
import os
import signal
import sys
import traceback
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy as np  # noqa: E402

PYTHON = {"python int": int, "python float": float, "python bool": lambda text: text == "True"}


def main(call=lambda kernel, args: kernel(**args)):
    """`call`: how a kernel that was found is called."""
    answers = os.fdopen(os.dup(1), "w")
    sys.stdout = sys.stderr  # a kernel that prints must not break the protocol
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    signal.signal(signal.SIGALRM, out_of_time)
    for line in sys.stdin:
        answers.write(json.dumps(answer(json.loads(line), call)) + "\n")
        answers.flush()


def answer(request, call):
    signal.alarm(request.get("seconds", 20))
    try:
        return run(request, call)
    except BaseException as error:  # noqa: BLE001 - whatever the kernel did, the server goes on
        name = request.get("path") or "<kernel>"
        frames = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == name]
        if isinstance(error, SyntaxError):
            frames = [error.lineno]
        fault = {"type": type(error).__name__, "message": str(error), "line": frames[-1] if frames else None}
        return {"exception": fault}
    finally:
        signal.alarm(0)


def run(request, call):
    path = request.get("path")
    text = request.get("text")
    if text is None:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    module = {"__name__": "kernel"}
    exec(compile(text, path or "<kernel>", "exec"), module)
    args = {name: decode(value) for name, value in request["args"].items()}
    results = call(find_kernel(module, request.get("kernel")), args)
    if results is None:
        results = ()
    elif not isinstance(results, tuple):
        results = (results,)
    return {"args": {n: encode(a) for n, a in args.items()}, "results": [encode(r) for r in results]}


def find_kernel(module, name):
    if name is not None:
        return module[name]
    found = [f for f in module.values() if getattr(f, "is_kernel", False)]
    if len(found) != 1:
        raise LookupError(f"expected one @pylog function, found {len(found)}")
    return found[0]


def decode(value):
    dtype = value["dtype"]
    if dtype in PYTHON:
        return PYTHON[dtype](value["value"])
    if dtype == "python complex":
        return complex(np.frombuffer(base64.b64decode(value["data"]), dtype=np.complex128)[0])
    wire = "float32" if dtype == "float16" else dtype
    flat = np.frombuffer(base64.b64decode(value["data"]), dtype=wire)
    array = np.empty(value["shape"] or (), dtype=dtype)  # owns its memory: pylog.map looks for the owner
    array[...] = flat.reshape(array.shape)
    return array if value["shape"] is not None else array[()]


def encode(value):
    if isinstance(value, (bool, int, float)) and not isinstance(value, np.generic):
        return {"dtype": f"python {type(value).__name__}", "value": repr(value)}
    if isinstance(value, complex) and not isinstance(value, np.generic):
        return {**encode(np.complex128(value)), "dtype": "python complex"}
    if not isinstance(value, (np.ndarray, np.generic)):
        raise TypeError(f"a kernel may not return {type(value).__name__}")
    array = np.ascontiguousarray(value.astype(np.float32) if value.dtype == np.float16 else value)
    return {
        "dtype": value.dtype.name,
        "shape": list(value.shape) if isinstance(value, np.ndarray) else None,
        "data": base64.b64encode(array.tobytes()).decode("ascii"),
    }


def out_of_time(_signal, _frame):
    raise TimeoutError("the kernel ran too long")


if __name__ == "__main__":
    main()
