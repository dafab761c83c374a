/* The thread that is lent to the instrumenter for a moment. */
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "inject/injection.h"

#ifndef PTRACE_GET_RSEQ_CONFIGURATION
#define PTRACE_GET_RSEQ_CONFIGURATION 0x420f
#endif

static int32_t check_thread(const struct user_regs_struct *registers, int32_t pid, int32_t thread,
                            struct fg_error *error) {
  enum { CODE_64 = 0x33 };
  if (registers->cs != CODE_64) {
    return fail(error, FG_E_ARCH_32, 0,
                "process %d runs 32-bit code; only 64-bit processes can be instrumented", pid);
  }
  if (!registers->fs_base) {
    return fail(error, FG_E_NO_TLS, 0,
                "thread %d of process %d has no thread-local storage, which is needed to tell "
                "its calls from those of other threads",
                thread, pid);
  }
  return FG_OK;
}

int lent_is_in_sequence(const struct injection *injection) {
  struct {
    uint64_t area;
    uint32_t size, signature, flags, unused;
  } where = {0};
  struct {
    uint32_t version, flags;
    uint64_t begin, size, anew;
  } sequence;
  const struct tracee *tracee = &injection->target->tracee;
  uint64_t at;
  enum { SEQUENCE = 8 };
  return ptrace(PTRACE_GET_RSEQ_CONFIGURATION, injection->thread, sizeof where, &where) > 0 && where.area &&
         !tracee_read(tracee, where.area + SEQUENCE, &at, sizeof at) && at &&
         !tracee_read(tracee, at, &sequence, sizeof sequence) &&
         injection->registers.rip - sequence.begin < sequence.size;
}

int32_t lend_thread(struct injection *injection, struct fg_error *error) {
  enum { THREADS = 256, TRIES = 40 };
  struct target *target = injection->target;
  int32_t threads[THREADS], code = FG_E_NO_PROCESS;
  fail(error, code, 0, "process %d has ended", target->pid);
  for (int try = 0; try < TRIES; try++) {
    int32_t count = process_threads(target->pid, threads, THREADS);
    count = count > THREADS ? THREADS : count;
    for (int32_t i = 0; i < count; i++) {
      code = tracee_stop_one(&target->tracee, threads[i], INJECTION_STOP_MS, error);
      if (code == FG_E_TRACED || code == FG_E_PERMISSION) {
        return code;
      }
      if (code) {
        continue;
      }
      injection->thread = threads[i];
      if (!tracee_registers(threads[i], &injection->registers)) {
        code = check_thread(&injection->registers, target->pid, threads[i], error);
        int may_try_again = code ? code == FG_E_NO_TLS && try < TRIES - 1 : lent_is_in_sequence(injection);
        if (!may_try_again) {
          return code;
        }
      }
      tracee_let_go(&target->tracee);
    }
    if (code && code != FG_E_NO_TLS) { /* a program that has only just begun will have one later */
      return code;
    }
    usleep(code ? 200 : 5000); /* a thread may need a processor first to leave its sequence */
  }
  return fail(error, FG_E_NOT_STOPPABLE, 0, "no thread of process %d could be stopped",
              target->pid);
}

/* Returns where in its control block a thread's number is. Only the places of glibc and musl are checked,
   because a number may be elsewhere by chance. 0 if it is at none of them. */
uint64_t lent_mark(struct injection *injection) {
  static const uint32_t known[] = {0x2d0, 0x30, 0x38};
  uint8_t block[0x400];
  int32_t number = process_inner_thread(injection->target->pid, injection->thread);
  if (tracee_read(&injection->target->tracee, injection->registers.fs_base, block, sizeof block)) {
    return 0;
  }
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (!memcmp(block + known[i], &number, sizeof number)) {
      return known[i];
    }
  }
  return 0;
}
