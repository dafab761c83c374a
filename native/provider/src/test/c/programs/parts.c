/* A function whose unlikely part is elsewhere, without a name, and reads values below the stack pointer. */
#define COUNTED(X) X(mixed) X(mixes)
#include "target.h"

uint64_t mixed(uint64_t x);
__asm__(".text\n"
        ".type mixed, @function\n"
        ".globl mixed\n"
        "mixed:\n"
        ".cfi_startproc\n"
        "mov %rdi, -8(%rsp)\n"
        "mov %rdi, -16(%rsp)\n"
        "test $3, %edi\n"
        "je .Lunlikely\n"
        ".Lback: mov -8(%rsp), %rax\n"
        "add -16(%rsp), %rax\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size mixed, .-mixed\n"
        ".section .text.unlikely, \"ax\", @progbits\n"
        ".Lunlikely:\n"
        ".cfi_startproc\n"
        "addq $3, -16(%rsp)\n"
        "jmp .Lback\n"
        ".cfi_endproc\n"
        ".text\n");

static KEEP uint64_t mixes(uint64_t x) {
  uint64_t sum = mixed(x);
  ENDED(mixed);
  CHECK(sum == 2 * x + (x % 4 == 0 ? 3 : 0));
  return sum;
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = 0;
  for (long i = 0; i < rounds; i++) {
    sum += mixes((uint64_t)(i + seed));
    ENDED(mixes);
  }
  return sum;
}

static void prepare(void) {}

static int special(const char *command) {
  (void)command;
  return 0;
}

static void finish(void) {}
