"""A module that takes nothing but `pylog` has Python's own `max` and `min`, in every mode."""
import unittest

import numpy as np
from pylog import pylog


@pylog
def extremes(a):
    return max(a), min(a), max(a[0], a[2])


class BuiltinNames(unittest.TestCase):
    def test_max_of_an_array_compares_as_python_does(self):
        a = np.array([1, np.nan, 3, 0], np.float32)
        expected = (max(a), min(a), max(a[0], a[2]))
        self.assertEqual(extremes(a), expected)
        self.assertEqual(extremes.using(mode="pysim")(a), expected)


if __name__ == "__main__":
    unittest.main()
