#include "sensor/open_calls.h"

#include <string.h>

/* Whether an address is in trampolines or in the first bytes of the agent's memory. */
static int is_agents(const struct target *target, uint64_t address, uint64_t bytes) {
  if (address - target->agent < bytes) {
    return 1;
  }
  for (uint32_t i = 0; i < target->area_count; i++) {
    if (address - target->area[i].base < target->area[i].size) {
      return 1;
    }
  }
  return 0;
}

/* Whether a signal handler may return to the agent: a signal's frame contains the address it returns to.
   Other data on the stack may look like such a frame. */
static int is_interrupted(struct target *target, uint64_t stack) {
  enum { PAGE = 4096, PAGES = 8 };
  uint64_t words[PAGES * PAGE / 8], at = stack & ~7ull;
  size_t size = tracee_read_some(&target->tracee, at, words, sizeof words - at % PAGE);
  for (size_t i = 0; i < size / 8; i++) {
    if (is_agents(target, words[i], AGENT_TEXT_SIZE)) {
      return 1;
    }
  }
  return 0;
}

/* Finds the context of a thread as the agent does; 0 if it has none. Data from the process is checked. */
static uint64_t context_of(struct target *target, uint64_t key) {
  uint64_t first = key * KEY_FACTOR >> KEY_SHIFT, slots = target->agent + AGENT_SLOTS_AT;
  for (uint32_t probe = 0; probe < AGENT_KEYS; probe++) {
    struct agent_key entry;
    uint64_t at = target->agent + AGENT_WIPE + offsetof(struct agent_wipe, key) +
                  (first + probe) % AGENT_KEYS * sizeof entry;
    if (tracee_read(&target->tracee, at, &entry, sizeof entry) || !entry.context) {
      return 0;
    }
    uint64_t distance = entry.context - slots;
    if (entry.thread == key && distance < AGENT_PART && distance % AGENT_CONTEXT_SIZE == 0) {
      return entry.context;
    }
  }
  return 0;
}

/* Whether a call is open. A thread's stack pointer shows which calls were left, unless the thread may be on
   another stack. */
static int is_open(struct target *target, const struct agent_slot *slot, uint64_t address, uint64_t stack,
                   int has_handlers) {
  uint64_t word, return_point = address - AGENT_THUNK_TO_SLOT + AGENT_RETURN_POINT;
  return slot->place && (has_handlers || slot->place + 8 >= stack) &&
         !tracee_read(&target->tracee, slot->place, &word, sizeof word) && word == return_point;
}

static int has_open_call(struct target *target, uint64_t context, uint64_t stack, int has_handlers) {
  struct agent_slot slots[AGENT_SLOTS];
  if (tracee_read(&target->tracee, context, slots, sizeof slots)) {
    return 1;
  }
  uint64_t top;
  memcpy(&top, slots, sizeof top);
  for (uint32_t i = AGENT_SENTINEL + 1; i < AGENT_SLOTS && context + i * SLOT_SIZE < top; i++) {
    if (is_open(target, &slots[i], context + i * SLOT_SIZE, stack, has_handlers)) {
      return 1;
    }
  }
  return 0;
}

int open_calls_are_there(struct target *target, int has_handlers) {
  for (int32_t i = 0; i < target->tracee.count; i++) {
    struct user_regs_struct registers;
    if (tracee_registers(target->tracee.threads[i], &registers)) {
      continue;
    }
    registers = inject_own_registers(target, &registers);
    uint64_t context = context_of(target, registers.fs_base);
    if (is_agents(target, registers.rip, AGENT_SLOTS_AT) || (has_handlers && is_interrupted(target, registers.rsp)) ||
        (context && has_open_call(target, context, registers.rsp, has_handlers))) {
      return 1;
    }
  }
  return 0;
}
