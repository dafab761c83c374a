/* An unwinder must find the same frames of functions with sensors as without. In a storm, the handler unwinds
   from wherever it interrupted its thread. */
#define COUNTED(X) X(first) X(calls_again) X(goes_on) X(looks) X(hurries)
#define IN_STORM look_from_handler
static void look_from_handler(void);
#include "target.h"

#include <unwind.h>

enum { FRAMES = 64, LEAVES = 20 };

/* Return addresses, each with the stack pointer at its call. */
struct frames {
  int count;
  uintptr_t address[FRAMES], stack[FRAMES];
};

/* The thread's frames below work(), from the outermost on, once they are known. */
static __thread struct frames below;
static __thread volatile int is_known;

static _Unwind_Reason_Code note(struct _Unwind_Context *context, void *argument) {
  struct frames *frames = argument;
  if (frames->count == FRAMES) {
    return _URC_END_OF_STACK;
  }
  frames->address[frames->count] = _Unwind_GetIP(context);
  frames->stack[frames->count++] = _Unwind_GetCFA(context);
  return _URC_NO_REASON;
}

/* Whether the outermost frames are those below work(). */
static int ends_as_known(const struct frames *frames) {
  int more = frames->count - below.count;
  return more > 0 &&
         memcmp(frames->address + more, below.address, (size_t)below.count * sizeof(uintptr_t)) == 0 &&
         memcmp(frames->stack + more, below.stack, (size_t)below.count * sizeof(uintptr_t)) == 0;
}

static void look_from_handler(void) {
  struct frames frames = {0};
  if (is_known) {
    _Unwind_Backtrace(note, &frames);
    CHECK(ends_as_known(&frames));
  }
}

/* Returns a number that depends only on the frames, not on where the stack is. */
KEEP uint64_t looks(uint64_t x) {
  struct frames frames = {0};
  _Unwind_Backtrace(note, &frames);
  CHECK(ends_as_known(&frames));
  for (int i = 0; i < frames.count - below.count; i++) {
    x = x * 31 + frames.address[i] - (uintptr_t)looks + frames.stack[0] - frames.stack[i];
  }
  ENDED(looks);
  return x;
}

/* A tail call. */
KEEP uint64_t goes_on(uint64_t x) {
  BARRIER();
  ENDED(goes_on);
  return looks(x + 1);
}

KEEP uint64_t calls_again(uint64_t x, int depth) {
  uint64_t result = depth == 0 ? goes_on(x) : calls_again(x, depth - 1) + 1;
  BARRIER();
  ENDED(calls_again);
  return result;
}

KEEP uint64_t first(uint64_t x) {
  uint64_t result = calls_again(x, 5);
  BARRIER();
  ENDED(first);
  return result;
}

/* Gives signals time to arrive in sensors. */
KEEP uint64_t hurries(uint64_t x) {
  BARRIER();
  ENDED(hurries);
  return x ^ 1;
}

static KEEP uint64_t rounds_of(long rounds, long seed) {
  uint64_t sum = (uint64_t)seed;
  for (long i = 0; i < rounds; i++) {
    sum += first((uint64_t)i);
    for (int k = 0; k < LEAVES; k++) {
      sum = hurries(sum);
    }
  }
  return sum;
}

static uint64_t work(long rounds, long seed) {
  struct frames frames = {0};
  _Unwind_Backtrace(note, &frames);
  below.count = frames.count - 1; /* without this function, which will be at another address then */
  memcpy(below.address, frames.address + 1, sizeof frames.address - sizeof(uintptr_t));
  memcpy(below.stack, frames.stack + 1, sizeof frames.stack - sizeof(uintptr_t));
  is_known = 1;
  uint64_t sum = rounds_of(rounds, seed);
  is_known = 0;
  return sum;
}

NOTHING_SPECIAL
