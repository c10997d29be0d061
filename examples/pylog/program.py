"""What the programs here share: the command line, and the check against NumPy.

    python gemm.py --mode deploy --size small
"""
import argparse
import sys
import time

import numpy as np


def main(kernel, data, expected, sizes):
    """Calls the kernel on seeded data and compares every array it writes with what NumPy says.

    data(rng, **size)      the arguments, by name
    expected(**arguments)  the arrays after the call, by name
    sizes                  {"full": {...}, "small": {...}}: the keywords that data takes
    """
    parser = argparse.ArgumentParser(description=kernel.__doc__)
    parser.add_argument("--mode", default="deploy", help="pysim, cgen, hwgen, deploy (the default), or several with commas")
    parser.add_argument("--size", default="full", choices=sorted(sizes))
    parser.add_argument("--board", help="zedboard, pynq-z2, ultra96, aws_f1, ...")
    parser.add_argument("--backend", help="vitis, merlin or opencl for cgen; wasm, csim, opencl or reference for deploy")
    parser.add_argument("--path", default="build", help="the folder that projects go to")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    arguments = data(np.random.default_rng(options.seed), **sizes[options.size])
    wanted = expected(**{name: np.copy(value) for name, value in arguments.items()})
    configured = kernel.using(mode=options.mode, board=options.board, backend=options.backend, path=options.path)
    start = time.perf_counter()
    configured(**arguments)
    elapsed = time.perf_counter() - start
    if not set(options.mode.split(",")) & {"pysim", "deploy"}:
        return
    for name, array in wanted.items():
        wrong = np.argwhere(arguments[name] != array)
        if len(wrong) > 0:
            place = tuple(int(k) for k in wrong[0])
            sys.exit("%s%s is %s, expected %s" % (name, list(place), arguments[name][place], array[place]))
    print("%s: as NumPy has it, after %.2f s" % (kernel.__name__, elapsed))
