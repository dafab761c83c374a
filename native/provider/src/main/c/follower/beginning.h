/* Takes a program from exec to its beginning, where sensors can be put in before it does anything. */
#ifndef FLOWGAUGE_BEGINNING_H
#define FLOWGAUGE_BEGINNING_H

#include <stdint.h>

enum beginning_phase { BEGINNING_ENTRY, BEGINNING_STORAGE, BEGINNING_NUMBER };

struct beginning {
  int32_t pid;
  int32_t phase; /* enum beginning_phase */
  int32_t turns; /* system calls, or steps, so far */
  uint64_t entry;
  uint64_t block; /* of the thread, in its thread-local storage */
  long word;      /* what was at the entry */
};

/* How a stopped program goes on: ptrace's request and signal. */
struct way {
  int request, signal;
};

/* What becomes of it. */
enum beginning_step { BEGINNING_FAILED, BEGINNING_GOES_ON, BEGINNING_REACHED };

/* The program has stopped at exec. */
enum beginning_step beginning_start(struct beginning *beginning, int32_t pid, struct way *way);

/* It has stopped again: a status of waitpid that is no event. */
enum beginning_step beginning_next(struct beginning *beginning, int status, struct way *way);

#endif
