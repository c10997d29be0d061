from pylog import *


class Filter:
    @pylog
    def k(self, a):
        return a
