/* Replaces arguments of calls, and decides which calls get another result or function. */
#include "agent/agent_inside.h"

HIDDEN const struct agent_sensor *agent_rewrite(const struct agent_sensor *sensor, uint64_t *saved);

/* A rule that a call has met. */
struct agent_met {
  struct agent_rule *rule;
  uint64_t order, value;
  uint32_t what, argument;
};

/* Returns where entry has saved the register of an argument. */
static uint64_t *argument(uint64_t *saved, uint32_t number) {
  static const uint8_t places[AGENT_ARGUMENTS] = {5, 4, 6, 7, 3, 2};
  return &saved[places[number % AGENT_ARGUMENTS]];
}

/* Whether a condition holds. Callers may leave anything in the upper half of a register that holds an int. */
static int meets(uint64_t *saved, const struct agent_condition *condition) {
  uint64_t is = *argument(saved, condition->argument);
  return condition->value == (int32_t)condition->value ? (int32_t)is == (int32_t)condition->value
                                                       : (int64_t)is == condition->value;
}

/* Whether a call meets a rule; a rule that changes meanwhile is not met. */
static int look(struct agent_rule *rule, uint64_t *saved, struct agent_met *met) {
  uint64_t order = __atomic_load_n(&rule->order, __ATOMIC_ACQUIRE);
  if (!__atomic_load_n(&rule->active, __ATOMIC_ACQUIRE)) return 0;
  for (uint32_t i = 0; i < rule->conditions && i < AGENT_CONDITIONS; i++)
    if (!meets(saved, &rule->condition[i])) return 0;
  *met = (struct agent_met){rule, order, rule->value, rule->what, rule->argument};
  __atomic_signal_fence(__ATOMIC_ACQUIRE);
  return __atomic_load_n(&rule->active, __ATOMIC_ACQUIRE) &&
         __atomic_load_n(&rule->order, __ATOMIC_ACQUIRE) == order;
}

/* Replaces an argument. A value behind a pointer stays unchanged: the call gets another pointer. */
static void put_argument(const struct agent_met *met, uint64_t *saved) {
  uint64_t *is = argument(saved, met->argument);
  if (met->what == FG_ARGUMENT) {
    *is = met->value;
  } else if (*is) {
    met->rule->given = met->value; /* the last call may have written to it */
    *is = (uint64_t)&met->rule->given;
  }
}

/* Applies a rule; returns the sensor with which the call continues. A result is rewritten, and counted, when
   the call returns. */
static const struct agent_sensor *apply(const struct agent_met *met, const struct agent_sensor *sensor,
                                        uint64_t *saved) {
  if (met->what == FG_RESULT || met->what == FG_FRACTION) return &met->rule->as;
  __atomic_fetch_add(&met->rule->calls, 1, __ATOMIC_RELAXED);
  if (met->what == FG_FUNCTION) return &met->rule->as;
  put_argument(met, saved);
  return sensor;
}

/* Sorts rules, the oldest first, so that the newest wins. */
static void sort(struct agent_met *met, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    for (uint32_t k = i; k > 0 && met[k].order < met[k - 1].order; k--) {
      struct agent_met newer = met[k - 1];
      met[k - 1] = met[k];
      met[k] = newer;
    }
  }
}

/* All conditions are about the arguments as the caller gave them. */
const struct agent_sensor *agent_rewrite(const struct agent_sensor *sensor, uint64_t *saved) {
  struct agent_met met[AGENT_RULES];
  uint32_t count = 0;
  if (!sensor->rules || sensor->rules > AGENT_RULED) return sensor;
  struct agent_rule *rules = agent_state.ruled[sensor->rules - 1].rule;
  for (uint32_t i = 0; i < AGENT_RULES; i++)
    count += (uint32_t)look(&rules[i], saved, &met[count]);
  sort(met, count);
  for (uint32_t i = 0; i < count; i++)
    sensor = apply(&met[i], sensor, saved);
  return sensor;
}
