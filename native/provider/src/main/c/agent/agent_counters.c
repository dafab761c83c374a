/*
 * Counts the kernel's events during a call: those of the processor (cycles, instructions ...) and the
 * kernel's own (page faults ...). Each thread opens its own events when it first needs them, in two
 * groups, each of which is read with one system call.
 *
 * The program shares their descriptors, and may close them or open another file under the same
 * number: a descriptor is read or closed only if the kernel says that it is the event. A thread that
 * finds its events gone opens them again. As everywhere in the agent, a signal handler may run all of
 * this at any point; confusions that result are found in the same way.
 */
#include <linux/perf_event.h>

#include "agent/agent_inside.h"

enum { MOST_LOSSES = 100, EMFILE_ERROR = 24 };

static const struct {
  uint32_t type, config;
  int is_kernels; /* happens in the kernel only; all others are counted in the program's own code */
} events[FG_COUNTERS] = {{PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 0},
                         {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 0},
                         {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, 0},
                         {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, 0},
                         {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 0},
                         {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, 1},
                         {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, 1}};

static struct agent_counting *counting_of(const struct agent_context *context) {
  return (struct agent_counting *)((uint64_t)context + AGENT_SLOT_TO_COUNTING);
}

/* ------------------------------------------------------------------ opening */

static int id_of(uint64_t fd, uint64_t *id) {
  return !call_kernel(SYS_IOCTL, fd, PERF_EVENT_IOC_ID, (uint64_t)id, 0, 0, 0);
}

static int is_ours(const struct agent_event *event) {
  uint64_t id = 0;
  return event->fd && id_of(event->fd, &id) && id == event->id;
}

static void close_event(const struct agent_event *event) {
  if (is_ours(event)) call_kernel(SYS_CLOSE, event->fd, 0, 0, 0, 0, 0);
}

/* Moves a descriptor up to the last eighth of those the program may have, or of the first 4096: away from the
   lowest free ones, which programs rely on, to where programs seldom have any. */
static int64_t lift(int64_t low) {
  enum { NUMBER_OF_FILES = 7, DUPLICATE_CLOEXEC = 1030, MOST = 4096 };
  struct {
    uint64_t now, most;
  } limit = {0, 0};
  call_kernel(SYS_GETRLIMIT, NUMBER_OF_FILES, (uint64_t)&limit, 0, 0, 0, 0);
  uint64_t end = limit.now < MOST ? limit.now : MOST;
  int64_t high =
      call_kernel(SYS_FCNTL, (uint64_t)low, DUPLICATE_CLOEXEC, end - end / 8, 0, 0, 0);
  call_kernel(SYS_CLOSE, (uint64_t)low, 0, 0, 0, 0, 0);
  if (high > 0 && (uint64_t)high < end) return high;
  if (high >= 0) call_kernel(SYS_CLOSE, (uint64_t)high, 0, 0, 0, 0, 0);
  return -EMFILE_ERROR;
}

/* Returns a descriptor, or -errno. */
static int64_t open_event(uint32_t counter, int64_t leader) {
  struct perf_event_attr wanted = {.type = events[counter].type,
                                   .size = PERF_ATTR_SIZE_VER0,
                                   .config = events[counter].config,
                                   .read_format = PERF_FORMAT_GROUP |
                                                  PERF_FORMAT_TOTAL_TIME_ENABLED |
                                                  PERF_FORMAT_TOTAL_TIME_RUNNING,
                                   .exclude_kernel = !events[counter].is_kernels,
                                   .exclude_hv = 1};
  int64_t fd = call_kernel(SYS_PERF_EVENT_OPEN, (uint64_t)&wanted, 0, (uint64_t)-1,
                           (uint64_t)leader, PERF_FLAG_FD_CLOEXEC, 0);
  return failed(fd) ? fd : lift(fd);
}

/* Records for readers whether a counter could be opened; a later failure does not change a success. */
static void note(struct fg_shm_header *header, uint32_t counter, int64_t result) {
  if (!failed(result)) {
    header->counter_state[counter] = FG_COUNTER_OPENED;
  } else if (header->counter_state[counter] != FG_COUNTER_OPENED) {
    header->counter_state[counter] = (int32_t)-result;
  }
}

