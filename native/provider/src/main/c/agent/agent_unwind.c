/*
 * Hides sensors from libgcc's unwinder. For each frame, the unwinder first calls _Unwind_Find_FDE
 * with the address at which the frame continues; the engine redirects these calls here. A frame that
 * continues in a thunk appears to continue in the function's caller, with the frame the function was
 * called with, and a frame interrupted in moved instructions appears to be in the function itself.
 * The agent's own code has unwind information. So exceptions, backtraces and ending threads find the
 * same frames as without sensors. Nothing is registered and nothing locked.
 */
#include "agent/agent_inside.h"

#define ALWAYS_INLINE __attribute__((always_inline))

/* Data that an unwinder gets about a function in addition to its unwind information: struct
   dwarf_eh_bases. */
struct agent_bases {
  uint64_t text, data, function;
};

typedef const void *agent_finder(uint64_t pc, struct agent_bases *bases);

HIDDEN const void *agent_find_fde(uint64_t pc, struct agent_bases *bases, agent_finder *original);

/* ------------------------------------------------------------------ the agent's own code */

static uint32_t word_at(const uint8_t *at) {
  return *(const uint32_t *)at;
}

/* Returns the entry of an address of the agent in its .eh_frame, where an address has 4 bytes and is relative
   to its own place. */
static const void *own_fde(uint64_t pc, struct agent_bases *bases) {
  enum { PARENT = 4, BEGIN = 8, SIZE = 12 };
  for (const uint8_t *at = agent_unwind; word_at(at); at += 4 + word_at(at)) {
    uint64_t begin = (uint64_t)(at + BEGIN) + (uint64_t)(int64_t)(int32_t)word_at(at + BEGIN);
    if (word_at(at + PARENT) && pc - begin < word_at(at + SIZE)) {
      *bases = (struct agent_bases){0, 0, begin};
      return at;
    }
  }
  return 0;
}

/* ------------------------------------------------------------------ other places */

/* Makes the unwinder's frame continue at another address. That address is two words before the bases in
   struct _Unwind_Context; it is after the call that pc is in, or is pc itself where a signal arrived. A
   caller that asks for something other than a frame has no such word above the frame of agent_find_fde, into
   which this is inlined. */
static inline ALWAYS_INLINE void move_frame(struct agent_bases *bases, uint64_t pc, uint64_t to) {
  uint64_t *goes_on = (uint64_t *)bases - 2;
  if ((uint64_t)goes_on > (uint64_t)__builtin_frame_address(0) && *goes_on - pc <= 1)
    *goes_on += to - pc;
}

static int is_thunk(uint64_t pc) {
  return pc - (uint64_t)agent_thunks < AGENT_PART;
}

/* Returns the call that the caller of an open call is in. After tail calls between functions with sensors,
   one thunk returns to the next. */
static uint64_t call_above(uint64_t pc) {
  for (int i = 0; i < AGENT_SLOTS && is_thunk(pc); i++)
    pc = ((const struct agent_slot *)((pc & -(uint64_t)SLOT_SIZE) + AGENT_THUNK_TO_SLOT))->return_to - 1;
  return pc;
}

/* Returns the trampoline that an address is in, 0 if it is in none. */
static uint64_t trampoline_at(uint64_t pc) {
  for (uint32_t i = 0; i < agent_state.areas && i < AGENT_AREAS; i++)
    if (pc - agent_state.area[i].base < agent_state.area[i].used)
      return pc & -(uint64_t)AGENT_TRAMPOLINE;
  return 0;
}

static inline ALWAYS_INLINE const void *fde_in_trampoline(uint64_t trampoline, uint64_t pc,
                                                          struct agent_bases *bases,
                                                          agent_finder *original) {
  const struct agent_origin *origin = (const struct agent_origin *)(trampoline + AGENT_ORIGIN);
  uint64_t moved = pc - trampoline - AGENT_MOVED;
  if (pc < trampoline + AGENT_MOVED) {
    const void *fde = own_fde((uint64_t)agent_head + origin->head + (pc - trampoline), bases);
    bases->function = trampoline;
    return fde;
  }
  for (uint32_t i = 0; i < origin->instructions && i < AGENT_INSTRUCTIONS; i++) {
    if (origin->moved[i] != moved) continue;
    move_frame(bases, pc, origin->address + origin->original[i]);
    return original(origin->address + origin->original[i], bases);
  }
  return 0; /* within the instructions that replace a call */
}

const void *agent_find_fde(uint64_t pc, struct agent_bases *bases, agent_finder *original) {
  if (pc - (uint64_t)agent_head < AGENT_TEXT_SIZE) return own_fde(pc, bases);
  uint64_t call = call_above(pc);
  if (call != pc) move_frame(bases, pc, call);
  const void *fde = original(call, bases);
  uint64_t trampoline = fde ? 0 : trampoline_at(call);
  return trampoline ? fde_in_trampoline(trampoline, call, bases, original) : fde;
}
