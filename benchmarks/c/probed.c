/*
 * The program on which sensors are measured: loops that call one function, on the given number of
 * threads, each bound to a processor of its own. Reads commands from standard input, one a line:
 *
 *   measure WAY MS   runs for MS milliseconds; answers a line "ns NUMBER" for each batch of calls, the
 *                    processor time of its thread per call, then "."
 *   turn             calls each of the many functions once; answers "."
 *   spin             calls them without end on one thread; answers at once
 *   sleep N          starts N threads that wait, and installs a signal handler, as most programs have
 *   quit
 *
 * A WAY is a function: empty (1 ns), brief (13 ns) or long (0.8 us). With the suffix "_pair", two reads
 * of the time stamp counter are written into the loop, with count, sum, minimum and maximum of the
 * calls; with "_by_hand", also everything else in a sensor's record, whose histogram is updated at once.
 *
 *   probed THREADS
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#define KEEP __attribute__((noinline, noclone))
#define MOST_THREADS 16
#define MOST_BATCHES 20000
#define BUCKETS 44

/* The record of a thread and function, as in the provider's shared memory. */
struct record {
  volatile uint32_t begin, end;
  volatile uint32_t thread, region, parent, flushed;
  volatile uint64_t count, total, min, max, inside, last, open_since;
  volatile uint64_t histogram[BUCKETS];
};

static __thread struct record record;

KEEP void empty(void) { __asm__ volatile(""); }

KEEP uint64_t chain(uint64_t x, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) {
    x = x * 6364136223846793005ull + 1442695040888963407ull;
  }
  return x;
}

static KEEP uint64_t brief(uint64_t x, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) {
    x = x * 6364136223846793005ull + 1442695040888963407ull;
  }
  return x;
}

static KEEP uint64_t lengthy(uint64_t x, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) {
    x = x * 6364136223846793005ull + 1442695040888963407ull;
    x ^= x >> 29;
  }
  return x;
}

#define BRIEF_STEPS 12
#define LENGTHY_STEPS 500

static inline uint64_t enter(void) {
  uint64_t now = __rdtsc();
  if (record.open_since == 0) {
    record.open_since = now;
  }
  return now;
}

static inline void leave_pair(uint64_t since) {
  uint64_t ticks = __rdtsc() - since;
  record.begin = record.begin + 1;
  record.count = record.count + 1;
  record.total = record.total + ticks;
  if (ticks < record.min) {
    record.min = ticks;
  }
  if (ticks > record.max) {
    record.max = ticks;
  }
  record.end = record.end + 1;
}

static inline void leave(uint64_t since) {
  uint64_t now = __rdtsc(), ticks = now - since;
  record.begin = record.begin + 1;
  record.count = record.count + 1;
  record.total = record.total + ticks;
  if (ticks < record.min) {
    record.min = ticks;
  }
  if (ticks > record.max) {
    record.max = ticks;
  }
  record.last = now;
  record.open_since = 0;
  unsigned bucket = 63 - (unsigned)__builtin_clzll(ticks | 1);
  bucket = bucket < BUCKETS ? bucket : BUCKETS - 1;
  record.histogram[bucket] = record.histogram[bucket] + 1;
  record.end = record.end + 1;
}

#define CALLS(calls, body)                \
  for (uint64_t i = 0; i < (calls); i++) { \
    body;                                  \
  }

static uint64_t batch(const char *way, uint64_t calls, uint64_t x) {
  if (strcmp(way, "empty") == 0) {
    CALLS(calls, empty());
  } else if (strcmp(way, "brief") == 0) {
    CALLS(calls, x = brief(x, BRIEF_STEPS));
  } else if (strcmp(way, "long") == 0) {
    CALLS(calls, x = lengthy(x, LENGTHY_STEPS));
  } else if (strcmp(way, "empty_pair") == 0) {
    CALLS(calls, uint64_t t = __rdtsc(); empty(); leave_pair(t));
  } else if (strcmp(way, "brief_pair") == 0) {
    CALLS(calls, uint64_t t = __rdtsc(); x = brief(x, BRIEF_STEPS); leave_pair(t));
  } else if (strcmp(way, "long_pair") == 0) {
    CALLS(calls, uint64_t t = __rdtsc(); x = lengthy(x, LENGTHY_STEPS); leave_pair(t));
  } else if (strcmp(way, "empty_by_hand") == 0) {
    CALLS(calls, uint64_t t = enter(); empty(); leave(t));
  } else if (strcmp(way, "brief_by_hand") == 0) {
    CALLS(calls, uint64_t t = enter(); x = brief(x, BRIEF_STEPS); leave(t));
  } else if (strcmp(way, "long_by_hand") == 0) {
    CALLS(calls, uint64_t t = enter(); x = lengthy(x, LENGTHY_STEPS); leave(t));
  } else {
    fprintf(stderr, "no way \"%s\"\n", way);
    exit(2);
  }
  return x;
}

