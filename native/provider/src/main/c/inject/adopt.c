/* Takes over an agent that is already in a process, and the sensors that a predecessor has left there. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/target.h"
#include "sensor/unwinders.h"

enum { STOP_MS = 2000 };

#define STATE(target, field) ((target)->agent + AGENT_STATE + offsetof(struct agent_state, field))

static int put_state(struct target *target, uint64_t address, const void *value, size_t size) {
  return tracee_write(&target->tracee, address, value, size);
}

/* Whether the instrumenter recorded in the agent is alive. */
static int is_alive(const struct agent_state *state) {
  struct process_life life;
  return state->owner > 0 && state->owner != getpid() && !process_life(state->owner, &life) &&
         life.start_ticks == state->owner_start && life.state != 'Z';
}

/* ------------------------------------------------------------------ a predecessor's sensors */

/* Restores a function if it still leads to the trampoline; data from the process is trusted only as far as it
   affects the process's own code. */
static void restore(struct target *target, struct agent_sensor *sensor, uint64_t place) {
  uint8_t now[RELOCATE_LONGEST];
  uint64_t none = 0;
  if (sensor->length < 5 || sensor->length > sizeof now || !modules_at(target, sensor->address) ||
      tracee_read(&target->tracee, sensor->address, now, sensor->length)) {
    return;
  }
  if (!memcmp(now, sensor->patched, sensor->length)) {
    tracee_write(&target->tracee, sensor->address, sensor->original, sensor->length);
  }
  put_state(target, place + offsetof(struct agent_sensor, flags), &none, sizeof none);
}

/* Whether a sensor is installed. Finders do not count: they stay, because open calls may need them. */
static int is_installed(const struct agent_sensor *sensor) {
  return (sensor->flags & (SENSOR_INSTALLED | SENSOR_FINDER)) == SENSOR_INSTALLED;
}

static int is_inside(const struct agent_state *state, uint64_t rip) {
  for (uint32_t i = 0; i < state->sensors; i++) {
    const struct agent_sensor *sensor = &state->sensor[i];
    if (is_installed(sensor) && rip > sensor->address &&
        rip < sensor->address + sensor->length) {
      return 1;
    }
  }
  return 0;
}

static int is_anyone_inside(struct target *target, const struct agent_state *state) {
  for (int32_t i = 0; i < target->tracee.count; i++) {
    struct user_regs_struct registers;
    if (!tracee_registers(target->tracee.threads[i], &registers) &&
        is_inside(state, registers.rip)) {
      return 1;
    }
  }
  return 0;
}

static int has_sensors(const struct agent_state *state) {
  for (uint32_t i = 0; i < state->sensors; i++) {
    if (is_installed(&state->sensor[i])) {
      return 1;
    }
  }
  return 0;
}

static int32_t take_out(struct target *target, struct agent_state *state, struct fg_error *error) {
  int64_t until = tracee_now_ns() + STOP_MS * 1000000ll;
  for (int try = 0; try < 1000; try++) {
    int32_t code = tracee_stop_all(&target->tracee, STOP_MS, error);
    if (code == FG_E_NOT_STOPPABLE && target->tracee.is_held_up && tracee_now_ns() < until) {
      continue;
    }
    if (code) {
      return code;
    }
    int inside = is_anyone_inside(target, state);
    for (uint32_t i = 0; !inside && i < state->sensors; i++) {
      if (is_installed(&state->sensor[i])) {
        restore(target, &state->sensor[i], STATE(target, sensor) + i * sizeof *state->sensor);
      }
    }
    tracee_let_go(&target->tracee);
    if (!inside) {
      return FG_OK;
    }
    usleep(50);
  }
  return fail(error, FG_E_BUSY_PATCH, 0, "a thread of process %d stayed inside replaced bytes",
              target->pid);
}

/* ------------------------------------------------------------------ taking over */

static void take_tables(struct target *target, const struct agent_state *state) {
  target->contexts = state->contexts;
  target->sensor_places = state->sensors;
  for (uint32_t i = 0; i < state->sensors; i++) {
    target->places[i] = state->sensor[i].address;
    if (state->sensor[i].flags & SENSOR_FINDER) {
      unwinders_adopt(target, i, &state->sensor[i]);
    }
  }
  target->area_count = state->areas;
  memcpy(target->area, state->area, state->areas * sizeof *state->area);
  target->counting = state->counters ? COUNTING_MAY_BE : COUNTING_NONE;
}

static int is_sane(const struct agent_state *state) {
  return state->magic == AGENT_MAGIC && state->abi == AGENT_ABI &&
         state->sensors <= AGENT_SENSORS && state->areas <= AGENT_AREAS &&
         state->contexts <= AGENT_CONTEXTS;
}

