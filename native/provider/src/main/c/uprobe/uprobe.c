#define _GNU_SOURCE 1

#include "uprobe/uprobe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#include "image/image_file.h"
#include "uprobe/uprobe_bpf.h"
#include "uprobe/uprobe_close.h"
#include "uprobe/uprobe_cost.h"

#define NO_LINK -1
#define LINK_WANTED -2 /* while it is being inserted */
#define NO_RECORD UINT32_MAX

/* Probes inserted together; closing the descriptor removes them. */
struct link {
  int fd;
  int is_timer;
  char *path;
  uint32_t count; /* number of its regions */
};

struct uprobes {
  int32_t pid;
  uint64_t tsc_hz;
  int map, counter, timer; /* descriptors; -1 until they are needed */
  struct uprobe_counters *counters;
  struct link *links;
  size_t link_count;
  int32_t link_of[FG_REGIONS];    /* number in links, or NO_LINK */
  uint64_t offset_of[FG_REGIONS]; /* in the file */
  uint32_t record_of[FG_REGIONS]; /* NO_RECORD until something has been counted */
  uint64_t synced_count[FG_REGIONS];
  uint32_t thread;                /* thread that the records belong to; NO_RECORD until one is needed */
};

static const char *reason_of(int number) {
  switch (number) {
  case EPERM:
  case EACCES:
    return "kernel probes need root, or CAP_BPF and CAP_PERFMON (and no kernel lockdown)";
  case EINVAL:
  case EOPNOTSUPP:
    return "kernel probes need Linux 6.6 or newer, 6.13 for times";
  case ENOSYS:
    return "this kernel has no BPF";
  default:
    return strerror(number);
  }
}

static void close_all(const int *descriptors, int count) {
  for (int i = 0; i < count; i++) {
    if (descriptors[i] >= 0) {
      close(descriptors[i]);
    }
  }
}

/* Tries a probe at a function of this process. */
int uprobe_permitted(char *reason) {
  uint64_t region = 0, offset = uprobe_own_offset((const void *)(uintptr_t)uprobe_tried);
  struct uprobe_place place = {"/proc/self/exe", &offset, &region, 1, getpid()};
  int number = 0, map = uprobe_make_map(1);
  int program = map < 0 ? -1 : uprobe_load_counter(map);
  int link = program < 0 ? -1 : uprobe_link(program, 0, &place);

  number = link < 0 ? errno : 0;
  close_all((const int[]){link, program, map}, 3);
  snprintf(reason, 120, "%s", number == 0 ? "" : reason_of(number));
  return number == 0;
}

static int32_t failed(struct fg_error *error, int number) {
  int32_t code = number == EPERM || number == EACCES ? FG_E_PERMISSION : FG_E_UNSUPPORTED;
  return fail(error, code, number, "%s", reason_of(number));
}

static void forget_regions(struct uprobes *uprobes) {
  for (uint32_t i = 0; i < FG_REGIONS; i++) {
    uprobes->link_of[i] = NO_LINK;
    uprobes->record_of[i] = NO_RECORD;
  }
  uprobes->thread = NO_RECORD;
}

int32_t uprobe_open(int32_t pid, uint64_t tsc_hz, struct uprobes **uprobes, struct fg_error *error) {
  struct uprobes *made = calloc(1, sizeof *made);

  *uprobes = NULL;
  if (made == NULL) {
    return fail(error, FG_E_LIMIT, ENOMEM, "there is no memory for kernel probes");
  }
  made->pid = pid;
  made->tsc_hz = tsc_hz;
  made->counter = made->timer = -1;
  forget_regions(made);
  made->map = uprobe_make_map(FG_REGIONS);
  void *mapped = made->map < 0 ? MAP_FAILED
                               : mmap(NULL, FG_REGIONS * sizeof *made->counters, PROT_READ | PROT_WRITE,
                                      MAP_SHARED, made->map, 0);
  if (mapped == MAP_FAILED) {
    int number = errno;
    close_all(&made->map, 1);
    free(made);
    return failed(error, number);
  }
  made->counters = mapped;
  *uprobes = made;
  return FG_OK;
}

