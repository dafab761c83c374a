/* Properties of this host: the clock's rate, and what is permitted. */
#include <cpuid.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#include "engine/cost.h"
#include "sensor/counting.h"
#include "uprobe/uprobe.h"

struct host host;

/* Used if the cost cannot be measured, as on a host that does not let this process trace its own child. */
enum { USUAL_CALL_NS = 25, USUAL_CPU_NS = 1200 };

uint64_t ticks_now(void) {
  return __rdtsc();
}

static int64_t clock_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

/* Reads both clocks at the same moment: of several tries, uses the one with the least time between two
   readings of the ticks. */
static void moment(clockid_t clock, uint64_t *ticks, int64_t *ns) {
  uint64_t best = ~0ull;
  *ticks = 0;
  *ns = 0;
  for (int i = 0; i < 20; i++) {
    uint64_t before = ticks_now();
    int64_t now = clock_ns(clock);
    uint64_t after = ticks_now();
    if (after - before < best) {
      best = after - before;
      *ticks = before + (after - before) / 2;
      *ns = now;
    }
  }
}

/* Returns the counter's rate as the processor gives it (CPUID 15h), or else measured against
   CLOCK_MONOTONIC_RAW over 20 ms; each moment is known to some 20 ns, so the rate to about 2 in a million. */
static uint64_t tick_rate(void) {
  unsigned int denominator, numerator, crystal, unused;
  if (__get_cpuid(0x15, &denominator, &numerator, &crystal, &unused) && denominator && numerator &&
      crystal) {
    return (uint64_t)crystal * numerator / denominator;
  }
  uint64_t ticks0, ticks1;
  int64_t ns0, ns1;
  moment(CLOCK_MONOTONIC_RAW, &ticks0, &ns0);
  usleep(20000);
  moment(CLOCK_MONOTONIC_RAW, &ticks1, &ns1);
  return (uint64_t)((double)(ticks1 - ticks0) * 1e9 / (double)(ns1 - ns0));
}

static int32_t ptrace_scope(void) {
  int32_t level = 0;
  FILE *file = fopen("/proc/sys/kernel/yama/ptrace_scope", "re");
  if (file) {
    if (fscanf(file, "%d", &level) != 1) {
      level = 0;
    }
    fclose(file);
  }
  return level;
}

int host_may_map_code(void) {
  int fd = memfd_create("flowgauge", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  void *at = fd < 0 || ftruncate(fd, 4096)
                 ? MAP_FAILED
                 : mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
  if (at != MAP_FAILED) {
    munmap(at, 4096);
  }
  if (fd >= 0) {
    close(fd);
  }
  return at != MAP_FAILED;
}

int32_t engine_start(struct fg_host *out, struct fg_error *error) {
  memset(out, 0, sizeof *out);
  unsigned int a, b, c, d;
  if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !(c & bit_ABM)) {
    return fail(error, FG_E_UNSUPPORTED, 0, "this processor has no LZCNT, which the agent needs");
  }
  host.tsc_hz = tick_rate();
  moment(CLOCK_REALTIME, &host.tsc0, &host.unix0_ns);
  if (!cost_measure(&host.call_cost_ns, &host.cpu_cost_ns)) {
    host.call_cost_ns = USUAL_CALL_NS;
    host.cpu_cost_ns = USUAL_CPU_NS;
  }
  host.may_count = counting_measure(&out->pmu, &host.counter_cost_ns);
  host.uprobes = uprobe_permitted(out->uprobes_reason);
  out->uprobes = host.uprobes;
  out->abi = FG_ABI;
  out->ptrace_scope = ptrace_scope();
  out->tsc_hz = host.tsc_hz;
  out->helper_pid = getpid();
  out->call_cost_ns = host.call_cost_ns;
  out->cpu_cost_ns = host.cpu_cost_ns;
  return FG_OK;
}
