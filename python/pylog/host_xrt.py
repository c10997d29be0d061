"""Kernels on cards, through `pyxrt`: an xclbin is loaded, buffers are synchronized, and a run is waited for.

pyxrt passes buffers and integers of 32 bits, and reads no register of a kernel: so kernels there return arrays alone.
"""
import numpy as np

from .errors import NotDeployed


class XrtBoard:
    """A card with an xclbin on it."""

    package = "pyxrt"
    advice = "it comes with XRT: source /opt/xilinx/xrt/setup.sh"
    reads_registers = False

    def __init__(self, pyxrt, bitstream, port=None):
        self.pyxrt = pyxrt
        self.device = pyxrt.device(read_device(port))
        self.uuid = self.device.load_xclbin(pyxrt.xclbin(bitstream))

    def unit(self, facts, _port):
        refuse(facts)
        return XrtUnit(self.pyxrt, facts, self.pyxrt.kernel(self.device, self.uuid, facts.module))

    def memory(self, size, group):
        return XrtMemory(self.pyxrt, self.pyxrt.bo(self.device, size, self.pyxrt.bo.normal, group))


def refuse(facts):
    """What pyxrt cannot say."""
    wide = next((one["name"] for one in facts.given if one["kind"] == "argument" and one["bits"] > 32), None)
    if wide is not None:
        raise NotDeployed("pyxrt passes numbers of 32 bits at most; give %s as an array of one element" % wide)
    if any("register" in one for one in facts.results):
        raise NotDeployed("pyxrt reads no registers, so %s cannot return a number; write it to an array" % facts.kernel)


class XrtMemory:
    """Memory of the card, and the host's image of it."""

    def __init__(self, pyxrt, bo):
        self.ways, self.bo = pyxrt.xclBOSyncDirection, bo
        self.image = np.frombuffer(bo.map(), np.uint8)

    def send(self, data, start, stop):
        self.image[start:stop] = data[start:stop]
        self.bo.sync(self.ways.XCL_BO_SYNC_BO_TO_DEVICE, stop - start, start)

    def bring(self, data, start, stop):
        self.bo.sync(self.ways.XCL_BO_SYNC_BO_FROM_DEVICE, stop - start, start)
        data[start:stop] = self.image[start:stop]


class XrtUnit:
    def __init__(self, pyxrt, facts, kernel):
        self.pyxrt, self.facts, self.kernel = pyxrt, facts, kernel

    def place(self, at):
        """The memory that an argument must be in."""
        return self.kernel.group_id(at)

    def run(self, given, limit):
        run = self.pyxrt.run(self.kernel)
        for at, (_, value) in enumerate(given):
            run.set_arg(at, value.bo if isinstance(value, XrtMemory) else signed(value))
        run.start()
        states = self.pyxrt.ert_cmd_state
        state = run.wait(max(1, int(1000 * limit)))
        if state == states.ERT_CMD_STATE_COMPLETED:
            return True
        if state in (states.ERT_CMD_STATE_ERROR, states.ERT_CMD_STATE_ABORT):
            raise RuntimeError("the run ended with %s" % getattr(state, "name", state))
        return False


def signed(bits):
    """pyxrt takes C's int."""
    return bits - (1 << 32) if bits >> 31 else bits


def read_device(port):
    """Its number, or its place on the bus, such as 0000:3b:00.1."""
    return 0 if port is None else int(port) if port.isdigit() else port
