/* Arguments of calls that are rewritten. */
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

/* Where the rules of a region are, which has a sensor that rewrites. */
static int32_t find(struct target *target, int32_t region, uint64_t *at, struct fg_error *error) {
  struct agent_sensor record;
  int32_t code = target_check_running(target, error);
  if (code) {
    return code;
  }
  if (region < 0 || region >= target->region_end || target->sensors[region].state != SENSOR_IN ||
      !(target->sensors[region].metrics & FG_REWRITES) || target->sensors[region].backend != FG_AGENT) {
    return fail(error, FG_E_NOT_INSTALLED, 0, "region %d has no sensor that rewrites", region);
  }
  if (tracee_read(&target->tracee, sensor_table_at(target, target->sensors[region].place), &record, sizeof record)) {
    return unreachable(target, error);
  }
  if (!record.rules || record.rules > AGENT_RULED) { /* the process writes to it, too */
    return fail(error, FG_E_BYTES_CHANGED, 0, "process %d has overwritten the agent's memory", target->pid);
  }
  *at = rules_at(target, record.rules);
  return FG_OK;
}

static int32_t check(const struct fg_rule *rule, struct fg_error *error) {
  int is_right = rule->argument >= 0 && rule->argument < AGENT_ARGUMENTS && rule->conditions >= 0 &&
                 rule->conditions <= FG_CONDITIONS;
  for (int32_t i = 0; is_right && i < rule->conditions; i++) {
    is_right = rule->condition[i].argument >= 0 && rule->condition[i].argument < AGENT_ARGUMENTS;
  }
  return is_right ? FG_OK
                  : fail(error, FG_E_ARGUMENT, 0,
                         "arguments 0 to 5 can be rewritten, on at most 4 conditions");
}

static void fill(const struct fg_rule *from, struct agent_rule *to) {
  *to = (struct agent_rule){.argument = (uint32_t)from->argument,
                            .pointed = from->pointed != 0,
                            .conditions = (uint32_t)from->conditions,
                            .value = from->value};
  for (int32_t i = 0; i < from->conditions; i++) {
    to->condition[i].argument = (uint32_t)from->condition[i].argument;
    to->condition[i].value = from->condition[i].value;
  }
}

static int put_active(struct target *target, uint64_t rule, uint32_t active) {
  return tracee_write(&target->tracee, rule + offsetof(struct agent_rule, active), &active, sizeof active);
}

int32_t engine_rewrite(struct target *target, const struct fg_rule *rule, int32_t *number,
                       struct fg_error *error) {
  struct agent_ruled ruled;
  struct agent_rule made;
  uint64_t at;
  int32_t code = check(rule, error);
  code = code ? code : find(target, rule->region, &at, error);
  if (code) {
    return code;
  }
  if (tracee_read(&target->tracee, at, &ruled, sizeof ruled)) {
    return unreachable(target, error);
  }
  for (int32_t i = 0; i < AGENT_RULES; i++) {
    uint64_t place = at + (uint64_t)i * sizeof made;
    if (!ruled.rule[i].active) {
      fill(rule, &made);
      if (tracee_write(&target->tracee, place, &made, sizeof made) || put_active(target, place, 1)) {
        return unreachable(target, error);
      }
      *number = i;
      return FG_OK;
    }
  }
  return fail(error, FG_E_LIMIT, 0, "calls of a function are rewritten in at most %d ways", AGENT_RULES);
}

/* The place of a rule. */
static int32_t find_rule(struct target *target, int32_t region, int32_t number, uint64_t *at,
                         struct fg_error *error) {
  if (number < 0 || number >= AGENT_RULES) {
    return fail(error, FG_E_ARGUMENT, 0, "there is no rule %d", number);
  }
  int32_t code = find(target, region, at, error);
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
