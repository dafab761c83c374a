"""Shows gdb the callers of functions with sensors.

    gdb -p PID -x flowgauge-gdb.py

While a function with a sensor runs, its return address on the stack is that of a thunk of
Flowgauge's agent. The thunk becomes a frame here, of no size, whose caller is the function's; a
frame filter leaves it out of backtraces.
"""

import re

import gdb
from gdb.unwinder import Unwinder

# As in agent/agent.h.
TEXT_SIZE = 0x10000
THUNKS = 0x400000
PART = 0x8000000
SLOT_SIZE = 64
RETURN_TO = 8
PLACE = 40

MAPPING = re.compile(
    r"^\s*0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+0x[0-9a-f]+\s+0x0\s.*memfd:flowgauge", re.MULTILINE)


class FrameId:
    def __init__(self, sp, pc):
        self.sp = sp
        self.pc = pc


def agents():
    """Returns where agents begin. No other mapping of Flowgauge has the size of their code."""
    try:
        mappings = gdb.execute("info proc mappings", to_string=True)
    except gdb.error:
        return []
    found = [(int(low, 16), int(high, 16)) for low, high in MAPPING.findall(mappings)]
    return [low for low, high in found if high - low == TEXT_SIZE]


def read_word(address):
    return int.from_bytes(gdb.selected_inferior().read_memory(address, 8).tobytes(), "little")


class SensorUnwinder(Unwinder):
    def __init__(self):
        super().__init__("flowgauge")
        self.known = {}

    def slot_of(self, pc):
        """Returns the address of the slot that holds the call whose thunk is at pc; None if there is no thunk."""
        number = gdb.selected_inferior().num, gdb.selected_inferior().pid
        if number not in self.known:
            self.known[number] = agents()
        for base in self.known[number]:
            if base + THUNKS <= pc < base + THUNKS + PART:
                return (pc & -SLOT_SIZE) + PART
        return None

    def __call__(self, pending):
        pc = int(pending.read_register("rip"))
        slot = self.slot_of(pc)
        if slot is None or read_word(slot + PLACE) == 0:
            return None
        sp = pending.read_register("rsp")
        caller = gdb.Value(read_word(slot + RETURN_TO)).cast(pending.read_register("rip").type)
        info = pending.create_unwind_info(FrameId(sp, gdb.Value(pc)))
        info.add_saved_register("rip", caller)
        info.add_saved_register("rsp", sp)
        for register in ("rbx", "rbp", "r12", "r13", "r14", "r15"):
            info.add_saved_register(register, pending.read_register(register))
        return info


class WithoutThunks:
    name = "flowgauge"
    priority = 100
    enabled = True

    def filter(self, frames):
        return (each for each in frames if UNWINDER.slot_of(each.inferior_frame().pc()) is None)


def forget(event):
    """Forgets the agents that were found, because another may be inserted while the process runs."""
    UNWINDER.known.clear()


UNWINDER = SensorUnwinder()
gdb.unwinder.register_unwinder(None, UNWINDER, replace=True)
gdb.frame_filters[WithoutThunks.name] = WithoutThunks()
gdb.events.cont.connect(forget)
gdb.events.exited.connect(forget)
gdb.invalidate_cached_frames()
