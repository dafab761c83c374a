/* Open processes: their beginning, what becomes of them, and their end. */
#include "engine.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "insert.h"
#include "kernel.h"
#include "launch.h"
#include "target.h"

static struct target *targets;

/* ------------------------------------------------------------------ opening */

static void free_target(struct target *target) {
  kernel_close(target);
  memory_close(target);
  modules_free(target);
  if (target->tracee.memory >= 0) {
    close(target->tracee.memory);
  }
  free(target->tracee.threads);
  free(target->tracee.signals);
  free(target->sensors);
  free(target->places);
  free(target);
}

static struct target *new_target(int32_t pid) {
  struct target *target = calloc(1, sizeof *target);
  if (!target) {
    abort();
  }
  target->pid = target->tracee.pid = pid;
  target->memory = target->tracee.memory = -1;
  target->sensors = calloc(FG_REGIONS, sizeof *target->sensors);
  target->places = calloc(AGENT_SENSORS, sizeof *target->places);
  if (!target->sensors || !target->places) {
    abort();
  }
  target->exit_code = -1;
  return target;
}

static int32_t check_facts(struct target *target, struct fg_error *error) {
  struct process_facts facts;
  if (target->pid <= 0 || process_facts(target->pid, &facts)) {
    return fail(error, FG_E_NO_PROCESS, 0, "there is no process %d", target->pid);
  }
  target->start_ticks = facts.start_ticks;
  if (facts.state == 'Z' && facts.threads <= 1) {
    return fail(error, FG_E_ZOMBIE, 0, "process %d has ended and waits for its parent",
                target->pid);
  }
  if (geteuid() && facts.user != geteuid()) {
    return tracee_explain(target->pid, EPERM, error);
  }
  if (facts.tracer && facts.tracer != getpid()) {
    return tracee_explain(target->pid, EPERM, error);
  }
  return FG_OK;
}

static int32_t open_memory(struct target *target, struct fg_error *error) {
  char name[40];
  struct stat facts;
  snprintf(name, sizeof name, "/proc/%d/mem", target->pid);
  target->tracee.memory = open(name, O_RDWR | O_CLOEXEC);
  if (target->tracee.memory < 0) {
    return tracee_explain(target->pid, errno, error);
  }
  snprintf(name, sizeof name, "/proc/%d/exe", target->pid);
  if (stat(name, &facts)) {
    if (errno == ENOENT) {
      return fail(error, FG_E_NO_CODE, 0, "process %d is the kernel's and has no program",
                  target->pid);
    }
    return tracee_explain(target->pid, errno, error);
  }
  target->exe_device = facts.st_dev;
  target->exe_inode = facts.st_ino;
  return FG_OK;
}

static const struct module *executable(const struct target *target) {
  for (int32_t i = 0; i < target->module_count; i++) {
    if (target->modules[i]->public.flags & FG_MODULE_EXECUTABLE && !target->modules[i]->gone) {
      return target->modules[i];
    }
  }
  return NULL;
}

static int32_t check_width(struct target *target, struct fg_error *error) {
  const struct module *module = executable(target);
  if (module &&
      ((module->image && module->image->is_32_bit) || module->error.code == FG_E_ARCH_32)) {
    return fail(error, FG_E_ARCH_32, 0,
                "process %d is a 32-bit program; only 64-bit ones can be instrumented",
                target->pid);
  }
  return FG_OK;
}

int32_t engine_open(int32_t pid, struct target **out, struct fg_error *error) {
  for (struct target *other = targets; other; other = other->next) {
    if (other->pid == pid && other->state == FG_RUNNING) {
      return fail(error, FG_E_ALREADY_OPEN, 0, "process %d is open already", pid);
    }
  }
  struct target *target = new_target(pid);
  int32_t code = check_facts(target, error);
  code = code ? code : open_memory(target, error);
  code = code ? code : modules_refresh(target, error);
  code = code ? code : check_width(target, error);
  code = code ? code : inject_find(target, error);
  code = code ? code : agent_take_over(target, error);
  if (code) {
    free_target(target);
    return code;
  }
  target->next = targets;
  targets = target;
  *out = target;
  return FG_OK;
}

