/*
 * On "sequences MS", the main thread is in restartable sequences more than half of the time, which
 * the kernel restarts when the thread was stopped. Each sequence checks whether its stack was used
 * meanwhile: if so, it must not end.
 */
#define COUNTED(X) X(probed)
#include "target.h"

#include <sys/rseq.h>
#include <time.h>

enum { ENDED_WELL, BEGUN_ANEW, STRAYED };

KEEP void probed(void) {
  BARRIER();
  ENDED(probed);
}

static KEEP int sequence(struct rseq *area) {
  int result;
  __asm__ volatile(
      ".pushsection __rseq_cs, \"aw\"\n"
      ".balign 32\n"
      "3: .long 0, 0\n"
      "   .quad 1f, 2f - 1f, 4f\n"
      ".popsection\n"
      "   leaq 3b(%%rip), %%rax\n"
      "   movq %%rax, 8(%[area])\n"
      "1: movq $0x5a5a5a, -136(%%rsp)\n"
      "   movl $200000, %%ecx\n"
      "5: decl %%ecx\n"
      "   jnz 5b\n"
      "   xorl %%eax, %%eax\n"
      "   cmpq $0x5a5a5a, -136(%%rsp)\n"
      "   setne %%al\n"
      "2: addl %%eax, %%eax\n"
      "   jmp 6f\n"
      "   .byte 0x0f, 0xb9, 0x3d\n"
      "   .long 0x53053053\n"
      "4: movl $1, %%eax\n"
      "6:\n"
      : "=&a"(result)
      : [area] "r"(area)
      : "rcx", "cc", "memory");
  return result;
}

static KEEP void pause_for_a_moment(void) {
  for (int i = 0; i < 130000; i++) {
    BARRIER();
  }
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int special(const char *command) {
  if (strncmp(command, "sequences ", 10) != 0) {
    return 0;
  }
  struct rseq *area = (struct rseq *)((char *)__builtin_thread_pointer() + __rseq_offset);
  int64_t end = now_ms() + atol(command + 10);
  long counts[3] = {0};
  while (now_ms() < end) {
    counts[sequence(area)]++;
    pause_for_a_moment();
  }
  fprintf(answers, "strays %ld\nvaries ended %ld\nvaries anew %ld\n", counts[STRAYED], counts[ENDED_WELL],
          counts[BEGUN_ANEW]);
  return 1;
}

static uint64_t work(long rounds, long seed) {
  for (long i = 0; i < rounds; i++) {
    probed();
  }
  return (uint64_t)(rounds + seed);
}

static void prepare(void) {}

static void finish(void) {}
