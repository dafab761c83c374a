/* The state of open processes: running, ended, or become another program. */
#include <sys/wait.h>

#include "engine/open_targets.h"
#include "follower/follow.h"

void target_note_end(struct target *target, int status) {
  target->state = FG_EXITED;
  target->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  target->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* Whether the memory of the opened program still exists. The open memory file reads nothing after exec, and
   nothing while the process ends; only in the second case the process has no other memory. */
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

/* Whether the process has ended; its number may be another process's by now. */
static int has_ended(const struct target *target) {
  struct process_life life;
  return process_life(target->pid, &life) || life.start_ticks != target->start_ticks ||
         ((life.state == 'Z' || life.state == 'X') && life.threads <= 1);
}

void target_look(struct target *target) {
  struct process_facts facts;
  if (target->follower) {
    follow_look();
  }
  if (!target_is_there(target)) {
    return;
  }
  if (has_ended(target)) {
    target->state = target->follower ? target->state : FG_EXITED;
  } else if (!has_memory(target) && !process_facts(target->pid, &facts) && facts.has_memory) {
    target->state = FG_EXECED;
  }
}

/* Whether the memory of the process is gone and it is not yet known how the process ends. */
static int is_ending(const struct target *target) {
  struct process_facts facts;
  return !has_memory(target) && !process_facts(target->pid, &facts) && !facts.has_memory;
}

int32_t target_check_running(struct target *target, struct fg_error *error) {
  target_look(target);
  if (target->state == FG_EXITED) {
    return fail(error, FG_E_NO_PROCESS, 0, "process %d has ended", target->pid);
  }
  if (target->state == FG_EXECED) {
    return fail(error, FG_E_EXECED, 0, "process %d has become another program; attach to it again",
                target->pid);
  }
  if (is_ending(target)) {
    return fail(error, FG_E_NO_PROCESS, 0, "process %d is ending", target->pid);
  }
  return FG_OK;
}

void target_tell(const struct target *target, struct fg_state *state) {
  *state = (struct fg_state){.state = target->state,
                             .exit_code = target->exit_code,
                             .signal = target->signal,
                             .start_ticks = (int64_t)target->start_ticks};
}

int32_t engine_status(struct target *target, struct fg_state *state, struct fg_error *error) {
  struct process_life life;
  (void)error;
  target_look(target);
  target_tell(target, state);
  if (target->state != FG_EXITED && !process_life(target->pid, &life)) {
    state->threads = life.threads;
  }
  return FG_OK;
}

int32_t engine_resume(struct target *target, struct fg_error *error) {
  int32_t code = target_check_running(target, error);
  if (code || target->state != FG_STARTING) {
    return code;
  }
  follow_go_on(target);
  target->state = FG_RUNNING;
  return FG_OK;
}
