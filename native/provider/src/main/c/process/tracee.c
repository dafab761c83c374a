/* Stops and releases the threads of a process. */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process/process.h"
#include "process/tracee_parts.h"

#define STARVED_NS 3000000000 /* additional time for a thread that only waits for a processor */
#define LATE_NS 20000000 /* how long a thread is waited for when it is released */
#define HELD_UP_NS 20000000 /* how long threads that have stopped wait for one in uninterruptible sleep */

/* Names that older headers lack. */
enum { IO_PGETEVENTS = 333, IO_URING_ENTER = 426, EPOLL_PWAIT2 = 441 };

int64_t tracee_now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

static void swap_threads(struct tracee *tracee, int32_t i, int32_t k) {
  int32_t thread = tracee->threads[i], signal = tracee->signals[i];
  tracee->threads[i] = tracee->threads[k];
  tracee->signals[i] = tracee->signals[k];
  tracee->threads[k] = thread;
  tracee->signals[k] = signal;
}

/* Forgets a thread that has ended or is now the first of its process. The sleepers stay at the front. */
static void forget_thread(struct tracee *tracee, int32_t i) {
  tracee->has_lost = 1;
  if (i < tracee->asleep) {
    swap_threads(tracee, i, --tracee->asleep);
    i = tracee->asleep;
  }
  swap_threads(tracee, i, --tracee->count);
}

int tracee_registers(int32_t thread, struct user_regs_struct *registers) {
  return ptrace(PTRACE_GETREGS, thread, 0, registers) ? -1 : 0;
}

int32_t tracee_look(int32_t thread, int *status) {
  siginfo_t info = {0};
  if (waitid(P_PID, (id_t)thread, &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT | __WALL)) {
    return -1;
  }
  if (info.si_pid && (info.si_code == CLD_TRAPPED || info.si_code == CLD_STOPPED)) {
    *status = info.si_status << 8 | 0x7f;
    return thread;
  }
  return info.si_pid ? waitpid(thread, status, __WALL | WNOHANG) : 0;
}

/* Waits for a stop; returns 1 if the thread has stopped, 0 if it has ended, -1 if neither happened in
   time. Yields first, because a stop takes microseconds. */
static int wait_stop(int32_t thread, int64_t until_ns, int *status) {
  for (int turn = 0;; turn++) {
    pid_t got = tracee_look(thread, status);
    if (got == thread) {
      return WIFSTOPPED(*status);
    }
    if (got < 0 && errno != EINTR) {
      return 0;
    }
    if (tracee_now_ns() > until_ns) {
      return -1;
    }
    if (turn < 100) {
      sched_yield();
    } else {
      usleep(50);
    }
  }
}

/* Returns the signal that was about to be delivered at a stop, to be delivered when the thread continues. */
int32_t tracee_pending_signal(int status) {
  if (status >> 16) {
    return 0;
  }
  return WSTOPSIG(status);
}

/* Whether the kernel ends a system call with EINTR for a stop, although no signal came; all other calls
   restart by themselves. For some of them that depends on the file, as with sockets that have a timeout. */
static int is_ended_by_stops(uint64_t call) {
  static const uint16_t calls[] = {
      SYS_read,           SYS_write,       SYS_readv,      SYS_writev,      SYS_sendfile,
      SYS_connect,        SYS_accept,      SYS_sendto,     SYS_recvfrom,    SYS_sendmsg,
      SYS_recvmsg,        SYS_semop,       SYS_semtimedop, SYS_io_getevents, SYS_rt_sigtimedwait,
      SYS_epoll_wait,     SYS_splice,      SYS_epoll_pwait, SYS_fallocate,  SYS_accept4,
      SYS_recvmmsg,       SYS_sendmmsg,    SYS_preadv2,    SYS_pwritev2,    IO_PGETEVENTS,
      IO_URING_ENTER,     EPOLL_PWAIT2};
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    if (calls[i] == call) {
      return 1;
    }
  }
  return 0;
}

/* Gives such a call the result by which the kernel restarts the other calls. The kernel itself decides when
   the thread continues, without a gap in which a signal could come: if a handler runs then, the call ends
   with EINTR, otherwise it restarts. */
void tracee_mend_call(int32_t thread) {
  enum { RESTART_NO_HANDLER = -514 };
  struct user_regs_struct registers;
  if (tracee_registers(thread, &registers)) {
    return;
  }
  if ((int64_t)registers.rax != -EINTR || !is_ended_by_stops(registers.orig_rax)) {
    tracee_mend_transfer(thread, &registers);
    return;
  }
  registers.rax = (uint64_t)RESTART_NO_HANDLER;
  ptrace(PTRACE_SETREGS, thread, 0, &registers);
}

