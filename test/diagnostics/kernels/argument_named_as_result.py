from pylog import *

@pylog
def both(return_0: "int32[4]", return_9: "int32[4]"):
    return_0[0] = 1
    return return_9[0], return_9[1]
