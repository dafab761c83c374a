/* Arguments that calls get instead of their own. */
#include "agent/agent_inside.h"

HIDDEN void agent_rewrite(const struct agent_sensor *sensor, uint64_t *saved);

/* Where entry has saved the register of each argument. */
static uint64_t *argument(uint64_t *saved, uint32_t number) {
  static const uint8_t places[AGENT_ARGUMENTS] = {5, 4, 6, 7, 3, 2};
  return &saved[places[number % AGENT_ARGUMENTS]];
}

/* Callers leave what they like in the upper half of a register that holds an int. */
static int meets(uint64_t *saved, const struct agent_condition *condition) {
  uint64_t is = *argument(saved, condition->argument);
  return condition->value == (int32_t)condition->value ? (int32_t)is == (int32_t)condition->value
                                                       : (int64_t)is == condition->value;
}

/* What a pointer pointed to stays as it is: the call gets another pointer. */
static void put(struct agent_rule *rule, uint64_t *saved) {
  uint64_t *is = argument(saved, rule->argument);
  if (!rule->pointed) {
    *is = rule->value;
  } else if (*is) {
    rule->given = rule->value; /* the last call may have written to it */
    *is = (uint64_t)&rule->given;
  }
}

void agent_rewrite(const struct agent_sensor *sensor, uint64_t *saved) {
  if (!sensor->rules || sensor->rules > AGENT_RULED) return;
  struct agent_rule *rules = agent_state.ruled[sensor->rules - 1].rule;
  for (uint32_t i = 0; i < AGENT_RULES; i++) {
    struct agent_rule *rule = &rules[i];
    if (!__atomic_load_n(&rule->active, __ATOMIC_ACQUIRE)) continue;
    uint32_t met = 0;
    while (met < rule->conditions && met < AGENT_CONDITIONS && meets(saved, &rule->condition[met])) met++;
    if (met < rule->conditions) continue;
    put(rule, saved);
    __atomic_fetch_add(&rule->calls, 1, __ATOMIC_RELAXED);
  }
}
