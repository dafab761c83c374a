/* Every register must come out of a probed call as the function alone would leave it. */
#define COUNTED(X) X(touches_nothing) X(answers_in_flags)
#include "target.h"

struct registers {
  uint64_t general[15], flags;
  uint32_t mxcsr;
  uint16_t x87, pad;
  uint64_t unused[7];
  uint64_t masks[8];
  uint64_t vectors[32][8];
};

_Static_assert(sizeof(struct registers) == 2304, "as in registers_x64.S");

#define CARRY 1u
#define ARITHMETIC 0x8d5u /* carry, parity, adjust, zero, sign, overflow */
#define ALWAYS_SET 0x202u /* reserved, interrupts */
#define MASK_BITS 0xffffu

void touches_nothing(void);
void answers_in_flags(void);
void call_with(const struct registers *in, struct registers *out, void (*callee)(void), int wide);

static int wide, flags_matter;

static uint64_t next(uint64_t *state) {
  *state = *state * 6364136223846793005ull + 1442695040888963407ull;
  return *state ^ *state >> 29;
}

static void fill(struct registers *all, uint64_t *state) {
  memset(all, 0, sizeof *all);
  for (int i = 0; i < 15; i++) {
    all->general[i] = next(state);
  }
  all->flags = (next(state) & ARITHMETIC) | ALWAYS_SET;
  all->mxcsr = 0x1f80u | (uint32_t)(next(state) & 3) << 13; /* all masked, any rounding */
  all->x87 = (uint16_t)(0x037fu | (next(state) & 3) << 10);
  for (int i = 0; i < 8 && wide; i++) {
    all->masks[i] = next(state) & MASK_BITS;
  }
  for (int i = 0; i < (wide ? 32 : 16); i++) {
    for (int k = 0; k < (wide ? 8 : 2); k++) {
      all->vectors[i][k] = next(state);
    }
  }
}

/* Whether all registers were preserved; prints once which were not. */
static int same(const struct registers *in, const struct registers *out) {
  const uint64_t *before = (const uint64_t *)in, *after = (const uint64_t *)out;
  for (size_t i = 0; i < sizeof *in / sizeof *before; i++) {
    if (before[i] != after[i]) {
      if (thread_errors == 0) {
        fprintf(stderr, "at byte %zu: %016llx became %016llx\n", i * sizeof *before,
                (unsigned long long)before[i], (unsigned long long)after[i]);
      }
      return 0;
    }
  }
  return 1;
}

static uint64_t work(long rounds, long seed) {
  uint64_t state = (uint64_t)seed;
  struct registers in, out;
  for (long i = 0; i < rounds; i++) {
    fill(&in, &state);
    memset(&out, 0, sizeof out);
    call_with(&in, &out, touches_nothing, wide);
    ENDED(touches_nothing);
    if (!flags_matter) {
      out.flags = in.flags;
    }
    CHECK(same(&in, &out));
    fill(&in, &state);
    call_with(&in, &out, answers_in_flags, wide);
    ENDED(answers_in_flags);
    CHECK(out.flags & CARRY);
  }
  return state;
}

static void prepare(void) {
  wide = __builtin_cpu_supports("avx512f");
  flags_matter = getenv("IGNORE_FLAGS") == NULL;
}

static int special(const char *command) {
  (void)command;
  return 0;
}

static void finish(void) {}
