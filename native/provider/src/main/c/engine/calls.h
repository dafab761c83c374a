/* Functions that were called in a process. */
#ifndef FLOWGAUGE_CALLS_H
#define FLOWGAUGE_CALLS_H

#include "engine/target.h"

/* Undoes what is to be undone, the last call first, where a thread gets to a place at which that is safe. */
void calls_undo(struct target *target);

#endif
