/* Opens processes. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/open_targets.h"
#include "follower/follow.h"
#include "sensor/kernel.h"

struct target *targets;

void target_free(struct target *target) {
  kernel_close(target);
  memory_close(target);
  modules_free(target);
  if (target->tracee.memory >= 0) {
    close(target->tracee.memory);
  }
  free(target->tracee.threads);
  free(target->tracee.signals);
  free(target->variables);
  free(target->undos);
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
  target->start_ticks = facts.life.start_ticks;
  if (facts.life.state == 'Z' && facts.life.threads <= 1) {
    return fail(error, FG_E_ZOMBIE, 0, "process %d has ended and waits for its parent",
                target->pid);
  }
  if (geteuid() && facts.user != geteuid()) {
    return tracee_explain(target->pid, EPERM, error);
  }
  if (facts.tracer && facts.tracer != getpid() && !follow_is_tracer(target->follower, facts.tracer)) {
    return tracee_explain(target->pid, EPERM, error);
  }
  return FG_OK;
}

/* Records a process's program. The kernel's own threads have none, and neither has a process that is
   ending. */
static int32_t note_program(struct target *target, struct fg_error *error) {
  char name[40];
  struct stat facts;
  snprintf(name, sizeof name, "/proc/%d/exe", target->pid);
  if (stat(name, &facts)) {
    int why = errno;
    if (why == ENOENT && process_thread_flags(target->pid, target->pid) & PROCESS_KERNELS) {
      return fail(error, FG_E_NO_CODE, 0, "process %d is a kernel thread and has no program",
                  target->pid);
    }
    return tracee_explain(target->pid, why, error);
  }
  if (readlink(name, target->exe_path, sizeof target->exe_path - 1) < 0) {
    return tracee_explain(target->pid, errno, error);
  }
  target->exe_device = facts.st_dev;
  target->exe_inode = facts.st_ino;
  return FG_OK;
}

static int32_t open_memory(struct target *target, struct fg_error *error) {
  char name[40];
  snprintf(name, sizeof name, "/proc/%d/mem", target->pid);
  target->tracee.memory = open(name, O_RDWR | O_CLOEXEC);
  return target->tracee.memory < 0 ? tracee_explain(target->pid, errno, error) : FG_OK;
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

/* Reads the tables of an agent that is in the process already, and removes the sensors left in it. */
static int32_t take_over(struct target *target, struct fg_error *error) {
  int32_t code = inject_find(target, error);
  if (!code && target->agent) {
    code = follow_lend(target, error);
    code = code ? code : agent_take_over(target, error);
    follow_take_back(target);
  }
  return code;
}

static int32_t open_target(int32_t pid, struct follower *follower, struct target **out,
                           struct fg_error *error) {
  for (struct target *other = targets; other; other = other->next) {
    if (other->pid == pid) {
      target_look(other);
    }
    if (other->pid == pid && other->state == FG_RUNNING) {
      return fail(error, FG_E_ALREADY_OPEN, 0, "process %d is open already", pid);
    }
  }
  struct target *target = new_target(pid);
  target->follower = follower;
  target->state = follower ? FG_STARTING : FG_RUNNING;
  int32_t code = check_facts(target, error);
  code = code ? code : note_program(target, error);
  code = code ? code : open_memory(target, error);
  code = code ? code : modules_refresh(target, error);
  code = code ? code : check_width(target, error);
  code = code ? code : take_over(target, error);
  if (code) {
    target_free(target);
    return code;
  }
  target->next = targets;
  targets = target;
  *out = target;
  return FG_OK;
}

int32_t engine_open(int32_t pid, struct target **out, struct fg_error *error) {
  return open_target(pid, NULL, out, error);
}

int32_t engine_open_program(const struct target *command, int32_t pid, struct target **out,
                            struct fg_error *error) {
  struct follower *follower = command->follower;
  if (!follower) {
    return fail(error, FG_E_NO_PROCESS, 0, "process %d is no longer held at its start", pid);
  }
  int32_t code = open_target(pid, follower, out, error);
  if (code) {
    follow_let_go(follower, pid);
  }
  return code;
}

static char **split(const char *text, int32_t count) {
  char **words = calloc((size_t)count + 1, sizeof *words);
  if (!words) {
    abort();
  }
  for (int32_t i = 0; i < count; i++) {
    words[i] = (char *)(uintptr_t)text;
    text += strlen(text) + 1;
  }
  return words;
}

int32_t engine_launch(const char *argv, int32_t argc, const char *environment, int32_t envc,
                      const char *directory, const char *streams, int has_children, struct target **out,
                      int32_t *pid, int *programs, struct fg_error *error) {
  struct follower *follower;
  if (argc < 1) {
    return fail(error, FG_E_ARGUMENT, 0, "no program was named");
  }
  struct command command = {split(argv, argc), split(environment, envc), directory ? directory : "",
                            streams ? split(streams, 3) : NULL};
  int32_t code = follow_launch(&command, has_children, &follower, pid, programs, error);
  free(command.argv);
  free(command.environment);
  free(command.streams);
  if (code) {
    return code;
  }
  code = open_target(*pid, follower, out, error);
  if (code) {
    kill(*pid, SIGKILL);
    if (*programs >= 0) {
      close(*programs);
    }
    return code;
  }
  (*out)->is_command = 1;
  return FG_OK;
}
