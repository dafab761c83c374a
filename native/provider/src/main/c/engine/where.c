/* Where the threads of a process are: a running thread is stopped for some microseconds; a waiting thread is
   not touched, because the kernel shows where it waits. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/open_targets.h"

enum { STOP_MS = 100, STACK_BYTES = 4096, LONGEST_CALL = 7 };

/* Whether bytes before a return address are a call, relative or indirect. */
static int is_call(const uint8_t before[LONGEST_CALL]) {
  const uint8_t *end = before + LONGEST_CALL;
  if (end[-5] == 0xe8) {
    return 1;
  }
  for (int length = 2; length <= LONGEST_CALL; length++) {
    if (end[-length] == 0xff && (end[1 - length] >> 3 & 7) == 2) {
      return 1;
    }
  }
  return 0;
}

static int is_return_address(const struct target *target, const struct mappings *mappings, uint64_t address) {
  const struct mapping *mapping = process_mapping_at(mappings, address);
  uint8_t before[LONGEST_CALL];
  return mapping && mapping->access & MAPPING_EXECUTE && address - mapping->low >= sizeof before &&
         !tracee_read(&target->tracee, address - sizeof before, before, sizeof before) && is_call(before);
}

/* Collects the words on the stack that may be return addresses, the innermost first. */
static void scan(const struct target *target, const struct mappings *mappings, uint64_t stack,
                 struct fg_position *position) {
  uint64_t words[STACK_BYTES / sizeof(uint64_t)];
  size_t got = tracee_read_some(&target->tracee, stack & ~7ull, words, sizeof words) / sizeof *words;
  for (size_t i = 0; i < got && position->depth < FG_DEPTH; i++) {
    if (is_return_address(target, mappings, words[i])) {
      position->address[position->depth++] = words[i];
    }
  }
}

/* Finds the position of a waiting thread; -1 if it runs or is gone. */
static int find_waiting(int32_t pid, int32_t thread, uint64_t *stack, uint64_t *code) {
  char path[64], text[256];
  snprintf(path, sizeof path, "/proc/%d/task/%d/syscall", pid, thread);
  FILE *file = fopen(path, "re");
  if (!file) {
    return -1;
  }
  int is_read = fgets(text, sizeof text, file) != NULL;
  fclose(file);
  char *last = is_read ? strrchr(text, ' ') : NULL;
  if (!last) {
    return -1;
  }
  *code = strtoull(last, NULL, 16);
  *last = 0;
  char *before = strrchr(text, ' ');
  *stack = before ? strtoull(before, NULL, 16) : 0;
  return before && *code ? 0 : -1;
}

static int32_t find_running(struct target *target, const struct mappings *mappings,
                            struct fg_position *position, struct fg_error *error) {
  struct user_regs_struct registers;
  int32_t code = tracee_stop_one(&target->tracee, position->thread, STOP_MS, error);
  if (code) {
    return code;
  }
  int64_t since = tracee_now_ns();
  if (!tracee_registers(position->thread, &registers)) {
    position->runs = 1;
    registers = inject_own_registers(target, &registers);
    position->address[position->depth++] = registers.rip;
    scan(target, mappings, registers.rsp, position);
  }
  tracee_let_go(&target->tracee);
  position->stopped_us = (int32_t)((tracee_now_ns() - since + 999) / 1000);
  return FG_OK;
}

static int32_t find(struct target *target, const struct mappings *mappings, struct fg_position *position,
                    struct fg_error *error) {
  uint64_t stack, code;
  char state = process_thread_state(target->pid, position->thread);
  if (state == 'R') {
    return find_running(target, mappings, position, error);
  }
  if ((state == 'S' || state == 'D') && !find_waiting(target->pid, position->thread, &stack, &code)) {
    struct user_regs_struct own = {.rip = code, .rsp = stack};
    own = inject_own_registers(target, &own);
    position->address[position->depth++] = own.rip;
    scan(target, mappings, own.rsp, position);
  }
  return FG_OK;
}

int32_t engine_where(struct target *target, struct fg_position *positions, int32_t capacity, int32_t *count,
                     struct fg_error *error) {
  struct mappings mappings;
  *count = 0;
  int32_t code = target_check_running(target, error);
  code = code ? code : process_mappings(target->pid, &mappings, error);
  if (code) {
    return code;
  }
  int32_t all;
  int32_t *threads = process_list_threads(target->pid, &all);
  for (int32_t i = 0; i < all && *count < capacity && !code; i++) {
    struct fg_position position = {.thread = threads[i]};
    code = find(target, &mappings, &position, error);
    if (code == FG_E_NO_PROCESS || code == FG_E_NOT_STOPPABLE) {
      code = FG_OK; /* only this thread has ended, or does not stop */
    }
    if (position.depth) {
      positions[(*count)++] = position;
    }
  }
  free(threads);
  process_mappings_free(&mappings);
  return code;
}
