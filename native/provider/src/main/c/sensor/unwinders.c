#include "sensor/unwinders.h"

#include <string.h>
#include <unistd.h>

#include "process/process.h"
#include "sensor/open_calls.h"
#include "sensor/sensor_table.h"

/* Open calls mostly end soon, but may have to wait for a processor: pauses double, and amount to 50 ms. */
enum { RELEASE_TRIES = 9, RELEASE_PAUSE_US = 100 };

enum unwinder { NO_UNWINDER, KNOWN_UNWINDER, UNKNOWN_UNWINDER };

/* ------------------------------------------------------------------ what is loaded */

static int may_throw(const struct target *target) {
  for (int32_t i = 0; i < target->module_count; i++) {
    const struct module *module = target->modules[i];
    if (!module->gone && module->image && module->image->flags & IMAGE_MAY_THROW &&
        !module_is_c_library(module)) {
      return 1;
    }
  }
  return 0;
}

/* Whether a module has an unwinder, and where its finder would be inserted. */
static enum unwinder unwinder_of(const struct module *module, struct sensor *finder) {
  struct image *image = module->image;
  struct fg_verdict verdict;
  if (module->gone || !image) {
    return NO_UNWINDER;
  }
  int is_gccs = image_has_unwinder(image);
  if (!is_gccs && !(image->flags & IMAGE_UNWINDS)) {
    return NO_UNWINDER;
  }
  uint64_t address = is_gccs ? image_finder(image) : 0;
  finder->function = address + module->public.bias;
  return address && !relocate_find(image, module->public.bias, finder->function, 0, &finder->window, &verdict)
             ? KNOWN_UNWINDER
             : UNKNOWN_UNWINDER;
}

/* Counts the unwinders of a kind; last: the module of the last one. */
static int32_t count_unwinders(const struct target *target, enum unwinder kind, const struct module **last) {
  int32_t count = 0;
  for (int32_t i = 0; i < target->module_count; i++) {
    struct sensor finder = {0};
    if (unwinder_of(target->modules[i], &finder) == kind) {
      *last = target->modules[i];
      count++;
    }
  }
  return count;
}

static enum crossing look_for_crossing(struct target *target) {
  const struct module *any;
  target->unknown_unwinder = NULL;
  if (!may_throw(target)) {
    return CROSSING_POSSIBLE;
  }
  int32_t known = count_unwinders(target, KNOWN_UNWINDER, &any);
  int32_t unknown = count_unwinders(target, UNKNOWN_UNWINDER, &target->unknown_unwinder);
  return known == 0 || known > FINDERS || unknown ? CROSSING_FATAL : CROSSING_POSSIBLE;
}

/* The answer is the same for all functions, and found only once. */
int32_t unwinders_check(struct target *target, struct fg_verdict *verdict) {
  if (target->crossing == CROSSING_UNKNOWN) {
    target->crossing = (int32_t)look_for_crossing(target);
  }
  if (target->crossing != CROSSING_FATAL) {
    return FG_OK;
  }
  const struct module *module = target->unknown_unwinder;
  return module ? refuse(verdict, FG_E_UNWIND,
                         "exceptions may cross it, and sensors cannot be hidden from the unwinder in %.50s",
                         module_file_name(module))
                : refuse(verdict, FG_E_UNWIND,
                         "exceptions may cross it, and no unwinder was found that sensors can be hidden from");
}

/* ------------------------------------------------------------------ putting finders in */

/* Forgets finders that were lost with their modules, even if other modules are at the same addresses by
   now. */
static void forget_gone(struct target *target) {
  struct code_page page = {0};
  for (int32_t i = 0; i < FINDERS; i++) {
    struct sensor *finder = &target->finders[i];
    if (finder->state == SENSOR_IN && change_is_in(target, &page, finder)) {
      continue;
    }
    target->finder_count -= finder->state == SENSOR_IN;
    finder->state = SENSOR_NONE;
  }
}

/* Returns the entry of a finder, or a free one; NULL if there is none. */
static struct sensor *entry_of(struct target *target, uint64_t address) {
  struct sensor *free = NULL;
  for (int32_t i = 0; i < FINDERS; i++) {
    struct sensor *finder = &target->finders[i];
    if (finder->state != SENSOR_NONE && finder->window.address == address) {
      return finder;
    }
    free = free || finder->state != SENSOR_NONE ? free : finder;
  }
  return free;
}

int32_t unwinders_plan(struct target *target, struct change *changes, struct fg_verdict *verdicts) {
  int32_t count = 0;
  forget_gone(target);
  for (int32_t i = 0; i < target->module_count && count < FINDERS; i++) {
    struct sensor wanted = {0};
    if (unwinder_of(target->modules[i], &wanted) != KNOWN_UNWINDER) {
      continue;
    }
    struct sensor *finder = entry_of(target, wanted.window.address);
    if (!finder || finder->state == SENSOR_IN) {
      continue;
    }
    *finder = wanted;
    finder->state = SENSOR_OUT;
    memset(&verdicts[count], 0, sizeof verdicts[count]);
    changes[count] = (struct change){.sensor = finder, .verdict = &verdicts[count]};
    count++;
  }
  return count;
}

