"""Stands for PYNQ's package: Overlay, Bitstream, MMIO, allocate and Interrupt, as its documentation has them (3.0)."""
import asyncio
import json
import os

import numpy as np
from simulated_board import board

BASE = 0x43C00000


class Bitstream:
    def __init__(self, path):
        if not isinstance(path, str):
            raise TypeError("Bitstream name has to be a string.")
        self.path = path

    def download(self):
        return board().load(self.path)


class Overlay:
    def __init__(self, path):
        with open(os.path.splitext(path)[0] + ".hwh", encoding="utf-8") as file:
            described = json.load(file)
        module = Bitstream(path).download()
        name = module + "_0"
        kind = "lutra:kernel:%s:1.0" % described.get("module", module)
        self.ip_dict = {
            "processing_system7_0": {"type": "xilinx.com:ip:processing_system7:5.5"},
            name: {"type": kind, "phys_addr": BASE, "addr_range": 0x10000},
        }
        self.interrupt_pins = {name + "/interrupt": {"controller": "axi_intc_0", "index": 0}} if described["interrupt"] else {}


class MMIO:
    def __init__(self, base_addr, length=4):
        if base_addr != BASE:
            raise RuntimeError("nothing is at 0x%x" % base_addr)
        self.length = length

    def read(self, offset=0):
        board().log.append(("read", offset))
        found = board().ask(cycles=0 if board().hangs else 20, read=offset)["value"]
        return found & ~2 if offset == 0 and board().hangs else found

    def write(self, offset, data):
        if type(data) is not int:
            raise ValueError("Data type must be int or bytes.")
        if not (offset == 0 and board().hangs):
            board().ask(write=[offset, data])


class PynqBuffer(np.ndarray):
    """Caches lie between it and the memory that the logic sees: only flush and invalidate pass them."""

    def __new__(cls, shape, dtype):
        self = super().__new__(cls, shape, dtype)
        self[...] = 0x5A
        self.device_address, self.offset = board().address_of(self.nbytes), 0
        return self

    def __array_finalize__(self, other):
        if isinstance(other, PynqBuffer) and hasattr(other, "device_address"):
            moved = self.__array_interface__["data"][0] - other.__array_interface__["data"][0]
            self.device_address, self.offset = other.device_address + moved, other.offset + moved

    def flush(self):
        board().send(self.device_address - self.offset, self.tobytes(), self.offset)

    def invalidate(self):
        data = board().bring(self.device_address - self.offset, self.offset, self.nbytes)
        np.asarray(self)[...] = np.frombuffer(data, self.dtype).reshape(self.shape)


def allocate(shape, dtype="u4"):
    return PynqBuffer(shape, dtype)


class Interrupt:
    def __init__(self, pinname):
        asyncio.get_running_loop()  # as in PYNQ, whose controllers belong to the loop that they are made in
        self.pin = pinname

    async def wait(self):
        board().log.append(("wait",))
        while board().hangs or not board().ask(cycles=200)["interrupt"]:
            await asyncio.sleep(0.001)