/* Returns a program, which is loaded once; -1 with errno. */
static int program_of(struct uprobes *uprobes, int is_timer) {
  int *program = is_timer ? &uprobes->timer : &uprobes->counter;

  if (*program < 0) {
    *program = is_timer ? uprobe_load_timer(uprobes->map, uprobe_functions_read(), uprobes->tsc_hz)
                        : uprobe_load_counter(uprobes->map);
  }
  return *program;
}

/* Links regions that are all in one file and of one kind. Returns 0 or an error number. */
static int link_regions(struct uprobes *uprobes, const char *path, int is_timer, const int32_t *regions,
                        uint32_t count) {
  uint64_t offsets[FG_REGIONS], cookies[FG_REGIONS];
  int program = program_of(uprobes, is_timer);

  if (program < 0) {
    return errno;
  }
  struct link *links = realloc(uprobes->links, (uprobes->link_count + 1) * sizeof *links);
  if (links == NULL) {
    return ENOMEM;
  }
  uprobes->links = links;
  for (uint32_t i = 0; i < count; i++) {
    offsets[i] = uprobes->offset_of[regions[i]];
    cookies[i] = (uint64_t)regions[i];
  }
  struct uprobe_place place = {path, offsets, cookies, count, uprobes->pid};
  struct link link = {.is_timer = is_timer, .path = strdup(path), .count = count};
  link.fd = link.path == NULL ? -1 : uprobe_link(program, is_timer, &place);
  if (link.fd < 0) {
    int number = errno;
    free(link.path);
    return number;
  }
  for (uint32_t i = 0; i < count; i++) {
    uprobes->link_of[regions[i]] = (int32_t)uprobes->link_count;
  }
  links[uprobes->link_count++] = link;
  return 0;
}

static int wants_time(const struct uprobe_request *request) { return (request->metrics & FG_WALL) != 0; }

/* Returns the reason why a request is not possible, or FG_OK. */
static int32_t check(const struct uprobes *uprobes, const struct uprobe_request *request,
                     struct fg_verdict *verdict) {
  memset(verdict, 0, sizeof *verdict);
  if (request->region < 0 || request->region >= (int32_t)FG_REGIONS) {
    refuse(verdict, FG_E_ARGUMENT, "region %d is not between 0 and %u", request->region, FG_REGIONS - 1);
  } else if (uprobe_has(uprobes, request->region)) {
    refuse(verdict, FG_E_ALREADY_PATCHED, "region %d has a kernel probe already", request->region);
  } else if (wants_time(request) && request->may_unwind) {
    refuse(verdict, FG_E_TIMING_UNSAFE,
          "a kernel probe can only count its calls: timing them would end the process at an exception");
  }
  return verdict->code;
}

static void judge_link(struct fg_verdict *verdict, const struct uprobe_request *request, int number) {
  if (number == 0) {
    memset(verdict, 0, sizeof *verdict);
    verdict->backend = FG_UPROBE;
    verdict->cost_ns = uprobe_cost_ns(request->bytes, request->available, wants_time(request));
  } else if (number == EPERM || number == EACCES) {
    refuse(verdict, FG_E_PERMISSION, "%s", reason_of(number));
  } else if (number == EOPNOTSUPP && wants_time(request)) {
    refuse(verdict, FG_E_TIMING_UNSAFE, "this kernel's probes can count calls, but not time them; that needs Linux 6.13 or newer");
  } else {
    refuse(verdict, FG_E_UNSUPPORTED, "the kernel refuses a probe on it: %s", strerror(number));
  }
}

static int is_like(const struct uprobe_request *a, const struct uprobe_request *b) {
  return wants_time(a) == wants_time(b) && strcmp(a->path, b->path) == 0;
}

/* Links all requests like the first one together, or one by one if the kernel refuses any of them, to find
   which. */
