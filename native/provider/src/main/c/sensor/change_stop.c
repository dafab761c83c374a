/* Stops a process so that its code can be changed: no thread is inside the bytes, or will return into them
   from a signal handler. */
#include "sensor/change.h"

#include <unistd.h>

enum { STOP_MS = 2000, THREAD_MS = 20, TRIES = 1000, PATIENT_TRIES = 300 };

static int is_inside(const struct window *window, uint64_t rip) {
  return rip > window->address && rip < window->address + window->length;
}

/* Whether a thread is in the agent's code and may have a pointer to the old memory: then the agent cannot be
   switched to the new memory yet. */
static int is_in_agent(const struct target *target, uint64_t rip) {
  return !target->switched && rip - target->agent < AGENT_TEXT_SIZE;
}

/* Returns where a thread continues in the program's code. A thread that carries out an order continues where
   it was lent; 0 if it carries out the order of an instrumenter that was killed, as the place is then
   unknown. */
static uint64_t goes_on_at(const struct target *target, int32_t thread, uint64_t rip) {
  if (!inject_is_order(target, rip)) {
    return rip;
  }
  return thread == target->lent_thread ? target->lent_rip : 0;
}

/* Counts the windows that contain an address at which a thread will continue. With give_up, their changes are
 * refused instead. */
static int obstacles(struct changes *changes, uint64_t address, int give_up) {
  int found = 0;
  for (int32_t i = 0; i < changes->count; i++) {
    if (changes->at[i].verdict->code || !is_inside(&changes->at[i].sensor->window, address)) {
      continue;
    }
    if (give_up) {
      refuse(changes->at[i].verdict, FG_E_BUSY_PATCH,
                    "a thread stayed inside the bytes to be replaced");
    } else {
      found++;
    }
  }
  return found;
}

/* Counts the windows to which a signal handler may return because it interrupted its thread there: the
   address is in the signal's frame, further up the stack it runs on. */
static int stack_obstacles(struct target *target, struct changes *changes, uint64_t stack,
                           int give_up) {
  enum { PAGE = 4096, PAGES = 8 };
  uint64_t words[PAGES * PAGE / 8], at = stack & ~7ull;
  size_t size = tracee_read_some(&target->tracee, at, words, sizeof words - at % PAGE);
  int found = 0;
  for (size_t i = 0; i < size / 8; i++) {
    if (words[i] > changes->low && words[i] < changes->high) {
      found += obstacles(changes, words[i], give_up);
    }
  }
  return found;
}

void change_find_bounds(struct changes *changes) {
  changes->low = ~0ull;
  changes->high = 0;
  for (int32_t i = 0; i < changes->count; i++) {
    const struct window *window = &changes->at[i].sensor->window;
    uint64_t end = window->address + window->length;
    changes->low = window->address < changes->low ? window->address : changes->low;
    changes->high = end > changes->high ? end : changes->high;
  }
}

/* Counts the obstacles that a stopped thread of the target is to the changes; -1 without thread-local
   storage. */
static int thread_obstacles(struct target *target, int32_t thread, struct changes *changes,
                            int give_up) {
  struct user_regs_struct registers;
  if (tracee_registers(thread, &registers)) {
    return 0;
  }
  if (!registers.fs_base) {
    return -1;
  }
  uint64_t rip = goes_on_at(target, thread, inject_own_registers(target, &registers).rip);
  int found = !rip + is_in_agent(target, rip) + obstacles(changes, rip, give_up);
  if (changes->has_handlers) {
    found += stack_obstacles(target, changes, registers.rsp, give_up);
  }
  return found;
}

/* Checks whether any of the threads from number from to before end prevents the changes. */
static int32_t check_threads(struct target *target, struct changes *changes, int32_t from,
                             int32_t end, int give_up, struct fg_error *error) {
  int32_t found = 0;
  for (int32_t i = from; i < end; i++) {
    int of_thread = thread_obstacles(target, target->tracee.threads[i], changes, give_up);
    if (of_thread < 0) {
      return fail(error, FG_E_NO_TLS, 0, "a thread of process %d has no thread-local storage",
                  target->pid);
    }
    found += of_thread;
  }
  return found ? FG_E_BUSY_PATCH : FG_OK;
}

/* Stops all threads once. Those that sleep are checked before the others are stopped. */
static int32_t stop_once(struct target *target, struct changes *changes, int give_up,
                         struct fg_error *error) {
  struct tracee *tracee = &target->tracee;
  int32_t code = tracee_seize_all(tracee, error);
  int patience = STOP_MS + THREAD_MS * tracee->count; /* all of them may wait for the same processor */
  code = code ? code : tracee_stop_sleepers(tracee, patience, error);
  code = code ? code : check_threads(target, changes, 0, tracee->asleep, give_up, error);
  code = code ? code : tracee_stop_others(tracee, patience, error);
  code = code ? code : check_threads(target, changes, tracee->asleep, tracee->count, give_up, error);
  if (code) {
    tracee_let_go(tracee);
  }
  return code;
}

int32_t change_stop(struct target *target, struct changes *changes, struct fg_stats *stats,
                    struct fg_error *error) {
  int64_t until = tracee_now_ns() + STOP_MS * 1000000ll;
  for (int32_t try = 1; try <= TRIES; try++) {
    int32_t code = stop_once(target, changes, try > PATIENT_TRIES, error);
    stats->tries = try;
    stats->threads = target->tracee.count;
    int is_held_up = code == FG_E_NOT_STOPPABLE && target->tracee.is_held_up && tracee_now_ns() < until;
    if (code != FG_E_BUSY_PATCH && !is_held_up) {
      return code;
    }
    usleep(50);
  }
  return fail(error, FG_E_BUSY_PATCH, 0, "a thread of process %d stayed in the agent", target->pid);
}
