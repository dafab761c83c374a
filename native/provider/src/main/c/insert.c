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

enum {
  TRAMPOLINE = 256,
  FAR_CODE = 32,
  NEAR = 4096 /* bytes that are read and written together */
};

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

/* What is written to the process before anything leads there. Pieces that follow each other go together:
   each writing is a system call. */
struct spool {
  struct target *target;
  uint64_t at; /* of the first byte */
  uint32_t used;
  int failed; /* errno of the first piece that could not be written */
  uint8_t bytes[16384];
};

static void write_spool(struct spool *spool) {
  if (spool->used && tracee_write(&spool->target->tracee, spool->at, spool->bytes, spool->used) &&
      !spool->failed) {
    spool->failed = errno;
  }
  spool->used = 0;
}

static void put_in_spool(struct spool *spool, uint64_t address, const void *bytes, uint32_t size) {
  if (address != spool->at + spool->used || spool->used + size > sizeof spool->bytes) {
    write_spool(spool);
    spool->at = address;
  }
  memcpy(spool->bytes + spool->used, bytes, size);
  spool->used += size;
}

static uint64_t table_at(const struct target *target, uint32_t place) {
  return target->agent + AGENT_STATE + offsetof(struct agent_state, sensor) +
         (uint64_t)place * sizeof(struct agent_sensor);
}

/* The agent's table of sensors as far as it is in use; to be freed. NULL if it cannot be read. */
static struct agent_sensor *read_table(struct target *target) {
  struct agent_sensor *table = calloc(target->sensor_places + 1, sizeof *table);
  if (!table) {
    abort();
  }
  if (target->sensor_places && tracee_read(&target->tracee, table_at(target, 0), table,
                                           target->sensor_places * sizeof *table)) {
    free(table);
    return NULL;
  }
  return table;
}

/* The place of a function in the agent's table, new if it never had a sensor; -1 if none is left. known: how
   many places the table that was read has. */
