/* Ends of children: only one wait is told of each, whichever it is. */
#ifndef FLOWGAUGE_ENDS_H
#define FLOWGAUGE_ENDS_H

#include <stdint.h>

/* From now on the end of this child is kept, whoever is told of it. */
void ends_expect(int32_t pid);
void ends_forget(int32_t pid);

/* waitpid for a thread, which may be such a child's; does not wait. */
int32_t ends_wait(int32_t thread, int *status);

/* Whether a child has ended, and how; an expected one is forgotten then. The status is neither that of
   an exit nor of a signal where nobody kept it. Takes no stops, which are for those who trace. */
int ends_has_ended(int32_t pid, int *status);

#endif
