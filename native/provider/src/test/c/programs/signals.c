/* Probed functions in handlers of a timer's signals, 1000 a second, that interrupt probed functions. */
#define COUNTED(X) X(interrupted) X(caller)
#include "target.h"

#include <signal.h>
#include <sys/time.h>

static uint64_t handled;
static uint64_t handled_sum;

KEEP void in_handler(void) {
  __atomic_fetch_add(&handled_sum, 2, __ATOMIC_RELAXED);
}

static void on_alarm(int number) {
  (void)number;
  in_handler();
  __atomic_fetch_add(&handled, 1, __ATOMIC_RELAXED);
}

static KEEP uint64_t interrupted(uint64_t x) {
  BARRIER();
  return x * 3 + 1;
}

static KEEP uint64_t caller(uint64_t x) {
  for (int i = 0; i < 100; i++) {
    x = interrupted(x);
  }
  ENDED_TIMES(interrupted, 100);
  return x;
}

static uint64_t work(long rounds, long seed) {
  uint64_t x = (uint64_t)seed;
  void *stack = malloc(65536);
  if (getenv("ALTERNATE_STACK") != NULL) {
    stack_t alternate = {.ss_sp = stack, .ss_size = 65536};
    sigaltstack(&alternate, NULL);
  }
  for (long i = 0; i < rounds; i++) {
    x = caller(x);
    ENDED(caller);
  }
  sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
  free(stack);
  return x;
}

static void prepare(void) {
  struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART | SA_ONSTACK};
  struct itimerval often = {{0, 1000}, {0, 1000}};
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &often, NULL);
}

static int special(const char *command) {
  (void)command;
  return 0;
}

/* The timer also runs between commands, so this counts from the program's start. */
static void finish(void) {
  sigset_t alarms, before;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &alarms, &before);
  uint64_t now = __atomic_load_n(&handled, __ATOMIC_RELAXED);
  CHECK(handled_sum == 2 * now);
  fprintf(answers, "varies in_handler %llu\nhandlers %s\n", (unsigned long long)now,
          thread_errors ? "wrong" : "right");
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
