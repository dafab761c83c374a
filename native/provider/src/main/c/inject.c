/*
 * Bringing the agent into a process. One thread is stopped, given an agent_order on its own stack
 * and sent to code that carries it out: in the agent if it is there already, else in bytes that are
 * part of no function (the end of the vDSO's or another module's last page of code). That code
 * restores the thread's registers and signal mask by itself, so from the moment the thread is sent
 * on it needs nobody: if this process dies, it gives up after two seconds and goes on with what it
 * did. The code stays there: a signal handler may return to its last instructions at any later
 * time.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "target.h"

enum {
  RED_ZONE = 128,
  FEW_CONTEXTS = 128, /* where address space is limited */
  AREA_SIZE = 0x10000,
  STOP_MS = 200, /* for one thread */
  ORDER_MS = 3000,
  YIELDS = 20, /* before a look sleeps */
  SEAL_EXEC = 0x20 /* F_SEAL_EXEC of newer headers */
};

struct injection {
  struct target *target;
  int32_t thread;
  struct user_regs_struct registers; /* the thread's own */
  struct agent_order order;
  uint64_t at;   /* of the order, on the thread's stack */
  uint64_t code; /* of the code that carries it out, if it was written for that */
  uint32_t code_size;
  int taken_back; /* the thread did not finish it, and has its registers back, or has ended */
};

/* ------------------------------------------------------------------ address space */

/* The middle of the largest gap: neither the heap nor later mappings come there soon. */
static uint64_t far_gap(const struct mappings *mappings, uint64_t size) {
  uint64_t low = 0x10000, best = 0, best_size = 0;
  for (int32_t i = 0; i < mappings->count; i++) {
    const struct mapping *next = &mappings->at[i];
    uint64_t gap = next->low > low && next->low < 1ull << 47 ? next->low - low : 0;
    if (gap > best_size && gap > size + 0x400000) {
      best_size = gap;
      best = (low + gap / 2 - size / 2) & ~0x1fffffull;
    }
    low = next->high;
  }
  return best;
}

/* Free memory as near to an address as can be, not touching what is mapped: a guard page stays. */
static uint64_t near_gap(const struct mappings *mappings, uint64_t near, uint64_t size) {
  enum { GUARD = 0x10000 };
  uint64_t low = 0x10000, best = 0, best_distance = 0x78000000;
  for (int32_t i = 0; i <= mappings->count; i++) {
    uint64_t high = i < mappings->count ? mappings->at[i].low : 0x7ffffffff000;
    if (high > low && high < 1ull << 47 && high - low >= size + 2 * GUARD) {
      uint64_t at = near < low ? low + GUARD : high - GUARD - size;
      uint64_t distance = at > near ? at - near : near - at;
      if (distance < best_distance) {
        best_distance = distance;
        best = at & ~0xfffull;
      }
    }
    if (i < mappings->count) {
      low = mappings->at[i].high;
    }
  }
  return best;
}

static int is_near(uint64_t at, uint64_t near) {
  uint64_t distance = at > near ? at - near : near - at;
  return distance < 0x78000000;
}

/* The area for a room, or NULL: to be made. */
static const struct agent_area *area_for(const struct target *target, const struct room *room) {
  for (uint32_t i = 0; i < target->area_count; i++) {
    const struct agent_area *area = &target->area[i];
    if (is_near(area->base, room->near) && area->size - area->used >= room->size) {
      return area;
    }
  }
  return NULL;
}

/* Asks for the areas that are missing; two rooms near each other share one. */
static void want_areas(struct injection *injection, const struct mappings *mappings,
                       const struct room *rooms, int32_t count) {
  struct target *target = injection->target;
  uint64_t(*areas)[2] = injection->order.areas;
  uint32_t wanted = 0, limit = sizeof injection->order.areas / sizeof injection->order.areas[0];
  for (int32_t i = 0; i < count && wanted < limit && target->area_count + wanted < AGENT_AREAS;
       i++) {
    if (area_for(target, &rooms[i])) {
      continue;
    }
    uint64_t size = (rooms[i].size + AREA_SIZE - 1ull) & ~(AREA_SIZE - 1ull);
    uint64_t at = near_gap(mappings, rooms[i].near, size);
    if (at) {
      areas[wanted][0] = at;
      areas[wanted++][1] = size;
    }
  }
}

