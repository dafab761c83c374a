/*
 * A process repeatedly becomes another program, from a thread that is not its first: a process that
 * seizes it meanwhile never gets the answer that it may not be traced.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/tracee.h"

enum { TIMES = 1000, GAP_US = 300, PATIENCE_MS = 5000 };

static void *becomes_itself(void *times_left) {
  execl("/proc/self/exe", "exec_tests", (char *)times_left, (char *)NULL);
  _exit(1);
}

static int run_target(long times_left) {
  char text[24];
  pthread_t thread;
  if (times_left == 0) {
    return 0;
  }
  snprintf(text, sizeof text, "%ld", times_left - 1);
  if (pthread_create(&thread, NULL, becomes_itself, text) != 0) {
    return 1;
  }
  for (;;) {
    pause();
  }
}

/* Seizes the process and lets it go, repeatedly, until it has ended. */
static int run_tracer(pid_t target) {
  int times = 0;
  struct fg_error error = {0};
  struct tracee parent = {.pid = getppid(), .memory = -1}, tracee = {.pid = target, .memory = -1};
  if (tracee_seize_all(&parent, &error)) {
    printf("%s\n", error.text);
    return 1;
  }
  tracee_let_go(&parent);
  while (error.code == FG_OK || error.code == FG_E_NOT_STOPPABLE) {
    error.code = times++ % 2 ? tracee_stop_all(&tracee, PATIENCE_MS, &error) : tracee_seize_all(&tracee, &error);
    if (error.code == FG_OK) {
      tracee_let_go(&tracee);
    }
    usleep(GAP_US);
  }
  printf("after %d times: refusal %d\n", times, error.code);
  return error.code == FG_E_PERMISSION;
}

int main(int argc, char **argv) {
  if (argc > 1) {
    return run_target(strtol(argv[1], NULL, 10));
  }
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  pid_t target = fork();
  if (target == 0) {
    return run_target(TIMES);
  }
  pid_t tracer = fork();
  if (tracer == 0) {
    int forbidden = run_tracer(target);
    fflush(stdout);
    _exit(forbidden);
  }
  int status = -1, forbidden = -1;
  waitpid(tracer, &forbidden, 0);
  waitpid(target, &status, 0);
  printf(status || forbidden ? "FAILED\n" : "ok\n");
  return 0;
}
