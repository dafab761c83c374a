/* Functions that call themselves, directly and through one another. */
#define COUNTED(X) X(direct) X(ping) X(pong) X(outside)
#include "target.h"

#include <time.h>

enum { DEPTH = 8 };

static _Atomic uint64_t spent_ns;

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void spin(void) {
  uint64_t end = now_ns() + 200000;
  while (now_ns() < end) {
  }
}

static KEEP uint64_t direct(uint64_t depth) {
  if (depth == 0) {
    spin();
  }
  uint64_t below = depth == 0 ? 0 : direct(depth - 1);
  BARRIER();
  ENDED(direct);
  return below + 1;
}

static KEEP uint64_t pong(uint64_t depth);

static KEEP uint64_t ping(uint64_t depth) {
  if (depth == 0) {
    spin();
  }
  uint64_t below = depth == 0 ? 0 : pong(depth - 1);
  BARRIER();
  ENDED(ping);
  return below + 1;
}

static KEEP uint64_t pong(uint64_t depth) {
  uint64_t below = depth == 0 ? 0 : ping(depth - 1);
  BARRIER();
  ENDED(pong);
  return below + 1;
}

static KEEP uint64_t outside(uint64_t depth) {
  uint64_t sum = direct(depth) + ping(depth);
  BARRIER();
  ENDED(outside);
  return sum;
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = (uint64_t)seed;
  for (long i = 0; i < rounds; i++) {
    uint64_t begin = now_ns();
    sum += outside(DEPTH);
    spent_ns += now_ns() - begin;
  }
  return sum;
}

static void prepare(void) {}

static int special(const char *command) {
  (void)command;
  return 0;
}

static void finish(void) {
  fprintf(answers, "varies spent_ns %llu\n", (unsigned long long)spent_ns);
  spent_ns = 0;
}