/* ------------------------------------------------------------------ code for the order */

/* Zeros at the end of a mapping of code, enough for the order's code, or that code from another
   time; 0 if there are none. */
static uint64_t zeros_in(struct target *target, const struct mapping *mapping, uint32_t size) {
  uint8_t page[4096];
  uint32_t zeros = 0;
  if (mapping->access != (MAPPING_READ | MAPPING_EXECUTE) || mapping->path[0] == 0 ||
      tracee_read(&target->tracee, mapping->high - sizeof page, page, sizeof page)) {
    return 0;
  }
  uint64_t place = (mapping->high - size - 16) & ~15ull;
  if (!memcmp(page + (place - (mapping->high - sizeof page)), agent_image + target->head.order,
              size)) {
    return place;
  }
  while (zeros < sizeof page && page[sizeof page - 1 - zeros] == 0) {
    zeros++;
  }
  return zeros >= size + 64 ? place : 0;
}

static int32_t find_code_place(struct injection *injection, const struct mappings *mappings,
                               struct fg_error *error) {
  for (int pass = 0; pass < 2 && !injection->code; pass++) {
    for (int32_t i = 0; i < mappings->count && !injection->code; i++) {
      int is_vdso = !strcmp(mappings->at[i].path, "[vdso]");
      if (is_vdso == !pass) {
        injection->code = zeros_in(injection->target, &mappings->at[i], injection->code_size);
      }
    }
  }
  if (!injection->code) {
    return fail(error, FG_E_NO_NEAR_SPACE, 0,
                "process %d has no unused bytes of code to begin from", injection->target->pid);
  }
  return FG_OK;
}

/* ------------------------------------------------------------------ the thread */

/* The registers with which the interrupted system call begins again, as the kernel would do it. */
static void restart_call(struct user_regs_struct *registers) {
  enum {
    RESTART = -512,
    RESTART_NO_INTERRUPT = -513,
    RESTART_NO_HANDLER = -514,
    RESTART_BLOCK = -516,
    RESTART_SYSCALL = 219
  };
  if ((int64_t)registers->orig_rax < 0) {
    return;
  }
  switch ((int64_t)registers->rax) {
    case RESTART:
    case RESTART_NO_INTERRUPT:
    case RESTART_NO_HANDLER:
      registers->rax = registers->orig_rax;
      registers->rip -= 2;
      break;
    case RESTART_BLOCK:
      registers->rax = RESTART_SYSCALL;
      registers->rip -= 2;
      break;
    default:
      break;
  }
}

static int32_t check_thread(const struct user_regs_struct *registers, int32_t pid, int32_t thread,
                            struct fg_error *error) {
  enum { CODE_64 = 0x33 };
  if (registers->cs != CODE_64) {
    return fail(error, FG_E_ARCH_32, 0,
                "process %d runs 32-bit code; only 64-bit processes can be instrumented", pid);
  }
  if (!registers->fs_base) {
    return fail(error, FG_E_NO_TLS, 0,
                "thread %d of process %d has no thread-local storage, by which its calls "
                "could be told from others'",
                thread, pid);
  }
  return FG_OK;
}

/* Whether a thread is where the process's allocator may hold a lock that the unwinder would need.
 */
static int is_delicate(struct injection *injection) {
  const struct user_regs_struct *registers = &injection->registers;
  if (!injection->order.register_frame) {
    return 0;
  }
  struct module *module = modules_at(injection->target, registers->rip);
  const char *file = module ? strrchr(module->public.path, '/') : NULL;
  int in_library = file && (strstr(file, "/libc") || strstr(file, "/ld-") ||
                            strstr(file, "malloc") || strstr(file, "/libgcc"));
  if ((int64_t)registers->orig_rax < 0) {
    return in_library;
  }
  static const uint8_t allocating[] = {9,  10, 11,
                                       12, 25, 28}; /* mmap mprotect munmap brk mremap madvise */
  return registers->orig_rax < 256 &&
         memchr(allocating, (int)registers->orig_rax, sizeof allocating) != NULL;
}

