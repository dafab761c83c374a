/*
 * A thread sleeps in a signal handler that interrupted it inside the first bytes of a function, where
 * it will continue. It sleeps from the command "sleep" to the command "wake".
 */
#define COUNTED(X) X(reads)
#include "target.h"

#include <semaphore.h>
#include <signal.h>
#include <ucontext.h>

static const uint64_t value = 7;
static sem_t asleep, woken;
static pthread_t sleeper;
static uint64_t sleepers_result;

/* Faults at its second byte if the address is invalid. */
uint64_t reads(const uint64_t *from);
__asm__(".text\n"
        ".p2align 4\n"
        ".globl reads\n"
        ".type reads,@function\n"
        "reads:\n"
        ".cfi_startproc\n"
        "  nop\n"
        "  mov (%rdi), %rax\n"
        "  lea 1(%rax), %rax\n"
        "  ret\n"
        ".cfi_endproc\n"
        ".size reads, .-reads\n");

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)info;
  sem_post(&asleep);
  while (sem_wait(&woken)) {
  }
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_RDI] = (greg_t)(intptr_t)&value;
}

static void *sleep_inside(void *nothing) {
  sleepers_result = reads(nothing);
  return NULL;
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = (uint64_t)seed;
  for (long i = 0; i < rounds; i++) {
    sum += reads(&sum);
    ENDED(reads);
  }
  return sum;
}

static void prepare(void) {
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  sem_init(&asleep, 0, 0);
  sem_init(&woken, 0, 0);
}

static int special(const char *command) {
  if (strcmp(command, "sleep") == 0) {
    pthread_create(&sleeper, NULL, sleep_inside, NULL);
    while (sem_wait(&asleep)) {
    }
    return 1;
  }
  if (strcmp(command, "wake") == 0) {
    sem_post(&woken);
    pthread_join(sleeper, NULL);
    fprintf(answers, "read %llu\n", (unsigned long long)sleepers_result);
    return 1;
  }
  return 0;
}

static void finish(void) {}
