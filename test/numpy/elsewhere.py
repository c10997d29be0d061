"""Code that the compiler does not read, for the modules that tests generate: it changes whatever it gets hold of."""
import numpy as np

_kept = []


def reset():
    _kept.clear()


def change(value):
    """Changes a list, an array, what a dictionary holds, or whatever a function changes."""
    if isinstance(value, np.ndarray):
        if value.size:
            value.flat[0] += 1
    elif isinstance(value, (list, tuple)):
        for item in value:
            change(item)
        if isinstance(value, list) and value:
            value[0] = value[-1]
            value.append(value[0])
    elif isinstance(value, dict):
        for item in value.values():
            change(item)
    elif callable(value):
        value()


def same(value):
    return value


def boxed(value):
    return {"value": value}


def keep(value):
    _kept.append(value)


def later():
    for value in _kept:
        change(value)


def number():
    return 3


def true():
    return True


def false():
    return False


def several():
    return [1, 2, 3]


class Bag:
    def __init__(self):
        self.items = []

    def add(self, value):
        self.items.append(value)

    def spill(self):
        for value in self.items:
            change(value)
