"""Kernels on Zynq, through the `pynq` package: registers by MMIO, memory by `allocate`, the end of a call by its interrupt."""
import asyncio
import os
import threading
import time

import numpy as np

from .errors import NotDeployed

DONE, RANGE = 2, 0x10000


class PynqBoard:
    """The logic of a Zynq with a bitstream in it."""

    package = "pynq"
    advice = "run this on the board itself, where PYNQ's image has it"
    reads_registers = True

    def __init__(self, pynq, bitstream):
        self.pynq = pynq
        described = os.path.splitext(bitstream)[0] + ".hwh"
        self.overlay = pynq.Overlay(bitstream) if os.path.exists(described) else None
        if self.overlay is None:
            pynq.Bitstream(bitstream).download()

    def unit(self, facts, port):
        """`port`: the address of its registers, where the .hwh does not say it, or one of several is meant."""
        if port is not None:
            return PynqUnit(self.pynq, facts, read_address(port), None)
        if self.overlay is None:
            raise NotDeployed(
                "there is no .hwh beside the bitstream, so nobody knows where the registers of %s are; "
                "port= says it, such as port='0x43c00000'" % facts.kernel
            )
        blocks = self.overlay.ip_dict
        own = [name for name, block in blocks.items() if (":%s:" % facts.module) in block.get("type", "")]
        if len(own) != 1:
            few = "has no block %s" % facts.module if not own else "has %d blocks %s" % (len(own), facts.module)
            raise NotDeployed("the bitstream %s; port= gives the address of its registers" % few)
        pin = own[0] + "/interrupt"
        has_pin = pin in self.overlay.interrupt_pins
        return PynqUnit(self.pynq, facts, blocks[own[0]]["phys_addr"], pin if has_pin else None)

    def memory(self, size, _place):
        return PynqMemory(self.pynq.allocate(shape=(size,), dtype=np.uint8))


class PynqMemory:
    """Memory that both sides see, though the host through its caches."""

    def __init__(self, buffer):
        self.buffer = buffer

    @property
    def address(self):
        return int(self.buffer.device_address if hasattr(self.buffer, "device_address") else self.buffer.physical_address)

    def send(self, data, start, stop):
        part = self.buffer[start:stop]
        part[:] = data[start:stop]
        part.flush()

    def bring(self, data, start, stop):
        part = self.buffer[start:stop]
        part.invalidate()
        data[start:stop] = part


class PynqUnit:
    """A kernel in the logic."""

    def __init__(self, pynq, facts, address, pin):
        self.facts = facts
        self.mmio = pynq.MMIO(address, max(RANGE, facts.span()))
        self.events = None if pin is None else Events(pynq, pin)

    def place(self, _at):
        return None  # all of its memory is one

    def read(self, offset):
        return int(self.mmio.read(offset)) & 0xFFFFFFFF

    def run(self, given, limit):
        """`given`: what each register gets, [(register, bits or memory)]. False where the call does not end in time."""
        control = self.facts.control
        for register, value in given:
            bits = value.address if isinstance(value, PynqMemory) else value
            for at in range(-(-register["bits"] // 32)):
                self.mmio.write(register["offset"] + 4 * at, bits >> 32 * at & 0xFFFFFFFF)
        for offset in (control["gie"], control["ier"]):
            self.mmio.write(offset, int(self.events is not None))
        self.mmio.write(control["ctrl"], 1)
        return self._polled(limit) if self.events is None else self._told(limit)

    def _polled(self, limit):
        end, pause = time.monotonic() + limit, 0.00002
        while not self.read(self.facts.control["ctrl"]) & DONE:
            if time.monotonic() > end:
                return False
            time.sleep(pause)
            pause = min(0.001, 1.5 * pause)
        return True

    def _told(self, limit):
        control, end = self.facts.control, time.monotonic() + limit
        while self.events.wait(max(0, end - time.monotonic())):
            pending = self.read(control["isr"])
            if pending:
                self.mmio.write(control["isr"], pending)  # a 1 toggles
            if self.read(control["ctrl"]) & DONE:
                return True
        return False


class Events:
    """Waits for a pin in an event loop of its own: a notebook has one that runs already, in the thread that calls kernels."""

    loop = None

    def __init__(self, pynq, pin):
        if Events.loop is None:
            Events.loop = asyncio.new_event_loop()
            threading.Thread(target=Events.loop.run_forever, daemon=True, name="pylog interrupts").start()

        async def made():
            return pynq.Interrupt(pin)

        self.interrupt = asyncio.run_coroutine_threadsafe(made(), Events.loop).result()

    def wait(self, seconds):
        """False where nothing came in time."""

        async def waited():
            try:
                await asyncio.wait_for(asyncio.ensure_future(self.interrupt.wait()), seconds)
                return True
            except asyncio.TimeoutError:
                return False

        return asyncio.run_coroutine_threadsafe(waited(), Events.loop).result()


def read_address(port):
    try:
        return int(port, 0)
    except ValueError:
        raise NotDeployed("port=%r is no address of registers; write it as '0x43c00000'" % port) from None