/* Like wait_stop, but a thread that could run and has no processor gets more time. */
static int wait_patiently(struct tracee *tracee, int32_t thread, int64_t until_ns, int *status) {
  int stopped = wait_stop(thread, until_ns, status);
  if (stopped < 0 && process_thread_state(tracee->pid, thread) == 'R') {
    stopped = wait_stop(thread, until_ns + STARVED_NS, status);
  }
  return stopped;
}

int32_t tracee_stop_one(struct tracee *tracee, int32_t thread, int timeout_ms,
                        struct fg_error *error) {
  int status;
  tracee_let_go_late(tracee->pid);
  if (tracee_seize_held(tracee, thread)) {
    int why = errno;
    if (process_thread_flags(tracee->pid, thread) & PROCESS_ENDS) {
      return fail(error, FG_E_NO_PROCESS, why, "thread %d of process %d is ending", thread,
                  tracee->pid);
    }
    return tracee_explain(tracee->pid, why, error);
  }
  int64_t until = tracee_now_ns() + timeout_ms * 1000000ll;
  ptrace(PTRACE_INTERRUPT, thread, 0, 0);
  int stopped = wait_patiently(tracee, thread, until, &status);
  while (stopped == 1 && tracee_pending_signal(status)) {
    ptrace(PTRACE_CONT, thread, 0,
           tracee_pending_signal(status)); /* its handler begins, and the thread stops there */
    stopped = wait_patiently(tracee, thread, until, &status);
  }
  if (stopped == 1) {
    tracee_mend_call(thread);
    tracee_add(tracee, thread);
    tracee->signals[tracee->count - 1] = 0;
    return FG_OK;
  }
  if (stopped == 0) {
    tracee->has_lost = 1;
    tracee_let_go(tracee);
    return fail(error, FG_E_NO_PROCESS, 0, "thread %d of process %d has ended", thread,
                tracee->pid);
  }
  tracee_add(tracee, thread);
  tracee_let_go(tracee);
  return fail(error, FG_E_NOT_STOPPABLE, 0,
              "thread %d of process %d did not stop within %d ms; it waits for the "
              "kernel",
              thread, tracee->pid, timeout_ms);
}

int tracee_stop_again(struct tracee *tracee, int32_t thread, int timeout_ms) {
  int status;
  ptrace(PTRACE_INTERRUPT, thread, 0, 0);
  if (wait_stop(thread, tracee_now_ns() + timeout_ms * 1000000ll, &status) != 1) {
    return -1;
  }
  for (int32_t i = 0; i < tracee->count; i++) {
    if (tracee->threads[i] == thread) {
      tracee->signals[i] = tracee_pending_signal(status);
    }
  }
  return 0;
}

/* The state of a thread in uninterruptible sleep, for example for a disk or for a child of vfork: it stops only
   after that. */
enum { WAITS_FOR_KERNEL = 'D' };

static void ask_to_stop(struct tracee *tracee, int32_t i) {
  ptrace(PTRACE_INTERRUPT, tracee->threads[i], 0, 0);
  tracee->signals[i] = ASKED;
}

/* Like wait_stop, but while other threads are stopped: gives up a thread that is still in uninterruptible sleep after
   HELD_UP_NS, and stores in is_held_up whether it has done so. */
static int wait_with_others(struct tracee *tracee, int32_t thread, int64_t until_ns, int *status) {
  for (;;) {
    int64_t soon = tracee_now_ns() + HELD_UP_NS;
    int stopped = wait_stop(thread, soon < until_ns ? soon : until_ns, status);
    tracee->is_held_up = stopped < 0 && process_thread_state(tracee->pid, thread) == WAITS_FOR_KERNEL;
    if (stopped >= 0 || tracee->is_held_up || soon >= until_ns) {
      return stopped;
    }
  }
}

/* Waits for those threads, from an index on, that were asked to stop; forgets those that end. */
static int wait_for_asked(struct tracee *tracee, int32_t from, int64_t until_ns) {
  for (int32_t i = from; i < tracee->count;) {
    int status, stopped = 1;
    if (tracee->signals[i] == ASKED) {
      stopped = wait_with_others(tracee, tracee->threads[i], until_ns, &status);
      if (stopped < 0) {
        return -1;
      }
      if (stopped == 0) {
        forget_thread(tracee, i);
        continue;
      }
      tracee_mend_call(tracee->threads[i]);
      tracee->signals[i] = tracee_pending_signal(status);
    }
    i++;
  }
  return 0;
}

/* Stops the sleeping threads. They are determined before the first one is asked to stop, because that takes longest.
   Threads in uninterruptible sleep are waited for meanwhile, because no thread is stopped yet. */
