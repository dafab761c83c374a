/* Rules for rewriting calls. */
#include "engine/rules.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "engine/open_targets.h"
#include "sensor/sensor_table.h"

static int32_t unreachable(const struct target *target, struct fg_error *error) {
  int why = errno;
  return fail(error, FG_E_SYSTEM, why, "the agent in process %d cannot be reached: %s", target->pid, strerror(why));
}

/* Finds the rules of a region that has a sensor with FG_REWRITES, and that sensor. */
static int32_t find(struct target *target, int32_t region, uint64_t *at, struct agent_sensor *sensor,
                    struct fg_error *error) {
  int32_t code = target_check_running(target, error);
  if (code) {
    return code;
  }
  if (region < 0 || region >= target->region_end || target->sensors[region].state != SENSOR_IN ||
      !(target->sensors[region].metrics & FG_REWRITES) || target->sensors[region].backend != FG_AGENT) {
    return fail(error, FG_E_NOT_INSTALLED, 0, "region %d has no sensor that can rewrite calls", region);
  }
  if (tracee_read(&target->tracee, sensor_table_at(target, target->sensors[region].place), sensor, sizeof *sensor)) {
    return unreachable(target, error);
  }
  if (!sensor->rules || sensor->rules > AGENT_RULED) { /* the process can write to it, too */
    return fail(error, FG_E_BYTES_CHANGED, 0, "process %d has overwritten the agent's memory", target->pid);
  }
  *at = rules_at(target, sensor->rules);
  return FG_OK;
}

static int32_t check(const struct fg_rule *rule, struct fg_error *error) {
  int is_right = rule->what >= FG_ARGUMENT && rule->what <= FG_FUNCTION && rule->argument >= 0 &&
                 rule->argument < AGENT_ARGUMENTS && rule->conditions >= 0 &&
                 rule->conditions <= (rule->what == FG_FUNCTION ? 0 : FG_CONDITIONS);
  for (int32_t i = 0; is_right && i < rule->conditions; i++) {
    is_right = rule->condition[i].argument >= 0 && rule->condition[i].argument < AGENT_ARGUMENTS;
  }
  return is_right ? FG_OK
                  : fail(error, FG_E_ARGUMENT, 0,
                         "a rule rewrites arguments 0 to 5, on at most 4 conditions, or replaces a function, on none");
}

static int is_result(uint32_t what) {
  return what == FG_RESULT || what == FG_FRACTION;
}

/* Fills in a rule. Its order is the time, so that it never equals that of an earlier instrumenter's rule. */
static void fill(const struct fg_rule *from, const struct agent_sensor *sensor, struct agent_rule *to) {
  *to = (struct agent_rule){.argument = (uint32_t)from->argument,
                            .what = (uint32_t)from->what,
                            .conditions = (uint32_t)from->conditions,
                            .order = ticks_now(),
                            .value = from->value,
                            .as = *sensor};
  to->as.flags |= is_result(to->what) ? SENSOR_RESULT : 0;
  to->as.function = from->what == FG_FUNCTION ? from->value : sensor->function;
  for (int32_t i = 0; i < from->conditions; i++) {
    to->condition[i].argument = (uint32_t)from->condition[i].argument;
    to->condition[i].value = from->condition[i].value;
  }
}

/* Writes a rule, its order before the rest, so that calls under way see that the rule has changed. */
static int put_rule(struct target *target, uint64_t at, const struct agent_rule *rule) {
  return tracee_write(&target->tracee, at + offsetof(struct agent_rule, order), &rule->order, sizeof rule->order) ||
         tracee_write(&target->tracee, at, rule, sizeof *rule);
}

static int put_active(struct target *target, uint64_t rule, uint32_t active) {
  return tracee_write(&target->tracee, rule + offsetof(struct agent_rule, active), &active, sizeof active);
}

/* Finds a place for a new rule. Places are used in turn, so that each is reused as late as possible. */
static int32_t place_for(const struct fg_rule *rule, const struct agent_ruled *ruled, struct fg_error *error) {
  uint64_t newest = 0;
  int32_t last = AGENT_RULES - 1;
  for (int32_t i = 0; i < AGENT_RULES; i++) {
    const struct agent_rule *other = &ruled->rule[i];
    int are_apart = (is_result(other->what) && rule->what == FG_FUNCTION) ||
                    (other->what == FG_FUNCTION && is_result((uint32_t)rule->what));
    if (other->active && are_apart) {
      fail(error, FG_E_LIMIT, 0, "a function can be replaced or have its results rewritten, but not both");
      return -1;
    }
    last = other->order > newest ? i : last;
    newest = other->order > newest ? other->order : newest;
  }
  for (int32_t i = 1; i <= AGENT_RULES; i++) {
    int32_t place = (last + i) % AGENT_RULES;
    if (!ruled->rule[place].active) {
      return place;
    }
  }
  fail(error, FG_E_LIMIT, 0, "the calls of a function can be rewritten by at most %d rules", AGENT_RULES);
  return -1;
}

int32_t engine_rewrite(struct target *target, const struct fg_rule *rule, int32_t *number,
                       struct fg_error *error) {
  struct agent_ruled ruled;
  struct agent_rule made;
  struct agent_sensor sensor;
  uint64_t at;
  int32_t code = check(rule, error);
  code = code ? code : find(target, rule->region, &at, &sensor, error);
  if (code) {
    return code;
  }
  if (tracee_read(&target->tracee, at, &ruled, sizeof ruled)) {
    return unreachable(target, error);
  }
  *number = place_for(rule, &ruled, error);
  if (*number < 0) {
    return FG_E_LIMIT;
  }
  at += (uint64_t)*number * sizeof made;
  fill(rule, &sensor, &made);
  return put_rule(target, at, &made) || put_active(target, at, 1) ? unreachable(target, error) : FG_OK;
}

/* Finds the place of a rule. */
static int32_t find_rule(struct target *target, int32_t region, int32_t number, uint64_t *at,
                         struct fg_error *error) {
  if (number < 0 || number >= AGENT_RULES) {
    return fail(error, FG_E_ARGUMENT, 0, "there is no rule %d", number);
  }
  struct agent_sensor sensor;
  int32_t code = find(target, region, at, &sensor, error);
  *at += (uint64_t)number * sizeof(struct agent_rule);
  return code;
}

int32_t engine_unrewrite(struct target *target, int32_t region, int32_t number, struct fg_error *error) {
  uint64_t at = 0;
  int32_t code = find_rule(target, region, number, &at, error);
  if (code) {
    return code;
  }
  return put_active(target, at, 0) ? unreachable(target, error) : FG_OK;
}

int32_t engine_rewritten(struct target *target, int32_t region, int32_t number, uint64_t *calls,
                         struct fg_error *error) {
  uint64_t at = 0;
  int32_t code = find_rule(target, region, number, &at, error);
  if (!code && tracee_read(&target->tracee, at + offsetof(struct agent_rule, calls), calls, sizeof *calls)) {
    return unreachable(target, error);
  }
  return code;
}
