/*
 * Brings the agent into a process. One thread is stopped, given an agent_order on its own stack and
 * sent to code that carries it out: in the agent if it is there already, else in bytes that are part
 * of no function (the end of the vDSO's or another module's last page of code). That code restores
 * the thread's registers and signal mask by itself, so once the thread has been sent there, it no
 * longer depends on this process: if this process dies, the thread gives up after three seconds and
 * continues as before. The code stays there, because a signal handler may return to its last
 * instructions at any later time.
 */
#include <string.h>

#include "inject/injection.h"

enum { FEW_CONTEXTS = 128 };

static int is_agent(struct target *target, const struct mapping *mapping) {
  return mapping->access == (MAPPING_READ | MAPPING_EXECUTE) && mapping->offset == 0 &&
         mapping->high - mapping->low == AGENT_TEXT_SIZE &&
         !strncmp(mapping->path, "/memfd:flowgauge", 16) &&
         !tracee_read(&target->tracee, mapping->low, &target->head, sizeof target->head) &&
         target->head.magic == AGENT_MAGIC;
}

/* Looks for an agent that an earlier instrumenter has left. */
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
  int is_other = target->agent && memcmp(&ours, &target->head, sizeof ours) != 0;
  target->head = ours;
  for (int32_t i = 0; target->agent && i < mappings.count && !target->order_at; i++) {
    target->order_at = space_with_code(target, &mappings.at[i]);
  }
  process_mappings_free(&mappings);
  if (is_other) {
    return fail(error, FG_E_ALREADY_OPEN, 0,
                "process %d carries the agent of another version of Flowgauge; restart "
                "the process to instrument it with this one",
                target->pid);
  }
  return FG_OK;
}

int inject_is_order(const struct target *target, uint64_t rip) {
  uint64_t size = target->head.order_end - target->head.order;
  return (target->agent && rip - (target->agent + target->head.order) < size) ||
         (target->order_at && rip - target->order_at < size);
}

struct user_regs_struct inject_own_registers(const struct target *target, const struct user_regs_struct *registers) {
  struct user_regs_struct own = *registers;
  uint64_t call = target->agent + target->head.transfer - 2, size = target->head.transfer_end - target->head.transfer + 2;
  if (!target->agent || registers->rip - call >= size) {
    return own;
  }
  own.rsp += TRANSFER_SIZE + 128;
  if (registers->rip - call > 2 ||
      tracee_read(&target->tracee, registers->rsp + TRANSFER_GO_ON, &own.rip, sizeof own.rip)) {
    own.rip = 0;
  }
  return own;
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
}

/* Whether a process has locked more than a few pages in memory, and so may lock all memory that it maps. */
static int has_much_locked(const struct process_room *left) {
  return left->locked > left->used / 8;
}

/* Returns the number of contexts: twice the number of threads and a few more if the process's memory is
   limited. */
static uint32_t contexts_for(const struct injection *injection, int is_limited) {
  const struct process_room *left = &injection->left;
  struct process_life life;
  is_limited |= left->space != PROCESS_UNLIMITED || left->data != PROCESS_UNLIMITED || has_much_locked(left);
  if (!is_limited || process_life(injection->target->pid, &life)) {
    return AGENT_CONTEXTS;
  }
  uint32_t contexts = FEW_CONTEXTS + 2 * (uint32_t)life.threads;
  return contexts < AGENT_CONTEXTS ? contexts : AGENT_CONTEXTS;
}

static void write_order(struct injection *injection, const struct mappings *mappings, int is_limited) {
  struct target *target = injection->target;
  struct agent_order *order = &injection->order;
  if (!target->agent || !target->shm_there || target->gives_back) {
    process_room(target->pid, &injection->left);
  }
  strcpy(order->name, "flowgauge");
  order->descriptors[0] = order->descriptors[1] = -1;
  order->shm_size = FG_SHM_SIZE;
  order->patience = 3 * host.tsc_hz;
  order->base = target->agent;
  if (!target->agent) {
    order->what |= ORDER_AGENT;
    order->contexts = contexts_for(injection, is_limited);
    order->size = AGENT_SIZE;
    order->base = space_far(mappings, order->size);
    injection->code_size = target->head.order_end - target->head.order;
  }
  if (!target->shm_there) {
    order->what |= ORDER_MEMORY;
  }
  if (target->counting == COUNTING_ENDS) {
    order->what |= ORDER_NO_COUNTERS;
  }
  if (target->gives_back) {
    order->what |= ORDER_GIVE_BACK;
  }
  if (order->what && injection->left.locked) {
    order->what |= ORDER_UNLOCKED;
  }
}

/* Refuses an order that would use more than half of the memory that the process may still map. */
static int32_t check_room(const struct injection *injection, struct fg_error *error) {
  const struct target *target = injection->target;
  const struct agent_order *order = &injection->order;
  const struct process_room *room = &injection->left;
  uint64_t part = (uint64_t)order->contexts * AGENT_CONTEXT_SIZE, space = 0, data = 0, retired = 0;
  if (order->what & ORDER_AGENT) {
    space = AGENT_THUNKS + 5 * part;
    data = AGENT_THUNKS + 3 * part;
  } else {
    tracee_read(&target->tracee, target->agent + AGENT_STATE + offsetof(struct agent_state, retired), &retired,
                sizeof retired);
  }
  if (order->what & ORDER_GIVE_BACK || (order->what & ORDER_MEMORY && !retired)) {
    space += FG_SHM_SIZE;
  }
  int is_space = space > room->space / 2;
  if (!is_space && data <= room->data / 2) {
    return FG_OK;
  }
  return fail(error, FG_E_LIMIT, 0,
              "sensors take %lu MB of %s, at most half of what a process has left: process %d has %lu MB (ulimit -%c)",
              (is_space ? space : data) >> 20, is_space ? "address space" : "data", target->pid,
              (is_space ? room->space : room->data) >> 20, is_space ? 'v' : 'd');
}

static int32_t inject_once(struct target *target, const struct room *rooms, int32_t count,
                           int is_limited, int64_t *stop_ns, struct fg_error *error) {
  struct injection injection = {.target = target};
  struct mappings mappings;
  int32_t code = process_mappings(target->pid, &mappings, error);
  if (code) {
    return code;
  }
  write_order(&injection, &mappings, is_limited);
  space_want(&injection, &mappings, rooms, count);
  if (!injection.order.what && !injection.order.areas[0][1]) {
    process_mappings_free(&mappings);
    return FG_OK;
  }
  code = check_room(&injection, error);
  if (!code && injection.order.what & ORDER_AGENT) {
    code = space_for_code(&injection, &mappings, error);
    target->order_at = injection.code;
  }
  process_mappings_free(&mappings);
  if (code) {
    return code;
  }
  int64_t begin = tracee_now_ns();
  code = lend_thread(&injection, error);
  if (!code) {
    injection.order.mark_at = lent_mark(&injection);
    code = order_carry_out(&injection, error);
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
  int32_t code = inject_once(target, rooms, count, 0, stop_ns, error);
  if (code == FG_E_LIMIT && !target->agent) {
    code = inject_once(target, rooms, count, 1, stop_ns, error);
  }
  return code;
}
