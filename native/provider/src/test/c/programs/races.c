/*
 * A program that changes continually. "races OUTPUT SEED STEPS" works for random times, and between
 * them forks, becomes itself again (from its first thread or another), loads and unloads the library
 * in PLUGIN, spawns programs and starts and ends threads; at last it writes to OUTPUT a result that
 * depends on SEED and STEPS alone, and ends: with status 7 from main or another thread, or by
 * SIGTERM. Any error ends it with status 9.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define KEEP __attribute__((noinline, noclone))
#define WORKERS 2
#define LONGEST_NS 2000000

extern char **environ;

static char *program, *output;
static uint64_t state, sum;
static long steps;
static volatile int stopping;
static pthread_t workers[WORKERS];

static void fail(const char *what) {
  fprintf(stderr, "races: %s is wrong (seed state %llx, %ld steps left)\n", what,
          (unsigned long long)state, steps);
  _exit(9);
}

KEEP uint64_t probed(uint64_t x) {
  __asm__ volatile("" ::: "memory");
  return x * 6364136223846793005ull + 1442695040888963407ull;
}

KEEP uint64_t calls_probed(uint64_t x) {
  uint64_t y = probed(x);
  __asm__ volatile("" : "+r"(y));
  return y ^ (y >> 29);
}

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

KEEP uint64_t next(void) {
  state = calls_probed(state);
  return state >> 16;
}

/* Works for a time, verifies each result, and keeps no trace of how long it worked. */
KEEP void work(int64_t ns) {
  uint64_t x = 17;
  for (int64_t until = now_ns() + ns; now_ns() < until;) {
    for (int i = 0; i < 50; i++) {
      uint64_t y = x * 6364136223846793005ull + 1442695040888963407ull;
      x = calls_probed(x);
      if (x != (y ^ (y >> 29))) {
        fail("a result");
      }
    }
  }
}

static void *worker(void *argument) {
  while (!stopping) {
    work(20000);
  }
  return argument;
}

static void start_workers(void) {
  stopping = 0;
  for (int i = 0; i < WORKERS; i++) {
    if (pthread_create(&workers[i], NULL, worker, NULL) != 0) {
      fail("pthread_create");
    }
  }
}

static void join_workers(void) {
  stopping = 1;
  for (int i = 0; i < WORKERS; i++) {
    pthread_join(workers[i], NULL);
  }
}

static int status_of(pid_t child) {
  int status = -1;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) {
      return -1;
    }
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

KEEP void forks(int64_t ns) {
  pid_t child = fork();
  if (child == 0) {
    work(ns);
    _exit(42);
  }
  if (status_of(child) != 42) {
    fail("a forked child");
  }
}

KEEP void forks_a_program(void) {
  pid_t child = fork();
  if (child == 0) {
    execl("/bin/true", "true", (char *)NULL);
    _exit(1);
  }
  if (status_of(child) != 0) {
    fail("a forked program");
  }
}

KEEP void spawns(void) {
  pid_t child;
  char name[] = "true";
  char *arguments[] = {name, NULL};
  if (posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ) != 0 ||
      status_of(child) != 0) {
    fail("a spawned program");
  }
}

KEEP void loads(int64_t ns) {
  void *library = dlopen(getenv("PLUGIN"), RTLD_NOW | RTLD_LOCAL);
  uint64_t (*call)(uint64_t) = library ? (uint64_t(*)(uint64_t))dlsym(library, "plugin_call") : NULL;
  if (call == NULL) {
    fail("a library");
  }
  uint64_t x = 3;
  for (int64_t until = now_ns() + ns; now_ns() < until;) {
    uint64_t y = x * 6364136223846793005ull + 1442695040888963407ull;
    uint64_t z = call(x);
    if (z != (y ^ x)) {
      fail("a library's result");
    }
    x = z;
  }
  dlclose(library);
}

static void *brief(void *argument) {
  work(*(int64_t *)argument);
  return argument;
}

KEEP void churns(int64_t ns) {
  pthread_t thread;
  void *result = NULL;
  if (pthread_create(&thread, NULL, brief, &ns) != 0 || pthread_join(thread, &result) != 0 ||
      result != &ns) {
    fail("a thread");
  }
}

/* Becomes this program again. The state is passed as arguments, because exec keeps nothing else. */
static void *becomes_itself(void *argument) {
  char texts[3][24];
  char *arguments[] = {program, output, texts[0], texts[1], texts[2], NULL};
  snprintf(texts[0], sizeof texts[0], "%llu", (unsigned long long)state);
  snprintf(texts[1], sizeof texts[1], "%ld", steps);
  snprintf(texts[2], sizeof texts[2], "%llu", (unsigned long long)sum);
  execv("/proc/self/exe", arguments);
  fail("exec");
  return argument;
}

/* The kernel ends all other threads, and gives this one the number of the first. */
static void becomes_itself_elsewhere(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, becomes_itself, NULL) != 0) {
    fail("pthread_create");
  }
  for (;;) {
    work(1000000);
  }
}

static void step(void) {
  enum { KINDS = 8 };
  uint64_t kind = next() % KINDS;
  int64_t ns = (int64_t)(next() % LONGEST_NS);
  sum = sum * 31 + kind;
  steps--;
  switch (kind) {
    case 0: forks(ns); break;
    case 1: forks_a_program(); break;
    case 2: spawns(); break;
    case 3: churns(ns); break;
    case 4: becomes_itself(NULL); break;
    case 5: becomes_itself_elsewhere(); break;
    default: loads(ns); break;
  }
}

static void write_result(void) {
  FILE *file = fopen(output, "w");
  if (file == NULL || fprintf(file, "sum %llu state %llx\n", (unsigned long long)sum,
                              (unsigned long long)state) < 0 || fclose(file) != 0) {
    fail("the output");
  }
}

static void *ends(void *argument) {
  work((int64_t)(next() % LONGEST_NS));
  exit(7);
  return argument;
}

static int end(void) {
  pthread_t thread;
  switch (next() % 4) {
    case 0: /* the first thread ends before the others do */
      if (pthread_create(&thread, NULL, ends, NULL) != 0) {
        fail("pthread_create");
      }
      pthread_exit(NULL);
    case 1:
      kill(getpid(), SIGTERM);
      fail("SIGTERM");
      return 9;
    case 2: /* with threads at work */
      exit(7);
    default:
      join_workers();
      return 7;
  }
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: %s OUTPUT SEED STEPS\n", argv[0]);
    return 2;
  }
  program = argv[0];
  output = argv[1];
  state = strtoull(argv[2], NULL, 10);
  steps = atol(argv[3]);
  sum = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
  start_workers();
  while (steps > 0) {
    work((int64_t)(next() % LONGEST_NS));
    step();
  }
  write_result();
  return end();
}
