#include "uprobe/uprobe_close.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

enum { AT_ONCE = 64, STACK = 1 << 16 };

struct work {
  const int *descriptors;
  uint32_t count;
  atomic_uint next;
};

static void *close_some(void *given) {
  struct work *work = given;
  for (uint32_t k; (k = atomic_fetch_add(&work->next, 1)) < work->count;) {
    if (work->descriptors[k] >= 0) {
      close(work->descriptors[k]);
    }
  }
  return NULL;
}

/* Starts threads, all of which block the signals of this process; returns how many. */
static uint32_t start(struct work *work, uint32_t wanted, pthread_t threads[AT_ONCE]) {
  pthread_attr_t attributes;
  sigset_t all, before;
  uint32_t started = 0;
  sigfillset(&all);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (started < wanted && !pthread_create(&threads[started], &attributes, close_some, work)) {
    started++;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return started;
}

void uprobe_close_links(const int *descriptors, uint32_t count) {
  struct work work = {.descriptors = descriptors, .count = count};
  pthread_t threads[AT_ONCE];
  uint32_t others = count ? count - 1 : 0;
  uint32_t started = start(&work, others < AT_ONCE ? others : AT_ONCE, threads);
  close_some(&work);
  for (uint32_t k = 0; k < started; k++) {
    pthread_join(threads[k], NULL);
  }
}
