"""The other end of test/python/axi_board.ts, and what went over it: the stand-ins of pynq and pyxrt talk to this."""
import json
import os
import socket


class Board:
    """One a process, as a board has one logic."""

    def __init__(self):
        self.socket = socket.create_connection(("127.0.0.1", int(os.environ["LUTRA_TEST_BOARD"])))
        self.lines = self.socket.makefile("r")
        self.log = []  # ("send" | "bring", first byte, bytes), ("load", file), ("wait",)
        self.next_address = 0x10000000
        self.hangs = False  # calls do not end
        self.breaks = None  # what the next operation raises

    def ask(self, **request):
        if self.breaks is not None:
            error, self.breaks = self.breaks, None
            raise error
        self.socket.sendall((json.dumps(request) + "\n").encode())
        answer = json.loads(self.lines.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def load(self, path):
        with open(path, encoding="utf-8") as file:
            facts = json.load(file)
        self.log.append(("load", os.path.basename(path)))
        self.loaded = facts["kernel"]
        return self.ask(load={key: facts[key] for key in ("text", "kernel", "board")})["module"]

    def address_of(self, size):
        address, self.next_address = self.next_address, self.next_address + (size + 4095 & ~4095)
        return address

    def send(self, address, data, start):
        self.log.append(("send", start, len(data)))
        self.ask(put=[address + start, bytes(data).hex()])

    def bring(self, address, start, size):
        self.log.append(("bring", start, size))
        return bytes.fromhex(self.ask(take=[address + start, size])["hex"])

    def copies(self):
        """What was copied since the last time it was asked."""
        found = [one for one in self.log if one[0] in ("send", "bring")]
        self.log = [one for one in self.log if one[0] not in ("send", "bring")]
        return found


_board = None


def board():
    global _board
    if _board is None:
        _board = Board()
    return _board


def reset():
    global _board
    if _board is not None:
        _board.lines.close()
        _board.socket.close()
    _board = None
