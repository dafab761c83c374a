/*
 * The frame of a program under test. It obeys commands on standard input, one a line, and ends each
 * answer with a line ".":
 *
 *   run R    each worker thread does R rounds of work(); answers with "sum", "errors" and one
 *            "count NAME N" for each counted function: how many of its calls have ended in this run
 *   busy     starts the workers, which work until "idle"; answers at once
 *   idle     stops them; answers as for run
 *   quit     exits with status 7
 *
 * and whatever else the program's own special() knows. Called as "program THREADS [OUTPUT COMMAND...]":
 * with commands as arguments it writes to OUTPUT and reads nothing.
 *
 * With STORM=N in its environment, each of its threads is interrupted N times a second, wherever it is, by a
 * signal whose handler calls functions that may have sensors, too: in_storm and in_storm_inside. A program may
 * define IN_STORM, a function of its own for the handler to call.
 *
 * A program defines COUNTED(X) with the functions it counts, includes this file, calls ENDED(name)
 * once for each call of name that ended, CHECK for what must hold, and defines work(). What it prints
 * depends on its commands alone, except lines that begin with "varies".
 */
#ifndef TARGET_H
#define TARGET_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Keeps functions as they are written; the effect of -fipa-ra on their callers remains. */
#ifdef __clang__
#define KEEP __attribute__((noinline))
#else
#define KEEP __attribute__((noinline, noclone))
#endif
#define BARRIER() __asm__ volatile("" ::: "memory")
#define MAX_WORKERS 512
#define BUSY_ROUNDS 20

#define AT(name) AT_##name,
enum { COUNTED(AT) FUNCTIONS };
#define NAMED(name) #name,
static const char *const function_names[] = {COUNTED(NAMED) NULL};

static uint64_t total_calls[FUNCTIONS + 1], total_sum, total_errors;
static __thread uint64_t thread_calls[FUNCTIONS + 1];
static __thread uint64_t thread_errors;

#define ENDED(name) (thread_calls[AT_##name]++)
#define ENDED_TIMES(name, n) (thread_calls[AT_##name] += (uint64_t)(n))
#define CHECK(condition)                                                            \
  do {                                                                              \
    if (!(condition) && thread_errors++ < 3) {                                      \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                               \
  } while (0)

/* Defined by the program. The sum of a worker depends on rounds and seed alone. */
static uint64_t work(long rounds, long seed);
static void prepare(void);
static int special(const char *command); /* whether it knew the command */
static void finish(void);                /* prints more after the counts */

static FILE *answers;
static volatile int stopping;
static int worker_count;
static pthread_t workers[MAX_WORKERS];
static long worker_rounds;

#ifdef __cplusplus
extern "C" {
#endif
static uint64_t storm_calls;

KEEP void in_storm_inside(void) {
  BARRIER();
}

KEEP void in_storm(void) {
  in_storm_inside();
#ifdef IN_STORM
  IN_STORM();
#endif
  __atomic_fetch_add(&storm_calls, 1, __ATOMIC_RELAXED);
}
#ifdef __cplusplus
}
#endif

static void on_storm(int number) {
  int before = errno;
  (void)number;
  in_storm();
  errno = before;
}

static DIR *threads;

/* Interrupts all threads except itself, including those just begun. */
static void *storm(void *pause_us) {
  pid_t self = (pid_t)syscall(SYS_gettid);
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  for (;; usleep((useconds_t)(uintptr_t)pause_us)) {
    rewinddir(threads);
    for (struct dirent *entry; (entry = readdir(threads)) != NULL;) {
      pid_t thread = (pid_t)atoi(entry->d_name);
      if (thread > 0 && thread != self) {
        syscall(SYS_tgkill, getpid(), thread, SIGPROF);
      }
    }
  }
  return NULL;
}

static void begin_storm(const char *per_second) {
  struct sigaction action;
  pthread_t thread;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_storm;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction(SIGPROF, &action, NULL);
  threads = opendir("/proc/self/task");
  if (threads == NULL || pthread_create(&thread, NULL, storm, (void *)(uintptr_t)(1000000 / atoi(per_second))) != 0) {
    perror("storm");
    exit(3);
  }
}

static void collect(uint64_t sum) {
  for (int i = 0; i < FUNCTIONS; i++) {
    __atomic_fetch_add(&total_calls[i], thread_calls[i], __ATOMIC_RELAXED);
    thread_calls[i] = 0;
  }
  __atomic_fetch_add(&total_errors, thread_errors, __ATOMIC_RELAXED);
  thread_errors = 0;
  __atomic_fetch_add(&total_sum, sum, __ATOMIC_RELAXED);
}

static void *worker(void *number) {
  long seed = (long)(intptr_t)number + 1;
  uint64_t sum = 0;
  if (worker_rounds > 0) {
    sum = work(worker_rounds, seed);
  } else {
    while (!stopping) {
      work(BUSY_ROUNDS, seed);
    }
  }
  collect(sum);
  return NULL;
}

static void start(long rounds) {
  worker_rounds = rounds;
  stopping = 0;
  memset(total_calls, 0, sizeof total_calls);
  total_sum = 0;
  total_errors = 0;
  for (int i = 0; i < worker_count; i++) {
    if (pthread_create(&workers[i], NULL, worker, (void *)(intptr_t)i) != 0) {
      perror("pthread_create");
      exit(3);
    }
  }
}

static void join(void) {
  stopping = 1;
  for (int i = 0; i < worker_count; i++) {
    pthread_join(workers[i], NULL);
  }
  for (int i = 0; i < FUNCTIONS; i++) {
    fprintf(answers, "count %s %llu\n", function_names[i], (unsigned long long)total_calls[i]);
  }
  fprintf(answers, "sum %llx\nerrors %llu\n", (unsigned long long)total_sum,
          (unsigned long long)total_errors);
  finish();
}

static void obey(const char *command) {
  if (strncmp(command, "run ", 4) == 0) {
    start(atol(command + 4));
    join();
  } else if (strcmp(command, "busy") == 0) {
    start(0);
  } else if (strcmp(command, "idle") == 0) {
    join();
  } else if (strcmp(command, "quit") == 0) {
    fclose(answers);
    exit(7);
  } else if (!special(command)) {
    fprintf(answers, "unknown command\n");
  }
  fprintf(answers, ".\n");
  fflush(answers);
}

int main(int argc, char **argv) {
  char line[256];
  if (argc < 2) {
    fprintf(stderr, "usage: %s THREADS [OUTPUT COMMAND...]\n", argv[0]);
    return 2;
  }
  worker_count = atoi(argv[1]) < MAX_WORKERS ? atoi(argv[1]) : MAX_WORKERS;
  answers = argc > 2 ? fopen(argv[2], "w") : stdout;
  if (answers == NULL) {
    perror(argv[2]);
    return 2;
  }
  prepare();
  if (getenv("STORM") != NULL) {
    begin_storm(getenv("STORM"));
  }
  for (int i = 3; i < argc; i++) {
    obey(argv[i]);
  }
  if (argc > 2) {
    obey("quit");
  }
  fprintf(answers, "ready\n");
  fflush(answers);
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    obey(line);
  }
  return 0;
}

#define NOTHING_SPECIAL                                  \
  static void prepare(void) {}                           \
  static int special(const char *command) {              \
    (void)command;                                       \
    return 0;                                            \
  }                                                      \
  static void finish(void) {}

#endif