int32_t engine_launch(const char *argv, int32_t argc, const char *environment, int32_t envc,
                      const char *directory, struct target **out, int32_t *pid,
                      struct fg_error *error) {
  int32_t code = launch(argv, argc, environment, envc, directory, pid, error);
  if (code) {
    return code;
  }
  code = engine_open(*pid, out, error);
  if (code) {
    kill(*pid, SIGKILL);
    waitpid(*pid, NULL, 0);
    return code;
  }
  (*out)->launched = 1;
  (*out)->state = FG_STARTING;
  return FG_OK;
}

/* ------------------------------------------------------------------ what becomes of it */

static void note_end(struct target *target, int status) {
  target->state = FG_EXITED;
  target->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  target->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* A launched process is our child. */
static void look_at_child(struct target *target) {
  int status;
  if (target->tracee.ended) {
    note_end(target, target->tracee.end_status);
  } else if (waitpid(target->pid, &status, WNOHANG) == target->pid && !WIFSTOPPED(status)) {
    note_end(target, status);
  }
}

/* The memory of a process goes with its program: what was open reads nothing after exec. Nor does
   it while the process ends, which has no other memory then. */
static int has_memory(const struct target *target) {
  uint64_t word;
  for (int32_t i = 0; i < target->module_count; i++) {
    const struct module *module = target->modules[i];
    if (!module->gone && !tracee_read(&target->tracee, module->public.base, &word, sizeof word)) {
      return 1;
    }
  }
  return 0;
}

static void look(struct target *target) {
  struct process_facts facts;
  if (target->state != FG_RUNNING && target->state != FG_STARTING) {
    if (target->launched && target->state == FG_EXECED) {
      look_at_child(target);
    }
    return;
  }
  if (target->launched) {
    look_at_child(target);
  }
  if (target->state == FG_EXITED) {
    return;
  }
  if (process_facts(target->pid, &facts) || facts.start_ticks != target->start_ticks ||
      ((facts.state == 'Z' || facts.state == 'X') && facts.threads <= 1)) {
    target->state = target->launched ? target->state : FG_EXITED;
  } else if (!has_memory(target) && !process_facts(target->pid, &facts) && facts.has_memory) {
    target->state = FG_EXECED;
  }
}

/* Refuses what needs a process that is there. */
static int32_t check_running(struct target *target, struct fg_error *error) {
  look(target);
  if (target->state == FG_EXITED) {
    return fail(error, FG_E_NO_PROCESS, 0, "process %d has ended", target->pid);
  }
  if (target->state == FG_EXECED) {
    return fail(error, FG_E_EXECED, 0, "process %d has become another program; attach to it again",
                target->pid);
  }
  return FG_OK;
}

int32_t engine_status(struct target *target, struct fg_state *state, struct fg_error *error) {
  struct process_facts facts;
  memset(state, 0, sizeof *state);
  (void)error;
  look(target);
  state->state = target->state;
  state->exit_code = target->exit_code;
  state->signal = target->signal;
  state->start_ticks = (int64_t)target->start_ticks;
  if (target->state != FG_EXITED && !process_facts(target->pid, &facts)) {
    state->threads = facts.threads;
  }
  return FG_OK;
}

int32_t engine_resume(struct target *target, struct fg_error *error) {
  int32_t code = check_running(target, error);
  if (code || target->state != FG_STARTING) {
    return code;
  }
  target->state = FG_RUNNING;
  if (kill(target->pid, SIGCONT)) {
    return fail(error, FG_E_SYSTEM, errno, "process %d cannot be let go: %s", target->pid,
                strerror(errno));
  }
  return FG_OK;
}

/* ------------------------------------------------------------------ sensors */

/* A filter may kill the process for a call it does not like. It is known to like what is needed
   only if it is the very filter this process runs under, too, as in a container, and has survived.
 */
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
              "process %d has a seccomp filter, which may end it for what the agent needs",
              target->pid);
}

