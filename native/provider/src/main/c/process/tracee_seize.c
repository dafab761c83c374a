/* Seizes the threads of a process, and keeps those that are to be released but have not stopped yet. */
#include <errno.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/process.h"
#include "process/tracee_parts.h"

/* No more threads than this may start while the others are seized; they are stopped with the others. */
#define FEW_NEW 8

/* How often a thread, or a process, may refuse to be seized because it is becoming another program. */
#define EXECS 100
#define PROCESS_EXECS 3

/* Seized threads that have not stopped yet, but have been asked to. */
static struct late {
  int32_t pid, thread;
} *late;
static int32_t late_count, late_capacity;

void tracee_add_late(int32_t pid, int32_t thread) {
  if (late_count == late_capacity) {
    late_capacity = late_capacity ? 2 * late_capacity : 64;
    late = realloc(late, (size_t)late_capacity * sizeof *late);
    if (!late) {
      abort();
    }
  }
  late[late_count++] = (struct late){pid, thread};
}

/* Removes a thread from them; whether it was among them. */
static int take_late(int32_t thread) {
  for (int32_t i = 0; i < late_count; i++) {
    if (late[i].thread == thread) {
      late[i] = late[--late_count];
      return 1;
    }
  }
  return 0;
}

static int32_t find_thread(const struct tracee *tracee, int32_t thread) {
  for (int32_t i = 0; i < tracee->count; i++) {
    if (tracee->threads[i] == thread) {
      return i;
    }
  }
  return -1;
}

void tracee_add(struct tracee *tracee, int32_t thread) {
  if (tracee->count == tracee->capacity) {
    tracee->capacity = tracee->capacity ? 2 * tracee->capacity : 64;
    tracee->threads = realloc(tracee->threads, (size_t)tracee->capacity * sizeof *tracee->threads);
    tracee->signals = realloc(tracee->signals, (size_t)tracee->capacity * sizeof *tracee->signals);
    if (!tracee->threads || !tracee->signals) {
      abort();
    }
  }
  tracee->threads[tracee->count] = thread;
  tracee->signals[tracee->count++] = RUNS;
}

static int is_zombie(int32_t pid) {
  struct process_life life;
  return !process_life(pid, &life) && life.state == 'Z';
}

/* Whether this process traces a thread, as one that was seized by its own number and is now the first of its
   process. */
static int is_ours(int32_t thread) {
  struct process_facts facts;
  return !process_facts(thread, &facts) && facts.tracer == getpid();
}

/* A thread that becomes another program takes the number of the first: a helper that was about to seize the
 * old first thread waits for that, and gets EPERM because that thread is gone. */
int tracee_seize(int32_t pid, int32_t thread, uintptr_t options) {
  for (int tries = 1;; tries++) {
    if (!ptrace(PTRACE_SEIZE, thread, 0, options)) {
      return 0;
    }
    int why = errno;
    if (why == EPERM && is_ours(thread)) {
      return 0;
    }
    errno = why;
    if (why != EPERM || thread != pid || tries == EXECS) {
      return -1;
    }
  }
}

int tracee_seize_held(const struct tracee *tracee, int32_t thread) {
  return take_late(thread) ? 0 : tracee_seize(tracee->pid, thread, 0);
}

/* Whether a thread is seized already. Lists are mostly in the same order, so the hint is checked first. */
static int is_known(const struct tracee *tracee, int32_t thread, int32_t *hint) {
  if (*hint < tracee->count && tracee->threads[*hint] == thread) {
    ++*hint;
    return 1;
  }
  return find_thread(tracee, thread) >= 0;
}

/* Whether a thread may be skipped: one that has ended since it was listed, or a main thread that has ended
 * before the others, is no failure. */
static int may_skip(const struct tracee *tracee, int32_t thread, int32_t count) {
  if (errno == ESRCH) {
    return 1;
  }
  if (errno != EPERM) {
    return 0;
  }
  if (thread != tracee->pid) {
    return tracee->count > 0 || count > 1;
  }
  return count > 1 && is_zombie(tracee->pid);
}

static int32_t seize_listed(struct tracee *tracee) {
  tracee_let_go_late(tracee->pid);
  int32_t count, added = 0, hint = 0, why = 0;
  int32_t *threads = process_list_threads(tracee->pid, &count);
  for (int32_t i = 0; i < count && !why; i++) {
    if (is_known(tracee, threads[i], &hint)) {
      continue;
    }
    if (!tracee_seize_held(tracee, threads[i])) {
      tracee_add(tracee, threads[i]);
      hint = tracee->count;
      added++;
    } else if (!may_skip(tracee, threads[i], count)) {
      why = errno;
    }
  }
  free(threads);
  errno = count == 0 ? ESRCH : why;
  return errno ? -1 : added;
}

int32_t tracee_seize_new(struct tracee *tracee) {
  int32_t added = seize_listed(tracee);
  for (int tries = 0; added < 0 && errno == EPERM && tries < PROCESS_EXECS; tries++) {
    added = seize_listed(tracee);
  }
  return added;
}

int32_t tracee_not_seized(struct tracee *tracee, struct fg_error *error) {
  int why = errno;
  tracee_let_go(tracee);
  return tracee_explain(tracee->pid, why, error);
}

int32_t tracee_seize_all(struct tracee *tracee, struct fg_error *error) {
  for (int32_t added = FEW_NEW + 1; added > FEW_NEW;) {
    added = tracee_seize_new(tracee);
    if (added < 0) {
      return tracee_not_seized(tracee, error);
    }
  }
  return FG_OK;
}

/* A thread that is gone may be the first of its process now. */
int32_t tracee_let_go_late(int32_t held) {
  for (int32_t i = 0; i < late_count;) {
    int status;
    int32_t pid = late[i].pid, thread = late[i].thread;
    if (pid == held) {
      i++;
      continue;
    }
    pid_t got = tracee_look(thread, &status);
    if (got == 0) {
      ptrace(PTRACE_INTERRUPT, thread, 0, 0);
      i++;
      continue;
    }
    if (got > 0 && WIFSTOPPED(status)) {
      tracee_mend_call(thread);
      ptrace(PTRACE_DETACH, thread, 0, tracee_pending_signal(status));
    } else if (thread != pid) {
      late[i].thread = pid;
      continue;
    }
    late[i] = late[--late_count];
  }
  return late_count;
}

