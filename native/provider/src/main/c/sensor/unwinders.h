/* The process's unwinders, which must not notice sensors: their look-ups lead to the agent by a jump in
   _Unwind_Find_FDE, a finder. It costs some nanoseconds for each frame of an exception, and is there as long
   as sensors are, or calls they saw begin. */
#ifndef FLOWGAUGE_UNWINDERS_H
#define FLOWGAUGE_UNWINDERS_H

#include "sensor/change.h"

/* Refuses where an exception that crosses a sensor may end the process: there may be exceptions, and an unwinder
   that is not gcc's, or whose functions are unknown, or there is none. */
int32_t unwinders_check(struct target *target, struct fg_verdict *verdict);

/* The finders that are missing. Returns how many; verdicts has room for FINDERS. */
int32_t unwinders_plan(struct target *target, struct change *changes, struct fg_verdict *verdicts);

/* Puts planned and prepared ones in. With an exception in sight, what becomes of it is the result. */
int32_t unwinders_lead(struct target *target, struct changes *changes, struct fg_stats *stats,
                       struct fg_error *error);

/* Notes one that an earlier instrumenter has put in. */
void unwinders_adopt(struct target *target, uint32_t place, const struct agent_sensor *record);

/* Takes the finders out if no sensor is in, and no call is open that a sensor saw begin. */
void unwinders_release(struct target *target, struct fg_stats *stats);

#endif
