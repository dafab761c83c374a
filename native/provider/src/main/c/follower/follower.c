/*
 * The follower of a command. A program is stopped at exec, brought to its beginning and offered; so
 * is a forked child of a program with sensors. The follower never waits for a single program, except
 * for one that is being lent.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "follower/follower.h"
#include "process/process.h"
#include "process/tracee.h"

#define LEND_NS 3000000000 /* until all threads have stopped to be lent */
#define FORKED_NS 1000000000 /* how long a forked child waits for the stop of its parent that reports it */

struct follower_state follower = {.has_helper = 1};

/* Sends a message to the helper. If the helper has gone, that is noticed when its messages are received. */
void follower_tell(enum follow_kind kind, int32_t pid, int32_t value) {
  struct follow_message message = {kind, pid, value};
  send(follower.helper, &message, sizeof message, MSG_NOSIGNAL);
}

/* ------------------------------------------------------------------ lending */

/* Lends a held program. Only SIGSTOP keeps a process stopped that nobody traces. */
static int32_t lend_held(struct program *program) {
  int64_t until = tracee_now_ns() + LEND_NS;
  struct process_life life;
  kill(program->pid, SIGSTOP);
  program_go(program->pid, PTRACE_DETACH, 0);
  program->is_stopped = program->is_lent = 1;
  while (!process_life(program->pid, &life) && life.state != 'T' && life.state != 'Z') {
    if (tracee_now_ns() > until) {
      return FG_E_NOT_STOPPABLE;
    }
    usleep(20);
  }
  return FG_OK;
}

/* Asks the threads of a process that are traced here to stop; returns how many there are. */
static int32_t interrupt_all(int32_t pid) {
  int32_t count, traced = 0;
  int32_t *threads = process_list_threads(pid, &count);
  for (int32_t i = 0; i < count; i++) {
    traced += !ptrace(PTRACE_INTERRUPT, threads[i], 0, 0);
  }
  free(threads);
  return traced;
}

static int32_t lend_running(int32_t pid) {
  int64_t until = tracee_now_ns() + LEND_NS;
  int32_t code = FG_OK;
  if (program_find(pid)->phase != RUNS) {
    return FG_E_EXECED;
  }
  follower.lending = pid;
  while (code == FG_OK && interrupt_all(pid)) {
    usleep(50);
    stops_take_in();
    const struct program *program = program_find(pid);
    code = !program || program->phase != RUNS ? FG_E_EXECED
           : tracee_now_ns() > until          ? FG_E_NOT_STOPPABLE
                                              : FG_OK;
  }
  follower.lending = 0;
  struct program *program = program_find(pid);
  if (program && program->phase == RUNS) {
    program->is_lent = 1;
    if (code) {
      program_take_back(program);
    }
  }
  return code;
}

static int32_t lend(int32_t pid) {
  struct program *program = program_find(pid);
  if (!program || program->is_lent) {
    return FG_OK;
  }
  return program->phase == HELD ? lend_held(program) : lend_running(pid);
}

/* ------------------------------------------------------------------ what is asked */

static void obey(const struct follow_message *message) {
  struct program *program = program_find(message->pid);
  if (message->kind == FOLLOW_LEND) {
    follower_tell(FOLLOW_LENT, message->pid, lend(message->pid));
  } else if (message->kind == FOLLOW_TAKE_BACK && program && program->phase == RUNS) {
    program->is_wanted = message->value;
    program_take_back(program);
  } else if (message->kind == FOLLOW_GO_ON && program) {
    program->is_wanted = message->value;
    if (program->phase == HELD) {
      program_let_go(program);
    }
  }
}

/* Lets all programs continue, because the helper has gone or is no longer interested; none is held from then
   on. */
static void let_all_go(void) {
  follower.has_helper = 0;
  for (int32_t i = program_count - 1; i >= 0; i--) { /* the last program moves to the place of one that is forgotten */
    if (programs[i].phase == HELD || programs[i].phase == FORKED) {
      program_let_go(&programs[i]);
    }
  }
}

static void converse(void) {
  struct follow_message message;
  ssize_t got = recv(follower.helper, &message, sizeof message, MSG_DONTWAIT);
  if (got == sizeof message) {
    obey(&message);
  } else if (got >= 0 || (errno != EAGAIN && errno != EINTR)) {
    let_all_go();
  }
}

/* Lets forked children continue whose parents have not reported them in time, as a parent that was killed
   before its stop. Returns whether any are left. */
static int let_orphans_go(void) {
  int left = 0;
  for (int32_t i = 0; i < program_count; i++) {
    if (programs[i].phase == FORKED) {
      int is_late = tracee_now_ns() - programs[i].since_ns > FORKED_NS;
      if (is_late) {
        program_let_go(&programs[i]);
      }
      left |= !is_late;
    }
  }
  return left;
}

static int has_phase(enum phase phase) {
  for (int32_t i = 0; i < program_count; i++) {
    if (programs[i].phase == phase) {
      return 1;
    }
  }
  return 0;
}

/* Whether a process is lent: it may come back even if nothing else is left to wait for. */
static int is_any_lent(void) {
  for (int32_t i = 0; i < program_count; i++) {
    if (programs[i].is_lent) {
      return 1;
    }
  }
  return 0;
}

static void serve(void) {
  sigset_t all_but_children, child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &all_but_children);
  while (stops_take_in() || (follower.has_helper && is_any_lent())) {
    if (!follower.has_helper && !has_phase(BEGINS)) {
      return;
    }
    struct pollfd polled = {.fd = follower.has_helper ? follower.helper : -1, .events = POLLIN};
    struct timespec soon = {.tv_nsec = 100000000};
    if (ppoll(&polled, 1, let_orphans_go() ? &soon : NULL, &all_but_children) > 0) {
      converse();
    }
  }
}

static void on_nothing(int signal) { (void)signal; }

/* Only the end of the helper, or of all followed processes, ends the follower. Signals have handlers instead
   of being ignored, because exec resets handlers for the command, but not ignored signals. */
static void set_signals(void) {
  struct sigaction action = {.sa_handler = on_nothing};
  sigaction(SIGCHLD, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

/* Closes the descriptors inherited from the helper; above all its socket, whose end shows the library that
   the helper has gone. */
static void close_others(void) {
  int has_order = follower.helper < follower.offers;
  int low = has_order ? follower.helper : follower.offers;
  int high = has_order ? follower.offers : follower.helper;
  unsigned from = 3;
  for (int i = 0; i < 2; i++) {
    int kept = i ? high : low;
    if (kept >= 3 && (unsigned)kept > from) {
      syscall(SYS_close_range, from, (unsigned)kept - 1, 0u);
    }
    from = kept >= 3 ? (unsigned)kept + 1 : from;
  }
  syscall(SYS_close_range, from, ~0u, 0u);
}

void follower_run(const struct command *command, int has_children, int socket, int told) {
  follower.has_children = has_children;
  follower.helper = socket;
  follower.offers = told;
  prctl(PR_SET_NAME, "flowgauge-follow");
  close_others();
  set_signals();
  int why = follower_start(command);
  if (why) {
    follower_tell(FOLLOW_FAILED, 0, why);
  } else {
    serve();
  }
  _exit(0);
}
