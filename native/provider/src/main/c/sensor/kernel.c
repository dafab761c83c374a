#include "sensor/kernel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "uprobe/uprobe.h"
#include "uprobe/uprobe_cost.h"

enum { PATH = 80 };

int kernel_may_replace(int32_t code) {
  return code == FG_E_GO_RUNTIME || code == FG_E_COROUTINES || code == FG_E_SECCOMP ||
         code == FG_E_SHSTK || code == FG_E_NO_TLS;
}

static int is_wanted(const struct fg_probe *probe, const struct fg_verdict *verdict) {
  return probe->backend == FG_UPROBE && verdict->code == FG_OK;
}

/* Whether an exception could cross a return probe, or its stack could move or be searched for return addresses. */
static int may_unwind(struct target *target) {
  for (int32_t i = 0; i < target->module_count; i++) {
    const struct module *module = target->modules[i];
    const uint32_t speaks_against = IMAGE_MAY_THROW | IMAGE_SWITCHES_STACKS | IMAGE_READS_STACKS | IMAGE_GO;
    if (!module->gone && module->image && module->image->flags & speaks_against &&
        !module_is_c_library(module)) {
      return 1;
    }
  }
  return modules_symbol(target, "libgcc_s.so", "_Unwind_Find_FDE") != 0;
}

/* ------------------------------------------------------------------ requests */

struct requests {
  struct uprobe_request *at;
  struct fg_verdict *verdicts;
  int32_t *probes; /* the caller's numbers */
  char (*paths)[PATH];
  int32_t count;
};

static void *some(int32_t count, size_t size) {
  void *at = calloc((size_t)count + 1, size);
  if (!at) {
    abort();
  }
  return at;
}

static struct requests new_requests(int32_t count) {
  return (struct requests){some(count, sizeof(struct uprobe_request)),
                           some(count, sizeof(struct fg_verdict)), some(count, sizeof(int32_t)),
                           some(count, PATH), 0};
}

static void free_requests(struct requests *requests) {
  free(requests->at);
  free(requests->verdicts);
  free(requests->probes);
  free(requests->paths);
}

static void put_request(struct target *target, const struct fg_probe *probe,
                        const struct mapping *mapping, struct requests *requests, int32_t number,
                        int unwinds) {
  struct uprobe_request *request = &requests->at[requests->count];
  struct module *module = modules_at(target, probe->address);
  size_t available = 0;
  snprintf(requests->paths[requests->count], PATH, "/proc/%d/map_files/%lx-%lx", target->pid,
           mapping->low, mapping->high);
  request->region = probe->region;
  request->metrics = probe->metrics;
  request->path = requests->paths[requests->count];
  request->offset = probe->address - mapping->low + mapping->offset;
  request->may_unwind = unwinds;
  if (module && module->image) {
    request->bytes = image_bytes(module->image, probe->address - module->public.bias, &available);
    request->available = available;
  }
  requests->probes[requests->count++] = number;
}

/* Whether a function begins with a vector instruction (VEX, EVEX). The kernel misreads their opcodes as
   legacy ones, and executes a jump, call or return in place of some: the program then continues with a wrong
   register (seen with glibc's memset for AVX-512). */
static int is_misread(const struct uprobe_request *request) {
  return request->available && memchr("\xc4\xc5\x62", request->bytes[0], 3) != NULL;
}

static int32_t collect(struct target *target, const struct fg_probe *probes, int32_t count,
                       struct fg_verdict *verdicts, struct requests *requests,
                       struct fg_error *error) {
  static const struct fg_verdict misread = {
      .code = FG_E_RELATIVE, .text = "it begins with a vector instruction, which the kernel misreads"};
  struct mappings mappings;
  int32_t code = process_mappings(target->pid, &mappings, error);
  if (code) {
    return code;
  }
  int unwinds = may_unwind(target);
  for (int32_t i = 0; i < count; i++) {
    const struct mapping *mapping = process_mapping_at(&mappings, probes[i].address);
    if (is_wanted(&probes[i], &verdicts[i]) && mapping && mapping->inode &&
        target->sensors[probes[i].region].state != SENSOR_IN) {
      put_request(target, &probes[i], mapping, requests, i, unwinds);
      if (is_misread(&requests->at[requests->count - 1])) {
        requests->count--;
        verdicts[i] = misread;
      }
    }
  }
  process_mappings_free(&mappings);
  return FG_OK;
}

/* ------------------------------------------------------------------ inserting */

/* Makes the shared memory without mapping it in the process: the kernel counts, and this process writes. */
static int32_t make_memory(struct target *target, struct fg_error *error) {
  if (target->header) {
    return FG_OK;
  }
  int fd = memfd_create("flowgauge", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) {
    return fail(error, FG_E_SYSTEM, errno, "the shared memory cannot be made: %s", strerror(errno));
  }
  target->kernel_only = 1;
  return memory_adopt(target, fd, error);
}

