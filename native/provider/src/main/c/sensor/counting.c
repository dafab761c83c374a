#include "sensor/counting.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ------------------------------------------------------------------ this host */

static int open_event(uint32_t type, uint64_t config) {
  struct perf_event_attr wanted = {.type = type,
                                   .size = PERF_ATTR_SIZE_VER0,
                                   .config = config,
                                   .read_format = PERF_FORMAT_GROUP,
                                   .exclude_kernel = 1,
                                   .exclude_hv = 1};
  return (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Measures the agent's reading of a group at entry and exit; returns the least time of some batches. */
static double reading_cost_ns(int fd) {
  enum { BATCHES = 9, READINGS = 50 };
  int64_t least = INT64_MAX;
  for (int batch = 0; batch < BATCHES; batch++) {
    uint64_t id, values[2];
    int64_t begin = tracee_now_ns();
    for (int i = 0; i < READINGS; i++) {
      if (ioctl(fd, PERF_EVENT_IOC_ID, &id) || read(fd, values, sizeof values) < 0) {
        return 0;
      }
    }
    int64_t took = tracee_now_ns() - begin;
    least = took < least ? took : least;
  }
  return 2.0 * (double)least / READINGS;
}

struct found {
  int32_t survived, pmu;
  double cost_ns;
};

static void find_out(struct found *found) {
  int software = open_event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
  int hardware = open_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
  int either = hardware >= 0 ? hardware : software;
  found->pmu = hardware >= 0;
  found->cost_ns = either >= 0 ? reading_cost_ns(either) : 0;
  found->survived = 1;
}

int32_t counting_measure(int32_t *pmu, double *cost_ns) {
  struct found *found =
      mmap(NULL, sizeof *found, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  *pmu = 0;
  *cost_ns = 0;
  if (found == MAP_FAILED) {
    return 0;
  }
  pid_t child = fork();
  if (child == 0) {
    find_out(found);
    _exit(0);
  }
  int32_t survived = child > 0 && waitpid(child, NULL, 0) == child && found->survived;
  if (survived) {
    *pmu = found->pmu;
    *cost_ns = found->cost_ns;
  }
  munmap(found, sizeof *found);
  return survived;
}

/* ------------------------------------------------------------------ metrics */

uint32_t counting_of(int32_t metrics) {
  return (uint32_t)metrics / FG_CYCLES & FG_ALL_COUNTERS;
}

double counting_cost(int32_t metrics) {
  uint32_t counters = counting_of(metrics);
  return host.counter_cost_ns *
         (((counters & FG_HARDWARE_COUNTERS) != 0) + ((counters & FG_KERNEL_COUNTERS) != 0));
}

/* ------------------------------------------------------------------ in a process */

static uint32_t wanted_by(const struct changes *changes) {
  uint32_t counters = 0;
  for (int32_t i = 0; i < changes->count; i++) {
    if (!changes->at[i].verdict->code) {
      counters |= counting_of(changes->at[i].probe->metrics);
    }
  }
  return counters;
}

/* Whether counters may end the process. A process with a filter has the same filter as this process, because
   all others are refused altogether. */
static int is_deadly(const struct target *target) {
  struct process_facts facts;
  return !host.may_count && !process_facts(target->pid, &facts) && facts.seccomp;
}

void counting_allow(struct target *target, const struct changes *changes) {
  uint32_t wanted = wanted_by(changes), yes = 1;
  if (wanted && is_deadly(target)) {
    for (int i = 0; i < FG_COUNTERS; i++) {
      if (wanted >> i & 1) {
        target->header->counter_state[i] = EPERM;
      }
    }
  } else if (wanted) {
    target->counting = COUNTING_MAY_BE;
    tracee_write(&target->tracee,
                 target->agent + AGENT_STATE + offsetof(struct agent_state, counters), &yes,
                 sizeof yes);
  }
}

static int is_needed(const struct target *target) {
  for (int32_t i = 0; i < (int32_t)FG_REGIONS; i++) {
    if (target->sensors[i].state == SENSOR_IN && counting_of(target->sensors[i].metrics)) {
      return 1;
    }
  }
  return 0;
}

void counting_end(struct target *target) {
  if (!target->counting || is_needed(target)) {
    return;
  }
  struct room none = {0, 0};
  struct fg_error error;
  int64_t stop_ns;
  target->counting = COUNTING_ENDS;
  int32_t code = inject(target, &none, 0, &stop_ns, &error);
  target->counting = code ? COUNTING_MAY_BE : COUNTING_NONE;
}
