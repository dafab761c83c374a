/* Causes known numbers of page faults and context switches, with which counters are compared. */
#define COUNTED(X) X(touches) X(naps)
#include "target.h"

#include <sys/mman.h>

enum { PAGES = 1024, PAGE = 4096 };

/* Causes as many page faults as there are pages. */
KEEP uint64_t touches(uint64_t x) {
  volatile char *fresh = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise((void *)fresh, PAGES * PAGE, MADV_NOHUGEPAGE);
  for (int i = 0; i < PAGES; i++) {
    fresh[i * PAGE] = (char)x;
  }
  x += (uint64_t)fresh[PAGE];
  munmap((void *)fresh, PAGES * PAGE);
  return x;
}

/* Causes at least one context switch. */
KEEP uint64_t naps(uint64_t x) {
  usleep(1000);
  BARRIER();
  return x + 1;
}

static uint64_t work(long rounds, long seed) {
  uint64_t x = (uint64_t)seed;
  for (long i = 0; i < rounds; i++) {
    x = touches(x & 63);
    ENDED(touches);
    x = naps(x);
    ENDED(naps);
  }
  return x;
}

NOTHING_SPECIAL