/* Returns the refusal of a finder that could not be inserted, if exceptions may end the process without
   it. */
static int32_t check_led(struct target *target, const struct changes *changes, struct fg_error *error) {
  int32_t code = FG_OK;
  for (int32_t i = 0; i < changes->count; i++) {
    const struct change *change = &changes->at[i];
    if (!change->verdict->code) {
      change->sensor->state = SENSOR_IN;
      target->finder_count++;
    } else if (may_throw(target)) {
      code = fail(error, change->verdict->code, 0, "sensors cannot be hidden from the unwinder of the process: %.119s",
                  change->verdict->text);
    }
  }
  return code;
}

static void look_for_handlers(const struct target *target, struct changes *changes) {
  struct process_facts facts;
  changes->has_handlers = !process_facts(target->pid, &facts) && facts.caught != 0;
}

int32_t unwinders_lead(struct target *target, struct changes *changes, struct fg_stats *stats,
                       struct fg_error *error) {
  if (!changes->count) {
    return FG_OK;
  }
  change_sort(changes);
  change_find_bounds(changes);
  look_for_handlers(target, changes);
  int32_t code = change_stop(target, changes, stats, error);
  if (code) {
    return code;
  }
  change_write(target, changes);
  change_go_on(target, stats);
  return check_led(target, changes, error);
}

/* ------------------------------------------------------------------ taking them out */

void unwinders_adopt(struct target *target, uint32_t place, const struct agent_sensor *record) {
  struct sensor *finder = entry_of(target, record->address);
  if (!finder || finder->state == SENSOR_IN || !(record->flags & SENSOR_INSTALLED) || record->length < 5 ||
      record->length > RELOCATE_LONGEST || !modules_at(target, record->address)) {
    return;
  }
  *finder = (struct sensor){.state = SENSOR_IN, .place = place, .trampoline = record->trampoline,
                            .window = {.address = record->address, .length = record->length}};
  memcpy(finder->window.original, record->original, sizeof finder->window.original);
  target->finder_count++;
}

static int has_sensors(const struct target *target) {
  for (int32_t i = 0; i < target->region_end; i++) {
    if (target->sensors[i].state == SENSOR_IN && target->sensors[i].backend == FG_AGENT) {
      return 1;
    }
  }
  return 0;
}

static int32_t plan_release(struct target *target, struct change *found, struct fg_verdict *verdicts) {
  int32_t count = 0;
  for (int32_t i = 0; i < FINDERS; i++) {
    struct sensor *finder = &target->finders[i];
    if (finder->state != SENSOR_IN) {
      continue;
    }
    struct change *change = &found[count];
    memset(&verdicts[count], 0, sizeof verdicts[count]);
    *change = (struct change){.sensor = finder, .verdict = &verdicts[count++]};
    change_jump(&finder->window, finder->trampoline, change->before);
    memcpy(change->after, finder->window.original, sizeof change->after);
  }
  return count;
}

/* Records the removal of finders. A finder that a thread stays in is still there; any other finder that could
   not be removed is no longer ours. */
static void note_released(struct target *target, const struct changes *changes) {
  uint64_t none = 0;
  for (int32_t i = 0; i < changes->count; i++) {
    struct sensor *finder = changes->at[i].sensor;
    if (changes->at[i].verdict->code == FG_E_BUSY_PATCH) {
      continue;
    }
    finder->state = SENSOR_NONE;
    target->finder_count--;
    tracee_write(&target->tracee,
                 sensor_table_at(target, finder->place) + offsetof(struct agent_sensor, flags), &none, sizeof none);
  }
}

/* Tries to remove the finders; FG_E_BUSY_PATCH if that must be tried again later, for example because open calls
   need them. */
static int32_t release(struct target *target, struct changes *changes, struct fg_stats *stats) {
  struct fg_stats stop = {0};
  struct fg_error error;
  int32_t code = change_stop(target, changes, &stop, &error);
  if (code) {
    return code;
  }
  int are_open = open_calls_are_there(target, changes->has_handlers);
  if (!are_open) {
    change_write(target, changes);
  }
  change_go_on(target, &stop);
  stats->all_stop_ns += stop.all_stop_ns;
  return are_open ? FG_E_BUSY_PATCH : FG_OK;
}

void unwinders_release(struct target *target, struct fg_stats *stats) {
  struct change found[FINDERS];
  struct fg_verdict verdicts[FINDERS];
  struct changes changes = {.at = found};
  if (!target->finder_count || has_sensors(target)) {
    return;
  }
  changes.count = plan_release(target, found, verdicts);
  change_sort(&changes);
  change_find_bounds(&changes);
  look_for_handlers(target, &changes);
  for (int try = 0; try < RELEASE_TRIES; try++) {
    int32_t code = release(target, &changes, stats);
    if (!code) {
      note_released(target, &changes);
    }
    if (code != FG_E_BUSY_PATCH) {
      return;
    }
    usleep(RELEASE_PAUSE_US << try);
  }
}
