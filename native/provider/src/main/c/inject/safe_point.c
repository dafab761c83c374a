#include "inject/safe_point.h"

#include <string.h>

#include "inject/frames.h"

enum { MOST_FRAMES = 200, MOST_BASE = 3, LONGEST_START = 64 /* bytes of _start */ };

/* The state of a walk up the stack. */
struct walk {
  struct target *target;
  uint64_t end; /* return address of the agent at which the walk ends; 0: at the outermost frame */
  int waits;    /* the thread is in a system call */
  int is_in_library, is_waiting_there; /* so far all frames are the C library's; the last one is in a function that waits */
  int base;     /* frames of the C library that called the program, to start it or a thread */
};

/* ------------------------------------------------------------------ functions by name */

static const char *plain(const char *name) {
  while (*name == '_') {
    name++;
  }
  return name;
}

static int is_one_of(const char *name, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!strcmp(plain(name), names[i])) {
      return 1;
    }
  }
  return 0;
}

/* Whether a name of the function at an address, without leading underscores, is among the given ones. */
static int is_called(const struct module *module, uint64_t address, const char *const *names, size_t count) {
  const struct image *image = module->image;
  const struct image_function *function = image_at(image, address - module->public.bias);
  if (!function) {
    return 0;
  }
  size_t first = (size_t)(function - image->functions);
  while (first > 0 && image->functions[first - 1].address == function->address) {
    first--;
  }
  for (size_t i = first; i < image->function_count && image->functions[i].address == function->address; i++) {
    if (is_one_of(image->functions[i].name, names, count)) {
      return 1;
    }
  }
  return 0;
}

static int has_no_name(const struct module *module, uint64_t address) {
  const struct image_function *function = image_at(module->image, address - module->public.bias);
  return function && function->source == FG_FDE;
}

#define COUNT(names) (sizeof(names) / sizeof(names)[0])

/* Whether a function waits for the kernel and holds no lock meanwhile. */
static int waits(const struct module *module, uint64_t address) {
  static const char *const names[] = {
      "poll", "ppoll", "select", "pselect", "nanosleep", "clock_nanosleep", "usleep", "sleep", "pause", "read", "readv",
      "pread", "pread64", "write", "writev", "recv", "recvfrom", "recvmsg", "send", "sendto", "sendmsg", "accept",
      "accept4", "connect", "epoll_wait", "epoll_pwait", "wait", "wait3", "wait4", "waitpid", "waitid", "sigwait",
      "sigwaitinfo", "sigtimedwait", "sigsuspend", "sched_yield", "syscall", "sem_wait", "sem_timedwait",
      "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "pthread_join", "pthread_timedjoin_np",
      "pthread_clockjoin_np", "pthread_barrier_wait", "pthread_mutex_lock", "pthread_rwlock_rdlock",
      "pthread_rwlock_wrlock"};
  return is_called(module, address, names, COUNT(names));
}

/* Whether a function starts a program or a thread. */
static int begins(const struct module *module, uint64_t address) {
  static const char *const names[] = {"libc_start_main", "libc_start_main_impl", "libc_start_call_main",
                                      "start_thread", "clone", "clone3"};
  return has_no_name(module, address) || is_called(module, address, names, COUNT(names));
}

/* Whether a function outside the C library allocates or frees memory. */
static int allocates(const struct module *module, uint64_t address) {
  static const char *const names[] = {"malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc",
                                      "memalign", "reallocarray"};
  return is_called(module, address, names, COUNT(names));
}

static int is_library(const struct module *module) {
  static const char *const names[] = {"libpthread.so", "libdl.so", "libjemalloc", "libtcmalloc", "libmimalloc"};
  for (size_t i = 0; i < COUNT(names); i++) {
    if (module_is_named(module, names[i])) {
      return 1;
    }
  }
  return module_is_c_library(module) || module->public.flags & FG_MODULE_VDSO;
}

/* ------------------------------------------------------------------ frames */

/* Whether a frame of the C library may be passed: after the program's frames, only functions may follow that
   started it. */
static int pass_library(struct walk *walk, const struct module *module, uint64_t address) {
  if (walk->is_in_library) {
    walk->is_waiting_there = walk->waits && waits(module, address);
    return 1;
  }
  return ++walk->base <= MOST_BASE && module_is_named(module, "libc.so") + module_is_named(module, "libpthread.so") &&
         begins(module, address);
}

static int pass_program(struct walk *walk, const struct module *module, uint64_t address) {
  int came_from_waiting = !walk->is_in_library || walk->is_waiting_there;
  walk->is_in_library = 0;
  if (walk->base) { /* _start, or the library calls the program back */
    return address - module->public.bias - module->image->entry < LONGEST_START;
  }
  return came_from_waiting && !allocates(module, address);
}

/* Returns where a frame continues whose return address leads to the agent because of a sensor; 0 for any
   other place in the agent. */
static uint64_t behind_sensor(const struct walk *walk, uint64_t address) {
  uint64_t offset = address - (walk->target->agent + AGENT_THUNKS), to = 0;
  if (walk->target->agent && offset < AGENT_PART) {
    tracee_read(&walk->target->tracee, (address & -(uint64_t)SLOT_SIZE) + AGENT_THUNK_TO_SLOT + SLOT_RETURN, &to,
                sizeof to);
  }
  return to;
}

/* Walks up the stack; whether all frames may be passed. */
static int climb(struct walk *walk, struct frame *frame) {
  for (int i = 0; i < MOST_FRAMES; i++) {
    uint64_t at = frame->registers[FRAME_RETURN], address = at - (frame->is_first ? 0 : 1);
    struct module *module = modules_at(walk->target, address);
    if (walk->end && at - walk->end < AGENT_TEXT_SIZE) {
      return !walk->is_in_library || walk->is_waiting_there;
    }
    if (!module) {
      frame->registers[FRAME_RETURN] = behind_sensor(walk, at);
      if (frame->is_first || !frame->registers[FRAME_RETURN]) {
        return 0;
      }
      continue;
    }
    if (!module->image || !(is_library(module) ? pass_library(walk, module, address)
                                               : pass_program(walk, module, address))) {
      return 0;
    }
    enum frame_above above = frame_up(walk->target, module, frame);
    if (above != FRAME_FOUND) {
      return above == FRAME_OUTERMOST && !walk->is_in_library;
    }
  }
  return 0;
}

static int is_safe(struct target *target, const struct user_regs_struct *registers, uint64_t end) {
  struct walk walk = {.target = target, .end = end, .waits = (int64_t)registers->orig_rax >= 0};
  struct frame frame;
  const struct module *module = modules_at(target, registers->rip);
  walk.is_in_library = module && is_library(module);
  frame_first(registers, &frame);
  return climb(&walk, &frame);
}

int is_safe_point(struct target *target, const struct user_regs_struct *registers) {
  return is_safe(target, registers, 0);
}

int is_safe_end(struct target *target, const struct user_regs_struct *registers) {
  return is_safe(target, registers, target->agent);
}
