/*
 * Handles the events of the followed processes. A tracer gets the stops of all threads; they are
 * resumed at once, except those of held programs. Everything is driven by stops, since one program
 * may wait for another.
 */
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "follower/follower.h"
#include "process/process.h"
#include "process/tracee.h"

/* Returns the process of a thread; 0 if it has gone. */
static int32_t process_of(int32_t thread) {
  struct process_facts facts;
  return process_facts(thread, &facts) ? 0 : facts.process;
}

static void go_on(int32_t thread, int signal) {
  int is_lent = follower.lending && process_of(thread) == follower.lending;
  program_go(thread, is_lent ? PTRACE_DETACH : PTRACE_CONT, signal);
}

static void step(struct program *program, enum beginning_step step, struct way way) {
  if (step == BEGINNING_GOES_ON) {
    program_go(program->pid, way.request, way.signal);
    return;
  }
  ptrace(PTRACE_SETOPTIONS, program->pid, 0, program_options());
  if (step == BEGINNING_REACHED) {
    program_offer(program);
  } else if (!follower.has_begun) {
    kill(program->pid, SIGKILL);
  } else {
    program_let_go(program);
  }
}

static void on_exec(int32_t pid) {
  struct program *program = program_find(pid);
  struct way way;
  if (!program) {
    program = program_add(pid, BEGINS);
  }
  *program = (struct program){.pid = pid, .phase = BEGINS, .is_known = program->is_known};
  /* With a breakpoint that nobody removes, the program would end in another way. */
  ptrace(PTRACE_SETOPTIONS, pid, 0, program_options() | PTRACE_O_EXITKILL);
  enum beginning_step first = beginning_start(&program->beginning, pid, &way);
  step(program, first, way);
}

static void decide(struct program *child, int is_wanted) {
  if (is_wanted) {
    program_offer(child);
  } else {
    program_let_go(child);
  }
}

/* Notes a fork. A child that shares its parent's memory until exec is not wanted. */
static void on_fork(int32_t parent, int32_t child, int has_own_memory) {
  const struct program *before = program_find(process_of(parent));
  int is_wanted = has_own_memory && before && before->is_wanted;
  struct program *program = program_find(child);
  if (!program) {
    program_add(child, EXPECTED)->is_wanted = is_wanted;
  } else if (program->phase == FORKED) {
    decide(program, is_wanted);
  }
}

/* Handles a child's first stop. That and the parent's stop that reports the child come in any order. */
static void on_first_stop(int32_t pid) {
  struct program *program = program_find(pid);
  if (program) {
    decide(program, program->is_wanted);
  } else {
    program_add(pid, FORKED)->since_ns = tracee_now_ns();
  }
}

static int is_stopping(int signal) {
  return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

/* Handles a thread's first stop, a stop of the whole process by a signal or the end of such a stop, or a stop
   requested to lend the process. */
static void on_event_stop(int32_t thread, int status) {
  const struct program *program = program_find(thread);
  int32_t process = process_of(thread);
  if (follower.lending && process == follower.lending) {
    tracee_mend_call(thread);
    program_go(thread, PTRACE_DETACH, 0);
  } else if (is_stopping(WSTOPSIG(status))) {
    program_go(thread, PTRACE_LISTEN, 0);
  } else if (program ? program->phase == EXPECTED : process == thread) {
    on_first_stop(thread);
  } else {
    program_go(thread, PTRACE_CONT, 0);
  }
}

static void on_event(int32_t thread, int status) {
  int event = status >> 16;
  unsigned long child = 0;
  if (event == PTRACE_EVENT_EXEC) {
    on_exec(thread);
  } else if (event == PTRACE_EVENT_STOP) {
    on_event_stop(thread, status);
  } else {
    ptrace(PTRACE_GETEVENTMSG, thread, 0, &child);
    if (event != PTRACE_EVENT_CLONE || process_of((int32_t)child) == (int32_t)child) {
      on_fork(thread, (int32_t)child, event == PTRACE_EVENT_FORK);
    }
    go_on(thread, 0);
  }
}

static void on_stop(int32_t thread, int status) {
  struct program *program = program_find(thread);
  if (status >> 16) {
    on_event(thread, status);
  } else if (program && program->phase == BEGINS) {
    struct way way = {PTRACE_CONT, 0};
    enum beginning_step next = beginning_next(&program->beginning, status, &way);
    step(program, next, way);
  } else {
    tracee_mend_call(thread); /* an ignored signal interrupts a system call only in traced threads */
    go_on(thread, WSTOPSIG(status));
  }
}

static void on_end(int32_t pid, int status) {
  struct program *program = program_find(pid);
  int why = 0;
  if (pid == follower.root && !follower.has_begun) {
    ssize_t got = read(follower.report, &why, sizeof why);
    follower_tell(FOLLOW_FAILED, pid, got == sizeof why ? why : 0);
  } else if (program && program->is_known) {
    follower_tell(FOLLOW_ENDED, pid, status);
  }
  if (program) {
    program_forget(program);
  }
}

/* Returns the next event. A stop by a signal is only peeked at, and ends when the thread continues: see
   tracee_look. */
static pid_t next_event(int *status) {
  siginfo_t info = {0};
  if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL)) {
    return -1;
  }
  const struct program *program = program_find(info.si_pid);
  int is_beginning = program && program->phase == BEGINS;
  if (info.si_pid && info.si_code == CLD_TRAPPED && info.si_status < 0x80 && !is_beginning) {
    *status = info.si_status << 8 | 0x7f;
    return info.si_pid;
  }
  return info.si_pid ? waitpid(info.si_pid, status, __WALL | WNOHANG) : 0;
}

int stops_take_in(void) {
  int status;
  pid_t pid;
  while ((pid = next_event(&status)) > 0) {
    if (WIFSTOPPED(status)) {
      on_stop(pid, status);
    } else {
      on_end(pid, status);
    }
  }
  return pid == 0 || errno == EINTR;
}
