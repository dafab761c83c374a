/* Variables of a process that were set, and their original values. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/variables.h"
#include "process/process.h"

struct variable_set {
  uint64_t address, before, value;
  int32_t size;
};

static int32_t unreadable(const struct target *target, int why, struct fg_error *error) {
  return fail(error, FG_E_SYSTEM, why, "the variable cannot be reached in process %d: %s", target->pid,
              strerror(why));
}

/* Checks that a variable's memory is mapped and writable: the memory of libraries comes and goes. */
static int32_t check_place(const struct target *target, const struct fg_variable *variable,
                           struct fg_error *error) {
  struct mappings mappings;
  uint32_t size = (uint32_t)variable->size;
  if ((size != 1 && size != 2 && size != 4 && size != 8) || variable->address % size) {
    return fail(error, FG_E_WRONG_TYPE, 0,
                "only variables of 1, 2, 4 or 8 bytes at their natural alignment can be set");
  }
  int32_t code = process_mappings(target->pid, &mappings, error);
  if (code) {
    return code;
  }
  const struct mapping *at = process_mapping_at(&mappings, variable->address);
  int32_t access = at ? at->access : 0;
  int is_alive = at != NULL;
  process_mappings_free(&mappings);
  if (!is_alive) {
    return fail(error, FG_E_NO_TARGET, 0, "the variable is not in the memory of process %d any more", target->pid);
  }
  if (!(access & MAPPING_WRITE)) {
    return fail(error, FG_E_READ_ONLY, 0, "the variable is read-only in process %d", target->pid);
  }
  return FG_OK;
}

static struct variable_set *find(struct target *target, uint64_t address) {
  for (int32_t i = 0; i < target->variable_count; i++) {
    if (target->variables[i].address == address) {
      return &target->variables[i];
    }
  }
  return NULL;
}

static void forget(struct target *target, struct variable_set *set) {
  *set = target->variables[--target->variable_count];
}

/* Records the value of a variable before it was first set; forgets a variable that has its original value
   again. */
static void note(struct target *target, const struct fg_variable *variable, uint64_t before) {
  struct variable_set *set = find(target, variable->address);
  if (set && set->before == variable->value) {
    forget(target, set);
  } else if (set) {
    set->value = variable->value;
  } else if (before != variable->value) {
    size_t count = (size_t)target->variable_count + 1;
    target->variables = realloc(target->variables, count * sizeof *target->variables);
    if (!target->variables) {
      abort();
    }
    target->variables[target->variable_count++] =
        (struct variable_set){variable->address, before, variable->value, variable->size};
  }
}

int32_t engine_set(struct target *target, const struct fg_variable *variable, uint64_t *before,
                   struct fg_error *error) {
  int32_t code = target_check_running(target, error);
  code = code ? code : check_place(target, variable, error);
  if (code) {
    return code;
  }
  size_t size = (size_t)variable->size;
  *before = 0; /* the lowest bytes are the first */
  if (tracee_read(&target->tracee, variable->address, before, size)) {
    return unreadable(target, errno, error);
  }
  if (variable->only_if && *before != variable->expected) {
    return fail(error, FG_E_CHANGED_SINCE, 0, "process %d has changed the variable in the meantime", target->pid);
  }
  if (tracee_write(&target->tracee, variable->address, &variable->value, size)) {
    return unreadable(target, errno, error);
  }
  note(target, variable, *before);
  return FG_OK;
}

void variables_set_back(struct target *target) {
  for (; target->variable_count; target->variable_count--) {
    const struct variable_set *set = &target->variables[target->variable_count - 1];
    const struct fg_variable place = {.address = set->address, .size = set->size};
    uint64_t now = 0;
    struct fg_error ignored;
    if (!check_place(target, &place, &ignored) &&
        !tracee_read(&target->tracee, set->address, &now, (size_t)set->size) && now == set->value) {
      tracee_write(&target->tracee, set->address, &set->before, (size_t)set->size);
    }
  }
}
