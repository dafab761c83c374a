/*
 * Launched programs, and the programs they start. The follower, a separate process, is their parent:
 * it holds each program at its beginning until asked to release it, and reports how they end. If
 * their children are wanted, it continues to trace them, and lends a process to the helper while the
 * helper traces it.
 */
#ifndef FLOWGAUGE_FOLLOW_H
#define FLOWGAUGE_FOLLOW_H

#include <stdint.h>

#include "flowgauge.h"

struct target;
struct follower; /* the follower of a launched command */

/* What to start. */
struct command {
  char **argv, **environment;
  const char *directory; /* empty for this process's */
  char **streams;        /* three paths; NULL for this process's */
};

/* Starts a command, which is held at its beginning; *pid: its number. *programs: a descriptor that reports
   each further program that the command or a child of it becomes, as the int32_t number of a process that is
   held. It ends when the command and all processes it has started have ended. The caller closes it; -1 if
   children are not wanted. A command that waits for a folder or stream for 10 s, or for its program for 60,
   is killed. */
int32_t follow_launch(const struct command *command, int has_children, struct follower **follower, int32_t *pid,
                      int *programs, struct fg_error *error);

/* To be called before and after the helper traces a target; do nothing for a target without follower. */
int32_t follow_lend(struct target *target, struct fg_error *error);
void follow_take_back(struct target *target);

/* Lets a held program continue. */
void follow_go_on(const struct target *target);

/* Lets a program continue that could not be opened. */
void follow_let_go(struct follower *follower, int32_t pid);

/* Whether the follower is a process's tracer. */
int follow_is_tracer(const struct follower *follower, int32_t tracer);

/* Handles the messages of all followers; returns how many followers there are. */
int32_t follow_look(void);

/* If children are wanted: lets all held programs continue, and follows nothing from then on. */
void follow_end(struct follower *follower);

/* ---- between the two ---- */

enum follow_kind {
  FOLLOW_STARTED = 1, /* the command is held at its beginning */
  FOLLOW_OPENS,       /* the command's process opens a file next, and may wait; value: an enum follow_file */
  FOLLOW_FAILED,      /* value: errno; 0 if it ended before its beginning */
  FOLLOW_ENDED,       /* value: a status of waitpid, FOLLOW_UNKNOWN if that was not seen */
  FOLLOW_LENT,        /* answer to FOLLOW_LEND; value: an enum fg_code */
  FOLLOW_LEND,
  FOLLOW_TAKE_BACK, /* of a program that runs */
  FOLLOW_GO_ON /* of a held program; value of both: whether it has sensors, so that its forked children are wanted, too */
};

enum { FOLLOW_UNKNOWN = 0x7f };

enum follow_file { FOLLOW_INPUT, FOLLOW_OUTPUT, FOLLOW_ERRORS, FOLLOW_FOLDER, FOLLOW_PROGRAM };

struct follow_message {
  int32_t kind, pid, value;
};

/* follower.c: runs the follower; it ends with the programs, or with the helper. */
void follower_run(const struct command *command, int has_children, int socket, int programs)
    __attribute__((noreturn));

#endif
