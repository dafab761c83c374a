/*
 * Makes children that share their parent's memory, as posix_spawn does, and leave a call open on
 * their own stack. That stack is close below the parent's, and is gone when the parent continues.
 */
#define COUNTED(X) X(leaves) X(goes_on)
#include "target.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>

enum { CHILD = 0x4000, PARENT = 0x8000 };

struct stacks {
  char *child; /* the parent's stack is after it */
  long rounds;
  uint64_t sum, errors, calls;
};

KEEP void leaves(void) {
  BARRIER();
  _exit(42);
}

KEEP uint64_t goes_on(uint64_t x) {
  BARRIER();
  return x * 3 + 1;
}

static int child(void *unused) {
  (void)unused;
  leaves();
  return 1;
}

static int ends_well(const struct stacks *stacks) {
  int status = 0;
  pid_t pid = clone(child, stacks->child + CHILD, CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);
  return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 42;
}

static void *parent(void *argument) {
  struct stacks *stacks = argument;
  for (long i = 0; i < stacks->rounds; i++) {
    stacks->errors += mprotect(stacks->child, CHILD, PROT_READ | PROT_WRITE) != 0;
    stacks->errors += !ends_well(stacks);
    stacks->errors += mprotect(stacks->child, CHILD, PROT_NONE) != 0;
    stacks->sum = goes_on(stacks->sum);
    stacks->calls++;
  }
  return NULL;
}

static uint64_t work(long rounds, long seed) {
  struct stacks stacks = {.rounds = rounds, .sum = (uint64_t)seed};
  pthread_attr_t attributes;
  pthread_t thread;
  stacks.child = mmap(NULL, CHILD + PARENT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_attr_init(&attributes);
  CHECK(pthread_attr_setstack(&attributes, stacks.child + CHILD, PARENT) == 0);
  CHECK(pthread_create(&thread, &attributes, parent, &stacks) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  munmap(stacks.child, CHILD + PARENT);
  CHECK(stacks.errors == 0);
  ENDED_TIMES(goes_on, stacks.calls);
  return stacks.sum;
}

NOTHING_SPECIAL
