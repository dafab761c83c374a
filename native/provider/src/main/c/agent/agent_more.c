/* What sensors measure beyond calls and wall time: it takes system calls, so it is begun and ended
   here, and may be left out for calls that are too short for it. */
#include "agent/agent_inside.h"

HIDDEN void agent_more_begin(struct agent_slot *slot, const struct agent_sensor *sensor);
HIDDEN void agent_more_end(struct agent_slot *slot);

static uint64_t *cpu_of(const struct agent_slot *slot) {
  struct agent_context *context = context_of_slot(slot);
  return &table_of(context)->cpu[slot - (const struct agent_slot *)context];
}

static uint64_t thread_cpu_ns(void) {
  enum { THREAD_CPUTIME = 3 };
  struct {
    int64_t seconds, nanoseconds;
  } time;
  call_kernel(SYS_CLOCK_GETTIME, THREAD_CPUTIME, (uint64_t)&time, 0, 0, 0, 0);
  return (uint64_t)time.seconds * 1000000000u + (uint64_t)time.nanoseconds;
}

/* Whether calls of an edge are long in the mean; the first one is taken for long. */
static int is_long(const struct fg_shm_record *record) {
  return !record->count || record->total / record->count > agent_state.adaptive_ticks;
}

/* What a call within another one of its region takes is in that one's. */
static int is_wanted(const struct agent_slot *slot, const struct agent_sensor *sensor,
                     uint64_t measure, uint64_t adaptive) {
  const struct fg_shm_record *record = record_of_slot(slot);
  return sensor->flags & measure && !*outermost_of(record) &&
         (!(sensor->flags & adaptive) || is_long(record));
}

void agent_more_begin(struct agent_slot *slot, const struct agent_sensor *sensor) {
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
  if (slot->record & SLOT_CPU) cpu_end(slot);
  if (slot->record & SLOT_COUNTERS) counters_end(slot);
}
