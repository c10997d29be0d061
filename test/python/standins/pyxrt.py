"""Stands for XRT's Python module, with the signatures of its bindings (pyxrt.cpp): buffers and C's int as arguments, no registers."""
import enum
import json

from simulated_board import board


class xclBOSyncDirection(enum.Enum):
    XCL_BO_SYNC_BO_TO_DEVICE = 0
    XCL_BO_SYNC_BO_FROM_DEVICE = 1


class ert_cmd_state(enum.Enum):
    ERT_CMD_STATE_COMPLETED = 4
    ERT_CMD_STATE_ERROR = 5
    ERT_CMD_STATE_ABORT = 6
    ERT_CMD_STATE_TIMEOUT = 8


class xclbin:
    def __init__(self, path):
        self.path = path


class device:
    def __init__(self, index=0):
        if index not in (0, "0000:3b:00.1"):
            raise RuntimeError("Could not open device with index '%s'" % index)

    def load_xclbin(self, binary):
        self.module = board().load(binary.path)
        with open(binary.path, encoding="utf-8") as file:
            self.registers = json.load(file)["registers"]
        return "uuid of " + binary.path


class kernel:
    def __init__(self, device, uuid, name):
        if name != device.module:
            raise RuntimeError("No such kernel '%s'" % name)
        self.registers = device.registers

    def group_id(self, index):
        return 10 + index % 2  # two memories


class bo:
    normal = "normal"

    def __init__(self, device, size, flags, group):
        self.size, self.group, self.address = size, group, board().address_of(size)
        self.image = bytearray(size)

    def map(self):
        return memoryview(self.image)

    def sync(self, direction, size, offset):
        if direction is xclBOSyncDirection.XCL_BO_SYNC_BO_TO_DEVICE:
            board().send(self.address, self.image[offset : offset + size], offset)
        else:
            self.image[offset : offset + size] = board().bring(self.address, offset, size)


class run:
    def __init__(self, kernel):
        self.kernel = kernel

    def set_arg(self, index, value):
        register = self.kernel.registers[index]
        if isinstance(value, bo):
            assert value.group == self.kernel.group_id(index), "the buffer is in another memory"
        elif not -(1 << 31) <= value < 1 << 31:
            raise TypeError("set_arg(): incompatible function arguments")
        bits = value.address if isinstance(value, bo) else value & 0xFFFFFFFF
        for word in range(-(-register["bits"] // 32)):
            board().ask(write=[register["offset"] + 4 * word, bits >> 32 * word & 0xFFFFFFFF])

    def start(self):
        if not board().hangs:
            board().ask(write=[0, 1])

    def wait(self, timeout_ms):
        board().log.append(("wait",))
        if board().hangs:
            return ert_cmd_state.ERT_CMD_STATE_TIMEOUT
        while not board().ask(cycles=200, read=0)["value"] & 2:
            pass
        return ert_cmd_state.ERT_CMD_STATE_COMPLETED
