/* Frames of a stopped thread's stack, found by the unwind information that its modules have in memory. The
   process may write to that memory, so nothing in it is trusted. */
#ifndef FLOWGAUGE_FRAMES_H
#define FLOWGAUGE_FRAMES_H

#include "engine/target.h"

enum { FRAME_STACK = 7, FRAME_RETURN = 16, FRAME_REGISTERS = 17 };

/* Registers by DWARF's numbers; the last one is the address at which the frame continues. */
struct frame {
  uint64_t registers[FRAME_REGISTERS];
  int is_first; /* it continues at the instruction itself, otherwise after a call */
};

enum frame_above { FRAME_LOST = -1, FRAME_OUTERMOST = 0, FRAME_FOUND = 1 };

void frame_first(const struct user_regs_struct *registers, struct frame *frame);

/* Replaces a frame by its caller's. Lost if there is no unwind information, or at a signal's frame. */
enum frame_above frame_up(struct target *target, const struct module *module, struct frame *frame);

#endif
