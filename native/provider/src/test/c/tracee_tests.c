/*
 * A tracer dies while it holds another process stopped, or lets it go before it has checked whether
 * it has stopped: the other process continues, and no signal that was on its way to it is lost.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/tracee.h"

enum { TIMES = 20, PATIENCE_MS = 10000 };

static volatile struct {
  int32_t handled, failed;
} *shared;

static void on_signal(int number) {
  (void)number;
  shared->handled++;
}

static void run_target(void) {
  signal(SIGUSR1, on_signal);
  for (;;) {
    usleep(100);
  }
}

/* Stops the process when the signal has stopped it already. */
static void run_tracer(pid_t target) {
  struct tracee tracee = {.pid = target, .memory = -1};
  struct fg_error error;
  shared->failed = tracee_seize_all(&tracee, &error);
  kill(target, SIGUSR1);
  usleep(20000);
  shared->failed = shared->failed ? shared->failed : tracee_stop_all(&tracee, 5000, &error);
  if (shared->failed) {
    printf("%s\n", error.text);
  } else if (tracee.count != 1 || tracee.signals[0] != SIGUSR1) {
    shared->failed = -1;
  }
  fflush(stdout);
  kill(getpid(), SIGKILL);
}

/* Lets the process go when the signal has stopped it and it was not asked to stop. */
static void run_hasty_tracer(pid_t target) {
  struct tracee tracee = {.pid = target, .memory = -1};
  struct fg_error error;
  shared->failed = tracee_seize_all(&tracee, &error);
  kill(target, SIGUSR1);
  usleep(20000);
  tracee_let_go(&tracee);
  exit(0);
}

static void wait_for(int32_t handled) {
  for (int ms = 0; shared->handled < handled && ms < PATIENCE_MS; ms++) {
    usleep(1000);
  }
}

int main(void) {
  shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  pid_t target = fork();
  if (target == 0) {
    run_target();
  }
  usleep(50000);
  int32_t times = 0;
  for (; times < TIMES && !shared->failed && shared->handled == times; times++) {
    pid_t tracer = fork();
    if (tracer == 0) {
      (times % 2 ? run_tracer : run_hasty_tracer)(target);
    }
    waitpid(tracer, NULL, 0);
    wait_for(times + 1);
  }
  kill(target, SIGKILL);
  waitpid(target, NULL, 0);
  if (shared->failed || shared->handled != TIMES) {
    printf("FAILED: %d of %d signals came, failure %d\n", shared->handled, times, shared->failed);
  } else {
    printf("ok\n");
  }
  return 0;
}
