/* Open calls whose beginning sensors have seen. */
#ifndef FLOWGAUGE_OPEN_CALLS_H
#define FLOWGAUGE_OPEN_CALLS_H

#include "engine/target.h"

/* Whether any thread will return to the agent, or is in it or on its way there; all threads must be stopped.
   May be wrong in one direction: data that a call has left on a stack can look like an open call.
   has_handlers: signal handlers may have interrupted the agent. */
int open_calls_are_there(struct target *target, int has_handlers);

#endif
