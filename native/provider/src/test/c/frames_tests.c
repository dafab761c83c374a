/*
 * Determines a thread's callers at every single instruction of a child: they must be those that its
 * calls and returns make. A point is safe only if none of them is the C library's. Then the same with
 * damaged unwind information.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <elf.h>

#include "check.h"
#include "inject/frames.h"
#include "inject/safe_point.h"

enum { STEPS = 10000, MOST_CALLS = 100, LONGEST_CALL = 8, DAMAGES = 3000, MOST_LOST_PERCENT = 5 };

/* Children end by signals, and leaks cannot be searched for in traced processes. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "detect_leaks=0";
}

/* ------------------------------------------------------------------ the child */

__attribute__((noinline, noclone)) static int order(const void *left, const void *right) {
  return *(const int *)left - *(const int *)right;
}

__attribute__((noinline, noclone)) static int descend(int depth, int a, int b, int c, int d, int e, int f, int on_stack) {
  char room[depth + 1];
  memset(room, depth, sizeof room);
  __asm__ volatile("" ::"r"(room) : "memory");
  return depth == 0 ? a + on_stack : descend(depth - 1, b, c, d, e, f, on_stack, a) + room[depth];
}

__attribute__((noinline, noclone)) static void work(void) {
  for (;;) {
    int numbers[] = {5, 3, 9, 1};
    char text[40];
    qsort(numbers, 4, sizeof *numbers, order);
    snprintf(text, sizeof text, "%d %.3f", descend(4, 1, 2, 3, 4, 5, 6, 7), 0.5 * numbers[0]);
    free(malloc((size_t)numbers[1] * 100));
  }
}

/* ------------------------------------------------------------------ what calls and returns say */

struct call {
  uint64_t at, returns_to; /* the place of its return address on the stack */
};

struct calls {
  struct call of[MOST_CALLS];
  int count;
};

static uint64_t word_at(const struct target *target, uint64_t address) {
  uint64_t word = 0;
  tracee_read(&target->tracee, address, &word, sizeof word);
  return word;
}

/* Records calls and returns; a call pushes the address after itself. */
static void note(struct calls *calls, const struct target *target, const struct user_regs_struct *before,
                 const struct user_regs_struct *after) {
  while (calls->count > 0 && calls->of[calls->count - 1].at < after->rsp) {
    calls->count--;
  }
  uint64_t pushed = after->rsp == before->rsp - 8 ? word_at(target, after->rsp) : 0;
  if (pushed > before->rip && pushed - before->rip < LONGEST_CALL && after->rip != pushed && calls->count < MOST_CALLS) {
    calls->of[calls->count++] = (struct call){after->rsp, pushed};
  }
}

/* ------------------------------------------------------------------ the same by frames */

struct tally {
  int lost, wrong, early, unsafe, safe;
};

static int is_library_at(struct target *target, uint64_t address) {
  const struct module *module = modules_at(target, address);
  return !module || module_is_c_library(module) || module->public.flags & FG_MODULE_VDSO;
}

static void compare(struct target *target, const struct calls *calls, const struct user_regs_struct *registers,
                    struct tally *tally) {
  struct frame frame;
  frame_first(registers, &frame);
  for (int i = calls->count - 1; i >= 0; i--) {
    uint64_t address = frame.registers[FRAME_RETURN] - (frame.is_first ? 0 : 1);
    const struct module *module = modules_at(target, address);
    enum frame_above above = module ? frame_up(target, module, &frame) : FRAME_LOST;
    if (above != FRAME_FOUND) {
      tally->lost += above == FRAME_LOST;
      tally->early += above == FRAME_OUTERMOST;
      return;
    }
    tally->wrong += frame.registers[FRAME_RETURN] != calls->of[i].returns_to ||
                    frame.registers[FRAME_STACK] != calls->of[i].at + 8;
  }
}

static void compare_safety(struct target *target, const struct calls *calls,
                           const struct user_regs_struct *registers, struct tally *tally) {
  int is_in_library = is_library_at(target, registers->rip);
  for (int i = 0; i < calls->count; i++) {
    is_in_library |= is_library_at(target, calls->of[i].returns_to - 1);
  }
  int is_safe = is_safe_point(target, registers);
  tally->unsafe += is_safe && is_in_library;
  tally->safe += is_safe;
}

