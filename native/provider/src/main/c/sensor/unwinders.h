/* The process's unwinders, which must not notice sensors: a jump in _Unwind_Find_FDE, called a finder,
   redirects their look-ups to the agent. It costs some nanoseconds for each frame of an exception, and stays
   as long as there are sensors or open calls whose beginning they saw. */
#ifndef FLOWGAUGE_UNWINDERS_H
#define FLOWGAUGE_UNWINDERS_H

#include "sensor/change.h"

/* Refuses a sensor if an exception that crosses it may end the process: there may be exceptions, and there is
   no unwinder, or one that is not gcc's or whose functions are unknown. */
int32_t unwinders_check(struct target *target, struct fg_verdict *verdict);

/* Plans the missing finders. Returns how many; verdicts has room for FINDERS. */
int32_t unwinders_plan(struct target *target, struct change *changes, struct fg_verdict *verdicts);

/* Inserts planned and prepared finders. If one cannot be inserted and there may be exceptions, returns its
   refusal. */
int32_t unwinders_lead(struct target *target, struct changes *changes, struct fg_stats *stats,
                       struct fg_error *error);

/* Adopts a finder that an earlier instrumenter has inserted. */
void unwinders_adopt(struct target *target, uint32_t place, const struct agent_sensor *record);

/* Removes the finders if no sensor is installed, and no call is open whose beginning a sensor saw. */
void unwinders_release(struct target *target, struct fg_stats *stats);

#endif
