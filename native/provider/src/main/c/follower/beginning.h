/* Brings a program from exec to its beginning, where sensors can be inserted before it does anything. */
#ifndef FLOWGAUGE_BEGINNING_H
#define FLOWGAUGE_BEGINNING_H

#include <stdint.h>

enum beginning_phase { BEGINNING_ENTRY, BEGINNING_STORAGE, BEGINNING_NUMBER };

struct beginning {
  int32_t pid;
  int32_t phase; /* enum beginning_phase */
  int32_t turns; /* system calls, or steps, so far */
  uint64_t entry;
  uint64_t block; /* the thread's control block, in its thread-local storage */
  long word;      /* the original word at the entry */
};

/* How a stopped program continues: ptrace's request and signal. */
struct way {
  int request, signal;
};

/* The outcome of a step. */
enum beginning_step { BEGINNING_FAILED, BEGINNING_GOES_ON, BEGINNING_REACHED };

/* Called when the program has stopped at exec. */
enum beginning_step beginning_start(struct beginning *beginning, int32_t pid, struct way *way);

/* Called when it has stopped again, with a status of waitpid that is no event. */
enum beginning_step beginning_next(struct beginning *beginning, int status, struct way *way);

#endif
