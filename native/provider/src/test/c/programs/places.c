/* Threads that stay in known places until the input ends: one computes, one dozes, and one waits in calls
   that the stop of a thread would interrupt. Prints the computed result, and how many waits were cut
   short. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <time.h>

static volatile int ends;
static long cut_short;
static uint64_t sum = 1;

__attribute__((noinline)) void compute_inner(long count) {
  for (long i = 0; i < count && !ends; i++) {
    sum = sum * 6364136223846793005u + 1442695040888963407u;
  }
}

__attribute__((noinline)) void *compute_outer(void *count) {
  compute_inner((long)(intptr_t)count);
  __asm__ volatile("" ::: "memory");
  return NULL;
}

__attribute__((noinline)) void *doze(void *unused) {
  while (!ends) {
    struct timespec pause = {0, 300000000};
    cut_short += nanosleep(&pause, NULL) != 0;
  }
  return unused;
}

__attribute__((noinline)) void *await_event(void *unused) {
  struct epoll_event event;
  int set = epoll_create1(0);
  while (!ends) {
    cut_short += epoll_wait(set, &event, 1, 300) < 0 && errno == EINTR;
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, compute_outer, (void *)(intptr_t)(1l << 60));
  pthread_create(&threads[1], NULL, doze, NULL);
  pthread_create(&threads[2], NULL, await_event, NULL);
  struct pollfd input = {.fd = 0, .events = POLLIN};
  printf("ready\n");
  fflush(stdout);
  while (poll(&input, 1, -1) == 0) {
  }
  ends = 1;
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  printf("%ld\n", cut_short);
  return sum == 0;
}
