/* Calls the functions of tiny_x64.S. */
#define COUNTED(X)                                                                                 \
  X(one_byte) X(three_bytes) X(four_bytes) X(five_bytes) X(padded) X(loops_to_start)               \
  X(far_loop_to_start) X(loops_inside) X(jumped_into) X(jumps_into) X(counts_register)             \
  X(branches_first) X(jumps_first) X(jumps_first_short) X(relative) X(relative_immediate)          \
  X(where_called) X(calls_first) X(pushes_and_calls) X(calls_in_the_middle) X(calls_indirectly)    \
  X(calls_register) X(call_to_next) X(marked) X(marked_short) X(switches) X(pops_arguments)        \
  X(takes_stack) X(gives_stack) X(locked) X(empty) X(constant)
#include "target.h"

long one_byte(long, long), three_bytes(long, long), five_bytes(long, long);
long four_bytes(long, long), padded(long, long), loops_to_start(long, long), far_loop_to_start(long, long),
    loops_inside(long, long), jumped_into(long, long), jumps_into(long, long), counts_register(long, long),
    branches_first(long, long), jumps_first(long, long), jumps_first_short(long, long), relative(long, long),
    relative_immediate(long, long), calls_first(long, long), pushes_and_calls(long, long),
    calls_in_the_middle(long, long), calls_indirectly(long, long), calls_register(long, long),
    call_to_next(long, long), marked(long, long), marked_short(long, long), switches(long, long),
    pops_arguments(long, long), gives_stack(long, long), locked(long, long);

KEEP void empty(void) { BARRIER(); }

KEEP int constant(void) {
  BARRIER();
  return 1;
}

#define EXPECT(name, x, result)               \
  do {                                        \
    CHECK(name(x, (long)(intptr_t)four_bytes) == (result)); \
    ENDED(name);                              \
  } while (0)

static void plain_ones(long x) {
  one_byte(x, 0);
  ENDED(one_byte);
  EXPECT(three_bytes, x, 0);
  EXPECT(four_bytes, x, x);
  EXPECT(five_bytes, x, x + 1);
  EXPECT(padded, x, x);
  EXPECT(jumps_first, x, x);
  ENDED(four_bytes);
  EXPECT(jumps_first_short, x, x + 3);
  EXPECT(relative, x, x + 5);
  EXPECT(relative_immediate, x, 1);
  EXPECT(marked, x, x + 4);
  EXPECT(marked_short, x, x);
  EXPECT(locked, x, x);
  empty();
  ENDED(empty);
  CHECK(constant() == 1);
  ENDED(constant);
}

static void branching_ones(long x) {
  EXPECT(loops_to_start, x, 0);
  EXPECT(far_loop_to_start, x, 0);
  EXPECT(loops_inside, x, x);
  EXPECT(jumped_into, x, x + 1);
  EXPECT(jumps_into, x, x + 2);
  EXPECT(counts_register, x, 1);
  EXPECT(counts_register, 0, 0);
  EXPECT(branches_first, x, 2);
  EXPECT(branches_first, 0, 0);
  EXPECT(switches, 0, 0);
  EXPECT(switches, 1, 1);
  EXPECT(pops_arguments, x, x);
}

static void calling_ones(long x) {
  EXPECT(calls_first, x, x);
  EXPECT(pushes_and_calls, x, x);
  EXPECT(calls_in_the_middle, x, (long)(intptr_t)four_bytes);
  EXPECT(calls_indirectly, x, x);
  ENDED_TIMES(where_called, 3);
  EXPECT(calls_register, x, x);
  ENDED(four_bytes);
  EXPECT(call_to_next, x, x);
  EXPECT(gives_stack, x, x);
  ENDED(takes_stack);
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = 0;
  for (long i = 0; i < rounds; i++) {
    long x = (i + seed) % 100 + 1;
    plain_ones(x);
    branching_ones(x);
    calling_ones(x);
    sum += (uint64_t)x;
  }
  return sum;
}

NOTHING_SPECIAL
