/*
 * The first worker waits for a child of vfork that lives for as many milliseconds as there are rounds; meanwhile the worker
 * cannot be stopped. The other workers measure the longest pause between two of their rounds.
 */
#define COUNTED(X) X(probed)
#include "target.h"

#include <sys/wait.h>
#include <time.h>

static int is_over;
static int64_t longest_ns;

KEEP uint64_t probed(uint64_t x) {
  BARRIER();
  return x + 1;
}

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void wait_for_child(long ms) {
  struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  int status;
  pid_t child = vfork();
  if (child == 0) {
    nanosleep(&t, NULL);
    _exit(3);
  }
  CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
  __atomic_store_n(&is_over, 1, __ATOMIC_RELEASE);
}

static uint64_t work(long rounds, long seed) {
  if (seed == 1) {
    wait_for_child(rounds);
  }
  for (int64_t last = now_ns(), now = last; !__atomic_load_n(&is_over, __ATOMIC_ACQUIRE); last = now) {
    probed(0);
    now = now_ns();
    longest_ns = now - last > longest_ns ? now - last : longest_ns;
  }
  return 0;
}

static void prepare(void) {}

static int special(const char *command) {
  (void)command;
  return 0;
}

static void finish(void) {
  fprintf(answers, "varies longest_ms %ld\n", (long)(longest_ns / 1000000));
  longest_ns = is_over = 0;
}