/* Stops a thread that can lend itself, the main thread first. */
static int32_t stop_thread(struct injection *injection, struct fg_error *error) {
  enum { THREADS = 256, TRIES = 40 };
  struct target *target = injection->target;
  int32_t threads[THREADS], code = FG_E_NO_PROCESS;
  fail(error, code, 0, "process %d has ended", target->pid);
  for (int try = 0; try < TRIES; try++) {
    int32_t count = process_threads(target->pid, threads, THREADS);
    count = count > THREADS ? THREADS : count;
    for (int32_t i = 0; i < count; i++) {
      code = tracee_stop_one(&target->tracee, threads[i], STOP_MS, error);
      if (code == FG_E_TRACED || code == FG_E_PERMISSION) {
        return code;
      }
      if (code) {
        continue;
      }
      injection->thread = threads[i];
      if (!tracee_registers(threads[i], &injection->registers)) {
        code = check_thread(&injection->registers, target->pid, threads[i], error);
        if (code || !is_delicate(injection) || try == TRIES - 1) {
          return code;
        }
      }
      tracee_let_go(&target->tracee);
    }
    if (code) {
      return code;
    }
    usleep(200);
  }
  return fail(error, FG_E_NOT_STOPPABLE, 0, "no thread of process %d could be stopped",
              target->pid);
}

/* ------------------------------------------------------------------ thread marks */

/* Where in its control block a thread's number is: glibc's and musl's places first, as a number may
   stand elsewhere by chance. 0 if it is nowhere. */
static uint64_t find_mark(struct injection *injection) {
  static const uint32_t known[] = {0x2d0, 0x30, 0x38};
  uint8_t block[0x400];
  int32_t number = process_inner_thread(injection->target->pid, injection->thread);
  if (tracee_read(&injection->target->tracee, injection->registers.fs_base, block, sizeof block)) {
    return 0;
  }
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (!memcmp(block + known[i], &number, sizeof number)) {
      return known[i];
    }
  }
  return 0;
}

/* ------------------------------------------------------------------ carrying out */

static void fill_registers(struct injection *injection) {
  struct user_regs_struct now = injection->registers;
  struct agent_order *order = &injection->order;
  restart_call(&now);
  uint64_t values[15] = {now.r15, now.r14, now.r13, now.r12, now.r11, now.r10, now.r9, now.r8,
                         now.rbp, now.rdi, now.rsi, now.rdx, now.rcx, now.rbx, now.rax};
  memcpy(order->registers, values, sizeof values);
  order->flags = now.eflags;
  order->stack = now.rsp - RED_ZONE - 8;
  injection->at = (order->stack - sizeof *order) & ~15ull;
}

/* Sends the stopped thread to carry out the order. */
static int32_t send_thread(struct injection *injection, struct fg_error *error) {
  struct target *target = injection->target;
  struct user_regs_struct now = injection->registers;
  restart_call(&now);
  uint64_t go_on = now.rip;
  fill_registers(injection);
  if (tracee_write(&target->tracee, injection->order.stack, &go_on, sizeof go_on) ||
      tracee_write(&target->tracee, injection->at, &injection->order, sizeof injection->order)) {
    return fail(error, FG_E_SYSTEM, errno, "the stack of thread %d cannot be written",
                injection->thread);
  }
  if (injection->code && tracee_write(&target->tracee, injection->code,
                                      agent_image + target->head.order, injection->code_size)) {
    return fail(error, FG_E_SYSTEM, errno, "the code of process %d cannot be written", target->pid);
  }
  now = injection->registers;
  now.rip = injection->code ? injection->code : target->agent + target->head.order;
  now.rsp = injection->at;
  now.orig_rax = ~0ull;
  if (ptrace(PTRACE_SETREGS, injection->thread, 0, &now)) {
    return fail(error, FG_E_SYSTEM, errno, "the registers of thread %d cannot be set",
                injection->thread);
  }
  ptrace(PTRACE_CONT, injection->thread, 0, 0);
  return FG_OK;
}

static uint64_t order_word(struct injection *injection, size_t offset) {
  uint64_t word = 0;
  if (tracee_read(&injection->target->tracee, injection->at + offset, &word, sizeof word)) {
    return 0;
  }
  return word;
}

#define ORDER_WORD(injection, field) order_word(injection, offsetof(struct agent_order, field))

