/* Functions that were called in a process. */
#ifndef FLOWGAUGE_CALLS_H
#define FLOWGAUGE_CALLS_H

#include "engine/target.h"

/* Undoes the calls that are to be undone, the last one first, as far as a thread reaches a point where that
   is safe. */
void calls_undo(struct target *target);

#endif