static void step_through(struct target *target) {
  struct calls calls = {.count = 0};
  struct tally tally = {0};
  struct user_regs_struct before, after;
  ptrace(PTRACE_GETREGS, target->pid, 0, &before);
  for (int i = 0; i < STEPS; i++) {
    int status = 0;
    ptrace(PTRACE_SINGLESTEP, target->pid, 0, 0);
    waitpid(target->pid, &status, 0);
    if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP) {
      printf("FAILED: stopped with status %x after %d steps\n", status, i);
      failures++;
      return;
    }
    ptrace(PTRACE_GETREGS, target->pid, 0, &after);
    note(&calls, target, &before, &after);
    compare(target, &calls, &after, &tally);
    compare_safety(target, &calls, &after, &tally);
    before = after;
  }
  printf("%d steps: %d lost, %d wrong, %d ended early, %d safe\n", STEPS, tally.lost, tally.wrong, tally.early,
         tally.safe);
  check(tally.wrong == 0, "callers are those that were called from");
  check(tally.early == 0, "no frame is taken for the outermost that is not");
  check(tally.unsafe == 0, "no point is safe in the C library");
  check(tally.safe > 0, "some points are safe");
  check(tally.lost * 100 < STEPS * MOST_LOST_PERCENT, "few callers are lost");
}

/* ------------------------------------------------------------------ damage */

/* Finds the part of the program's memory that holds its unwind information: the headers and the entries. */
static void unwind_information(const struct target *target, const struct module *module, uint64_t *begin,
                               uint64_t *end) {
  Elf64_Ehdr header;
  Elf64_Phdr segment;
  tracee_read(&target->tracee, module->public.base, &header, sizeof header);
  for (int i = 0; i < header.e_phnum; i++) {
    tracee_read(&target->tracee, module->public.base + header.e_phoff + (size_t)i * sizeof segment, &segment,
                sizeof segment);
    if (segment.p_type == PT_GNU_EH_FRAME) {
      *begin = segment.p_vaddr + module->public.bias;
      *end = *begin + segment.p_memsz * 5; /* the entries are after it, and a few times as long */
    }
  }
}

static void damage(struct target *target) {
  struct user_regs_struct registers;
  ptrace(PTRACE_GETREGS, target->pid, 0, &registers);
  const struct module *program = modules_at(target, (uint64_t)(uintptr_t)work);
  uint64_t begin = 0, end = 0;
  if (program) {
    unwind_information(target, program, &begin, &end);
  }
  check(begin != 0, "the program has unwind information");
  srandom(7);
  for (int i = 0; i < DAMAGES && begin; i++) {
    uint64_t at = begin + (uint64_t)random() % (end - begin);
    uint8_t byte = 0, other = (uint8_t)random();
    if (tracee_read(&target->tracee, at, &byte, 1) || tracee_write(&target->tracee, at, &other, 1)) {
      continue;
    }
    registers.rip = (uint64_t)(uintptr_t)(i % 2 ? (void *)work : (void *)descend) + (uint64_t)random() % 64;
    struct frame frame;
    frame_first(&registers, &frame);
    for (int up = 0; up < MOST_CALLS; up++) {
      const struct module *module = modules_at(target, frame.registers[FRAME_RETURN] - 1);
      if (!module || frame_up(target, module, &frame) != FRAME_FOUND) {
        break;
      }
    }
    is_safe_point(target, &registers);
    tracee_write(&target->tracee, at, &byte, 1);
  }
}

int main(void) {
  struct target target = {.tracee = {.memory = -1}};
  struct fg_error error;
  char path[40];
  pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    work();
  }
  int status = 0;
  waitpid(child, &status, 0);
  snprintf(path, sizeof path, "/proc/%d/mem", child);
  target.pid = target.tracee.pid = child;
  target.tracee.memory = open(path, O_RDWR | O_CLOEXEC);
  if (!WIFSTOPPED(status) || target.tracee.memory < 0 || modules_refresh(&target, &error)) {
    printf("a child may not be traced\n");
    return 0;
  }
  step_through(&target);
  damage(&target);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  modules_free(&target);
  close(target.tracee.memory);
  return outcome();
}
