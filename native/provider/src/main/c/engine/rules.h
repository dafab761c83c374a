/* Rules by which the agent rewrites calls. */
#ifndef FLOWGAUGE_RULES_H
#define FLOWGAUGE_RULES_H

#include <stddef.h>

#include "engine/target.h"

/* Returns the address in the process of the rules with a number, from 1. */
static inline uint64_t rules_at(const struct target *target, uint32_t number) {
  return target->agent + AGENT_STATE + offsetof(struct agent_state, ruled) +
         (uint64_t)(number - 1) * sizeof(struct agent_ruled);
}

#endif
