#include "ends.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>

static struct end {
  int32_t pid;
  int is_known, status;
  struct end *next;
} *ends;

static struct end **find(int32_t pid) {
  struct end **at = &ends;
  while (*at && (*at)->pid != pid) {
    at = &(*at)->next;
  }
  return at;
}

void ends_expect(int32_t pid) {
  struct end *end = calloc(1, sizeof *end);
  if (!end) {
    abort();
  }
  end->pid = pid;
  end->next = ends;
  ends = end;
}

void ends_forget(int32_t pid) {
  struct end **at = find(pid), *end = *at;
  if (end) {
    *at = end->next;
    free(end);
  }
}

int32_t ends_wait(int32_t thread, int *status) {
  pid_t got = waitpid(thread, status, __WALL | WNOHANG);
  struct end *end = got > 0 && !WIFSTOPPED(*status) ? *find(got) : NULL;
  if (end) {
    end->is_known = 1;
    end->status = *status;
  }
  return got;
}

/* Looks first, as waitpid takes the stops of a child that is traced. */
static int take_end(int32_t pid, int *status) {
  enum { UNKNOWN = 0x7f };
  siginfo_t info = {0};
  if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT)) {
    *status = UNKNOWN;
    return errno == ECHILD;
  }
  int is_end =
      info.si_code == CLD_EXITED || info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED;
  return info.si_pid == pid && is_end && waitpid(pid, status, WNOHANG) == pid;
}

int ends_has_ended(int32_t pid, int *status) {
  const struct end *end = *find(pid);
  if (end && end->is_known) {
    *status = end->status;
  } else if (!take_end(pid, status)) {
    return 0;
  }
  ends_forget(pid);
  return 1;
}