static void replace_event(struct agent_event *event, struct agent_event now) {
  struct agent_event before = {__atomic_exchange_n(&event->fd, 0, __ATOMIC_SEQ_CST), event->id};
  event->id = now.id;
  __atomic_store_n(&event->fd, now.fd, __ATOMIC_SEQ_CST);
  close_event(&before);
}

static void close_events(struct agent_counting *counting) {
  counting->opened = counting->tried = 0;
  for (uint32_t i = 0; i < FG_COUNTERS; i++)
    replace_event(&counting->event[i], (struct agent_event){0, 0});
}

/* Identifies the current thread; a thread that had its context before has another number. */
static uint32_t thread_of(const struct agent_context *context) {
  return agent_state.mark_at ? context->thread_mark
                             : (uint32_t)call_kernel(SYS_GETTID, 0, 0, 0, 0, 0, 0);
}

/* Opens the current thread's events. Unavailable ones are left out. */
static void open_events(const struct agent_context *context, struct agent_counting *counting,
                        uint32_t wanted) {
  int64_t leaders[] = {-1, -1}; /* of the processor's events, of the kernel's */
  uint32_t opened = 0;
  close_events(counting);
  for (uint32_t i = 0; i < FG_COUNTERS; i++) {
    if (!(wanted >> i & 1)) continue;
    int64_t *leader = &leaders[FG_HARDWARE_COUNTERS >> i & 1 ? 0 : 1];
    int64_t fd = open_event(i, *leader);
    note(header_of(context), i, fd);
    if (failed(fd)) continue;
    struct agent_event event = {(uint64_t)fd, 0};
    id_of(event.fd, &event.id);
    replace_event(&counting->event[i], event);
    *leader = *leader < 0 ? fd : *leader;
    opened |= 1u << i;
  }
  counting->thread = thread_of(context);
  counting->generation++;
  counting->opened = opened;
  counting->tried = wanted;
  /* Either the thread that closes all events sees these, or this thread sees that it must close them. */
  if (!__atomic_load_n(&agent_state.counters, __ATOMIC_SEQ_CST)) close_events(counting);
}

/* Returns those of the wanted counters that the current thread can read. */
static uint32_t ready(const struct agent_context *context, struct agent_counting *counting,
                      uint32_t wanted) {
  if (counting->thread != thread_of(context)) {
    counting->losses = 0;
    open_events(context, counting, wanted);
  } else if (wanted & ~counting->tried && counting->losses < MOST_LOSSES) {
    open_events(context, counting, wanted | counting->tried);
  }
  return counting->opened & wanted;
}

void counters_close(void) {
  uint32_t used = agent_state.used_contexts;
  if (!__atomic_exchange_n(&agent_state.counters, 0, __ATOMIC_SEQ_CST)) return;
  used = used < agent_state.contexts ? used : agent_state.contexts;
  for (uint32_t i = 0; i < used; i++)
    close_events(counting_of((const struct agent_context *)(agent_thunks + AGENT_THUNK_TO_SLOT +
                                                            (uint64_t)i * AGENT_CONTEXT_SIZE)));
}

/* ------------------------------------------------------------------ reading */

/* Reads a group if any of its counters is wanted; 0 if the descriptor is no longer the group's. */
static int read_group(const struct agent_counting *counting, uint32_t group, uint32_t wanted,
                      struct agent_reading *reading) {
  struct {
    uint64_t count, enabled, running, value[FG_COUNTERS];
  } all;
  uint32_t opened = counting->opened & group, count = 0;
  if (!(opened & wanted)) return 1;
  for (uint32_t i = 0; i < FG_COUNTERS; i++)
    count += opened >> i & 1;
  const struct agent_event *leader = &counting->event[__builtin_ctz(opened)];
  if (!is_ours(leader)) return 0;
  int64_t size = call_kernel(SYS_READ, leader->fd, (uint64_t)&all, sizeof all, 0, 0, 0);
  if (size != (int64_t)((3 + count) * sizeof all.count) || all.count != count) return 0;
  if (group == FG_HARDWARE_COUNTERS) {
    reading->enabled = all.enabled;
    reading->running = all.running;
  }
  for (uint32_t i = 0, k = 0; i < FG_COUNTERS; i++)
    if (opened >> i & 1) reading->value[i] = all.value[k++];
  return 1;
}

