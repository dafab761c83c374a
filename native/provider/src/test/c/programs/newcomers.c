/* Threads that end soon. The first ones each have a stack, and so a control block, where no thread had one
   before. */
#define COUNTED(X) X(leaf) X(brief)
#include "target.h"

#include <sys/mman.h>

enum { AT_ONCE = 4, CALLS = 50, STACK = 0x10000, STACKS = 300 /* of a worker */ };

static void *stacks[MAX_WORKERS][STACKS];

KEEP long leaf(long x) {
  BARRIER();
  return x * 3 + 1;
}

static KEEP long brief(long seed) {
  long sum = 0;
  for (int i = 0; i < CALLS; i++) {
    sum += leaf(seed + i);
  }
  return sum;
}

static void *newcomer(void *seed) {
  return (void *)brief((long)seed);
}

static void begin(pthread_t *thread, void **stack, long seed) {
  pthread_attr_t attributes;
  if (*stack == NULL) {
    *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  CHECK(*stack != MAP_FAILED);
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, *stack, STACK);
  CHECK(pthread_create(thread, &attributes, newcomer, (void *)seed) == 0);
  pthread_attr_destroy(&attributes);
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = 0;
  for (long i = 0; i < rounds; i++) {
    pthread_t threads[AT_ONCE];
    for (int k = 0; k < AT_ONCE; k++) {
      begin(&threads[k], &stacks[seed][(i * AT_ONCE + k) % STACKS], seed + k);
    }
    for (int k = 0; k < AT_ONCE; k++) {
      void *result = NULL;
      pthread_join(threads[k], &result);
      CHECK((long)result == 3l * (CALLS * (seed + k) + CALLS * (CALLS - 1) / 2) + CALLS);
      sum += (uint64_t)(uintptr_t)result;
      ENDED(brief), ENDED_TIMES(leaf, CALLS);
    }
  }
  return sum;
}

NOTHING_SPECIAL
