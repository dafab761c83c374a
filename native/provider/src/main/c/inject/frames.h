/* Frames of a stopped thread's stack, by the unwind information that its modules have in memory. The process may
   write to that: nothing in it is trusted. */
#ifndef FLOWGAUGE_FRAMES_H
#define FLOWGAUGE_FRAMES_H

#include "engine/target.h"

enum { FRAME_STACK = 7, FRAME_RETURN = 16, FRAME_REGISTERS = 17 };

/* Registers by DWARF's numbers, the last the place where it goes on. */
struct frame {
  uint64_t registers[FRAME_REGISTERS];
  int is_first; /* it goes on at the instruction itself, else behind a call */
};

enum frame_above { FRAME_LOST = -1, FRAME_OUTERMOST = 0, FRAME_FOUND = 1 };

void frame_first(const struct user_regs_struct *registers, struct frame *frame);

/* Makes a frame that of its caller. Lost where nothing is said, or a signal has interrupted. */
enum frame_above frame_up(struct target *target, const struct module *module, struct frame *frame);

#endif
