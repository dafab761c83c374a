/* Makes children by fork, vfork and posix_spawn, and threads meanwhile: a child's calls are not counted. */
#define COUNTED(X) X(leaf) X(forks) X(spawns) X(vforks) X(churns)
#include "target.h"

#include <errno.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

KEEP long leaf(long x) {
  BARRIER();
  return x * 3 + 1;
}

static int status_of(pid_t child) {
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

static KEEP int forks(int n) {
  pid_t child = fork();
  if (child == 0) {
    long sum = 0;
    for (int i = 0; i < 100 * n; i++) {
      sum += leaf(i);
    }
    _exit(sum == 3l * (100 * n) * (100 * n - 1) / 2 + 100 * n ? 42 : 43);
  }
  return status_of(child);
}

/* The child returns through the probed frames of its parent, as programs that fork do. */
static KEEP pid_t forks_and_returns(void) {
  BARRIER();
  return fork();
}

static KEEP int spawns(void) {
  pid_t child;
  char name[] = "true";
  char *arguments[] = {name, NULL};
  if (posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ) != 0) {
    return -1;
  }
  return status_of(child);
}

static KEEP int vforks(void) {
  pid_t child = vfork();
  if (child == 0) {
    execl("/bin/true", "true", (char *)NULL);
    _exit(1);
  }
  return status_of(child);
}

static void *brief(void *argument) {
  for (int i = 0; i < 10; i++) {
    leaf(i);
  }
  return argument;
}

static KEEP int churns(void) {
  pthread_t thread;
  void *result = NULL;
  if (pthread_create(&thread, NULL, brief, &result) != 0) {
    return -1;
  }
  pthread_join(thread, &result);
  return result == &result ? 0 : -1;
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = (uint64_t)seed;
  for (long i = 0; i < rounds; i++) {
    sum += (uint64_t)leaf(i);
    CHECK(forks(1) == 42);
    pid_t child = forks_and_returns();
    if (child == 0) {
      _exit(leaf(1) == 4 ? 42 : 43);
    }
    CHECK(status_of(child) == 42);
    CHECK(spawns() == 0);
    CHECK(churns() == 0);
    ENDED(leaf), ENDED(forks), ENDED(spawns), ENDED(churns);
    ENDED_TIMES(leaf, 10);
    if (getenv("NO_VFORK") == NULL) {
      CHECK(vforks() == 0);
      ENDED(vforks);
    }
  }
  return sum;
}

static void prepare(void) {}

static int special(const char *command) {
  if (strncmp(command, "exec ", 5) != 0) {
    return 0;
  }
  char threads[] = "1", name[] = "shapes";
  char *arguments[] = {name, threads, NULL};
  fflush(answers);
  execv(command + 5, arguments);
  perror(command + 5);
  return 1;
}

static void finish(void) {}
