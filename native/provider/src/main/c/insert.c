/*
 * Putting sensors in and taking them out. Everything is found out and written beforehand; while the
 * threads are stopped, only the first bytes of the functions change.
 */
#include "insert.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "kernel.h"

enum { TRAMPOLINE = 256, FAR_CODE = 32 };

int32_t insert_check(struct target *target, const struct fg_probe *probes, int32_t count,
                     struct fg_verdict *verdicts, struct fg_error *error) {
  int32_t code = modules_refresh(target, error);
  if (code) {
    return code;
  }
  for (int32_t i = 0; i < count; i++) {
    struct sensor plan = {0};
    memset(&verdicts[i], 0, sizeof verdicts[i]);
    change_check(target, &probes[i], &plan, &verdicts[i]);
    if (!verdicts[i].code && probes[i].backend != FG_UPROBE) {
      verdicts[i].patched_bytes = (int32_t)plan.window.length;
      verdicts[i].backend = FG_AGENT;
      verdicts[i].cost_ns = change_cost(probes[i].metrics);
    }
  }
  return kernel_insert(target, probes, count, verdicts, 0, error);
}

/* ------------------------------------------------------------------ planning */

/* The place of a function in the agent's table, new if it never had a sensor. */
static int32_t sensor_place(struct target *target, uint64_t address, struct agent_sensor *record) {
  uint64_t table = target->agent + AGENT_STATE + offsetof(struct agent_state, sensor);
  for (uint32_t i = 0; i < target->sensor_places; i++) {
    if (target->places[i] == address) {
      return tracee_read(&target->tracee, table + (uint64_t)i * sizeof *record, record,
                         sizeof *record)
                 ? -1
                 : (int32_t)i;
    }
  }
  if (target->sensor_places == AGENT_SENSORS) {
    return -1;
  }
  memset(record, 0, sizeof *record);
  target->places[target->sensor_places] = address;
  return (int32_t)target->sensor_places++;
}

/* Room for a trampoline near an address; 0 if there is none. */
static uint64_t take_room(struct target *target, uint64_t near) {
  for (uint32_t i = 0; i < target->area_count; i++) {
    struct agent_area *area = &target->area[i];
    uint64_t distance = area->base > near ? area->base - near : near - area->base;
    if (distance < 0x78000000 && area->size - area->used >= TRAMPOLINE) {
      area->used += TRAMPOLINE;
      return area->base + area->used - TRAMPOLINE;
    }
  }
  return 0;
}

/* endbr64; push %rax; movabs $sensor, %rax; jmp *entry; then, at FAR_CODE, the moved instructions.
 */
static uint32_t write_trampoline(const struct target *target, const struct window *window,
                                 uint64_t at, uint64_t sensor, int cpu, uint8_t code[TRAMPOLINE]) {
  uint64_t entry = target->agent + (cpu ? target->head.entry_cpu : target->head.entry);
  memset(code, 0xcc, TRAMPOLINE);
  memcpy(code, "\xf3\x0f\x1e\xfa\x50\x48\xb8", 7);
  memcpy(code + 7, &sensor, 8);
  memcpy(code + 15, "\xff\x25\x00\x00\x00\x00", 6);
  memcpy(code + 21, &entry, 8);
  uint32_t length = relocate_emit(window, at + FAR_CODE, code + FAR_CODE);
  return length ? FAR_CODE + length : 0;
}

