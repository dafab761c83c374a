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

/* A process that is followed, and the program it is. */
struct program {
  int32_t pid;
  enum phase phase;
  int is_lent;      /* not traced here */
  int is_stopped;   /* by SIGSTOP, as it was lent while it was held */
  int is_wanted;    /* EXPECTED: to be offered; RUNS: has sensors */
  int is_known;     /* to the helper */
  int64_t since_ns; /* FORKED */
  struct beginning beginning;
};

/* What the follower knows of itself. */
struct follower_state {
  int32_t root; /* the command */
  int has_begun, has_children, has_helper;
  int helper, offers, report; /* descriptors: socket to the helper, pipe of programs, why exec failed */
  int32_t lending; /* the process whose threads are released for good where they stop, 0 for none */
};

/* follower.c */
extern struct follower_state follower;
void follower_tell(enum follow_kind kind, int32_t pid, int32_t value);

/* follower_command.c: starts the command and traces it; 0, or errno. */
int follower_start(const struct command *command);

/* follower_programs.c; a program stays where it is until another is added or forgotten. */
extern struct program *programs;
extern int32_t program_count;
struct program *program_find(int32_t pid);
struct program *program_add(int32_t pid, enum phase phase);
void program_forget(struct program *program);

/* PTRACE_SEIZE's options for all that is followed. */
long program_options(void);

/* Lets it go on, whatever keeps it; and traces it again where it was lent. */
void program_let_go(struct program *program);
void program_take_back(struct program *program);

/* The program stays stopped until somebody has looked at it. */
void program_offer(struct program *program);

/* ptrace for a thread; it may have been killed meanwhile. */
void program_go(int32_t thread, int request, int signal);

/* follower_stops.c: takes in all that has happened; whether there is anything left that could. */
int stops_take_in(void);

#endif
