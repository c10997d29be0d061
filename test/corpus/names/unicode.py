# args: α=int32[8] β=int32[8] uf6=int32[8] ö=int32
# C and Verilog spell letters that they lack; `ö` and `uf6` stay apart.
from pylog import *


@pylog
def unicode(α, β, uf6, ö):
    Σ = 0
    for ñ in range(8):
        β[ñ] = α[ñ] * ö + uf6[ñ]
        for été in range(2):
            Σ += β[ñ] - été
    return Σ
