/* Variables of a process that were set. */
#ifndef FLOWGAUGE_VARIABLES_H
#define FLOWGAUGE_VARIABLES_H

#include "engine/open_targets.h"

/* Restores the original values of all variables, except those that the program has set since. */
void variables_set_back(struct target *target);

#endif
