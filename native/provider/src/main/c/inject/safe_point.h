/* Finds points at which a thread can call a function that is unrelated to its work. */
#ifndef FLOWGAUGE_SAFE_POINT_H
#define FLOWGAUGE_SAFE_POINT_H

#include "engine/target.h"

/* Whether a stopped thread is in none of the C library's functions, so that it holds none of the library's
   locks and has left none of its work unfinished. Functions that wait for the kernel without holding anything
   are exempt. 0 for a thread whose callers cannot all be determined, or that handles a signal. */
int is_safe_point(struct target *target, const struct user_regs_struct *registers);

/* Like is_safe_point, for a thread in the function that it was lent to call. */
int is_safe_end(struct target *target, const struct user_regs_struct *registers);

#endif
