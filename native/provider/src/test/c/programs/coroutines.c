/* Coroutines that switch stacks by swapcontext, with frames of probed functions on each. */
#define COUNTED(X) X(yields) X(body) X(leaf)
#include "target.h"

#include <ucontext.h>

#define COROUTINES 4
#define STACK 65536

struct scheduler {
  ucontext_t main, each[COROUTINES];
  char *stacks;
  int current;
  uint64_t sum;
};

static __thread struct scheduler *mine;

static KEEP void yields(void) {
  int from = mine->current;
  swapcontext(&mine->each[from], &mine->main);
  BARRIER();
}

static KEEP uint64_t leaf(uint64_t x) {
  BARRIER();
  return x * 3 + 1;
}

static KEEP void body(int number) {
  for (int i = 0; i < 5; i++) {
    mine->sum = leaf(mine->sum) + (uint64_t)number;
    yields();
  }
}

static void enters(int number) {
  body(number);
}

static uint64_t work(long rounds, long seed) {
  struct scheduler all = {.sum = (uint64_t)seed, .stacks = malloc(COROUTINES * STACK)};
  mine = &all;
  for (long i = 0; i < rounds; i++) {
    for (int k = 0; k < COROUTINES; k++) {
      getcontext(&all.each[k]);
      all.each[k].uc_stack.ss_sp = all.stacks + k * STACK;
      all.each[k].uc_stack.ss_size = STACK;
      all.each[k].uc_link = &all.main;
      makecontext(&all.each[k], (void (*)(void))enters, 1, k);
    }
    for (int turn = 0; turn < 6 * COROUTINES; turn++) {
      all.current = (turn * 3 + turn / COROUTINES) % COROUTINES;
      swapcontext(&all.main, &all.each[all.current]);
    }
    ENDED_TIMES(leaf, 5 * COROUTINES), ENDED_TIMES(yields, 5 * COROUTINES), ENDED_TIMES(body, COROUTINES);
  }
  free(all.stacks);
  return all.sum;
}

NOTHING_SPECIAL
