/*
 * A program with a dynamic linker runs to its entry point: all libraries are mapped, and only those
 * functions of them and of the program that the linker calls have run. A program without one runs to
 * its first system call after setting up thread-local storage, and then to where its thread's id is
 * stored.
 */
#include "follower/beginning.h"

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "process/tracee.h"

enum { SET_TID_ADDRESS = 218, SYSCALL_STOP = SIGTRAP | 0x80 };

/* A program without a linker that has not set up thread-local storage within this many system calls never
   will: a Go program. */
enum { MOST_CALLS = 256, MOST_STEPS = 64 };

static uint64_t auxiliary(int32_t pid, uint64_t type) {
  char name[40];
  uint64_t pair[2];
  snprintf(name, sizeof name, "/proc/%d/auxv", pid);
  FILE *file = fopen(name, "re");
  if (!file) {
    return 0;
  }
  uint64_t value = 0;
  while (!value && fread(pair, sizeof pair, 1, file) == 1 && pair[0] != AT_NULL) {
    value = pair[0] == type ? pair[1] : 0;
  }
  fclose(file);
  return value;
}

/* Whether a program has 32 bits; such programs are refused when they are opened. */
static int is_32_bit(int32_t pid) {
  struct user_regs_struct registers;
  struct iovec part = {&registers, sizeof registers};
  return !ptrace(PTRACE_GETREGSET, pid, (void *)(uintptr_t)NT_PRSTATUS, &part) &&
         part.iov_len < sizeof registers;
}

/* Sets a breakpoint at the entry point; it is removed once it is reached. */
static enum beginning_step run_to_entry(struct beginning *beginning, struct way *way) {
  errno = 0;
  beginning->phase = BEGINNING_ENTRY;
  beginning->word = ptrace(PTRACE_PEEKTEXT, beginning->pid, beginning->entry, 0);
  if (errno || ptrace(PTRACE_POKETEXT, beginning->pid, beginning->entry,
                      (beginning->word & ~0xffl) | 0xcc)) {
    return BEGINNING_FAILED;
  }
  *way = (struct way){PTRACE_CONT, 0};
  return BEGINNING_GOES_ON;
}

enum beginning_step beginning_start(struct beginning *beginning, int32_t pid, struct way *way) {
  *beginning = (struct beginning){.pid = pid, .entry = auxiliary(pid, AT_ENTRY)};
  if (is_32_bit(pid)) {
    return BEGINNING_REACHED;
  }
  if (auxiliary(pid, AT_BASE)) {
    return beginning->entry ? run_to_entry(beginning, way) : BEGINNING_FAILED;
  }
  beginning->phase = BEGINNING_STORAGE;
  *way = (struct way){PTRACE_SYSCALL, 0};
  return BEGINNING_GOES_ON;
}

static enum beginning_step at_entry(const struct beginning *beginning, int signal, struct way *way) {
  struct user_regs_struct registers;
  *way = (struct way){PTRACE_CONT, signal};
  if (signal != SIGTRAP || tracee_registers(beginning->pid, &registers) ||
      registers.rip != beginning->entry + 1) {
    return BEGINNING_GOES_ON;
  }
  registers.rip = beginning->entry;
  return ptrace(PTRACE_POKETEXT, beginning->pid, beginning->entry, beginning->word) ||
                 ptrace(PTRACE_SETREGS, beginning->pid, 0, &registers)
             ? BEGINNING_FAILED
             : BEGINNING_REACHED;
}

/* Whether the thread's number is in its control block yet, at one of the places that glibc and musl use. */
static int has_number(const struct beginning *beginning) {
  static const uint32_t places[] = {0x2d0, 0x30, 0x38};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    errno = 0;
    long word = ptrace(PTRACE_PEEKDATA, beginning->pid, beginning->block + places[i], 0);
    if (!errno && (int32_t)word == beginning->pid) {
      return 1;
    }
  }
  return 0;
}

/* Steps until the thread's number is stored, which happens right after the call that returns it. */
static enum beginning_step step_to_number(struct beginning *beginning, int signal, struct way *way) {
  *way = (struct way){PTRACE_SINGLESTEP, signal == SIGTRAP ? 0 : signal};
  return has_number(beginning) || ++beginning->turns > MOST_STEPS ? BEGINNING_REACHED
                                                                  : BEGINNING_GOES_ON;
}

static enum beginning_step at_call(struct beginning *beginning, int signal, struct way *way) {
  struct user_regs_struct registers;
  *way = (struct way){PTRACE_SYSCALL, signal == SYSCALL_STOP ? 0 : signal};
  if (signal != SYSCALL_STOP) {
    return BEGINNING_GOES_ON;
  }
  if (tracee_registers(beginning->pid, &registers)) {
    return BEGINNING_FAILED;
  }
  int entering = (int64_t)registers.rax == -ENOSYS;
  if (!entering && registers.fs_base && registers.orig_rax == SET_TID_ADDRESS) {
    beginning->phase = BEGINNING_NUMBER;
    beginning->block = registers.fs_base;
    beginning->turns = 0;
    return step_to_number(beginning, SIGTRAP, way);
  }
  return ++beginning->turns > 2 * MOST_CALLS ? BEGINNING_REACHED : BEGINNING_GOES_ON;
}

enum beginning_step beginning_next(struct beginning *beginning, int status, struct way *way) {
  int signal = WSTOPSIG(status);
  switch (beginning->phase) {
    case BEGINNING_ENTRY: return at_entry(beginning, signal, way);
    case BEGINNING_STORAGE: return at_call(beginning, signal, way);
    default: return step_to_number(beginning, signal, way);
  }
}
