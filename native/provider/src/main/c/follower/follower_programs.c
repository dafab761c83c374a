/* The processes a follower follows: how they are resumed, held and offered. */
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "follower/follower.h"
#include "process/process.h"
#include "process/tracee.h"

struct program *programs;
int32_t program_count;
static int32_t program_capacity;

struct program *program_find(int32_t pid) {
  for (int32_t i = 0; i < program_count; i++) {
    if (programs[i].pid == pid) {
      return &programs[i];
    }
  }
  return NULL;
}

struct program *program_add(int32_t pid, enum phase phase) {
  if (program_count == program_capacity) {
    program_capacity = program_capacity ? 2 * program_capacity : 64;
    programs = realloc(programs, (size_t)program_capacity * sizeof *programs);
    if (!programs) {
      abort();
    }
  }
  programs[program_count] = (struct program){.pid = pid, .phase = phase};
  return &programs[program_count++];
}

void program_forget(struct program *program) { *program = programs[--program_count]; }

/* ------------------------------------------------------------------ going on */

long program_options(void) {
  long children = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE;
  return PTRACE_O_TRACEEXEC | PTRACE_O_TRACESYSGOOD | (follower.has_children ? children : 0);
}

void program_go(int32_t thread, int request, int signal) {
  ptrace(request, thread, 0, signal); /* fails if the thread was killed meanwhile */
}

/* Seizes all threads; whether there was any. */
static int seize_all(int32_t pid) {
  int has_any = 0;
  for (int added = 1; added;) {
    int32_t count;
    int32_t *threads = process_list_threads(pid, &count);
    added = 0;
    for (int32_t i = 0; i < count; i++) {
      uintptr_t options = (uintptr_t)program_options();
      added += !(has_any ? ptrace(PTRACE_SEIZE, threads[i], 0, options)
                         : tracee_seize(pid, threads[i], options));
    }
    free(threads);
    has_any |= added;
  }
  return has_any;
}

void program_take_back(struct program *program) {
  if (!follower.has_children || !program->is_lent) {
    return;
  }
  program->is_lent = 0;
  if (!seize_all(program->pid) && program->pid != follower.root) { /* the root is waited for as a child */
    follower_tell(FOLLOW_ENDED, program->pid, FOLLOW_UNKNOWN);
    program_forget(program);
  }
}

void program_let_go(struct program *program) {
  int32_t pid = program->pid;
  int is_stopped = program->is_stopped;
  program->phase = RUNS;
  program->is_stopped = 0;
  if (is_stopped) {
    program_take_back(program);
    kill(pid, SIGCONT);
  } else if (follower.has_children) {
    program_go(pid, PTRACE_CONT, 0);
  } else {
    program->is_lent = 1;
    program_go(pid, PTRACE_DETACH, 0);
  }
}

void program_offer(struct program *program) {
  program->phase = HELD;
  program->is_wanted = 0;
  program->is_known = 1;
  if (!follower.has_begun && program->pid == follower.root) {
    follower.has_begun = 1;
    follower_tell(FOLLOW_STARTED, follower.root, 0);
  } else if (!follower.has_helper ||
             write(follower.offers, &program->pid, sizeof program->pid) != sizeof program->pid) {
    program_let_go(program);
  }
}
