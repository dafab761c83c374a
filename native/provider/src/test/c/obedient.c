/*
 * Obeys the commands of the provider contract on its standard input: "run THREADS ROUNDS" answers "done",
 * "exit" ends it. With two arguments, CALLS and STATUS, it calls, and exits with that status.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_THREADS 64

static volatile uint64_t sink;

static inline __attribute__((always_inline)) uint64_t inlined(uint64_t x) {
  return x * 6364136223846793005u + 1442695040888963407u;
}

__attribute__((noinline, noclone, externally_visible)) void leaf(void) {
  uint64_t x = sink;
  for (int k = 0; k < 500; k++) {
    x = inlined(x);
  }
  sink = x;
}

__attribute__((noinline, noclone, externally_visible)) void caller(void) {
  for (int k = 0; k < 3; k++) {
    leaf();
  }
}

/* Jumps back into the bytes that a sensor would replace. */
__asm__(".text\n.type stuck, @function\n.globl stuck\nstuck:\n\tnop\n1:\tdecl %edi\n\tjns 1b\n\tret\n"
        ".size stuck, . - stuck\n");

static void *work(void *rounds) {
  for (intptr_t k = 0; k < (intptr_t)rounds; k++) {
    caller();
  }
  return NULL;
}

static void run(int threads, int rounds) {
  pthread_t started[MOST_THREADS];
  for (int k = 0; k < threads && k < MOST_THREADS; k++) {
    pthread_create(&started[k], NULL, work, (void *)(intptr_t)rounds);
  }
  for (int k = 0; k < threads && k < MOST_THREADS; k++) {
    pthread_join(started[k], NULL);
  }
}

int main(int argc, char **argv) {
  if (argc == 3) {
    work((void *)(intptr_t)atol(argv[1]));
    return atoi(argv[2]);
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  puts("ready");
  char line[100];
  while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "exit\n") != 0) {
    int threads, rounds;
    if (sscanf(line, "run %d %d", &threads, &rounds) == 2) {
      run(threads, rounds);
      puts("done");
    }
  }
  return 0;
}