static void link_like(struct uprobes *uprobes, const struct uprobe_request *requests, int32_t count,
                      int32_t first, struct fg_verdict *verdicts, char *done) {
  int32_t regions[FG_REGIONS] = {0}, numbers[FG_REGIONS] = {0};
  uint32_t like = 0;

  for (int32_t i = first; i < count && like < FG_REGIONS; i++) {
    if (!done[i] && is_like(&requests[first], &requests[i])) {
      done[i] = 1;
      numbers[like] = i;
      regions[like++] = requests[i].region;
    }
  }
  const char *path = requests[first].path;
  int is_timer = wants_time(&requests[first]);
  int number = link_regions(uprobes, path, is_timer, regions, like);
  for (uint32_t i = 0; i < like; i++) {
    int each = number == 0 || like == 1 ? number : link_regions(uprobes, path, is_timer, &regions[i], 1);
    judge_link(&verdicts[numbers[i]], &requests[numbers[i]], each);
    if (each != 0) {
      uprobes->link_of[regions[i]] = NO_LINK;
    }
  }
}

void uprobe_insert(struct uprobes *uprobes, const struct uprobe_request *requests, int32_t count,
                   struct fg_verdict *verdicts) {
  char *done = calloc((size_t)count + 1, 1);

  for (int32_t i = 0; i < count; i++) {
    if (done == NULL) {
      refuse(&verdicts[i], FG_E_LIMIT, "there is no memory for kernel probes");
    } else if (check(uprobes, &requests[i], &verdicts[i]) != FG_OK) {
      done[i] = 1;
    } else {
      uprobes->offset_of[requests[i].region] = requests[i].offset;
      uprobes->link_of[requests[i].region] = LINK_WANTED;
    }
  }
  for (int32_t i = 0; i < count && done != NULL; i++) {
    if (!done[i]) {
      link_like(uprobes, requests, count, i, verdicts, done);
    }
  }
  free(done);
}

/* Inserts the probes of a link again that are still wanted: all probes of a link are removed together. */
static void relink(struct uprobes *uprobes, int32_t number) {
  int32_t kept[FG_REGIONS];
  uint32_t count = 0;
  struct link old = uprobes->links[number];

  for (uint32_t i = 0; i < FG_REGIONS; i++) {
    if (uprobes->link_of[i] == number) {
      kept[count++] = (int32_t)i;
      uprobes->link_of[i] = NO_LINK;
    }
  }
  uprobes->links[number] = (struct link){.fd = -1};
  if (count > 0) {
    link_regions(uprobes, old.path, old.is_timer, kept, count);
  }
  free(old.path);
}

/* Closes the links for which changed is set, or all if it is NULL. */
static void close_links(const struct uprobes *uprobes, const char *changed) {
  uint32_t count = 0;
  int *descriptors = malloc((uprobes->link_count + 1) * sizeof *descriptors);

  for (size_t i = 0; i < uprobes->link_count; i++) {
    if (changed != NULL && !changed[i]) {
      continue;
    }
    if (descriptors == NULL) {
      close_all(&uprobes->links[i].fd, 1);
    } else {
      descriptors[count++] = uprobes->links[i].fd;
    }
  }
  uprobe_close_links(descriptors, count);
  free(descriptors);
}

void uprobe_remove(struct uprobes *uprobes, const int32_t *regions, int32_t count) {
  size_t links = uprobes->link_count;
  char *changed = calloc(links + 1, 1);

  for (int32_t i = 0; i < count; i++) {
    if (uprobe_has(uprobes, regions[i])) {
      if (changed != NULL) {
        changed[uprobes->link_of[regions[i]]] = 1;
      }
      uprobes->link_of[regions[i]] = NO_LINK;
    }
  }
  close_links(uprobes, changed);
  for (size_t i = 0; i < links; i++) {
    if (uprobes->links[i].fd >= 0 && (changed == NULL || changed[i])) {
      relink(uprobes, (int32_t)i);
    }
  }
  free(changed);
}

