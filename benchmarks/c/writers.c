/*
 * Writes the paper's test event (time stamp, host, program, name, an int32 and a float32) as fast as
 * one thread can: by the C writer with each of its clocks, by LTTng-UST, or by a hand-written loop
 * into a reused ring of mapped memory. Run by writers.py, which counts the events that arrive.
 *
 *     writers WAY EVENTS FILE     prints: events, elapsed s, CPU s of this thread, of the process,
 *                                 events logged including warm-up, events dropped, bytes
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "flowgauge_log.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#ifdef WITH_LTTNG
#define LTTNG_UST_TRACEPOINT_DEFINE
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#include "lttng_event.h"
#endif

FG_LOG_TYPE(test_event, "MY_EVENT", FG_INT32(SOMEINT), FG_FLOAT32(SOMEFLOAT))

static const uint64_t SECOND = 1000000000;

static double seconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void fail(const char *what) {
  fprintf(stderr, "cannot %s\n", what);
  exit(1);
}

static int64_t warmed;

static fg_log *open_log(const char *file, int clock, int rings, int on) {
  char destination[512];
  fg_log *log;
  fg_options options = {0};
  fg_named constants[2] = {{"HOST", {FG_KIND_STRING, {0}}}, {"PROG", {FG_KIND_STRING, {0}}}};
  constants[0].value.as.text = fg_text_of("foo.lbl.gov");
  constants[1].value.as.text = fg_text_of("MY_PROGRAM");
  snprintf(destination, sizeof destination, "file:%s", file);
  options.destination = on ? destination : NULL;
  options.clock = clock;
  options.rings = rings;
  options.ring_bytes = (size_t)4 << 20;
  if (fg_log_open(&options, &log) != FG_OK || test_event_declare(log, constants, 2) != FG_OK) {
    fail("open the log");
  }
  return log;
}

__attribute__((noinline)) static void log_events(int64_t events) {
  for (int64_t k = 0; k < events; k++) {
    test_event_log((int32_t)k, (float)k);
  }
}

/* 20 bytes an event: time stamp, type and the two values; a ring of 64 MiB, like the Java baseline. */
__attribute__((noinline)) static void by_hand(int64_t events) {
  const size_t mask = ((size_t)64 << 20) - 1;
  const size_t record = 20;
  static unsigned char *ring;
  static size_t published;
  size_t at = 0;
  if (ring == NULL) {
    ring = mmap(NULL, mask + 1 + 64, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  }
  if (ring == MAP_FAILED) {
    fail("map a ring");
  }
  for (int64_t k = 0; k < events; k++) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t ns = (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
    unsigned char *to = ring + at;
    int32_t type = 1;
    int32_t some_int = (int32_t)k;
    float some_float = (float)k;
    memcpy(to, &ns, 8);
    memcpy(to + 8, &type, 4);
    memcpy(to + 12, &some_int, 4);
    memcpy(to + 16, &some_float, 4);
    at = at + record > mask ? 0 : at + record;
    __atomic_store_n(&published, at, __ATOMIC_RELEASE);
  }
}

/* Logs untimed for more than a second: calibrates the counter, and warms caches and files. */
static void warm_up(void (*run)(int64_t)) {
  double start = seconds_of(CLOCK_MONOTONIC);
  while (seconds_of(CLOCK_MONOTONIC) - start < 1.3) {
    struct timespec pause = {0, 5000000};
    run(20000);
    warmed += 20000;
    nanosleep(&pause, NULL);
  }
}

static void time_it(void (*run)(int64_t), int64_t events, fg_log *log) {
  fg_counts counts = {0};
  if (log != NULL) {
    fg_log_flush(log, 10 * SECOND);
  }
  double start = seconds_of(CLOCK_MONOTONIC);
  double thread = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  double process = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  run(events);
  double elapsed = seconds_of(CLOCK_MONOTONIC) - start;
  thread = seconds_of(CLOCK_THREAD_CPUTIME_ID) - thread;
  if (log != NULL) {
    fg_log_flush(log, 10 * SECOND);
  }
  process = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - process;
  if (log != NULL) {
    fg_log_close(log, 10 * SECOND);
    fg_log_counts(log, &counts);
  }
  printf("%lld %.6f %.6f %.6f %llu %llu %llu\n", (long long)events, elapsed, thread, process,
         (unsigned long long)(events + warmed), (unsigned long long)counts.dropped,
         (unsigned long long)counts.bytes);
}

#ifdef WITH_LTTNG
__attribute__((noinline)) static void by_lttng(int64_t events) {
  for (int64_t k = 0; k < events; k++) {
    lttng_ust_tracepoint(paper, my_event, (int)k, (float)k);
  }
}
#endif

int main(int count, char **arguments) {
  if (count != 4) {
    fail("run: WAY EVENTS FILE expected");
  }
  const char *way = arguments[1];
  int64_t events = atoll(arguments[2]);
  if (strcmp(way, "hand") == 0) {
    warm_up(by_hand);
    time_it(by_hand, events, NULL);
#ifdef WITH_LTTNG
  } else if (strcmp(way, "lttng") == 0) {
    warm_up(by_lttng);
    time_it(by_lttng, events, NULL);
#endif
  } else if (strncmp(way, "flowgauge", 9) == 0) {
    int clock = strcmp(way, "flowgauge-tsc") == 0 ? FG_CLOCK_TSC : FG_CLOCK_SYSTEM;
    fg_log *log = open_log(arguments[3], clock, strcmp(way, "flowgauge-rings") == 0, 1);
    warm_up(log_events);
    time_it(log_events, events, log);
  } else if (strcmp(way, "off") == 0) {
    fg_log *log = open_log(arguments[3], FG_CLOCK_SYSTEM, 0, 0);
    time_it(log_events, events, NULL);
    fg_log_close(log, SECOND);
  } else {
    fail("run: unknown way");
  }
  return 0;
}
