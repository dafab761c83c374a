/*
 * Launched programs, and what they start. The follower, a separate process, is their parent: it holds each
 * program at its beginning until asked to release it, and reports how they end. If their children are wanted,
 * it goes on tracing them, and lends a process to the helper while the helper traces it.
 */
#ifndef FLOWGAUGE_FOLLOW_H
#define FLOWGAUGE_FOLLOW_H

#include <stdint.h>

#include "flowgauge.h"

struct target;
struct follower; /* one of a launched command */

/* What to start. */
struct command {
  char **argv, **environment;
  const char *directory; /* empty for this process's */
  char **streams;        /* three paths; NULL for this process's */
};

/* Starts a command, which is held at its beginning; *pid: its number. *programs: reports each further
   program that it, or a child of it, becomes: a number as int32_t, of a process that is held; its end is that
   of the command and of all it has started. The caller's to close; -1 where children are not wanted. A command
   that waits for a folder or stream for 10 s, or for its program for 60, is killed. */
int32_t follow_launch(const struct command *command, int has_children, struct follower **follower, int32_t *pid,
                      int *programs, struct fg_error *error);

/* Before the target is traced here, and after; nothing for a target without follower. */
int32_t follow_lend(struct target *target, struct fg_error *error);
void follow_take_back(struct target *target);

/* Lets a held program go. */
void follow_go_on(const struct target *target);

/* Lets one go that could not be opened. */
void follow_let_go(struct follower *follower, int32_t pid);

/* Whether it is who traces a process. */
int follow_is_tracer(const struct follower *follower, int32_t tracer);

/* Takes in what followers have said; returns how many there are. */
int32_t follow_look(void);

/* Where children are wanted: all that are held go on, and nothing is followed any more. */
void follow_end(struct follower *follower);

/* ---- between the two ---- */

enum follow_kind {
  FOLLOW_STARTED = 1, /* the command is held at its beginning */
  FOLLOW_OPENS,       /* the command's process does so next, and may wait; value: an enum follow_file */
  FOLLOW_FAILED,      /* value: errno; 0 if it ended before its beginning */
  FOLLOW_ENDED,       /* value: a status of waitpid, FOLLOW_UNKNOWN if it was not seen */
  FOLLOW_LENT,        /* answer to FOLLOW_LEND; value: an enum fg_code */
  FOLLOW_LEND,
  FOLLOW_TAKE_BACK, /* of one that runs */
  FOLLOW_GO_ON /* of one that is held; value of both: whether it has sensors, so that its forked
                  children are wanted, too */
};

enum { FOLLOW_UNKNOWN = 0x7f };

enum follow_file { FOLLOW_INPUT, FOLLOW_OUTPUT, FOLLOW_ERRORS, FOLLOW_FOLDER, FOLLOW_PROGRAM };

struct follow_message {
  int32_t kind, pid, value;
};

/* follower.c: what the follower does; it ends with the programs, or with the helper. */
void follower_run(const struct command *command, int has_children, int socket, int programs)
    __attribute__((noreturn));

#endif
