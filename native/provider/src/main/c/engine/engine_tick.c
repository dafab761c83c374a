/* Periodic work: removes sensors that cost too much, and notices ended processes. */
#include <stdlib.h>

#include "engine/open_targets.h"
#include "follower/follow.h"
#include "sensor/insert.h"
#include "sensor/kernel.h"

enum { LOOK_NS = 100000000 };

static int has_limits(const struct target *target) {
  for (int32_t i = 0; i < target->region_end && target->installed; i++) {
    if (target->sensors[i].state == SENSOR_IN && target->sensors[i].cost_limit > 0) {
      return 1;
    }
  }
  return 0;
}

/* Estimates the cost of a sensor's calls. Not every short call reads processor time or counters, and only
   those that do cost more. */
static double cost_ns(const struct sensor *sensor, uint64_t calls, uint64_t readings) {
  int is_read = sensor->backend == FG_AGENT && sensor->cost_ns > host.call_cost_ns;
  double each = is_read ? host.call_cost_ns : sensor->cost_ns;
  return (double)calls * each + (double)readings * (sensor->cost_ns - each);
}

/* Whether a sensor has cost more than it may since the last check; the first check only records the cost. */
static int is_over(struct sensor *sensor, double cost, int64_t now_ns) {
  if (sensor->state != SENSOR_IN || sensor->cost_limit <= 0) {
    return 0;
  }
  int64_t passed = now_ns - sensor->seen_at_ns;
  if (sensor->seen_at_ns && passed < LOOK_NS) {
    return 0;
  }
  int over = sensor->seen_at_ns &&
             cost - sensor->seen_cost_ns > sensor->cost_limit * (double)passed;
  sensor->seen_at_ns = now_ns;
  sensor->seen_cost_ns = cost;
  return over;
}

static void enforce_limits(struct target *target) {
  static uint64_t calls[FG_REGIONS], readings[FG_REGIONS];
  int32_t over[FG_REGIONS], count = 0;
  int64_t now = tracee_now_ns();
  kernel_sync(target);
  memory_calls(target, calls);
  memory_readings(target, readings);
  for (int32_t i = 0; i < target->region_end; i++) {
    struct sensor *sensor = &target->sensors[i];
    if (is_over(sensor, cost_ns(sensor, calls[i], readings[i]), now)) {
      memory_region(target, i)->flags |= FG_REGION_OVER_LIMIT;
      over[count++] = i;
    }
  }
  if (count) {
    struct fg_stats stats;
    struct fg_error error;
    struct fg_verdict *verdicts = malloc((size_t)count * sizeof *verdicts);
    if (verdicts && !follow_lend(target, &error)) {
      insert_remove(target, over, count, verdicts, &stats, &error);
      follow_take_back(target);
    }
    free(verdicts);
  }
}

int32_t engine_tick(void) {
  closed_free();
  int32_t launched = follow_look();
  int32_t next = tracee_let_go_late(0) ? 20 : launched ? 1000 : -1;
  for (struct target *target = targets; target; target = target->next) {
    target_look(target);
    if (target->follower && target->state != FG_EXITED) {
      next = 20;
    }
    if (target->state == FG_RUNNING && has_limits(target)) {
      enforce_limits(target);
      next = 20;
    }
  }
  return next;
}