#define FUNCTION(n) \
  KEEP uint64_t many_##n(uint64_t x) { return chain(x, 2) + n; }
#define TEN(f, n) f(n##0) f(n##1) f(n##2) f(n##3) f(n##4) f(n##5) f(n##6) f(n##7) f(n##8) f(n##9)
#define MANY(f)                                                                                       \
  TEN(f, 1) TEN(f, 2) TEN(f, 3) TEN(f, 4) TEN(f, 5) TEN(f, 6) TEN(f, 7) TEN(f, 8) TEN(f, 9)            \
  TEN(f, 10) TEN(f, 11) TEN(f, 12) TEN(f, 13) TEN(f, 14) TEN(f, 15) TEN(f, 16) TEN(f, 17) TEN(f, 18)   \
  TEN(f, 19) TEN(f, 20) TEN(f, 21) TEN(f, 22) TEN(f, 23) TEN(f, 24) TEN(f, 25)
MANY(FUNCTION)

#define CALL(n) x = many_##n(x);

static uint64_t turn(uint64_t x) {
  MANY(CALL)
  return x;
}

static uint64_t time_ns(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

struct loop {
  pthread_t thread;
  int number, ms;
  const char *way;
  size_t batches;
  double *ns;
};

static void *measure(void *argument) {
  struct loop *loop = argument;
  cpu_set_t processor;
  CPU_ZERO(&processor);
  CPU_SET(loop->number % 2, &processor);
  sched_setaffinity(0, sizeof processor, &processor);
  uint64_t calls = strncmp(loop->way, "long", 4) == 0 ? 1000 : 40000, x = (uint64_t)loop->number + 1;
  memset(&record, 0, sizeof record);
  record.min = ~0ull;
  uint64_t until = time_ns(CLOCK_MONOTONIC) + (uint64_t)loop->ms * 1000000u;
  while (time_ns(CLOCK_MONOTONIC) < until && loop->batches < MOST_BATCHES) {
    uint64_t begin = time_ns(CLOCK_THREAD_CPUTIME_ID);
    x = batch(loop->way, calls, x);
    loop->ns[loop->batches++] = (double)(time_ns(CLOCK_THREAD_CPUTIME_ID) - begin) / (double)calls;
  }
  __asm__ volatile("" ::"r"(x));
  return NULL;
}

static void measure_all(const char *way, int ms, int threads) {
  static struct loop loops[MOST_THREADS];
  for (int i = 0; i < threads; i++) {
    loops[i] = (struct loop){.number = i, .ms = ms, .way = way, .ns = malloc(MOST_BATCHES * sizeof(double))};
    pthread_create(&loops[i].thread, NULL, measure, &loops[i]);
  }
  for (int i = 0; i < threads; i++) {
    pthread_join(loops[i].thread, NULL);
    for (size_t k = 0; k < loops[i].batches; k++) {
      printf("ns %.3f\n", loops[i].ns[k]);
    }
    free(loops[i].ns);
  }
}

static void *spin(void *argument) {
  uint64_t x = 1;
  for (;;) {
    x = turn(x);
    __asm__ volatile("" ::"r"(x));
  }
  return argument;
}

static void *wait_for_ever(void *argument) {
  for (;;) {
    pause();
  }
  return argument;
}

static void on_signal(int number) { (void)number; }

static void start_sleepers(int count) {
  pthread_t sleeper;
  signal(SIGUSR1, on_signal);
  for (int i = 0; i < count; i++) {
    if (pthread_create(&sleeper, NULL, wait_for_ever, NULL) != 0) {
      perror("pthread_create");
      exit(3);
    }
  }
}

int main(int argc, char **argv) {
  char line[128], way[64];
  int threads = argc > 1 ? atoi(argv[1]) : 1, ms, sleepers;
  pthread_t spinner;
  threads = threads < 1 ? 1 : threads > MOST_THREADS ? MOST_THREADS : threads;
  printf("ready\n");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "quit\n") != 0) {
    if (sscanf(line, "measure %63s %d", way, &ms) == 2) {
      measure_all(way, ms, threads);
    } else if (sscanf(line, "sleep %d", &sleepers) == 1) {
      start_sleepers(sleepers);
    } else if (strcmp(line, "turn\n") == 0) {
      uint64_t x = turn(1);
      __asm__ volatile("" ::"r"(x));
    } else if (strcmp(line, "spin\n") == 0) {
      for (int i = 0; i < threads; i++) {
        pthread_create(&spinner, NULL, spin, NULL);
      }
    }
    printf(".\n");
    fflush(stdout);
  }
  return 0;
}
