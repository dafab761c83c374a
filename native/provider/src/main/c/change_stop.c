/* Stopping a process such that its code can be changed: no thread is inside the bytes, or will
   return into them from a signal handler. */
#include "change.h"

#include <unistd.h>

enum { STOP_MS = 2000, THREAD_MS = 20, TRIES = 1000, PATIENT_TRIES = 300 };

static int is_inside(const struct window *window, uint64_t rip) {
  return rip > window->address && rip < window->address + window->length;
}

/* While the memory changes hands, no thread may be in the agent's code with a pointer to the old
   one. */
static int is_in_agent(const struct target *target, uint64_t rip) {
  return !target->switched && rip - target->agent < AGENT_TEXT_SIZE;
}

/* Where a thread goes on in the program's code. One that carries out an order comes back to where it
   was lent; where one does that carries out the order of an instrumenter that was killed is not known:
   0. */
static uint64_t goes_on_at(const struct target *target, int32_t thread, uint64_t rip) {
  if (!inject_is_order(target, rip)) {
    return rip;
  }
  return thread == target->lent_thread ? target->lent_rip : 0;
}

/* How many windows an address that a thread will go on at is inside of. With give_up they are
 * refused. */
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

/* A signal handler may have interrupted its thread inside a window and will return there: the
   address is in the signal's frame, further up the stack it runs on. */
static int stack_obstacles(struct target *target, struct changes *changes, uint64_t stack,
                           int give_up) {
  enum { PAGE = 4096, PAGES = 8 };
  uint64_t words[PAGE / 8];
  int found = 0;
  for (uint64_t at = stack & ~7ull, page = 0; page < PAGES; page++) {
    uint64_t size = PAGE - at % PAGE;
    if (tracee_read(&target->tracee, at, words, size)) {
      break;
    }
    for (uint64_t i = 0; i < size / 8; i++) {
      if (words[i] > changes->low && words[i] < changes->high) {
        found += obstacles(changes, words[i], give_up);
      }
    }
    at += size;
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

static int all_obstacles(struct target *target, struct changes *changes, int give_up,
                         int *without_storage) {
  int found = 0;
  *without_storage = 0;
  for (int32_t i = 0; i < target->tracee.count; i++) {
    struct user_regs_struct registers;
    if (tracee_registers(target->tracee.threads[i], &registers)) {
      continue;
    }
    uint64_t rip = goes_on_at(target, target->tracee.threads[i], registers.rip);
    found += !rip + is_in_agent(target, rip) + obstacles(changes, rip, give_up);
    if (changes->has_handlers) {
      found += stack_obstacles(target, changes, registers.rsp, give_up);
    }
    *without_storage |= registers.fs_base == 0;
  }
  return found;
}

int32_t change_stop(struct target *target, struct changes *changes, struct fg_stats *stats,
                    int64_t *begin_ns, struct fg_error *error) {
  for (int32_t try = 1; try <= TRIES; try++) {
    int without_storage;
    int32_t code = tracee_seize_all(&target->tracee, error);
    int patience = STOP_MS + THREAD_MS * target->tracee.count; /* all may wait for one processor */
    code = code ? code : tracee_stop_all(&target->tracee, patience, error);
    *begin_ns = target->tracee.stopping_ns;
    if (code) {
      return code;
    }
    stats->tries = try;
    stats->threads = target->tracee.count;
    int found = all_obstacles(target, changes, try > PATIENT_TRIES, &without_storage);
    if (without_storage) {
      tracee_let_go(&target->tracee);
      return fail(error, FG_E_NO_TLS, 0, "a thread of process %d has no thread-local storage",
                  target->pid);
    }
    if (!found) {
      return FG_OK;
    }
    tracee_let_go(&target->tracee);
    usleep(50);
  }
  return fail(error, FG_E_BUSY_PATCH, 0, "a thread of process %d stayed in the agent", target->pid);
}