static int32_t begin(struct target *target, struct fg_error *error) {
  int32_t code = make_memory(target, error);
  if (!code && !target->uprobes) {
    code = uprobe_open(target->pid, host.tsc_hz, &target->uprobes, error);
  }
  return code;
}

static void note_in(struct target *target, const struct fg_probe *probe,
                    const struct uprobe_request *request, const struct fg_verdict *verdict) {
  struct sensor *sensor = &target->sensors[probe->region];
  struct fg_shm_region *region = memory_region(target, probe->region);
  *sensor = (struct sensor){.backend = FG_UPROBE,
                            .function = probe->address,
                            .cost_ns = verdict->cost_ns,
                            .cost_limit = probe->cost_limit};
  region->address = probe->address;
  region->size = probe->size;
  region->metrics = request->metrics & FG_WALL ? FG_WALL : 0;
  region->flags = FG_REGION_INSTALLED | FG_REGION_KERNEL;
  region->cost_ns = verdict->cost_ns;
  region->cost_limit = probe->cost_limit;
  region->installed_tsc = region->installed_tsc ? region->installed_tsc : ticks_now();
  region->removed_tsc = 0;
  target_sensor_in(target, probe->region);
}

/* Fills in the verdicts that uprobe_insert would give, as far as they are known beforehand. */
static void estimate(const struct requests *requests) {
  for (int32_t i = 0; i < requests->count; i++) {
    const struct uprobe_request *request = &requests->at[i];
    struct fg_verdict *verdict = &requests->verdicts[i];
    if (request->metrics & FG_WALL && request->may_unwind) {
      verdict->code = FG_E_TIMING_UNSAFE;
      snprintf(verdict->text, sizeof verdict->text,
               "a kernel probe can count its calls, but not time them: an exception may cross it");
      continue;
    }
    verdict->backend = FG_UPROBE;
    verdict->cost_ns =
        uprobe_cost_ns(request->bytes, request->available, request->metrics & FG_WALL);
  }
}

/* Inserts kernel probes, or refuses all of them for one reason if that cannot begin. */
static void insert(struct target *target, const struct requests *requests) {
  struct fg_error error;
  if (!begin(target, &error)) {
    uprobe_insert(target->uprobes, requests->at, requests->count, requests->verdicts);
    return;
  }
  for (int32_t i = 0; i < requests->count; i++) {
    refuse(&requests->verdicts[i], error.code, "%.119s", error.text);
  }
}

int32_t kernel_insert(struct target *target, const struct fg_probe *probes, int32_t count,
                      struct fg_verdict *verdicts, int is_real, struct fg_error *error) {
  struct requests requests = new_requests(count);
  int32_t code = collect(target, probes, count, verdicts, &requests, error);
  if (!code && is_real && requests.count) {
    insert(target, &requests);
  } else if (!code) {
    estimate(&requests);
  }
  for (int32_t i = 0; i < requests.count && !code; i++) {
    const struct fg_probe *probe = &probes[requests.probes[i]];
    struct fg_verdict *verdict = &verdicts[requests.probes[i]];
    *verdict = requests.verdicts[i];
    if (is_real && !verdict->code) {
      note_in(target, probe, &requests.at[i], verdict);
    }
  }
  free_requests(&requests);
  return code;
}

/* ------------------------------------------------------------------ reading, removing */

void kernel_sync(struct target *target) {
  if (target->uprobes && target->header) {
    char *at = (char *)target->header;
    uprobe_sync(target->uprobes, target->header, (struct fg_shm_thread *)(at + FG_THREADS_AT),
                (struct fg_shm_record *)(at + FG_RECORDS_AT));
  }
}

void kernel_remove(struct target *target, const int32_t *regions, int32_t count) {
  int32_t *kernels = some(count, sizeof *kernels), found = 0;
  for (int32_t i = 0; i < count; i++) {
    if (regions[i] >= 0 && regions[i] < (int32_t)FG_REGIONS &&
        target->sensors[regions[i]].state == SENSOR_IN &&
        target->sensors[regions[i]].backend == FG_UPROBE) {
      kernels[found++] = regions[i];
    }
  }
  if (found) {
    kernel_sync(target);
    uprobe_remove(target->uprobes, kernels, found);
  }
  for (int32_t i = 0; i < found; i++) {
    struct fg_shm_region *shared = memory_region(target, kernels[i]);
    shared->flags = FG_REGION_REMOVED | FG_REGION_KERNEL | (shared->flags & FG_REGION_OVER_LIMIT);
    shared->removed_tsc = ticks_now();
    target_sensor_out(target, kernels[i]);
  }
  free(kernels);
}

void kernel_close(struct target *target) {
  kernel_sync(target);
  uprobe_close(target->uprobes);
  target->uprobes = NULL;
}