static int32_t sensor_place(struct target *target, uint64_t address, const struct agent_sensor *table,
                            uint32_t known, struct agent_sensor *record) {
  for (uint32_t i = 0; i < target->sensor_places; i++) {
    if (target->places[i] == address && i < known) {
      *record = table[i];
      return (int32_t)i;
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

/* Makes a sensor's trampoline and its entry in the agent's table; nothing leads there yet. */
static void prepare(struct target *target, struct change *change, int32_t place, struct spool *codes,
                    struct spool *records) {
  const struct fg_probe *probe = change->probe;
  struct sensor *sensor = change->sensor;
  struct agent_sensor *record = &change->record;
  uint8_t code[TRAMPOLINE];
  int cpu = (probe->metrics & (FG_CPU | FG_CPU_ADAPTIVE)) != 0;
  uint64_t at = record->trampoline ? record->trampoline : take_room(target, sensor->window.address);
  uint64_t there = table_at(target, (uint32_t)place);
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
  put_in_spool(codes, at, code, sizeof code);
  put_in_spool(records, there, record, sizeof *record);
}

/* All of them; those that fail are refused. */
static void prepare_all(struct target *target, struct changes *changes) {
  struct spool codes = {.target = target}, records = {.target = target};
  uint32_t known = target->sensor_places;
  struct agent_sensor *table = read_table(target);
  int failed = table ? 0 : errno;
  for (int32_t i = 0; i < changes->count && table; i++) {
    struct change *change = &changes->at[i];
    int32_t place =
        sensor_place(target, change->sensor->window.address, table, known, &change->record);
    if (place < 0) {
      refuse(change->verdict, FG_E_LIMIT,
             "the process has had sensors in %d functions, and no more fit", AGENT_SENSORS);
    } else {
      prepare(target, change, place, &codes, &records);
    }
  }
  free(table);
  write_spool(&codes);
  write_spool(&records);
  failed = failed ? failed : codes.failed ? codes.failed : records.failed;
  for (int32_t i = 0; i < changes->count && failed; i++) {
    refuse(changes->at[i].verdict, FG_E_SYSTEM, "its trampoline cannot be written: %.60s",
           strerror(failed));
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

/* Replaces a change's bytes in what was read of the process from an address on, if they are what they
   should be. */
static int replace_in(uint8_t *bytes, uint64_t from, struct change *change) {
  const struct window *window = &change->sensor->window;
  uint8_t *at = bytes + (window->address - from);
  if (change->verdict->code) {
    return 0;
  }
  if (memcmp(at, change->before, window->length) != 0) {
    refuse(change->verdict, FG_E_BYTES_CHANGED, "somebody else has written to its first bytes");
    return 0;
  }
  memcpy(at, change->after, window->length);
  return 1;
}

/* Replaces the bytes of changes that are near each other: one reading and one writing for all. */
static void replace_near(struct target *target, struct change *changes, int32_t count, uint64_t from,
                         uint64_t end) {
  uint8_t bytes[NEAR + RELOCATE_LONGEST];
  int32_t replaced = 0, code = FG_OK, why = 0;
  if (tracee_read(&target->tracee, from, bytes, end - from)) {
    code = FG_E_NO_CODE;
  }
  for (int32_t i = 0; i < count && !code; i++) {
    replaced += replace_in(bytes, from, &changes[i]);
  }
  if (replaced && tracee_write(&target->tracee, from, bytes, end - from)) {
    code = FG_E_SYSTEM;
    why = errno;
  }
  for (int32_t i = 0; i < count && code; i++) {
    if (!changes[i].verdict->code) {
      refuse(changes[i].verdict, code, code == FG_E_SYSTEM ? "its code cannot be written: %.60s"
                                                           : "its module is not mapped any more",
             strerror(why));
    }
  }
}

/* Replaces the bytes of all changes, which are in order of their addresses. */
static void replace_all(struct target *target, struct changes *changes) {
  for (int32_t first = 0, next; first < changes->count; first = next) {
    uint64_t from = changes->at[first].sensor->window.address, end = from;
    for (next = first; next < changes->count; next++) {
      const struct window *window = &changes->at[next].sensor->window;
      if (window->address + window->length - from > NEAR && next > first) {
        break;
      }
      end = window->address + window->length > end ? window->address + window->length : end;
    }
    replace_near(target, &changes->at[first], next - first, from, end);
  }
}

static int compare_changes(const void *left, const void *right) {
  const struct change *a = left, *b = right;
  uint64_t first = a->sensor->window.address, second = b->sensor->window.address;
  return first < second ? -1 : first > second;
}

static void sort_changes(struct changes *changes) {
  if (changes->count) {
    qsort(changes->at, (size_t)changes->count, sizeof *changes->at, compare_changes);
  }
}

static void note_in(struct target *target, struct change *change, uint64_t now) {
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
    region->installed_tsc = now;
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

static struct change *change_at(const struct changes *changes, uint64_t address) {
  int32_t low = 0, high = changes->count;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (changes->at[middle].sensor->window.address < address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < changes->count && changes->at[low].sensor->window.address == address
             ? &changes->at[low]
             : NULL;
}

/* Two regions may be the same function; only the first gets a sensor. */
static void refuse_doubles(struct target *target, struct changes *changes) {
  for (int32_t i = 1; i < changes->count; i++) {
    if (changes->at[i].sensor->window.address == changes->at[i - 1].sensor->window.address) {
      struct change *later = changes->at[i].probe > changes->at[i - 1].probe ? &changes->at[i] : &changes->at[i - 1];
      refuse(later->verdict, FG_E_ALREADY_PATCHED, "it was asked for twice");
    }
  }
  drop_refused(changes);
  for (int32_t region = 0; region < (int32_t)FG_REGIONS; region++) {
    const struct sensor *other = &target->sensors[region];
    struct change *same =
        other->state == SENSOR_IN ? change_at(changes, other->window.address) : NULL;
    if (same) {
      refuse(same->verdict, FG_E_ALREADY_PATCHED, "it has a sensor already, as region %d", region);
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
    replace_all(target, changes);
  }
  uint64_t now = ticks_now();
  go_on(target, stats, begin);
  for (int32_t i = 0; i < changes->count && !code; i++) {
    if (!changes->at[i].verdict->code) {
      note_in(target, &changes->at[i], now);
    }
  }
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
    sort_changes(&changes);
    refuse_doubles(target, &changes);
  }
  if (!code && changes.count) {
    code = bring_agent(target, &changes, stats, error);
    if (!code) {
      prepare_all(target, &changes);
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

/* What is noted when the threads go on already. A sensor whose bytes could not be put back stays in the
   agent's table as one that is in. */
static void note_all_out(struct target *target, struct changes *changes) {
  struct spool records = {.target = target};
  struct agent_sensor *table = read_table(target);
  for (int32_t i = 0; i < changes->count; i++) {
    struct change *change = &changes->at[i];
    uint32_t place = change->sensor->place;
    if (change->verdict->code == FG_E_BUSY_PATCH) {
      continue;
    }
    if (table && !change->verdict->code && place < target->sensor_places) {
      table[place].flags = 0;
      put_in_spool(&records, table_at(target, place), &table[place], sizeof *table);
    }
    note_out(target, change);
  }
  write_spool(&records);
  free(table);
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
    write_jump(&sensor->window, sensor->trampoline, change->before);
    memcpy(change->after, sensor->window.original, sizeof change->after);
  }
  sort_changes(changes);
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
      replace_all(target, &changes);
      go_on(target, stats, stop);
      note_all_out(target, &changes);
    }
  }
  kernel_remove(target, regions, count);
  free(changes.at);
  stats->total_ns = tracee_now_ns() - begin;
  return code;
}
