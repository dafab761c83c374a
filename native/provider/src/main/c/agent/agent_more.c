/* What sensors do beyond counting calls and wall time. Measuring more takes system calls, so it may be left
   out for calls that are too short for it, and always is in forked children. */
#include <stddef.h>

#include "agent/agent_inside.h"

HIDDEN void agent_more_begin(struct agent_slot *slot, const struct agent_sensor *sensor);
HIDDEN void agent_more_end(struct agent_slot *slot);

static long number_of(const struct agent_slot *slot) {
  return slot - (const struct agent_slot *)context_of_slot(slot);
}

static uint64_t *cpu_of(const struct agent_slot *slot) {
  return &table_of(context_of_slot(slot))->cpu[number_of(slot)];
}

static uint64_t *order_of(const struct agent_slot *slot) {
  return &table_of(context_of_slot(slot))->order[number_of(slot)];
}

static uint64_t thread_cpu_ns(void) {
  enum { THREAD_CPUTIME = 3 };
  struct {
    int64_t seconds, nanoseconds;
  } time;
  call_kernel(SYS_CLOCK_GETTIME, THREAD_CPUTIME, (uint64_t)&time, 0, 0, 0, 0);
  return (uint64_t)time.seconds * 1000000000u + (uint64_t)time.nanoseconds;
}

/* Whether calls of an edge are long on average; the first one is assumed to be. */
static int is_long(const struct fg_shm_record *record) {
  return !record->count || record->total / record->count > agent_state.adaptive_ticks;
}

/* Whether a call is to be measured; a call within another of its region is part of that call's
   measurement. */
static int is_wanted(const struct agent_slot *slot, const struct agent_sensor *sensor,
                     uint64_t measure, uint64_t adaptive) {
  const struct fg_shm_record *record = record_of_slot(slot);
  return sensor->flags & measure && !*outermost_of(record) &&
         (!(sensor->flags & adaptive) || is_long(record));
}

/* Stores in a slot the rule that the sensor is part of. */
static void note_rule(struct agent_slot *slot, const struct agent_sensor *sensor) {
  slot->rule = (uint64_t)sensor - offsetof(struct agent_rule, as);
  *order_of(slot) = __atomic_load_n(&((const struct agent_rule *)slot->rule)->order, __ATOMIC_ACQUIRE);
  slot->record |= SLOT_RESULT;
}

/* Replaces the result, unless the rule was removed or changed since the call began. */
static void rewrite_result(const struct agent_slot *slot) {
  struct agent_rule *rule = (struct agent_rule *)slot->rule;
  uint64_t value = __atomic_load_n(&rule->value, __ATOMIC_ACQUIRE);
  uint32_t what = __atomic_load_n(&rule->what, __ATOMIC_ACQUIRE);
  if (!__atomic_load_n(&rule->active, __ATOMIC_ACQUIRE) ||
      __atomic_load_n(&rule->order, __ATOMIC_ACQUIRE) != *order_of(slot))
    return;
  if (what == FG_FRACTION)
    __asm__ volatile("movq %0, %%xmm0" : : "r"(value));
  else
    ((uint64_t *)slot->place)[-1] = value; /* where exit has saved rax */
  __atomic_fetch_add(&rule->calls, 1, __ATOMIC_RELAXED);
}

void agent_more_begin(struct agent_slot *slot, const struct agent_sensor *sensor) {
  if (sensor->flags & SENSOR_RESULT) note_rule(slot, sensor);
  if (!agent_wipe.live) return;
  int cpu = is_wanted(slot, sensor, SENSOR_CPU, SENSOR_ADAPTIVE);
  int count = is_wanted(slot, sensor, SENSOR_COUNTERS, SENSOR_COUNT_ADAPTIVE);
  if (count && counters_begin(slot, sensor)) slot->record |= SLOT_COUNTERS;
  if (!cpu) return;
  *cpu_of(slot) = thread_cpu_ns();
  slot->record |= SLOT_CPU;
}

static void cpu_end(const struct agent_slot *slot) {
  struct fg_shm_record *record = record_of_slot(slot);
  uint64_t spent = thread_cpu_ns() - *cpu_of(slot);
  begin_update(record);
  record->cpu_ns += spent;
  record->cpu_count++;
  end_update(record);
}

void agent_more_end(struct agent_slot *slot) {
  if (slot->record & SLOT_RESULT) rewrite_result(slot);
  if (!agent_wipe.live) return;
  if (slot->record & SLOT_CPU) cpu_end(slot);
  if (slot->record & SLOT_COUNTERS) counters_end(slot);
}
