#define _GNU_SOURCE 1

#include "uprobe/uprobe_cost.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "uprobe/uprobe_bpf.h"

#define CALLS 400
#define BATCHES 5

/* The two kinds of first instructions. */
__asm__(".text\n"
        ".balign 16\n"
        ".type uprobe_tried_push, @function\n"
        "uprobe_tried_push:\n"
        ".cfi_startproc\n push %rbp\n .cfi_adjust_cfa_offset 8\n pop %rbp\n .cfi_adjust_cfa_offset -8\n ret\n"
        ".cfi_endproc\n"
        ".size uprobe_tried_push, .-uprobe_tried_push\n"
        ".balign 16\n"
        ".type uprobe_tried_move, @function\n"
        "uprobe_tried_move:\n"
        ".cfi_startproc\n mov %rsp, %rax\n nop\n ret\n .cfi_endproc\n"
        ".size uprobe_tried_move, .-uprobe_tried_move\n");

extern void uprobe_tried_push(void) __attribute__((visibility("hidden")));
extern void uprobe_tried_move(void) __attribute__((visibility("hidden")));

void uprobe_tried(void) { uprobe_tried_push(); }

uint64_t uprobe_own_offset(const void *function) {
  uint64_t begin, end, offset, found = 0;
  char line[512];
  FILE *maps = fopen("/proc/self/maps", "re");

  while (maps != NULL && found == 0 && fgets(line, sizeof line, maps) != NULL) {
    int fields = sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64, &begin, &end, &offset);
    if (fields == 3 && (uintptr_t)function >= begin && (uintptr_t)function < end) {
      found = (uintptr_t)function - begin + offset;
    }
  }
  if (maps != NULL) {
    fclose(maps);
  }
  return found;
}

static int64_t cpu_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

/* Returns the time of a call in the fastest of a few batches: other processes disturb the slower ones. */
static double call_ns(void (*function)(void)) {
  double least = 1e9;

  for (int batch = 0; batch < BATCHES; batch++) {
    int64_t begin = cpu_ns();
    for (int i = 0; i < CALLS / BATCHES; i++) {
      function();
    }
    double each = (double)(cpu_ns() - begin) / (CALLS / BATCHES);
    least = each < least ? each : least;
  }
  return least;
}

static double measure(void (*function)(void), int is_timed) {
  uint64_t region = 0, offset = uprobe_own_offset((const void *)(uintptr_t)function);
  struct uprobe_place place = {"/proc/self/exe", &offset, &region, 1, getpid()};
  int map = uprobe_make_map(1);
  int program = -1, link = -1;
  double cost = 0;

  if (map >= 0 && offset != 0) {
    program = is_timed ? uprobe_load_timer(map, uprobe_functions_read(), 1000000000) : uprobe_load_counter(map);
  }
  if (program >= 0) {
    double before = call_ns(function);
    link = uprobe_link(program, is_timed, &place);
    cost = link < 0 ? 0 : call_ns(function) - before;
  }
  int all[] = {link, program, map};
  for (int i = 0; i < 3; i++) {
    if (all[i] >= 0) {
      close(all[i]);
    }
  }
  return cost;
}

/* Whether the kernel executes the first instruction itself: push, nop, and relative branches, with which a
   function may also begin. */
static int is_emulated(const uint8_t *bytes, size_t available) {
  if (available < 2) {
    return 0;
  }
  int extended = (bytes[0] & 0xf0) == 0x40 && (bytes[1] & 0xf8) == 0x50;
  int pushes = (bytes[0] & 0xf8) == 0x50;
  int nops = bytes[0] == 0x90 || (bytes[0] == 0x0f && bytes[1] == 0x1f);
  int branches = bytes[0] == 0xe8 || bytes[0] == 0xe9 || bytes[0] == 0xeb || (bytes[0] & 0xf0) == 0x70;
  return extended || pushes || nops || branches;
}

double uprobe_cost_ns(const uint8_t *bytes, size_t available, int is_timed) {
  static double costs[2][2];
  int emulated = is_emulated(bytes, available);
  double *cost = &costs[emulated][is_timed != 0];

  if (*cost == 0) {
    *cost = measure(emulated ? uprobe_tried_push : uprobe_tried_move, is_timed);
  }
  return *cost;
}
