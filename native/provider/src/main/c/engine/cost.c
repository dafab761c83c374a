/* Measures what a probed call costs on this host, in a forked child of this program that calls an empty
   function before and after it gets a sensor. */
#include "engine/cost.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/target.h"
#include "sensor/insert.h"

enum { CALLS = 2000, CPU_CALLS = 100, BATCHES = 9, WAIT_MS = 300 };

/* What the child reports: the least time of a call in any batch since the last reset, in ns. */
struct told {
  volatile double plain, cpu;
  volatile int32_t batches, stage;
};

__attribute__((noinline, noclone, aligned(64))) static void empty(void) {
  __asm__ volatile(".byte 0x0f, 0x1f, 0x80, 0, 0, 0, 0, 0x0f, 0x1f, 0x80, 0, 0, 0, 0" ::: "memory");
}

__attribute__((noinline, noclone, aligned(64))) static void empty_cpu(void) {
  __asm__ volatile(".byte 0x0f, 0x1f, 0x80, 0, 0, 0, 0, 0x0f, 0x1f, 0x80, 1, 0, 0, 0" ::: "memory");
}

static double thread_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double least(double so_far, double begin, double end, int calls) {
  double each = (end - begin) / calls;
  return so_far == 0 || each < so_far ? each : so_far;
}

/* Calls the empty function in the child until the child is killed. */
static void call_on(struct told *told) {
  for (int32_t stage = told->stage;;) {
    if (stage != told->stage) {
      stage = told->stage;
      told->plain = told->cpu = 0;
      told->batches = 0;
    }
    double begin = thread_ns();
    for (int i = 0; i < CALLS; i++) {
      empty();
    }
    double middle = thread_ns();
    for (int i = 0; i < CPU_CALLS; i++) {
      empty_cpu();
    }
    double end = thread_ns();
    told->plain = least(told->plain, begin, middle, CALLS);
    told->cpu = least(told->cpu, middle, end, CPU_CALLS);
    told->batches++;
  }
}

static int await_batches(const struct told *told) {
  for (int turn = 0; turn < 5 * WAIT_MS && told->batches < BATCHES; turn++) {
    usleep(200);
  }
  return told->batches >= BATCHES;
}

static int put_sensors(struct target *target) {
  struct fg_verdict verdicts[2];
  struct fg_stats stats;
  struct fg_error error;
  struct fg_probe probes[2] = {
      {(uint64_t)(uintptr_t)empty, 32, 0, FG_WALL, FG_AGENT, 0, 0},
      {(uint64_t)(uintptr_t)empty_cpu, 32, 1, FG_WALL | FG_CPU, FG_AGENT, 0, 0}};
  return !engine_insert(target, probes, 2, verdicts, &stats, &error) && !verdicts[0].code &&
         !verdicts[1].code;
}

static int measure(int32_t child, struct told *told, double *call_ns, double *cpu_ns) {
  struct target *target;
  struct fg_state state;
  struct fg_stats stats;
  struct fg_error error;
  if (!await_batches(told) || engine_open(child, &target, &error)) {
    return 0;
  }
  double plain = told->plain;
  int measured = put_sensors(target);
  told->batches = 0;
  told->stage++;
  usleep(200);
  measured = measured && await_batches(told);
  if (measured) {
    *call_ns = told->plain - plain;
    *cpu_ns = told->cpu - told->plain;
  }
  engine_close(target, &state, &stats, &error);
  return measured && *call_ns > 0 && *cpu_ns > 0;
}

int cost_measure(double *call_ns, double *cpu_ns) {
  struct told *told =
      mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (told == MAP_FAILED) {
    return 0;
  }
  pid_t self = getpid(), child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != self) { /* the parent died before the signal was requested */
      _exit(0);
    }
    call_on(told);
  }
  int measured = child > 0 && measure(child, told, call_ns, cpu_ns);
  if (child > 0) {
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
  }
  munmap(told, sizeof *told);
  return measured;
}
