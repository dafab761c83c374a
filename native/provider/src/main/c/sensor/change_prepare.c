/* Makes trampolines, and entries in the agent's table of sensors, for functions that are about to change. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sensor/change.h"
#include "engine/rules.h"
#include "sensor/counting.h"
#include "sensor/sensor_table.h"
#include "sensor/spool.h"

/* Places of the addresses in the beginning of a trampoline, and its size. */
enum { SENSOR_AT = 7, LEADS_TO_AT = 21, HEAD = 29 };

/* Reserves room for a trampoline near an address; 0 if there is none. */
static uint64_t take_room(struct target *target, uint64_t near) {
  for (uint32_t i = 0; i < target->area_count; i++) {
    struct agent_area *area = &target->area[i];
    uint64_t distance = area->base > near ? area->base - near : near - area->base;
    if (distance < 0x78000000 && area->size - area->used >= AGENT_TRAMPOLINE) {
      area->used += AGENT_TRAMPOLINE;
      return area->base + area->used - AGENT_TRAMPOLINE;
    }
  }
  return 0;
}

static int is_measured_more(const struct agent_sensor *record) {
  return (record->flags & ~(uint64_t)SENSOR_PLAIN) != 0;
}

/* Returns the address to which a trampoline leads. */
static uint64_t leads_to(const struct target *target, const struct change *change) {
  const struct agent_head *head = &target->head;
  return target->agent + (change->record.flags & SENSOR_FINDER ? head->find_fde
                          : change->record.flags & SENSOR_REWRITES ? head->entry_rewrite
                          : is_measured_more(&change->record)      ? head->entry_more
                                                               : head->entry);
}

/* Writes a trampoline: a beginning from the agent, the moved instructions, and where they come from. */
static uint32_t write_trampoline(const struct target *target, const struct change *change, uint64_t at,
                                 uint64_t record, uint8_t code[AGENT_TRAMPOLINE]) {
  struct agent_origin origin;
  int is_finder = (change->record.flags & SENSOR_FINDER) != 0;
  uint32_t head = is_finder ? target->head.to_finder : target->head.to_sensor;
  uint64_t to = leads_to(target, change);
  memset(code, 0xcc, AGENT_TRAMPOLINE);
  memcpy(code, agent_image + head, HEAD);
  if (!is_finder) {
    memcpy(code + SENSOR_AT, &record, sizeof record);
  }
  memcpy(code + LEADS_TO_AT, &to, sizeof to);
  uint32_t length = relocate_emit(&change->sensor->window, at + AGENT_MOVED, code + AGENT_MOVED, &origin);
  origin.head = head;
  memcpy(code + AGENT_ORIGIN, &origin, sizeof origin);
  return length ? AGENT_MOVED + length : 0;
}

void change_jump(const struct window *window, uint64_t trampoline,
                       uint8_t after[RELOCATE_LONGEST]) {
  int32_t distance = (int32_t)(trampoline - (window->address + 5));
  memset(after, 0xcc, RELOCATE_LONGEST);
  after[0] = 0xe9;
  memcpy(after + 1, &distance, sizeof distance);
}

static int fits(uint64_t from, uint64_t to) {
  int64_t distance = (int64_t)(to - from);
  return distance == (int32_t)distance;
}

/* Returns the agent's flags for the metrics beyond calls and wall time. */
static uint32_t more_flags(int32_t metrics) {
  return (metrics & (FG_CPU | FG_CPU_ADAPTIVE) ? SENSOR_CPU : 0u) |
         (metrics & FG_CPU_ADAPTIVE ? SENSOR_ADAPTIVE : 0u) |
         (metrics & FG_REWRITES ? SENSOR_REWRITES : 0u) |
         SENSOR_COUNTER * counting_of(metrics) |
         (counting_of(metrics) && metrics & FG_COUNT_ADAPTIVE ? SENSOR_COUNT_ADAPTIVE : 0u);
}

/* Gives a function its own rules, none of them in use; 0 if there is no room. */
static int32_t take_rules(struct target *target, struct agent_sensor *record) {
  if (!record->rules && target->ruled == AGENT_RULED) {
    return 0;
  }
  record->rules = record->rules ? record->rules : ++target->ruled;
  static const struct agent_ruled none;
  return !tracee_write(&target->tracee, rules_at(target, record->rules), &none, sizeof none);
}

/* Makes a trampoline and its entry in the agent's table; no code leads there yet. */
static void prepare(struct target *target, struct change *change, int32_t place, struct spool *codes,
                    struct spool *records) {
  const struct fg_probe *probe = change->probe;
  struct sensor *sensor = change->sensor;
  struct agent_sensor *record = &change->record;
  uint8_t code[AGENT_TRAMPOLINE];
  uint64_t at = record->trampoline ? record->trampoline : take_room(target, sensor->window.address);
  uint64_t there = sensor_table_at(target, (uint32_t)place);
  record->flags = SENSOR_INSTALLED | (probe ? more_flags(probe->metrics) : SENSOR_FINDER);
  if (record->flags & SENSOR_REWRITES && !take_rules(target, record)) {
    refuse(change->verdict, FG_E_LIMIT, "the calls of at most %d functions can be rewritten", AGENT_RULED);
    return;
  }
  uint32_t length = at && fits(sensor->window.address + 5, at)
                        ? write_trampoline(target, change, at, there, code)
                        : 0;
  if (!length) {
    refuse(change->verdict, FG_E_NO_NEAR_SPACE, "there is no free memory within 2 GB of it");
    return;
  }
  sensor->place = (uint32_t)place;
  sensor->trampoline = record->trampoline = at;
  memcpy(change->before, sensor->window.original, sizeof change->before);
  change_jump(&sensor->window, at, change->after);
  record->function = at + AGENT_MOVED;
  record->region = (uint32_t)change->region;
  record->parent_key = (uint64_t)change->region << EDGE_SHIFT;
  record->address = sensor->window.address;
  record->length = sensor->window.length;
  record->trampoline_length = length;
  memcpy(record->original, change->before, sizeof record->original);
  memcpy(record->patched, change->after, sizeof record->patched);
  spool_put(codes, at, code, sizeof code);
  spool_put(records, there, record, sizeof *record);
}

int32_t change_prepare(struct target *target, struct changes *changes, struct fg_error *error) {
  struct spool codes = {.target = target}, records = {.target = target};
  uint32_t known = target->sensor_places;
  struct agent_sensor *table = sensor_table_read(target);
  int failed = table ? 0 : errno;
  for (uint32_t i = 0; i < known && table; i++) { /* rules of a predecessor */
    target->ruled = table[i].rules > target->ruled && table[i].rules <= AGENT_RULED ? table[i].rules : target->ruled;
  }
  for (int32_t i = 0; i < changes->count && table; i++) {
    struct change *change = &changes->at[i];
    int32_t place =
        sensor_table_place(target, change->sensor->window.address, table, known, &change->record);
    if (place < 0) {
      refuse(change->verdict, FG_E_LIMIT,
             "the process has had sensors in %d functions, which is the limit", AGENT_SENSORS);
    } else {
      prepare(target, change, place, &codes, &records);
    }
  }
  free(table);
  spool_end(&codes);
  spool_end(&records);
  failed = failed ? failed : codes.failed ? codes.failed : records.failed;
  return failed ? fail(error, FG_E_SYSTEM, failed, "trampolines cannot be written into process %d: %s",
                       target->pid, strerror(failed))
                : FG_OK;
}