/* Reads the part of the state that is in use; -1 if it cannot be read or is malformed. */
static int read_state(const struct target *target, struct agent_state *state) {
  return tracee_read(&target->tracee, target->agent + AGENT_STATE, state,
                     offsetof(struct agent_state, sensor)) ||
         !is_sane(state) ||
         tracee_read(&target->tracee, STATE(target, sensor), state->sensor,
                     state->sensors * sizeof *state->sensor);
}

int32_t agent_take_over(struct target *target, struct fg_error *error) {
  if (!target->agent) {
    return FG_OK;
  }
  struct agent_state *state = malloc(sizeof *state);
  if (!state) {
    abort();
  }
  int32_t code = FG_OK;
  if (read_state(target, state)) {
    target->agent = 0; /* incomplete or overwritten: a new agent is made */
  } else if (is_alive(state)) {
    code = fail(error, FG_E_ALREADY_OPEN, 0,
                "process %d is instrumented by process %d already; detach there first", target->pid,
                state->owner);
  } else {
    take_tables(target, state);
    if (has_sensors(state)) {
      code = take_out(target, state, error);
    }
  }
  free(state);
  return code;
}

void agent_note(struct target *target) {
  struct process_life life = {0};
  int32_t owner = getpid();
  process_life(owner, &life);
  uint32_t used[2] = {target->sensor_places, target->area_count};
  put_state(target, STATE(target, sensors), used, sizeof used);
  put_state(target, STATE(target, area), target->area, target->area_count * sizeof *target->area);
  put_state(target, STATE(target, owner_start), &life.start_ticks, sizeof life.start_ticks);
  put_state(target, STATE(target, owner), &owner, sizeof owner);
}

void agent_release(struct target *target) {
  int32_t nobody = 0;
  if (target->agent) {
    put_state(target, STATE(target, owner), &nobody, sizeof nobody);
  }
}

/* ------------------------------------------------------------------ another memory */

static uint64_t context_at(const struct target *target, uint32_t number) {
  return target->agent + AGENT_SLOTS_AT + (uint64_t)number * AGENT_CONTEXT_SIZE;
}

/* Switches a context to the new memory. Open calls continue in the spare record, and the thread gets a new
   number at its next call. */
static int switch_context(struct target *target, uint64_t at) {
  struct agent_context context;
  uint64_t spare = target->agent + AGENT_STATE + AGENT_SPARE_RECORD;
  uint32_t none = 0;
  if (tracee_read(&target->tracee, at, &context, sizeof context)) {
    return -1;
  }
  uint64_t first = at + (AGENT_SENTINEL + 1) * SLOT_SIZE;
  for (uint64_t slot = first; slot < context.top && slot < at + AGENT_CONTEXT_SIZE;
       slot += SLOT_SIZE) {
    put_state(target, slot + SLOT_RECORD, &spare, sizeof spare);
  }
  return put_state(target, at + CONTEXT_SHM, &target->shm_there, sizeof target->shm_there) ||
         put_state(target, at + CONTEXT_THREAD_MARK, &none, sizeof none);
}

int32_t agent_switch(struct target *target, struct fg_error *error) {
  uint64_t before, live = 1;
  uint32_t used, ticks = (uint32_t)(host.tsc_hz / 20000);
  if (target->switched) {
    return FG_OK;
  }
  if (tracee_read(&target->tracee, STATE(target, used_contexts), &used, sizeof used) ||
      tracee_read(&target->tracee, STATE(target, shm), &before, sizeof before) ||
      put_state(target, STATE(target, retired), &before, sizeof before) ||
      put_state(target, STATE(target, adaptive_ticks), &ticks, sizeof ticks) ||
      put_state(target, STATE(target, shm), &target->shm_there, sizeof target->shm_there)) {
    return fail(error, FG_E_SYSTEM, errno, "the agent in process %d cannot be reached",
                target->pid);
  }
  for (uint32_t i = 0; i < used && i < target->contexts; i++) {
    if (switch_context(target, context_at(target, i))) {
      return fail(error, FG_E_SYSTEM, errno, "the agent in process %d cannot be reached",
                  target->pid);
    }
  }
  /* Written last. A forked child reads a zero here, so that its copy of the agent does not measure in the
     parent's memory. */
  if (put_state(target, target->agent + AGENT_WIPE + offsetof(struct agent_wipe, live), &live, sizeof live)) {
    return fail(error, FG_E_SYSTEM, errno, "the agent in process %d cannot be reached", target->pid);
  }
  target->switched = 1;
  return FG_OK;
}
