/*
 * An engine that traces nothing, for tests of only the library and the helper. Each process has one
 * module of three functions; after the first insert, it counts invented calls.
 *
 * Special pids: 1 is refused, 2 kills the helper, 3 makes it silent forever.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/engine.h"
#include "shared/shm.h"


struct target {
  int32_t pid, state;
  int fd;
  uint8_t *memory;
  struct fg_module module;
};

static int32_t fail(struct fg_error *error, int32_t code, const char *text) {
  error->code = code;
  snprintf(error->text, sizeof error->text, "%s", text);
  return code;
}

int32_t engine_start(struct fg_host *host, struct fg_error *error) {
  (void)error;
  host->tsc_hz = 1000000000;
  host->call_cost_ns = 6;
  host->cpu_cost_ns = 1000;
  snprintf(host->uprobes_reason, sizeof host->uprobes_reason, "this is a test");
  return FG_OK;
}

static void fill_header(struct target *target) {
  struct fg_shm_header *header = (struct fg_shm_header *)target->memory;
  header->magic = FG_SHM_MAGIC;
  header->version = FG_SHM_VERSION;
  header->header_size = sizeof *header;
  header->size = FG_SHM_SIZE;
  header->regions = FG_REGIONS;
  header->threads = FG_THREADS;
  header->records = FG_RECORDS;
  header->record_size = sizeof(struct fg_shm_record);
  header->regions_at = 4096;
  header->threads_at = header->regions_at + FG_REGIONS * 64ull;
  header->records_at = header->threads_at + FG_THREADS * 64ull;
  header->tsc_hz = 1000000000;
  header->pid = target->pid;
  header->flush = 1;
}

int32_t engine_open(int32_t pid, struct target **target, struct fg_error *error) {
  if (pid == 1) {
    return fail(error, FG_E_PERMISSION, "process 1 is another user's");
  }
  if (pid == 2) {
    raise(SIGKILL);
  }
  while (pid == 3) {
    pause();
  }
  *target = calloc(1, sizeof **target);
  (*target)->pid = pid;
  (*target)->fd = memfd_create("profile", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (ftruncate((*target)->fd, FG_SHM_SIZE) != 0 || fcntl((*target)->fd, F_ADD_SEALS, F_SEAL_SHRINK) != 0) {
    return fail(error, FG_E_SYSTEM, "no memory");
  }
  (*target)->memory = mmap(NULL, FG_SHM_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, (*target)->fd, 0);
  fill_header(*target);
  return FG_OK;
}

int32_t engine_launch(const char *argv, int32_t argc, const char *environment, int32_t envc,
                      const char *directory, const char *streams, int has_children, struct target **target,
                      int32_t *pid, int *programs, struct fg_error *error) {
  const char *last = argv;
  (void)has_children;
  (void)programs;
  for (int32_t k = 1; k < argc; k++) {
    last += strlen(last) + 1;
  }
  if (strcmp(last, "last") != 0 || envc != 1 || strcmp(environment, "NAME=value") != 0 ||
      *directory != '/' || (streams != NULL && strcmp(streams, "/dev/null") != 0)) {
    return fail(error, FG_E_ARGUMENT, "the command did not arrive whole");
  }
  *pid = 4711;
  int32_t code = engine_open(*pid, target, error);
  (*target)->state = FG_STARTING;
  return code;
}

int32_t engine_open_program(const struct target *command, int32_t pid, struct target **target,
                            struct fg_error *error) {
  (void)command;
  return engine_open(pid, target, error);
}

int32_t engine_resume(struct target *target, struct fg_error *error) {
  (void)error;
  target->state = FG_RUNNING;
  return FG_OK;
}

int32_t engine_modules(struct target *target, const struct fg_module **modules, int32_t *count,
                       struct fg_error *error) {
  (void)error;
  target->module.flags = FG_MODULE_EXECUTABLE;
  target->module.base = 0x400000;
  target->module.size = 0x1000;
  target->module.functions = 3;
  snprintf(target->module.path, sizeof target->module.path, "/bin/double");
  *modules = &target->module;
  *count = 1;
  return FG_OK;
}

int32_t engine_functions(struct target *target, int32_t module, int32_t from,
                         struct fg_function *functions, int32_t capacity, char *names,
                         int32_t names_capacity, int32_t *count, struct fg_error *error) {
  static const char *const all[] = {"alpha", "beta", "_Z5gammai"};
  (void)target;
  if (module != 0) {
    return fail(error, FG_E_ARGUMENT, "there is no such module");
  }
  int32_t used = 0;
  for (*count = 0; from + *count < 3 && *count < capacity; ++*count) {
    const char *name = all[from + *count];
    int32_t length = (int32_t)strlen(name);
    if (used + length + 1 > names_capacity) {
      break;
    }
    struct fg_function *function = &functions[*count];
    function->address = 0x400000 + 16ull * (unsigned)(from + *count);
    function->size = 16;
    function->name = (uint32_t)used;
    function->name_length = (uint32_t)length;
    function->source = FG_SYMTAB;
    memcpy(names + used, name, (size_t)length + 1);
    used += length + 1;
  }
  return FG_OK;
}

int32_t engine_check(struct target *target, const struct fg_probe *probes, int32_t count,
                     struct fg_verdict *verdicts, struct fg_error *error) {
  (void)target;
  (void)error;
  for (int32_t k = 0; k < count; k++) {
    int short_one = probes[k].address == 0x400010;
    verdicts[k].code = short_one ? FG_E_TOO_SHORT : FG_OK;
    verdicts[k].backend = short_one ? 0 : FG_AGENT;
    verdicts[k].cost_ns = 6;
    snprintf(verdicts[k].text, sizeof verdicts[k].text, "%s", short_one ? "beta is too short" : "");
  }
  return FG_OK;
}

int32_t engine_insert(struct target *target, const struct fg_probe *probes, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error) {
  struct fg_shm_region *regions = (struct fg_shm_region *)(target->memory + 4096);
  for (int32_t k = 0; k < count; k++) {
    regions[probes[k].region].address = probes[k].address;
    regions[probes[k].region].flags = FG_REGION_INSTALLED;
  }
  stats->total_ns = 1000;
  stats->all_stop_ns = 10;
  return engine_check(target, probes, count, verdicts, error);
}

int32_t engine_remove(struct target *target, const int32_t *regions, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error) {
  (void)target;
  (void)error;
  (void)stats;
  for (int32_t k = 0; k < count; k++) {
    verdicts[k].code = regions[k] == 0 ? FG_OK : FG_E_NOT_INSTALLED;
  }
  return FG_OK;
}

int32_t engine_set(struct target *target, const struct fg_variable *variable, uint64_t *before,
                   struct fg_error *error) {
  (void)target;
  *before = variable->value + 1;
  return variable->only_if ? fail(error, FG_E_CHANGED_SINCE, "changed") : FG_OK;
}

int32_t engine_rewrite(struct target *target, const struct fg_rule *rule, int32_t *number,
                       struct fg_error *error) {
  (void)target;
  (void)error;
  *number = rule->argument;
  return FG_OK;
}

int32_t engine_unrewrite(struct target *target, int32_t region, int32_t number, struct fg_error *error) {
  (void)target;
  (void)region;
  (void)number;
  (void)error;
  return FG_OK;
}

int32_t engine_rewritten(struct target *target, int32_t region, int32_t number, uint64_t *calls,
                         struct fg_error *error) {
  (void)target;
  (void)error;
  *calls = (uint64_t)(region + number);
  return FG_OK;
}

int32_t engine_call(struct target *target, const struct fg_call *call, struct fg_called *called,
                    struct fg_error *error) {
  if (call->function == 0) {
    return fail(error, FG_E_CALL_FAILED, "it failed");
  }
  *called = (struct fg_called){call->arguments.whole[0] + call->arguments.whole[5], call->undo.fraction[7], 7,
                               target->pid, call->has_undo};
  return FG_OK;
}

int32_t engine_uncall(struct target *target, int32_t number, struct fg_called *called, struct fg_error *error) {
  (void)target;
  *called = (struct fg_called){.number = number};
  return number ? FG_OK : fail(error, FG_E_CALL_FAILED, "it failed");
}

int32_t engine_load(struct target *target, const char *path, const char *function, uint64_t *address,
                    int64_t *stopped_ns, struct fg_error *error) {
  (void)target;
  *address = strlen(path) * 100 + strlen(function);
  *stopped_ns = 9;
  return strcmp(function, "none") ? FG_OK : fail(error, FG_E_NO_LIBRARY, "it has none");
}

int32_t engine_where(struct target *target, struct fg_position *positions, int32_t capacity, int32_t *count,
                     struct fg_error *error) {
  (void)error;
  positions[0] = (struct fg_position){.thread = target->pid, .depth = FG_DEPTH + 1, .runs = 1};
  positions[0].address[0] = (uint64_t)capacity;
  *count = 1;
  return FG_OK;
}

int32_t engine_memory(struct target *target, int *fd, int64_t *size, struct fg_error *error) {
  (void)error;
  *fd = target->fd;
  *size = FG_SHM_SIZE;
  return FG_OK;
}

int32_t engine_sync(struct target *target, struct fg_error *error) {
  (void)target;
  (void)error;
  return FG_OK;
}

int32_t engine_status(struct target *target, struct fg_state *state, struct fg_error *error) {
  (void)error;
  state->state = target->state;
  state->exit_code = -1;
  state->threads = 1;
  return FG_OK;
}

int32_t engine_close(struct target *target, struct fg_state *state, struct fg_stats *stats,
                     struct fg_error *error) {
  (void)error;
  state->state = FG_DETACHED;
  stats->threads = 1;
  munmap(target->memory, FG_SHM_SIZE);
  close(target->fd);
  free(target);
  return FG_OK;
}

int32_t engine_tick(void) { return 20; }

void engine_end(void) {}
