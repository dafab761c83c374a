/* Closes open processes. */
#include <stdlib.h>
#include <string.h>

#include "engine/calls.h"
#include "engine/open_targets.h"
#include "engine/variables.h"
#include "follower/follow.h"
#include "sensor/counting.h"
#include "sensor/insert.h"
#include "sensor/unwinders.h"

/* Sensors that are left after these tries are never removed. */
enum { CLOSE_TRIES = 5 };

static int32_t take_all_out(struct target *target, struct fg_stats *stats, struct fg_error *error) {
  int32_t *regions = malloc(FG_REGIONS * sizeof *regions), count = 0;
  struct fg_verdict *verdicts = malloc(FG_REGIONS * sizeof *verdicts);
  if (!regions || !verdicts) {
    abort();
  }
  for (int32_t i = 0; i < target->region_end; i++) {
    if (target->sensors[i].state == SENSOR_IN) {
      regions[count++] = i;
    }
  }
  int32_t code = count ? insert_remove(target, regions, count, verdicts, stats, error) : FG_OK;
  for (int try = 0; code == FG_E_NOT_STOPPABLE && try < CLOSE_TRIES; try++) {
    code = insert_remove(target, regions, count, verdicts, stats, error);
  }
  counting_end(target);
  if (!count) { /* otherwise this has just been tried */
    unwinders_release(target, stats);
  }
  free(regions);
  free(verdicts);
  return code;
}

static void unlink_target(struct target *target) {
  for (struct target **at = &targets; *at; at = &(*at)->next) {
    if (*at == target) {
      *at = target->next;
      return;
    }
  }
}

/* Processes that were released; their memory is freed later, because nobody waits for that. */
static struct target *closed;

void closed_free(void) {
  while (closed) {
    struct target *next = closed->next;
    target_free(closed);
    closed = next;
  }
}

static int32_t let_go(struct target *target, struct fg_stats *stats, struct fg_error *error) {
  int is_changed = target->installed || target->counting || target->finder_count || memory_is_large(target);
  calls_undo(target);
  variables_set_back(target);
  int32_t code = is_changed ? follow_lend(target, error) : FG_OK;
  code = code ? code : take_all_out(target, stats, error);
  if (!code) {
    memory_give_back(target);
  }
  agent_release(target);
  if (target->state == FG_STARTING) {
    follow_go_on(target);
  } else {
    follow_take_back(target);
  }
  if (code == FG_E_NO_PROCESS) { /* it has ended meanwhile, or has become another program */
    target_look(target);
    return target_is_there(target) ? code : FG_OK;
  }
  return code;
}

int32_t engine_close(struct target *target, struct fg_state *state, struct fg_stats *stats,
                     struct fg_error *error) {
  int32_t code = FG_OK;
  memset(stats, 0, sizeof *stats);
  target_look(target);
  if (target_is_there(target)) {
    code = let_go(target, stats, error);
  }
  target_tell(target, state);
  if (target_is_there(target)) {
    state->state = FG_DETACHED;
  }
  if (target->follower && target->is_command) {
    follow_end(target->follower);
  }
  unlink_target(target);
  target->next = closed;
  closed = target;
  return code;
}

void engine_end(void) {
  while (targets) {
    struct fg_state state;
    struct fg_stats stats;
    struct fg_error error;
    engine_close(targets, &state, &stats, &error);
  }
  closed_free();
}