static void put_go(struct injection *injection, uint64_t go) {
  tracee_write(&injection->target->tracee, injection->at + offsetof(struct agent_order, go), &go,
               sizeof go);
}

/* The thread has faulted in the order, or does not get on: it gets its registers back as they were.
 */
static void take_back(struct injection *injection, int is_stopped) {
  int status = 0;
  injection->taken_back = 1;
  ptrace(PTRACE_INTERRUPT, injection->thread, 0, 0);
  for (int turn = 0;
       !is_stopped && turn < 1000 && waitpid(injection->thread, &status, __WALL | WNOHANG) == 0;
       turn++) {
    usleep(1000);
  }
  ptrace(PTRACE_SETREGS, injection->thread, 0, &injection->registers);
  uint64_t mask = ORDER_WORD(injection, mask);
  if (ORDER_WORD(injection, state) >= ORDER_STARTED) {
    ptrace(PTRACE_SETSIGMASK, injection->thread, sizeof mask, &mask);
  }
}

/* Looks after the thread while it carries out the order; 0, or -1 if it has ended or faulted. */
static int look_after(struct injection *injection) {
  int status;
  pid_t got = waitpid(injection->thread, &status, __WALL | WNOHANG);
  if (got == 0) {
    return 0;
  }
  if (got < 0 || !WIFSTOPPED(status)) {
    injection->taken_back = 1;
    return -1;
  }
  int signal = status >> 16 ? 0 : WSTOPSIG(status);
  if (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGSYS) {
    take_back(injection, 1);
    return -1;
  }
  ptrace(PTRACE_CONT, injection->thread, 0, signal);
  return 0;
}

/* Waits until the order has come to a state. */
static int32_t await(struct injection *injection, uint64_t state, struct fg_error *error) {
  int64_t until = tracee_now_ns() + ORDER_MS * 1000000ll;
  int turn = 0;
  for (uint64_t now = 0; now < state;) {
    now = ORDER_WORD(injection, state);
    if (now >= state) {
      break;
    }
    if (look_after(injection)) {
      return fail(error, FG_E_SECCOMP, 0,
                  "process %d does not let itself be prepared: a system call it needs was "
                  "refused by a signal, or it ended",
                  injection->target->pid);
    }
    if (tracee_now_ns() > until) {
      take_back(injection, 0);
      return fail(error, FG_E_NOT_STOPPABLE, 0,
                  "thread %d of process %d did not get on with its preparation", injection->thread,
                  injection->target->pid);
    }
    /* The thread may need this processor. */
    if (turn++ < YIELDS) {
      sched_yield();
    } else {
      usleep(20);
    }
  }
  return FG_OK;
}

/* Opens a memfd of the process, and makes sure that it is one: empty, without a name, and such that
   it can be sealed, so that no other file the process has open is ever written. -1 if it is not. */
static int open_memory_file(struct target *target, int64_t descriptor) {
  char name[64];
  struct stat facts;
  snprintf(name, sizeof name, "/proc/%d/fd/%d", target->pid, (int)descriptor);
  int path = open(name, O_PATH | O_CLOEXEC);
  int ok = path >= 0 && !fstat(path, &facts) && S_ISREG(facts.st_mode) && facts.st_nlink == 0 &&
           facts.st_size == 0;
  if (!ok) {
    if (path >= 0) {
      close(path);
    }
    return -1;
  }
  snprintf(name, sizeof name, "/proc/self/fd/%d", path);
  int fd = open(name, O_RDWR | O_CLOEXEC);
  close(path);
  if (fd >= 0 && (fcntl(fd, F_GET_SEALS) & ~SEAL_EXEC) != 0) {
    close(fd);
    return -1;
  }
  return fd;
}

/* Code addresses the mark directly: its place is written into the file before it is mapped. */
static int put_marks(const struct target *target, int fd, uint64_t mark_at) {
  uint32_t place = (uint32_t)mark_at;
  for (int i = 0; i < 2; i++) {
    if (pwrite(fd, &place, sizeof place, target->head.mark_at[i]) != sizeof place) {
      return -1;
    }
  }
  return 0;
}

