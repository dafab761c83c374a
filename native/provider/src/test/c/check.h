/* Counts what does not hold in the tests in C. */
#ifndef FG_CHECK_H
#define FG_CHECK_H

#include <stdio.h>

static int failures;

#define CHECK(condition)                                                    \
  do {                                                                      \
    if (!(condition)) {                                                     \
      printf("FAILED line %d in %s: %s\n", __LINE__, __func__, #condition); \
      failures++;                                                           \
    }                                                                       \
  } while (0)

/* The same with its own words. */
static inline void check(int holds, const char *what) {
  if (!holds) {
    printf("FAILED %s\n", what);
    failures++;
  }
}

/* Says how the checks went; what main returns. */
static inline int outcome(void) {
  printf(failures ? "%d failures\n" : "ok\n", failures);
  return failures != 0;
}

#endif
