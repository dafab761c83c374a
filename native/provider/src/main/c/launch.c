/*
 * A program is started traced. With a dynamic linker it runs to its entry point, where all
 * libraries are mapped and nothing of them or of it has run; without one to the first system call
 * after it has set up thread-local storage. There it is stopped by SIGSTOP and let go by the
 * tracer; SIGCONT lets it go on.
 */
#include "launch.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"
#include "tracee.h"

enum { SET_TID_ADDRESS = 218, SYSCALL_STOP = SIGTRAP | 0x80 };

/* ------------------------------------------------------------------ the child */

static char **split(const char *text, int32_t count) {
  char **words = calloc((size_t)count + 1, sizeof *words);
  if (!words) {
    abort();
  }
  for (int32_t i = 0; i < count; i++) {
    words[i] = (char *)text;
    text += strlen(text) + 1;
  }
  return words;
}

/* In the child; what fails is told through the pipe, which closes by itself at exec. */
static void become(char **argv, char **environment, const char *directory, int report,
                   pid_t tracer) {
  int why = 0;
  if (directory[0] && chdir(directory)) {
    why = errno;
  }
  if (!why && ptrace(PTRACE_TRACEME, 0, 0, 0)) {
    why = errno;
  }
  if (getppid() != tracer) { /* which has died; another would leave this stopped for ever */
    _exit(127);
  }
  if (!why) {
    execvpe(argv[0], argv, environment);
    why = errno;
  }
  if (write(report, &why, sizeof why) != sizeof why) {
    _exit(126);
  }
  _exit(127);
}

/* ------------------------------------------------------------------ to its beginning */

/* Waits for the child's next stop; -1 if it has ended. A signal that is not the tracer's goes to
 * it. */
static int next_stop(int32_t pid, int *status) {
  return waitpid(pid, status, __WALL) == pid && WIFSTOPPED(*status) ? 0 : -1;
}

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

/* Runs the child to an address by a breakpoint that is gone afterwards. */
static int run_to(int32_t pid, uint64_t address) {
  int status;
  struct user_regs_struct registers;
  errno = 0;
  long word = ptrace(PTRACE_PEEKTEXT, pid, address, 0);
  if (errno || ptrace(PTRACE_POKETEXT, pid, address, (word & ~0xffl) | 0xcc)) {
    return -1;
  }
  for (int signal = 0;;) {
    if (ptrace(PTRACE_CONT, pid, 0, signal) || next_stop(pid, &status)) {
      return -1;
    }
    signal = WSTOPSIG(status);
    if (signal == SIGTRAP && !tracee_registers(pid, &registers) && registers.rip == address + 1) {
      break;
    }
    signal = signal == SIGTRAP ? 0 : signal;
  }
  registers.rip = address;
  return ptrace(PTRACE_POKETEXT, pid, address, word) || ptrace(PTRACE_SETREGS, pid, 0, &registers)
             ? -1
             : 0;
}

/* Whether the thread's number is in its control block yet, at one of the places of glibc and musl.
 */
static int has_number(int32_t pid, uint64_t block) {
  static const uint32_t places[] = {0x2d0, 0x30, 0x38};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    errno = 0;
    if ((int32_t)ptrace(PTRACE_PEEKDATA, pid, block + places[i], 0) == pid && !errno) {
      return 1;
    }
  }
  return 0;
}

/* The thread's number is stored right after the call that returns it. */
static int step_to_number(int32_t pid, uint64_t block) {
  enum { STEPS = 64 };
  int status;
  for (int i = 0; i < STEPS && !has_number(pid, block); i++) {
    if (ptrace(PTRACE_SINGLESTEP, pid, 0, 0) || next_stop(pid, &status)) {
      return -1;
    }
  }
  return 0;
}

/* Runs a child without dynamic linker until its thread-local storage and thread number are set up.
 */
static int run_to_storage(int32_t pid) {
  int status, signal = 0;
  struct user_regs_struct registers;
  for (;;) {
    if (ptrace(PTRACE_SYSCALL, pid, 0, signal) || next_stop(pid, &status)) {
      return -1;
    }
    signal = WSTOPSIG(status) == SYSCALL_STOP || WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
    if (WSTOPSIG(status) != SYSCALL_STOP) {
      continue;
    }
    if (tracee_registers(pid, &registers)) {
      return -1;
    }
    int entering = (int64_t)registers.rax == -ENOSYS;
    if (!entering && registers.fs_base && registers.orig_rax == SET_TID_ADDRESS) {
      return step_to_number(pid, registers.fs_base);
    }
  }
}

static int has_linker(int32_t pid) {
  return auxiliary(pid, AT_BASE) != 0;
}

/* Stops the child for everybody and stops tracing it. */
static int leave_stopped(int32_t pid) {
  int status;
  return ptrace(PTRACE_DETACH, pid, 0, SIGSTOP) || waitpid(pid, &status, WUNTRACED) != pid ||
         !WIFSTOPPED(status);
}

static int bring_to_beginning(int32_t pid) {
  int status;
  uint64_t entry;
  if (next_stop(pid, &status) ||
      ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL)) {
    return -1;
  }
  entry = auxiliary(pid, AT_ENTRY);
  if (has_linker(pid) ? !entry || run_to(pid, entry) : run_to_storage(pid)) {
    return -1;
  }
  return leave_stopped(pid);
}

static int32_t explain_start(const char *name, int why, struct fg_error *error) {
  int32_t code = why == ENOENT || why == ENOTDIR ? FG_E_ARGUMENT
                 : why == EACCES                 ? FG_E_PERMISSION
                                                 : FG_E_SYSTEM;
  return fail(error, code, why, "%.150s cannot be started: %s", name, strerror(why));
}

int32_t launch(const char *argv, int32_t argc, const char *environment, int32_t envc,
               const char *directory, int32_t *pid, struct fg_error *error) {
  int report[2], why = 0;
  if (argc < 1 || pipe2(report, O_CLOEXEC)) {
    return fail(error, FG_E_ARGUMENT, 0, "no program was named");
  }
  char **arguments = split(argv, argc), **variables = split(environment, envc);
  pid_t self = getpid(), child = fork();
  if (child == 0) {
    become(arguments, variables, directory ? directory : "", report[1], self);
  }
  int forked = errno;
  close(report[1]);
  free(arguments);
  free(variables);
  if (child < 0) {
    close(report[0]);
    return fail(error, FG_E_SYSTEM, forked, "%.150s cannot be started: %s", argv, strerror(forked));
  }
  ssize_t got = read(report[0], &why, sizeof why);
  close(report[0]);
  if (got == sizeof why) {
    waitpid(child, NULL, 0);
    return explain_start(argv, why, error);
  }
  if (bring_to_beginning(child)) {
    kill(child, SIGKILL);
    waitpid(child, NULL, __WALL);
    return fail(error, FG_E_SYSTEM, 0, "%.150s ended before its beginning was reached", argv);
  }
  *pid = child;
  return FG_OK;
}
