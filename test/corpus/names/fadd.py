# args: register=int32[4] restrict=int32[4] module=int32[4] always=int32[4] kernel=int32[4] process=int32[4] typeof=int32 INT_MAX=int32 wire=int32 start=int32 start_in=int32 CLK_LOCAL_MEM_FENCE=int32
# Names that C, C++, OpenCL, Verilog, SystemVerilog, JavaScript or the C library have already.
from pylog import *


@pylog
def fadd(register, restrict, module, always, kernel, process, typeof, INT_MAX, wire, start, start_in, CLK_LOCAL_MEM_FENCE):
    UINT8_MAX = 0
    __proto__ = 0
    class_ = 0
    for template in range(4):
        for reg in range(2):
            register[template] += restrict[template] * typeof + reg
            module[template] = always[template] - INT_MAX
            always[template] = kernel[template] + wire
            kernel[template] = process[template] ^ start
            process[template] = register[template] & start_in
        UINT8_MAX += module[template]
        __proto__ += process[template] | CLK_LOCAL_MEM_FENCE
        class_ += UINT8_MAX
    arguments = class_ - __proto__
    return arguments