static int stop_sleeping(struct tracee *tracee, int64_t until_ns) {
  for (int32_t i = 0; i < tracee->count; i++) {
    char state;
    while ((state = process_thread_state(tracee->pid, tracee->threads[i])) == WAITS_FOR_KERNEL) {
      if (tracee_now_ns() > until_ns) {
        return -1;
      }
      usleep(1000);
    }
    if (state == 'S') {
      swap_threads(tracee, i, tracee->asleep++);
    }
  }
  tracee->begun_ns = tracee_now_ns();
  for (int32_t i = 0; i < tracee->asleep; i++) {
    ask_to_stop(tracee, i);
  }
  return wait_for_asked(tracee, 0, until_ns);
}

static int stop_running(struct tracee *tracee, int64_t until_ns) {
  for (int32_t i = tracee->asleep; i < tracee->count; i++) {
    if (tracee->signals[i] == RUNS) {
      ask_to_stop(tracee, i);
    }
  }
  return wait_for_asked(tracee, tracee->asleep, until_ns) || tracee_now_ns() > until_ns;
}

/* Whether the process has as many threads as have stopped, so that these are all of them: counting is quicker
   than listing. */
static int are_all_known(const struct tracee *tracee) {
  struct process_life life;
  return !process_life(tracee->pid, &life) && life.threads == tracee->count;
}

static int32_t not_stopped(struct tracee *tracee, int timeout_ms, struct fg_error *error) {
  tracee_let_go(tracee);
  return fail(error, FG_E_NOT_STOPPABLE, 0, "the threads of process %d did not stop within %d ms",
              tracee->pid, timeout_ms);
}

int32_t tracee_stop_sleepers(struct tracee *tracee, int timeout_ms, struct fg_error *error) {
  int64_t until = tracee_now_ns() + timeout_ms * 1000000ll;
  if (!tracee->count && tracee_seize_new(tracee) < 0) {
    return tracee_not_seized(tracee, error);
  }
  return stop_sleeping(tracee, until) ? not_stopped(tracee, timeout_ms, error) : FG_OK;
}

int32_t tracee_stop_others(struct tracee *tracee, int timeout_ms, struct fg_error *error) {
  tracee->stopping_ns = tracee_now_ns();
  int64_t until = tracee->stopping_ns + timeout_ms * 1000000ll;
  for (int32_t added = 1; added; added = are_all_known(tracee) ? 0 : tracee_seize_new(tracee)) {
    if (added < 0) {
      return tracee_not_seized(tracee, error);
    }
    if (stop_running(tracee, until)) {
      return not_stopped(tracee, timeout_ms, error);
    }
  }
  if (tracee->count == 0) {
    return fail(error, FG_E_NO_PROCESS, 0, "process %d has ended", tracee->pid);
  }
  return FG_OK;
}

int32_t tracee_stop_all(struct tracee *tracee, int timeout_ms, struct fg_error *error) {
  int32_t code = tracee_stop_sleepers(tracee, timeout_ms, error);
  return code ? code : tracee_stop_others(tracee, timeout_ms, error);
}

/* Releases a thread. Detaching needs a stop: a thread that has not stopped yet is waited for briefly, and
 * otherwise released later. Only the stop shows whether it is for a signal, which would be lost if it were
 * not passed on. */
static void let_go(struct tracee *tracee, int32_t thread, int32_t signal) {
  int status;
  if (signal >= 0 && (!ptrace(PTRACE_DETACH, thread, 0, signal) || errno != ESRCH)) {
    return;
  }
  ptrace(PTRACE_INTERRUPT, thread, 0, 0);
  int stopped = wait_stop(thread, tracee_now_ns() + LATE_NS, &status);
  if (stopped == 1) {
    tracee_mend_call(thread);
    ptrace(PTRACE_DETACH, thread, 0, tracee_pending_signal(status));
  } else if (stopped < 0) {
    tracee_add_late(tracee->pid, thread);
  } else {
    tracee->has_lost = 1;
  }
}

/* Releases the threads that have stopped before the others, which may have to be waited for. */
static void let_some_go(struct tracee *tracee, int32_t from, int32_t end) {
  for (int late = 0; late < 2; late++) {
    for (int32_t i = from; i < end; i++) {
      if ((tracee->signals[i] < 0) == late) {
        let_go(tracee, tracee->threads[i], tracee->signals[i]);
      }
    }
  }
}

void tracee_let_go(struct tracee *tracee) {
  let_some_go(tracee, tracee->asleep, tracee->count);
  tracee->gone_on_ns = tracee_now_ns();
  let_some_go(tracee, 0, tracee->asleep);
  if (tracee->has_lost) {
    let_go(tracee, tracee->pid, 0);
  }
  tracee->count = tracee->asleep = tracee->has_lost = 0;
}
