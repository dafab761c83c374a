/* Calls that sensors saw begin. */
#ifndef FLOWGAUGE_OPEN_CALLS_H
#define FLOWGAUGE_OPEN_CALLS_H

#include "engine/target.h"

/* Whether some thread, all of which are stopped, will return to the agent, or is in it or on its way there. May
   say so if none does: what a call has left behind on a stack looks like one. has_handlers: signal handlers may
   have interrupted the agent. */
int open_calls_are_there(struct target *target, int has_handlers);

#endif