static void write_jump(const struct window *window, uint64_t trampoline,
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

/* Writes a sensor's trampoline and its entry in the agent's table; nothing leads there yet. */
static void prepare(struct target *target, struct change *change) {
  const struct fg_probe *probe = change->probe;
  struct sensor *sensor = change->sensor;
  struct agent_sensor *record = &change->record;
  uint8_t code[TRAMPOLINE];
  int32_t place = sensor_place(target, sensor->window.address, record);
  int cpu = (probe->metrics & (FG_CPU | FG_CPU_ADAPTIVE)) != 0;
  if (place < 0) {
    refuse(change->verdict, FG_E_LIMIT,
                  "the process has had sensors in %d functions, and no more fit", AGENT_SENSORS);
    return;
  }
  uint64_t at = record->trampoline ? record->trampoline : take_room(target, sensor->window.address);
  uint64_t there = target->agent + AGENT_STATE + offsetof(struct agent_state, sensor) +
                   (uint64_t)place * sizeof *record;
  uint32_t length = at && fits(sensor->window.address + 5, at)
                        ? write_trampoline(target, &sensor->window, at, there, cpu, code)
                        : 0;
  if (!length) {
    refuse(change->verdict, FG_E_NO_NEAR_SPACE, "there is no free memory within 2 GB of it");
    return;
  }
  sensor->place = (uint32_t)place;
  sensor->trampoline = record->trampoline = at;
  memcpy(change->before, sensor->window.original, sizeof change->before);
  write_jump(&sensor->window, at, change->after);
  record->function = at + FAR_CODE;
  record->region = (uint32_t)change->region;
  record->parent_key = (uint64_t)change->region << EDGE_SHIFT;
  record->flags = SENSOR_INSTALLED | (cpu ? SENSOR_CPU : 0u) |
                  (probe->metrics & FG_CPU_ADAPTIVE ? SENSOR_ADAPTIVE : 0u);
  record->address = sensor->window.address;
  record->length = sensor->window.length;
  record->trampoline_length = length;
  memcpy(record->original, change->before, sizeof record->original);
  memcpy(record->patched, change->after, sizeof record->patched);
  if (tracee_write(&target->tracee, at, code, sizeof code) ||
      tracee_write(&target->tracee, there, record, sizeof *record)) {
    refuse(change->verdict, FG_E_SYSTEM, "its trampoline cannot be written: %.60s",
                  strerror(errno));
  }
}

static void drop_refused(struct changes *changes) {
  int32_t kept = 0;
  for (int32_t i = 0; i < changes->count; i++) {
    if (!changes->at[i].verdict->code) {
      changes->at[kept++] = changes->at[i];
    }
  }
  changes->count = kept;
}

/* ------------------------------------------------------------------ writing */

static void go_on(struct target *target, struct fg_stats *stats, int64_t begin_ns) {
  tracee_let_go(&target->tracee);
  stats->all_stop_ns = tracee_now_ns() - begin_ns;
}

/* Makes the kernel copy the pages that will change, so that it need not while the threads are
   stopped: writes what is there. */
static void copy_pages(struct target *target, const struct changes *changes) {
  uint64_t last = 0;
  for (int32_t i = 0; i < changes->count; i++) {
    const struct window *window = &changes->at[i].sensor->window;
    uint64_t page = window->address & ~0xfffull;
    uint8_t byte;
    if (page != last && !tracee_read(&target->tracee, window->address, &byte, 1)) {
      tracee_write(&target->tracee, window->address, &byte, 1);
    }
    last = page;
  }
}

static void set_flag(struct target *target, const struct sensor *sensor, uint64_t flags) {
  uint64_t there = target->agent + AGENT_STATE + offsetof(struct agent_state, sensor) +
                   (uint64_t)sensor->place * sizeof(struct agent_sensor) +
                   offsetof(struct agent_sensor, flags);
  tracee_write(&target->tracee, there, &flags, sizeof flags);
}

/* Replaces bytes if they are what they should be. */
static int replace(struct target *target, struct change *change, const uint8_t *before,
                   const uint8_t *after) {
  const struct window *window = &change->sensor->window;
  uint8_t now[RELOCATE_LONGEST];
  if (tracee_read(&target->tracee, window->address, now, window->length)) {
    refuse(change->verdict, FG_E_NO_CODE, "its module is not mapped any more");
    return -1;
  }
  if (memcmp(now, before, window->length) != 0) {
    refuse(change->verdict, FG_E_BYTES_CHANGED,
                  "somebody else has written to its first bytes");
    return -1;
  }
  if (tracee_write(&target->tracee, window->address, after, window->length)) {
    refuse(change->verdict, FG_E_SYSTEM, "its code cannot be written: %.60s",
                  strerror(errno));
    return -1;
  }
  return 0;
}

static void note_in(struct target *target, struct change *change) {
  const struct fg_probe *probe = change->probe;
  struct sensor *sensor = change->sensor;
  struct fg_shm_region *region = memory_region(target, change->region);
  region->address = sensor->function;
  region->size = probe->size;
  region->metrics = (uint32_t)probe->metrics | FG_WALL;
  region->flags = FG_REGION_INSTALLED;
  region->cost_ns = change_cost(probe->metrics);
  region->cost_limit = probe->cost_limit;
  if (!region->installed_tsc) {
    region->installed_tsc = ticks_now();
  }
  region->removed_tsc = 0;
  sensor->state = SENSOR_IN;
  sensor->backend = FG_AGENT;
  sensor->cost_ns = region->cost_ns;
  sensor->cost_limit = probe->cost_limit;
  sensor->seen_at_ns = 0;
  change->verdict->backend = FG_AGENT;
  change->verdict->patched_bytes = (int32_t)sensor->window.length;
  change->verdict->cost_ns = region->cost_ns;
  target->installed++;
}

static void put_in(struct target *target, struct changes *changes) {
  for (int32_t i = 0; i < changes->count; i++) {
    struct change *change = &changes->at[i];
    if (!change->verdict->code && !replace(target, change, change->before, change->after)) {
      note_in(target, change);
    }
  }
}

/* ------------------------------------------------------------------ inserting */

/* Collects what passes the checks. */
static void plan(struct target *target, const struct fg_probe *probes, int32_t count,
                 struct fg_verdict *verdicts, struct changes *changes) {
  for (int32_t i = 0; i < count; i++) {
    struct sensor checked = {0};
    memset(&verdicts[i], 0, sizeof verdicts[i]);
    change_check(target, &probes[i], &checked, &verdicts[i]);
    if (verdicts[i].code) {
      continue;
    }
    struct sensor *sensor = &target->sensors[probes[i].region];
    if (sensor->state == SENSOR_IN) {
      verdicts[i].backend = sensor->backend;
      verdicts[i].patched_bytes = (int32_t)sensor->window.length;
      verdicts[i].cost_ns = sensor->cost_ns;
      continue;
    }
    if (probes[i].backend == FG_UPROBE) {
      continue;
    }
    sensor->function = probes[i].address;
    sensor->window = checked.window;
    changes->at[changes->count++] = (struct change){
        .probe = &probes[i], .sensor = sensor, .verdict = &verdicts[i], .region = probes[i].region};
  }
}

/* Two regions of one call may be the same function; only the first gets a sensor. */
static void refuse_doubles(struct target *target, struct changes *changes) {
  for (int32_t i = 0; i < changes->count; i++) {
    for (int32_t region = 0; region < (int32_t)FG_REGIONS; region++) {
      const struct sensor *other = &target->sensors[region];
      if (other->state == SENSOR_IN &&
          other->window.address == changes->at[i].sensor->window.address) {
        refuse(changes->at[i].verdict, FG_E_ALREADY_PATCHED,
                      "it has a sensor already, as region %d", region);
      }
    }
    for (int32_t k = 0; k < i; k++) {
      if (changes->at[k].sensor->window.address == changes->at[i].sensor->window.address) {
        refuse(changes->at[i].verdict, FG_E_ALREADY_PATCHED, "it was asked for twice");
      }
    }
  }
  drop_refused(changes);
}

static int32_t bring_agent(struct target *target, const struct changes *changes,
                           struct fg_stats *stats, struct fg_error *error) {
  struct room *rooms = calloc((size_t)changes->count, sizeof *rooms);
  if (!rooms) {
    abort();
  }
  int32_t used = 0;
  for (int32_t i = 0; i < changes->count; i++) {
    uint64_t near = changes->at[i].sensor->window.address;
    struct room *room = NULL;
    for (int32_t k = 0; k < used && !room; k++) {
      uint64_t distance = rooms[k].near > near ? rooms[k].near - near : near - rooms[k].near;
      room = distance < 0x4000000 ? &rooms[k] : NULL;
    }
    if (!room) {
      room = &rooms[used++];
      room->near = near;
    }
    room->size += TRAMPOLINE;
  }
  int32_t code = inject(target, rooms, used, &stats->one_thread_stop_ns, error);
  free(rooms);
  return code;
}

static int32_t write_all(struct target *target, struct changes *changes, struct fg_stats *stats,
                         struct fg_error *error) {
  int64_t begin = 0;
  struct process_facts facts;
  copy_pages(target, changes);
  change_find_bounds(changes);
  changes->has_handlers = !process_facts(target->pid, &facts) && facts.caught != 0;
  int32_t code = change_stop(target, changes, stats, &begin, error);
  if (code) {
    return code;
  }
  code = agent_switch(target, error);
  if (!code) {
    put_in(target, changes);
  }
  go_on(target, stats, begin);
  return code;
}

int32_t insert_sensors(struct target *target, const struct fg_probe *probes, int32_t count,
                       struct fg_verdict *verdicts, struct fg_stats *stats,
                       struct fg_error *error) {
  int64_t begin = tracee_now_ns();
  struct changes changes = {.at = calloc((size_t)count + 1, sizeof *changes.at)};
  if (!changes.at) {
    abort();
  }
  memset(stats, 0, sizeof *stats);
  int32_t code = modules_refresh(target, error);
  if (!code) {
    plan(target, probes, count, verdicts, &changes);
    refuse_doubles(target, &changes);
  }
  if (!code && changes.count) {
    code = bring_agent(target, &changes, stats, error);
    for (int32_t i = 0; !code && i < changes.count; i++) {
      prepare(target, &changes.at[i]);
    }
    drop_refused(&changes);
    if (!code && changes.count) {
      agent_note(target);
      code = write_all(target, &changes, stats, error);
    }
  }
  free(changes.at);
  code = code ? code : kernel_insert(target, probes, count, verdicts, 1, error);
  stats->total_ns = tracee_now_ns() - begin;
  return code;
}

int32_t insert_by_kernel(struct target *target, const struct fg_probe *probes, int32_t count,
                         struct fg_verdict *verdicts, const struct fg_error *why, int is_real,
                         struct fg_stats *stats, struct fg_error *error) {
  int64_t begin = tracee_now_ns();
  memset(stats, 0, sizeof *stats);
  int32_t code = modules_refresh(target, error);
  for (int32_t i = 0; i < count && !code; i++) {
    struct sensor checked = {0};
    struct fg_probe probe = probes[i];
    memset(&verdicts[i], 0, sizeof verdicts[i]);
    probe.backend = FG_UPROBE; /* only whether there is code */
    change_check(target, &probe, &checked, &verdicts[i]);
    if (!verdicts[i].code && probes[i].backend != FG_UPROBE) {
      refuse(&verdicts[i], why->code, "%.119s", why->text);
    }
  }
  code = code ? code : kernel_insert(target, probes, count, verdicts, is_real, error);
  stats->total_ns = tracee_now_ns() - begin;
  return code;
}

/* ------------------------------------------------------------------ removing */

static void note_out(struct target *target, struct change *change) {
  struct fg_shm_region *region = memory_region(target, change->region);
  uint32_t over = target->header ? region->flags & FG_REGION_OVER_LIMIT : 0;
  region->flags = FG_REGION_REMOVED | over;
  region->removed_tsc = ticks_now();
  change->sensor->state = SENSOR_OUT;
  target->installed--;
}

static void take_out(struct target *target, struct changes *changes) {
  for (int32_t i = 0; i < changes->count; i++) {
    struct change *change = &changes->at[i];
    if (change->verdict->code == FG_E_BUSY_PATCH) {
      continue;
    }
    if (!replace(target, change, change->after, change->before)) {
      set_flag(target, change->sensor, 0);
    }
    note_out(target, change);
  }
}

static void plan_removal(struct target *target, const int32_t *regions, int32_t count,
                         struct fg_verdict *verdicts, struct changes *changes) {
  for (int32_t i = 0; i < count; i++) {
    memset(&verdicts[i], 0, sizeof verdicts[i]);
    if (regions[i] < 0 || regions[i] >= (int32_t)FG_REGIONS ||
        target->sensors[regions[i]].state != SENSOR_IN) {
      refuse(&verdicts[i], FG_E_NOT_INSTALLED, "region %d has no sensor", regions[i]);
      continue;
    }
    struct sensor *sensor = &target->sensors[regions[i]];
    verdicts[i].backend = sensor->backend;
    if (sensor->backend == FG_UPROBE) {
      continue;
    }
    struct change *change = &changes->at[changes->count++];
    *change = (struct change){.sensor = sensor, .verdict = &verdicts[i], .region = regions[i]};
    memcpy(change->before, sensor->window.original, sizeof change->before);
    write_jump(&sensor->window, sensor->trampoline, change->after);
  }
}

int32_t insert_remove(struct target *target, const int32_t *regions, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error) {
  int64_t begin = tracee_now_ns(), stop = 0;
  struct changes changes = {.at = calloc((size_t)count + 1, sizeof *changes.at)};
  if (!changes.at) {
    abort();
  }
  memset(stats, 0, sizeof *stats);
  plan_removal(target, regions, count, verdicts, &changes);
  int32_t code = FG_OK;
  if (changes.count) {
    code = change_stop(target, &changes, stats, &stop, error);
    if (!code) {
      take_out(target, &changes);
      go_on(target, stats, stop);
    }
  }
  kernel_remove(target, regions, count);
  free(changes.at);
  stats->total_ns = tracee_now_ns() - begin;
  return code;
}
