/* Counts the failed checks of the tests in C. */
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

/* Checks a condition that is described by a text. */
static inline void check(int holds, const char *what) {
  if (!holds) {
    printf("FAILED %s\n", what);
    failures++;
  }
}

/* Prints the result of the checks; returns main's exit status. */
static inline int outcome(void) {
  printf(failures ? "%d failures\n" : "ok\n", failures);
  return failures != 0;
}

#endif