static int32_t fill_agent(struct injection *injection, int64_t descriptor, struct fg_error *error) {
  struct target *target = injection->target;
  uint64_t mark_at = injection->order.mark_at;
  uint32_t contexts = injection->order.contexts;
  size_t size = (size_t)(agent_image_end - agent_image);
  int fd = open_memory_file(target, descriptor);
  int64_t written = fd < 0 ? -1 : write(fd, agent_image, size);
  int failed = written != (int64_t)size || put_marks(target, fd, mark_at) ||
               ftruncate(fd, AGENT_TEXT_SIZE + (off_t)contexts * AGENT_CONTEXT_SIZE);
  int why = errno;
  if (fd >= 0) {
    close(fd);
  }
  if (failed) {
    return fail(error, FG_E_SYSTEM, why, "the agent's file in process %d cannot be written",
                target->pid);
  }
  return FG_OK;
}

static int32_t fill_memory(struct target *target, int64_t descriptor, struct fg_error *error) {
  int fd = open_memory_file(target, descriptor);
  if (fd < 0) {
    return fail(error, FG_E_SYSTEM, errno, "the shared memory of process %d cannot be opened",
                target->pid);
  }
  return memory_adopt(target, fd, error);
}

/* What happens while the order waits: its files are filled. */
static int32_t fill_files(struct injection *injection, struct fg_error *error) {
  int32_t code = await(injection, ORDER_WAITS, error);
  if (code || ORDER_WORD(injection, state) == ORDER_DONE) {
    return code;
  }
  if (injection->order.what & ORDER_MEMORY) {
    code = fill_memory(injection->target, (int64_t)ORDER_WORD(injection, descriptors[0]), error);
  }
  if (!code && injection->order.what & ORDER_AGENT) {
    code = fill_agent(injection, (int64_t)ORDER_WORD(injection, descriptors[1]), error);
  }
  put_go(injection, code ? GO_GIVE_UP : GO_ON);
  return code;
}

static int32_t explain_error(struct injection *injection, int64_t result, struct fg_error *error) {
  int why = (int)-result;
  int32_t pid = injection->target->pid;
  if (why == EPERM || why == ENOSYS || why == EACCES) {
    return fail(error, FG_E_SECCOMP, why,
                "process %d may not map the agent (%s): a seccomp filter or security module "
                "forbids it",
                pid, strerror(why));
  }
  if (why == ENOMEM || why == EMFILE || why == ENFILE) {
    return fail(error, FG_E_LIMIT, why, "process %d is at a limit of its own: %s", pid,
                strerror(why));
  }
  return fail(error, FG_E_SYSTEM, why, "process %d could not be prepared: %s", pid, strerror(why));
}

static int32_t carry_out(struct injection *injection, struct fg_error *error) {
  int32_t code = send_thread(injection, error);
  if (code) {
    return code;
  }
  code = fill_files(injection, error);
  if (injection->taken_back) {
    return code;
  }
  struct fg_error late;
  int32_t end = await(injection, ORDER_DONE, &late);
  if (!code && end) {
    *error = late;
    code = end;
  }
  if (injection->taken_back) {
    return code;
  }
  tracee_read(&injection->target->tracee, injection->at, &injection->order,
              sizeof injection->order);
  /* Stopped first: a process that waits at its beginning must not get on before its sensors are in. It
     leaves the order when it is let go, or begun. */
  tracee_stop_again(&injection->target->tracee, injection->thread, STOP_MS);
  put_go(injection, GO_BACK);
  if (!code && injection->order.error) {
    code = explain_error(injection, injection->order.error, error);
  }
  return code;
}

/* ------------------------------------------------------------------ what is there */

static int is_agent(struct target *target, const struct mapping *mapping) {
  return mapping->access == (MAPPING_READ | MAPPING_EXECUTE) && mapping->offset == 0 &&
         mapping->high - mapping->low == AGENT_TEXT_SIZE &&
         !strncmp(mapping->path, "/memfd:flowgauge", 16) &&
         !tracee_read(&target->tracee, mapping->low, &target->head, sizeof target->head) &&
         target->head.magic == AGENT_MAGIC;
}

