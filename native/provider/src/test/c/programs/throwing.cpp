// Forked children that throw while the other threads throw. A child that hangs is ended by its alarm.
#define COUNTED(X) X(thrower) X(catches) X(forks)
#include "target.h"

#include <sys/wait.h>

extern "C" {

KEEP void thrower(int depth) {
  if (depth == 0) {
    throw 42;
  }
  thrower(depth - 1);
  BARRIER();
}

KEEP int catches(int depth) {
  int caught = 0;
  try {
    thrower(depth);
  } catch (int number) {
    caught = number;
  }
  ENDED(catches);
  return caught;
}

KEEP int forks() {
  pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(catches(2));
  }
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  ENDED(forks);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -status;
}
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = 0;
  for (long i = 0; i < rounds; i++) {
    for (int k = 0; k < 100; k++) {
      sum += static_cast<uint64_t>(catches(static_cast<int>((seed + k) % 5)));
    }
    CHECK(forks() == 42);
  }
  return sum;
}

NOTHING_SPECIAL
