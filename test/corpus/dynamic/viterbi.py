# args: obs=int32[8] trans=float64[3,3] emit=float64[3,4]
# range: obs=0..3 trans=-3..0 emit=-3..0
from pylog import *
import numpy as np


@pylog
def viterbi(obs, trans, emit):
    score = emit[:, obs[0]].copy()
    back = np.zeros((8, 3), dtype=np.int64)
    for t in range(1, 8):
        cand = score[:, None] + trans
        back[t] = np.argmax(cand, axis=0)
        score = np.max(cand, axis=0) + emit[:, obs[t]]
    path = np.zeros(8, dtype=np.int64)
    path[7] = np.argmax(score)
    for t in range(7, 0, -1):
        path[t - 1] = back[t, path[t]]
    return path, score
