/* The parts of the follower; see follow.h. */
#ifndef FLOWGAUGE_FOLLOWER_H
#define FLOWGAUGE_FOLLOWER_H

#include <stdint.h>

#include "follower/beginning.h"
#include "follower/follow.h"

enum phase {
  FORKED,   /* has stopped for the first time; whether it is wanted is not known yet */
  EXPECTED, /* its fork was reported, it has not stopped yet */
  BEGINS,   /* on its way from exec to its beginning */
  HELD,
  RUNS
};

/* A followed process and its program. */
struct program {
  int32_t pid;
  enum phase phase;
  int is_lent;      /* not traced here */
  int is_stopped;   /* by SIGSTOP, because it was lent while it was held */
  int is_wanted;    /* EXPECTED: to be offered; RUNS: has sensors */
  int is_known;     /* to the helper */
  int64_t since_ns; /* FORKED */
  struct beginning beginning;
};

/* The state of the follower itself. */
struct follower_state {
  int32_t root; /* the command */
  int has_begun, has_children, has_helper;
  int helper, offers, report; /* descriptors: socket to the helper, pipe of programs, why exec failed */
  int32_t lending; /* the process whose threads are detached when they stop, 0 for none */
};

/* follower.c */
extern struct follower_state follower;
void follower_tell(enum follow_kind kind, int32_t pid, int32_t value);

/* follower_command.c: starts the command and traces it; 0, or errno. */
int follower_start(const struct command *command);

/* follower_programs.c. The address of a program is valid until another is added or forgotten. */
extern struct program *programs;
extern int32_t program_count;
struct program *program_find(int32_t pid);
struct program *program_add(int32_t pid, enum phase phase);
void program_forget(struct program *program);

/* Returns PTRACE_SEIZE's options for all followed processes. */
long program_options(void);

/* Lets a program continue, whatever holds it; the second traces it again after it was lent. */
void program_let_go(struct program *program);
void program_take_back(struct program *program);

/* Offers a program to the helper; it stays stopped until the helper lets it continue. */
void program_offer(struct program *program);

/* Resumes a thread by a ptrace request; the thread may have been killed meanwhile. */
void program_go(int32_t thread, int request, int signal);

/* follower_stops.c: handles all pending events of the followed processes; whether there can be any more. */
int stops_take_in(void);

#endif
