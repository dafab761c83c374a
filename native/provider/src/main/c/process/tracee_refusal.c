/* Explains why a process cannot be traced. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "process/process.h"
#include "process/tracee.h"

int32_t tracee_explain(int32_t pid, int sys_errno, struct fg_error *error) {
  struct process_facts facts;
  if (sys_errno == ESRCH || process_facts(pid, &facts)) {
    return fail(error, FG_E_NO_PROCESS, sys_errno, "process %d has ended", pid);
  }
  if (facts.tracer && facts.tracer != getpid()) {
    return fail(error, FG_E_TRACED, sys_errno,
                "process %d is traced by process %d already; end that tracer first", pid,
                facts.tracer);
  }
  if (facts.life.state == 'Z' || facts.life.state == 'X') {
    return fail(error, FG_E_ZOMBIE, sys_errno, "process %d has ended and waits for its parent",
                pid);
  }
  if (!facts.has_memory || process_thread_flags(pid, pid) & PROCESS_ENDS) {
    return fail(error, FG_E_NO_PROCESS, sys_errno, "process %d is ending", pid);
  }
  if (geteuid() && facts.user != geteuid()) {
    return fail(error, FG_E_PERMISSION, sys_errno,
                "process %d belongs to user %u; only that user and root may instrument it", pid,
                facts.user);
  }
  FILE *scope = fopen("/proc/sys/kernel/yama/ptrace_scope", "re");
  int level = 0;
  if (scope) {
    if (fscanf(scope, "%d", &level) != 1) {
      level = 0;
    }
    fclose(scope);
  }
  if (level) {
    return fail(error, FG_E_PERMISSION, sys_errno,
                "process %d may not be traced: kernel.yama.ptrace_scope is %d; launch it with "
                "Flowgauge, or set it "
                "to 0",
                pid, level);
  }
  return fail(error, FG_E_PERMISSION, sys_errno,
              "process %d may not be traced: it is not dumpable, has more rights than this one, or a "
              "security module forbids it",
              pid);
}
