/* Where a thread can call a function that has nothing to do with what it does. */
#ifndef FLOWGAUGE_SAFE_POINT_H
#define FLOWGAUGE_SAFE_POINT_H

#include "engine/target.h"

/* Whether a stopped thread is in none of the C library's functions, so that it holds none of its locks and has left
   nothing of it half done; those are exempt in which it waits for the kernel with nothing in hand. Not of a thread
   whose callers cannot all be determined, or that handles a signal. */
int is_safe_point(struct target *target, const struct user_regs_struct *registers);

/* The same for a thread that is in the function that it was lent to call. */
int is_safe_end(struct target *target, const struct user_regs_struct *registers);

#endif