/* What speaks against sensors in this process at all. */
static int32_t check_process(struct target *target, struct fg_error *error) {
  struct process_facts facts;
  for (int32_t i = 0; i < target->module_count; i++) {
    const struct module *module = target->modules[i];
    uint32_t flags = module->image && !module->gone ? module->image->flags : 0;
    if (flags & IMAGE_GO) {
      return fail(error, FG_E_GO_RUNTIME, 0, "process %d runs Go code, whose stacks move",
                  target->pid);
    }
    if (flags & IMAGE_SWITCHES_STACKS) {
      return fail(error, FG_E_COROUTINES, 0,
                  "process %d switches stacks by itself (%.150s), so calls cannot be "
                  "followed",
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

/* The agent cannot be in this process; the kernel's own probes may, where they were asked for. */
static int is_kernels(const struct target *target, int32_t code, const struct fg_probe *probes,
                      int32_t count) {
  return (target->kernel_only || kernel_may_replace(code)) && wants_kernel(probes, count);
}

int32_t engine_check(struct target *target, const struct fg_probe *probes, int32_t count,
                     struct fg_verdict *verdicts, struct fg_error *error) {
  int32_t code = check_count(count, error);
  code = code ? code : check_running(target, error);
  if (code) {
    return code;
  }
  struct fg_error why;
  struct fg_stats stats;
  code = check_process(target, &why);
  if (is_kernels(target, code, probes, count)) {
    return insert_by_kernel(target, probes, count, verdicts, &why, 0, &stats, error);
  }
  if (code) {
    *error = why;
    return code;
  }
  return insert_check(target, probes, count, verdicts, error);
}

int32_t engine_insert(struct target *target, const struct fg_probe *probes, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error) {
  int32_t code = check_count(count, error);
  code = code ? code : check_running(target, error);
  if (code) {
    return code;
  }
  struct fg_error why = {FG_E_SECCOMP, 0, "only kernel probes are in use in this process"};
  code = check_process(target, &why);
  if (is_kernels(target, code, probes, count)) {
    return insert_by_kernel(target, probes, count, verdicts, &why, 1, stats, error);
  }
  if (code) {
    *error = why;
    return code;
  }
  return insert_sensors(target, probes, count, verdicts, stats, error);
}

int32_t engine_remove(struct target *target, const int32_t *regions, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error) {
  int32_t code = check_count(count, error);
  code = code ? code : check_running(target, error);
  return code ? code : insert_remove(target, regions, count, verdicts, stats, error);
}

int32_t engine_memory(struct target *target, int *fd, int64_t *size, struct fg_error *error) {
  if (!target->header) {
    struct room none = {0, 0};
    int64_t stop_ns;
    int32_t code = check_running(target, error);
    code = code ? code : check_process(target, error);
    code = code ? code : inject(target, &none, 0, &stop_ns, error);
    if (code) {
      return code;
    }
  }
  *fd = target->memory;
  *size = (int64_t)MEMORY_SIZE;
  return FG_OK;
}

int32_t engine_sync(struct target *target, struct fg_error *error) {
  (void)error;
  kernel_sync(target);
  return FG_OK;
}

/* ------------------------------------------------------------------ closing */

/* Nobody takes out later what this leaves in. */
enum { CLOSE_TRIES = 5 };

static int32_t take_all_out(struct target *target, struct fg_stats *stats, struct fg_error *error) {
  int32_t *regions = malloc(FG_REGIONS * sizeof *regions), count = 0;
  struct fg_verdict *verdicts = malloc(FG_REGIONS * sizeof *verdicts);
  if (!regions || !verdicts) {
    abort();
  }
  for (int32_t i = 0; i < (int32_t)FG_REGIONS; i++) {
    if (target->sensors[i].state == SENSOR_IN) {
      regions[count++] = i;
    }
  }
  int32_t code = count ? insert_remove(target, regions, count, verdicts, stats, error) : FG_OK;
  for (int try = 0; code == FG_E_NOT_STOPPABLE && try < CLOSE_TRIES; try++) {
    code = insert_remove(target, regions, count, verdicts, stats, error);
  }
  free(regions);
  free(verdicts);
  return code;
}

/* Launched processes that were let go: still our children, to be waited for. */
enum { CHILDREN = 1024 };
static int32_t children[CHILDREN], child_count;

static void reap(void) {
  for (int32_t i = 0; i < child_count;) {
    if (waitpid(children[i], NULL, WNOHANG) == 0) {
      i++;
    } else {
      children[i] = children[--child_count];
    }
  }
}

static void unlink_target(struct target *target) {
  for (struct target **at = &targets; *at; at = &(*at)->next) {
    if (*at == target) {
      *at = target->next;
      return;
    }
  }
}

int32_t engine_close(struct target *target, struct fg_stats *stats, struct fg_error *error) {
  int32_t code = FG_OK;
  memset(stats, 0, sizeof *stats);
  look(target);
  if (target->state == FG_RUNNING || target->state == FG_STARTING) {
    code = take_all_out(target, stats, error);
    agent_release(target);
    if (target->state == FG_STARTING) {
      kill(target->pid, SIGCONT);
    }
  }
  if (target->launched && target->state != FG_EXITED && child_count < CHILDREN) {
    children[child_count++] = target->pid;
  }
  unlink_target(target);
  free_target(target);
  return code;
}

void engine_end(void) {
  while (targets) {
    struct fg_stats stats;
    struct fg_error error;
    engine_close(targets, &stats, &error);
  }
}

/* ------------------------------------------------------------------ cost limits */

enum { LOOK_NS = 100000000 };

static int has_limits(const struct target *target) {
  for (int32_t i = 0; i < (int32_t)FG_REGIONS && target->installed; i++) {
    if (target->sensors[i].state == SENSOR_IN && target->sensors[i].cost_limit > 0) {
      return 1;
    }
  }
  return 0;
}

/* Whether a sensor has cost more than it may since the last look; a first look only notes. */
static int is_over(struct sensor *sensor, uint64_t calls, int64_t now_ns) {
  if (sensor->state != SENSOR_IN || sensor->cost_limit <= 0) {
    return 0;
  }
  int64_t passed = now_ns - sensor->seen_at_ns;
  if (sensor->seen_at_ns && passed < LOOK_NS) {
    return 0;
  }
  int over = sensor->seen_at_ns && (double)(calls - sensor->seen_calls) * sensor->cost_ns >
                                       sensor->cost_limit * (double)passed;
  sensor->seen_at_ns = now_ns;
  sensor->seen_calls = calls;
  return over;
}

static void enforce_limits(struct target *target) {
  static uint64_t calls[FG_REGIONS];
  int32_t over[FG_REGIONS], count = 0;
  int64_t now = tracee_now_ns();
  kernel_sync(target);
  memory_calls(target, calls);
  for (int32_t i = 0; i < (int32_t)FG_REGIONS; i++) {
    if (is_over(&target->sensors[i], calls[i], now)) {
      memory_region(target, i)->flags |= FG_REGION_OVER_LIMIT;
      over[count++] = i;
    }
  }
  if (count) {
    struct fg_stats stats;
    struct fg_error error;
    struct fg_verdict *verdicts = malloc((size_t)count * sizeof *verdicts);
    if (verdicts) {
      insert_remove(target, over, count, verdicts, &stats, &error);
    }
    free(verdicts);
  }
}

int32_t engine_tick(void) {
  reap();
  int32_t next = tracee_let_go_late() ? 20 : child_count ? 1000 : -1;
  for (struct target *target = targets; target; target = target->next) {
    look(target);
    if (target->launched && target->state != FG_EXITED) {
      next = 20;
    }
    if (target->state == FG_RUNNING && has_limits(target)) {
      enforce_limits(target);
      next = 20;
    }
  }
  return next;
}
