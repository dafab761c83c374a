/* Simulates an activity: spends some milliseconds in align and some in backtrack, in one long call or in
   many short ones; or waits for a message that never comes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile double sum;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static void compute(void) {
  for (int k = 1; k < 200000; k++) {
    sum += 1.0 / k;
  }
}

__attribute__((noinline)) void align(double seconds) {
  for (double end = now() + seconds; now() < end;) {
    compute();
  }
  sum += 1;
}

__attribute__((noinline)) void backtrack(double seconds) {
  for (double end = now() + seconds; now() < end;) {
    compute();
  }
  sum += 2;
}

__attribute__((noinline)) void await_message(void) {
  int ends[2];
  char byte;
  if (pipe(ends) == 0) {
    sum += read(ends[0], &byte, 1);
  }
}

int main(int count, char **arguments) {
  double aligning = atof(arguments[1]), slow = count > 3 ? atof(arguments[3]) : 0;
  const char *how = count > 2 ? arguments[2] : "";
  align(aligning);
  if (!strcmp(how, "long")) {
    backtrack(slow);
  } else if (!strcmp(how, "short")) {
    for (double end = now() + slow; now() < end;) {
      backtrack(0.002);
    }
  } else if (!strcmp(how, "wait")) {
    await_message();
  }
  return sum < 0;
}
