/* longjmp over probed frames, and siglongjmp out of handlers, on the alternate stack or not. */
#define COUNTED(X) X(jumps) X(between) X(catches) X(faults) X(in_handler) X(survives) X(climbs) X(escapes) X(after)
#include "target.h"

#include <setjmp.h>
#include <signal.h>

static __thread jmp_buf place;
static __thread sigjmp_buf safe;
static __thread volatile int *bad;

static KEEP void jumps(int x) {
  if (x & 1) {
    longjmp(place, x | 1);
  }
  BARRIER();
}

static KEEP void between(int x) {
  jumps(x);
  ENDED(jumps);
  BARRIER();
}

static KEEP int catches(int x) {
  if (setjmp(place)) {
    return 1;
  }
  between(x);
  ENDED(between);
  return 0;
}

/* Jumps from a depth of many probed frames. */
static KEEP int climbs(int depth) {
  if (depth <= 0) {
    if (depth == 0) {
      longjmp(place, 1);
    }
    return 0;
  }
  int result = climbs(depth - 1);
  __asm__ volatile("" : "+r"(result));
  return result + 1;
}

static KEEP int escapes(int depth) {
  if (setjmp(place) == 0) {
    return climbs(depth);
  }
  return -7;
}

static KEEP int after(int x) {
  BARRIER();
  return x + 1;
}

static KEEP void in_handler(void) {
  siglongjmp(safe, 1);
}

static void on_fault(int number) {
  (void)number;
  in_handler();
}

static KEEP int faults(void) {
  return *bad;
}

static KEEP int survives(void) {
  if (sigsetjmp(safe, 1) == 0) {
    return faults();
  }
  return 17;
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = 0;
  void *stack = malloc(65536);
  if (getenv("ALTERNATE_STACK") != NULL) {
    stack_t alternate = {.ss_sp = stack, .ss_size = 65536};
    sigaltstack(&alternate, NULL);
  }
  for (long i = 0; i < rounds; i++) {
    int x = (int)((i + seed) & 1023);
    int caught = catches(x);
    CHECK(caught == (x & 1));
    ENDED(catches);
    CHECK(escapes(x & 31) == -7);
    ENDED(escapes);
    CHECK(after(x) == x + 1);
    ENDED(after);
    if (i % 10 == 0) {
      CHECK(survives() == 17);
      ENDED(survives);
    }
    sum += (uint64_t)caught;
  }
  sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
  free(stack);
  return sum;
}

static void prepare(void) {
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
}

static int special(const char *command) {
  (void)command;
  return 0;
}

static void finish(void) {}