int uprobe_has(const struct uprobes *uprobes, int32_t region) {
  return region >= 0 && region < (int32_t)FG_REGIONS && uprobes->link_of[region] != NO_LINK;
}

static uint64_t monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000ull + (uint64_t)now.tv_nsec;
}

/* Assigns the next entry by counting, as the agent does. */
static uint32_t take_entry(uint32_t *used, uint32_t most, uint64_t *dropped) {
  uint32_t entry = __atomic_fetch_add(used, 1, __ATOMIC_RELAXED);

  if (entry >= most) {
    __atomic_fetch_add(dropped, 1, __ATOMIC_RELAXED);
    return NO_RECORD;
  }
  return entry;
}

static uint32_t record_for(struct uprobes *uprobes, uint32_t region, struct fg_shm_header *header,
                           struct fg_shm_thread *threads, struct fg_shm_record *records) {
  if (uprobes->thread == NO_RECORD) {
    uprobes->thread = take_entry(&header->used_threads, FG_THREADS, &header->dropped_threads);
    if (uprobes->thread == NO_RECORD) {
      return NO_RECORD;
    }
    threads[uprobes->thread] = (struct fg_shm_thread){.first_tsc = __rdtsc()};
  }
  if (uprobes->record_of[region] == NO_RECORD) {
    uint32_t made = take_entry(&header->used_records, FG_RECORDS, &header->dropped_records);
    if (made != NO_RECORD) {
      records[made].min = UINT64_MAX;
      records[made].thread = uprobes->thread;
      records[made].region = region;
      records[made].parent = FG_NO_REGION;
    }
    uprobes->record_of[region] = made;
  }
  return uprobes->record_of[region];
}

/* Writes as the agent does: begin, the update, end. The counters continue while they are copied, so one sum
   may be a call ahead of another. */
static void write_record(struct fg_shm_record *record, const struct uprobe_counters *now, uint64_t last) {
  __atomic_store_n(&record->begin, record->begin + 1, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  record->count = now->count;
  record->total = now->total;
  record->min = now->not_min == 0 ? UINT64_MAX : ~now->not_min;
  record->max = now->max;
  record->last = last;
  memcpy(record->histogram, now->histogram, sizeof record->histogram);
  __atomic_store_n(&record->end, record->begin, __ATOMIC_RELEASE);
}

static void mark_dirty(struct fg_shm_header *header, struct fg_shm_record *record) {
  uint32_t flush = __atomic_load_n(&header->flush, __ATOMIC_RELAXED);

  if (record->flushed != flush) {
    record->flushed = flush;
    __atomic_fetch_add(&header->dirty, 1, __ATOMIC_RELEASE);
  }
}

void uprobe_sync(struct uprobes *uprobes, struct fg_shm_header *header, struct fg_shm_thread *threads,
                 struct fg_shm_record *records) {
  uint64_t now_ns = monotonic_ns(), now_tsc = __rdtsc();

  for (uint32_t i = 0; i < FG_REGIONS; i++) {
    struct uprobe_counters now = uprobes->counters[i];
    if (now.count == uprobes->synced_count[i]) {
      continue;
    }
    uint32_t record = record_for(uprobes, i, header, threads, records);
    if (record == NO_RECORD) {
      continue;
    }
    uprobes->synced_count[i] = now.count;
    double ago_ns = now_ns > now.last_ns ? (double)(now_ns - now.last_ns) : 0;
    write_record(&records[record], &now, now_tsc - (uint64_t)(ago_ns * (double)uprobes->tsc_hz / 1e9));
    mark_dirty(header, &records[record]);
  }
}

void uprobe_close(struct uprobes *uprobes) {
  if (uprobes == NULL) {
    return;
  }
  close_links(uprobes, NULL);
  for (size_t i = 0; i < uprobes->link_count; i++) {
    free(uprobes->links[i].path);
  }
  free(uprobes->links);
  munmap(uprobes->counters, FG_REGIONS * sizeof *uprobes->counters);
  close_all((const int[]){uprobes->map, uprobes->counter, uprobes->timer}, 3);
  free(uprobes);
}
