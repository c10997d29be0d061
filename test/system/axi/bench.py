"""Calls of a kernel on AXI, by models that nobody here wrote: cocotbext-axi. `plan.json` has calls and what they must leave behind."""

import json
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotb.types import LogicArray
from cocotbext.axi import (
    AxiBus,
    AxiLiteBus,
    AxiLiteMaster,
    AxiSlave,
    AxiStreamBus,
    AxiStreamSink,
    AxiStreamSource,
)

PLAN = json.loads(open(os.environ["LUTRA_PLAN"], encoding="utf-8").read())


class Memory:
    """Bytes behind 64 bits of address, slow at random, which refuses what the call says."""

    def __init__(self, clock):
        self.clock, self.bytes = clock, {}
        self.latency, self.refuses = 0, {}

    async def wait(self):
        if self.latency > 0 and random.random() < 0.2:
            await ClockCycles(self.clock, random.randint(1, self.latency))

    def check(self, kind, address):
        first, last = self.refuses.get(kind, (0, 0))
        if first <= address < last:
            raise ValueError("refused")

    async def read(self, address, length, **_):
        await self.wait()
        self.check("reads", address)
        return bytes(self.bytes.get(address + at, 0xA5) for at in range(length))

    async def write(self, address, data, **_):
        await self.wait()
        self.check("writes", address)
        for at, byte in enumerate(data):
            self.bytes[address + at] = byte

    def put(self, address, data):
        for at, byte in enumerate(data):
            self.bytes[address + at] = byte

    def take(self, address, length):
        return bytes(self.bytes.get(address + at, 0xA5) for at in range(length))


def without_unwritten(slave):
    """Bytes that no strobe chooses may be anything, and in memories that nothing wrote to they are: the model wants numbers all the same."""
    channel = slave.write_if.w_channel
    receive = channel.recv

    async def recv():
        beat = await receive()
        strobes, data = str(beat.wstrb), str(beat.wdata)
        kept = [data[8 * at : 8 * at + 8] if chosen == "1" else "0" * 8 for at, chosen in enumerate(strobes)]
        beat.wdata = LogicArray("".join(kept))
        return beat

    channel.recv = recv
    return slave


def pauses(share):
    while True:
        yield random.random() < share


def channels_of(host, slaves, sources, sinks):
    for side in [host, *slaves]:
        yield from (side.write_if.aw_channel, side.write_if.w_channel, side.write_if.b_channel)
        yield from (side.read_if.ar_channel, side.read_if.r_channel)
    yield from [*sources.values(), *sinks.values()]


@cocotb.test()
async def calls(dut):
    random.seed(PLAN["seed"])
    clock = dut.ap_clk
    cocotb.start_soon(Clock(clock, 10, "ns").start())
    dut.ap_rst_n.value = 0
    if PLAN.get("kernelPs"):
        cocotb.start_soon(Clock(dut.ap_clk_2, PLAN["kernelPs"], "ps").start())
        dut.ap_rst_n_2.value = 1  # either reset is for both sides
    reset = {"clock": clock, "reset": dut.ap_rst_n, "reset_active_level": False}
    memory = Memory(clock)
    host = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axi_control"), **reset)
    slaves = [
        without_unwritten(AxiSlave(AxiBus.from_prefix(dut, f"m_axi_{name}"), target=memory, **reset)) for name in PLAN["bundles"]
    ]
    sources = {name: AxiStreamSource(AxiStreamBus.from_prefix(dut, name), **reset) for name in PLAN["sources"]}
    sinks = {name: AxiStreamSink(AxiStreamBus.from_prefix(dut, name), **reset) for name in PLAN["sinks"]}
    await ClockCycles(clock, 5)
    dut.ap_rst_n.value = 1
    await ClockCycles(clock, 20 if PLAN.get("kernelPs") else 5)

    for number, call in enumerate(PLAN["calls"]):
        for channel in channels_of(host, slaves, sources, sinks):
            channel.clear_pause_generator()
            channel.pause = False
            if call["stalls"] > 0:
                channel.set_pause_generator(pauses(call["stalls"]))
        memory.latency, memory.refuses = call["latency"], call["refuses"]
        for buffer in call["buffers"]:
            memory.put(buffer["address"], bytes.fromhex(buffer["before"]))
        for offset, value in call["writes"]:
            await host.write_dword(offset, value)
        for name, words in call["sent"].items():
            await sources[name].send(bytes.fromhex(words))
        await with_timeout(run(dut, host, number % 2 == 0), 20, "ms")

        offset, status = call["status"]
        assert await host.read_dword(offset) == status, f"status of call {number}"
        for name, words in call["came"].items():
            frame = await with_timeout(sinks[name].recv(), 1, "ms")
            assert bytes(frame.tdata) == bytes.fromhex(words), f"call {number}, {name}"
        if status != 0:
            continue
        for buffer in call["buffers"]:
            after = bytes.fromhex(buffer["after"])
            found = memory.take(buffer["address"], len(after))
            assert found == after, f"call {number}, {buffer['name']}: {found.hex()} and not {after.hex()}"
        for offset, valid, words, value in call["results"]:
            assert await host.read_dword(valid) & 1 == 1
            found = 0
            for word in range(words):
                found |= await host.read_dword(offset + 4 * word) << (32 * word)
            assert found == int(value, 16), f"call {number}: {found:x} and not {value}"


async def run(dut, host, interrupts):
    """A call, whose end an interrupt tells, or a register that is asked again and again."""
    await host.write_dword(0x04, 1 if interrupts else 0)
    await host.write_dword(0x08, 1 if interrupts else 0)
    await host.write_dword(0x00, 1)
    if interrupts:
        if dut.interrupt.value == 0:
            await RisingEdge(dut.interrupt)
        assert await host.read_dword(0x0C) == 1
        await host.write_dword(0x0C, 1)
        if PLAN.get("kernelPs"):
            await ClockCycles(dut.ap_clk, 8)  # until it is seen on this clock
        assert dut.interrupt.value == 0
        assert await host.read_dword(0x00) & 2 == 2
    else:
        while await host.read_dword(0x00) & 2 == 0:
            await ClockCycles(dut.ap_clk, 10)
