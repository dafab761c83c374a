/* IFUNCs, backtraces through probed frames, times measured by the program itself, and a call graph. */
#define COUNTED(X) X(chosen) X(walks) X(inner) X(middle) X(spins) X(rests) X(graph_a) X(graph_b) X(graph_c)
#include "target.h"

#include <time.h>
#ifndef NO_BACKTRACE
#include <execinfo.h>
#endif

static uint64_t spin_ns, rest_ns;

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

#ifndef NO_IFUNC
static KEEP uint64_t chosen_really(uint64_t x) {
  BARRIER();
  return x * 5;
}

static uint64_t (*choose(void))(uint64_t) {
  return chosen_really;
}

uint64_t chosen(uint64_t x) __attribute__((ifunc("choose")));
#else
KEEP uint64_t chosen(uint64_t x) {
  BARRIER();
  return x * 5;
}
#endif

/* Returns how many of the expected callers a backtrace names: walks, inner, middle, work. */
static KEEP int walks(void) {
#ifndef NO_BACKTRACE
  void *frames[64];
  int depth = backtrace(frames, 64);
  BARRIER();
  return depth;
#else
  BARRIER();
  return 8;
#endif
}

static KEEP int inner(void) {
  int depth = walks();
  BARRIER();
  return depth;
}

static KEEP int middle(void) {
  int depth = inner();
  BARRIER();
  return depth;
}

static KEEP void spins(int64_t ns) {
  int64_t end = now_ns() + ns;
  while (now_ns() < end) {
  }
}

static KEEP void rests(int64_t ns) {
  struct timespec t = {0, ns};
  clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
}

static KEEP uint64_t graph_c(uint64_t x) {
  BARRIER();
  return x + 1;
}

static KEEP uint64_t graph_b(uint64_t x) {
  x = graph_c(x);
  x = graph_c(x);
  BARRIER();
  return x + 1;
}

static KEEP uint64_t graph_a(uint64_t x) {
  x = graph_b(x);
  x = graph_c(x);
  BARRIER();
  return x + 1;
}

static void timed(void) {
  int64_t begin = now_ns();
  spins(2000000);
  int64_t between = now_ns();
  rests(1000000);
  int64_t end = now_ns();
  __atomic_fetch_add(&spin_ns, between - begin, __ATOMIC_RELAXED);
  __atomic_fetch_add(&rest_ns, end - between, __ATOMIC_RELAXED);
  ENDED(spins), ENDED(rests);
}

static uint64_t work(long rounds, long seed) {
  uint64_t x = (uint64_t)seed;
  for (long i = 0; i < rounds; i++) {
    x = chosen(x) & 0xffffff;
    CHECK(middle() >= 5);
    ENDED(chosen), ENDED(walks), ENDED(inner), ENDED(middle);
    x = graph_a(x);
    ENDED(graph_a), ENDED(graph_b), ENDED_TIMES(graph_c, 3);
    if (i % 10 == 0) {
      timed();
    }
  }
  return x;
}

static void prepare(void) {}

static int special(const char *command) {
  (void)command;
  return 0;
}

static void finish(void) {
  fprintf(answers, "varies spin_ns %llu\nvaries rest_ns %llu\n", (unsigned long long)spin_ns,
          (unsigned long long)rest_ns);
  spin_ns = rest_ns = 0;
}
