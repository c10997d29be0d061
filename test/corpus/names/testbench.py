# args: load=int32[4] words=int32[4] result_0=int32[4] data=int32[4] limit=int32 clk=int32 phase=int32 cycles=int32 done=int32
# Names that a testbench of a circuit gives to things of its own: `load_words` would be two of them.
from pylog import *


@pylog
def testbench(load, words, result_0, data, limit, clk, phase, cycles, done):
    stop = 0
    for busy in range(4):
        load[busy] = words[busy] + limit
        words[busy] = result_0[busy] - clk
        result_0[busy] = data[busy] * phase + cycles
        data[busy] = load[busy] ^ done
        stop += data[busy]
    return stop, stop + 1
