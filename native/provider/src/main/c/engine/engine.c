/* Sensors in open processes, and their memory. */
#include "engine/engine.h"

#include <string.h>
#include <unistd.h>

#include "engine/open_targets.h"
#include "follower/follow.h"
#include "sensor/insert.h"
#include "sensor/kernel.h"

/* A filter may kill the process for a system call that it forbids. The calls needed are known to be
   allowed only if this process runs under the same filter, as in a container, and has survived them. */
static int32_t check_seccomp(const struct target *target, const struct process_facts *facts,
                             struct fg_error *error) {
  struct process_facts own;
  if (!facts->seccomp) {
    return FG_OK;
  }
  if (facts->seccomp == 2 && !process_facts(getpid(), &own) && own.seccomp == 2 &&
      own.seccomp_filters && own.seccomp_filters == facts->seccomp_filters && host_may_map_code()) {
    return FG_OK;
  }
  return fail(error, FG_E_SECCOMP, 0,
              "process %d has a seccomp filter, which may kill it for system calls of the agent",
              target->pid);
}

/* Checks for reasons that rule out sensors in this process altogether. */
int32_t target_check_process(struct target *target, struct fg_error *error) {
  struct process_facts facts;
  for (int32_t i = 0; i < target->module_count; i++) {
    const struct module *module = target->modules[i];
    uint32_t flags = module->image && !module->gone ? module->image->flags : 0;
    if (flags & IMAGE_GO) {
      return fail(error, FG_E_GO_RUNTIME, 0, "process %d runs Go code, which moves its stacks, so calls cannot be followed",
                  target->pid);
    }
    if (flags & IMAGE_SWITCHES_STACKS) {
      return fail(error, FG_E_COROUTINES, 0,
                  "process %d switches between stacks of its own (%.150s), so calls cannot "
                  "be followed",
                  target->pid, module->public.path);
    }
  }
  if (process_facts(target->pid, &facts)) {
    return fail(error, FG_E_NO_PROCESS, 0, "process %d has ended", target->pid);
  }
  if (facts.shadow_stack) {
    return fail(error, FG_E_SHSTK, 0,
                "process %d runs with a shadow stack, which sensors would break", target->pid);
  }
  return check_seccomp(target, &facts, error);
}

/* Replaces an error if the process has ended or become another program meanwhile, because that is the
   reason. */
static int32_t explain(struct target *target, int32_t code, struct fg_error *error) {
  struct fg_error why;
  int32_t changed = code ? target_check_running(target, &why) : FG_OK;
  if (changed) {
    *error = why;
  }
  return changed ? changed : code;
}

static int32_t check_count(int32_t count, struct fg_error *error) {
  if (count < 0 || count > (int32_t)FG_REGIONS) {
    return fail(error, FG_E_LIMIT, 0, "at most %u regions can be handled at once", FG_REGIONS);
  }
  return FG_OK;
}

static int wants_kernel(const struct fg_probe *probes, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (probes[i].backend == FG_UPROBE) {
      return 1;
    }
  }
  return 0;
}

/* Whether kernel probes can be used, and were asked for, in a process where the agent cannot be. */
static int is_kernels(const struct target *target, int32_t code, const struct fg_probe *probes,
                      int32_t count) {
  return (target->kernel_only || kernel_may_replace(code)) && wants_kernel(probes, count);
}

/* Why other sensors are refused in a process that could not have them when it got its kernel probes. */
static const struct fg_error only_kernel = {FG_E_SECCOMP, 0, "the process has kernel probes, so it can have no other sensors"};

int32_t engine_check(struct target *target, const struct fg_probe *probes, int32_t count,
                     struct fg_verdict *verdicts, struct fg_error *error) {
  int32_t code = check_count(count, error);
  code = code ? code : target_check_running(target, error);
  if (code) {
    return code;
  }
  struct fg_error why = only_kernel;
  struct fg_stats stats;
  code = target_check_process(target, &why);
  if (is_kernels(target, code, probes, count)) {
    return insert_by_kernel(target, probes, count, verdicts, &why, 0, &stats, error);
  }
  if (code) {
    *error = why;
    return code;
  }
  return explain(target, insert_check(target, probes, count, verdicts, error), error);
}

int32_t engine_insert(struct target *target, const struct fg_probe *probes, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error) {
  int32_t code = check_count(count, error);
  code = code ? code : target_check_running(target, error);
  if (code) {
    return code;
  }
  struct fg_error why = only_kernel;
  code = target_check_process(target, &why);
  if (is_kernels(target, code, probes, count)) {
    return insert_by_kernel(target, probes, count, verdicts, &why, 1, stats, error);
  }
  if (code) {
    *error = why;
    return code;
  }
  code = follow_lend(target, error);
  if (!code) {
    code = insert_sensors(target, probes, count, verdicts, stats, error);
    follow_take_back(target);
  }
  return explain(target, code, error);
}

int32_t engine_remove(struct target *target, const int32_t *regions, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error) {
  int32_t code = check_count(count, error);
  code = code ? code : target_check_running(target, error);
  code = code ? code : follow_lend(target, error);
  if (!code) {
    code = insert_remove(target, regions, count, verdicts, stats, error);
    follow_take_back(target);
  }
  return explain(target, code, error);
}

int32_t engine_memory(struct target *target, int *fd, int64_t *size, struct fg_error *error) {
  if (!target->header) {
    struct room none = {0, 0};
    int64_t stop_ns;
    int32_t code = target_check_running(target, error);
    code = code ? code : target_check_process(target, error);
    code = code ? code : follow_lend(target, error);
    if (!code) {
      code = inject(target, &none, 0, &stop_ns, error);
      follow_take_back(target);
    }
    if (code) {
      return explain(target, code, error);
    }
  }
  *fd = target->memory;
  *size = (int64_t)FG_SHM_SIZE;
  return FG_OK;
}

int32_t engine_sync(struct target *target, struct fg_error *error) {
  (void)error;
  kernel_sync(target);
  return FG_OK;
}
