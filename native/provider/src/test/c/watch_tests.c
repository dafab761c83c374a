/* Tests the reports of process starts: watch_tests, or "watch_tests refused" for a user whom the kernel does
   not notify. */
#define _GNU_SOURCE 1

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "flowgauge.h"

#define CHILDREN 50

static pid_t start_true(void) {
  pid_t child = fork();
  if (child == 0) {
    execl("/bin/true", "true", (char *)NULL);
    _exit(1);
  }
  waitpid(child, NULL, 0);
  return child;
}

/* Reads until no event has come for a while; counts how often each pid was reported. */
static void read_all(int64_t watch, const pid_t *children, int *seen, int *with_parent) {
  struct fg_started started[7];
  struct fg_error error;
  int32_t count = 0;

  do {
    check(fg_watch_next(watch, started, 7, 300, &count, &error) == FG_OK, "next");
    for (int32_t i = 0; i < count; i++) {
      for (int j = 0; j < CHILDREN; j++) {
        seen[j] += started[i].pid == children[j];
        with_parent[j] += started[i].pid == children[j] && started[i].parent == getpid();
      }
    }
  } while (count > 0);
}

static void *do_nothing(void *argument) { return argument; }

static void test_starts(void) {
  int64_t watch = 0;
  struct fg_error error;
  pid_t children[CHILDREN];
  int seen[CHILDREN] = {0}, with_parent[CHILDREN] = {0};
  pthread_t thread;

  check(fg_watch_open(&watch, &error) == FG_OK, "open");
  for (int i = 0; i < CHILDREN; i++) {
    children[i] = start_true();
  }
  pthread_create(&thread, NULL, do_nothing, NULL);
  pthread_join(thread, NULL);
  read_all(watch, children, seen, with_parent);
  for (int i = 0; i < CHILDREN; i++) {
    check(seen[i] == 2, "a process is reported when it is forked, and when it becomes a program");
    check(with_parent[i] >= 1, "the parent of a forked process");
  }
  check(fg_watch_close(watch, &error) == FG_OK, "close");
  check(fg_watch_close(watch, &error) == FG_E_ARGUMENT, "close again");
}

static void *wait_long(void *argument) {
  struct fg_started started;
  struct fg_error error;
  int32_t count = 0, code = FG_OK;

  while (code == FG_OK) {
    code = fg_watch_next(*(int64_t *)argument, &started, 1, 60000, &count, &error);
  }
  check(code == FG_E_ARGUMENT, "next after close");
  return NULL;
}

static void test_close_while_waiting(void) {
  int64_t watch = 0;
  struct fg_error error;
  pthread_t thread;

  check(fg_watch_open(&watch, &error) == FG_OK, "open");
  pthread_create(&thread, NULL, wait_long, &watch);
  poll(NULL, 0, 100);
  check(fg_watch_close(watch, &error) == FG_OK, "close while waiting");
  pthread_join(thread, NULL);
}

static void test_arguments(void) {
  struct fg_started started;
  struct fg_error error;
  int32_t count;

  check(fg_watch_next(77, &started, 1, 0, &count, &error) == FG_E_ARGUMENT, "not open");
  check(fg_watch_next(77, NULL, 1, 0, &count, &error) == FG_E_ARGUMENT, "no room");
  check(fg_watch_open(NULL, &error) == FG_E_ARGUMENT, "no place");
}

int main(void) {
  int64_t watch = 0;
  struct fg_error error = {0};
  int32_t code = fg_watch_open(&watch, &error);

  if (code != FG_OK) {
    check(code == FG_E_PERMISSION || code == FG_E_UNSUPPORTED, "code");
    check(strlen(error.text) > 20, "a sentence");
    printf(failures ? "failed\n" : "refused: %s\n", error.text);
    return failures != 0;
  }
  fg_watch_close(watch, &error);
  test_starts();
  test_close_while_waiting();
  test_arguments();
  return outcome();
}