/* Looks for an agent an earlier instrumenter left. */
int32_t inject_find(struct target *target, struct fg_error *error) {
  struct mappings mappings;
  int32_t code = process_mappings(target->pid, &mappings, error);
  if (code) {
    return code;
  }
  struct agent_head ours;
  memcpy(&ours, agent_image, sizeof ours);
  target->agent = 0;
  for (int32_t i = 0; i < mappings.count; i++) {
    if (is_agent(target, &mappings.at[i])) {
      target->agent = mappings.at[i].low;
      break;
    }
  }
  process_mappings_free(&mappings);
  if (target->agent && memcmp(&ours, &target->head, sizeof ours) != 0) {
    return fail(error, FG_E_ALREADY_OPEN, 0,
                "process %d carries the agent of another version of Flowgauge; restart "
                "the process to instrument it with this one",
                target->pid);
  }
  target->head = ours;
  return FG_OK;
}

static void take_areas(struct injection *injection) {
  struct target *target = injection->target;
  uint64_t(*areas)[2] = injection->order.areas;
  for (size_t i = 0; i < sizeof injection->order.areas / sizeof injection->order.areas[0]; i++) {
    if (areas[i][1] && target->area_count < AGENT_AREAS) {
      target->area[target->area_count++] =
          (struct agent_area){areas[i][0], (uint32_t)areas[i][1], 0};
    }
  }
}

static void take_results(struct injection *injection) {
  struct target *target = injection->target;
  take_areas(injection);
  if (injection->order.what & ORDER_AGENT) {
    target->agent = injection->order.base;
    target->contexts = injection->order.contexts;
  }
  if (injection->order.what & ORDER_MEMORY) {
    target->shm_there = injection->order.shm;
    target->retired = 0;
  }
  if (injection->order.register_frame) {
    target->unwinder = 1;
  }
}

static void write_order(struct injection *injection, const struct mappings *mappings,
                        uint32_t contexts) {
  struct target *target = injection->target;
  struct agent_order *order = &injection->order;
  strcpy(order->name, "flowgauge");
  order->descriptors[0] = order->descriptors[1] = -1;
  order->shm_size = MEMORY_SIZE;
  order->base = target->agent;
  if (!target->agent) {
    order->what |= ORDER_AGENT;
    order->contexts = contexts;
    order->size = AGENT_SIZE;
    order->base = far_gap(mappings, order->size);
    injection->code_size = target->head.order_end - target->head.order;
  }
  if (!target->shm_there) {
    order->what |= ORDER_MEMORY;
  }
  if (!target->unwinder) {
    uint64_t function = modules_symbol(target, "/libgcc_s.so", "__register_frame_info");
    order->register_frame =
        function ? function : modules_symbol(target, NULL, "__register_frame_info");
  }
}

static int32_t inject_once(struct target *target, const struct room *rooms, int32_t count,
                           uint32_t contexts, int64_t *stop_ns, struct fg_error *error) {
  struct injection injection = {.target = target};
  struct mappings mappings;
  int32_t code = process_mappings(target->pid, &mappings, error);
  if (code) {
    return code;
  }
  write_order(&injection, &mappings, contexts);
  want_areas(&injection, &mappings, rooms, count);
  if (!injection.order.what && !injection.order.areas[0][1] && !injection.order.register_frame) {
    process_mappings_free(&mappings);
    return FG_OK;
  }
  if (injection.order.what & ORDER_AGENT) {
    code = find_code_place(&injection, &mappings, error);
  }
  process_mappings_free(&mappings);
  if (code) {
    return code;
  }
  int64_t begin = tracee_now_ns();
  code = stop_thread(&injection, error);
  if (!code) {
    injection.order.mark_at = find_mark(&injection);
    code = carry_out(&injection, error);
  }
  tracee_let_go(&target->tracee);
  *stop_ns = tracee_now_ns() - begin;
  if (!code) {
    take_results(&injection);
  }
  return code;
}

int32_t inject(struct target *target, const struct room *rooms, int32_t count, int64_t *stop_ns,
               struct fg_error *error) {
  int32_t code = inject_once(target, rooms, count, AGENT_CONTEXTS, stop_ns, error);
  if (code == FG_E_LIMIT && !target->agent) {
    code = inject_once(target, rooms, count, FEW_CONTEXTS, stop_ns, error);
  }
  return code;
}