/* Notes that the events are gone. The next call opens them again, but only up to MOST_LOSSES times. */
static int lose(struct agent_counting *counting) {
  counting->losses++;
  counting->opened = counting->tried = 0;
  return 0;
}

static struct agent_begun *begun_of(struct agent_counting *counting,
                                    const struct agent_slot *slot) {
  uint64_t number = ((uint64_t)slot & (AGENT_CONTEXT_SIZE - 1)) / SLOT_SIZE;
  return number < AGENT_COUNTED_SLOTS ? &counting->begun[number] : 0;
}

/* Touches the thunk's page, which may be new to this process, so that its page fault does not count for the
   call. */
static void touch_thunk(const struct agent_slot *slot) {
  (void)*(const volatile uint8_t *)((uint64_t)slot - AGENT_THUNK_TO_SLOT);
}

int counters_begin(struct agent_slot *slot, const struct agent_sensor *sensor) {
  struct agent_context *context = context_of_slot(slot);
  struct agent_counting *counting = counting_of(context);
  struct agent_begun *begun = begun_of(counting, slot);
  uint32_t wanted = (uint32_t)(sensor->flags / SENSOR_COUNTER) & FG_ALL_COUNTERS;
  if (!agent_state.counters || !begun) return 0;
  touch_thunk(slot);
  for (int again = 0; again < 2; again++) {
    begun->counters = ready(context, counting, wanted);
    begun->generation = counting->generation;
    if (!begun->counters) return 0;
    if (read_group(counting, FG_KERNEL_COUNTERS, wanted, &begun->at) &&
        read_group(counting, FG_HARDWARE_COUNTERS, wanted, &begun->at))
      return begun->generation == counting->generation;
    lose(counting);
  }
  return 0;
}

/* Returns the counts of a record; NULL for the record of calls that began under an earlier instrumenter. */
static struct fg_shm_counts *counts_of(struct fg_shm_header *header,
                                       const struct fg_shm_record *record) {
  uint64_t number = ((uint64_t)record - ((uint64_t)header + FG_RECORDS_AT)) / sizeof *record;
  return number < FG_RECORDS ? (struct fg_shm_counts *)((char *)header + FG_COUNTS_AT) + number : 0;
}

static void add(struct fg_shm_counts *counts, const struct agent_begun *begun,
                const struct agent_reading *now) {
  for (uint32_t i = 0; i < FG_COUNTERS; i++) {
    if (begun->counters >> i & 1) {
      counts->of[i].value += now->value[i] - begun->at.value[i];
      counts->of[i].calls++;
    }
  }
  if (begun->counters & FG_HARDWARE_COUNTERS) {
    counts->enabled_ns += now->enabled - begun->at.enabled;
    counts->running_ns += now->running - begun->at.running;
  }
}

void counters_end(struct agent_slot *slot) {
  struct agent_context *context = context_of_slot(slot);
  struct agent_counting *counting = counting_of(context);
  const struct agent_begun *begun = begun_of(counting, slot);
  struct fg_shm_record *record = record_of_slot(slot);
  struct fg_shm_counts *counts = counts_of(header_of(context), record);
  struct agent_reading now;
  if (!counts || begun->generation != counting->generation || !counting->opened) return;
  if (!read_group(counting, FG_HARDWARE_COUNTERS, begun->counters, &now) ||
      !read_group(counting, FG_KERNEL_COUNTERS, begun->counters, &now)) {
    lose(counting);
    return;
  }
  /* Events that were closed or opened again meanwhile have not been read. */
  if (begun->generation != counting->generation || begun->counters & ~counting->opened) return;
  begin_update(record);
  add(counts, begun, &now);
  end_update(record);
}
