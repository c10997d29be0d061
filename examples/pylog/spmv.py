"""A sparse matrix in compressed rows (CSR) times a vector."""
import numpy as np
from program import main
from pylog import *


@pylog
def multiply(row_start, column, value, x, y):
    """Row i has the elements row_start[i] to row_start[i + 1]."""
    for i in range(len(y)):
        total = np.float32(0)
        for k in range(row_start[i], row_start[i + 1]).pipeline():
            total += value[k] * x[column[k]]
        y[i] = total


def data(rng, rows, columns, filled):
    lengths = rng.multinomial(filled, np.full(rows, 1 / rows))
    return {
        "row_start": np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32),
        "column": rng.integers(0, columns, filled, dtype=np.int32),
        "value": rng.integers(-9, 10, filled).astype(np.float32),
        "x": rng.integers(-9, 10, columns).astype(np.float32),
        "y": np.zeros(rows, np.float32),
    }


def expected(row_start, column, value, x, y):
    products = value * x[column]
    return {"y": np.array([products[a:b].sum() for a, b in zip(row_start, row_start[1:])], np.float32)}


if __name__ == "__main__":
    sizes = {"full": {"rows": 4096, "columns": 4096, "filled": 65536}, "small": {"rows": 12, "columns": 10, "filled": 40}}
    main(multiply, data, expected, sizes)
