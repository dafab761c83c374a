/* A program with functions of many kinds, for the reader of ELF files. */
#include <stdio.h>

#define NOT_INLINED __attribute__((noinline, noclone, noipa))

volatile int sink;

NOT_INLINED int plain_function(int x) { return x * 3 + sink; }
int second_name(int x) __attribute__((alias("plain_function")));
int third_name(int x) __attribute__((alias("plain_function")));

static NOT_INLINED int local_function(int x) { return plain_function(x) + second_name(x) + third_name(x); }

__attribute__((cold, noinline)) static void complain(int x) {
  fprintf(stderr, "%d\n", x);
}

/* The branch to complain is moved to a separate part. */
__attribute__((noinline)) int with_cold_part(int x) {
  int sum = 0;
  for (int i = 0; i < x; i++) {
    if (plain_function(i) == 77) {
      complain(sum);
      complain(i);
      sum = plain_function(sum);
    }
    sum += plain_function(sum);
  }
  return sum;
}

static int chosen(void) { return 4; }
static void *choose(void) { return (void *)chosen; }
int indirect(void) __attribute__((ifunc("choose")));

/* Symbols of hand-written code: one has no size; two places are jumped into from elsewhere. */
__asm__(".text\n"
        ".type no_size, @function\n"
        ".globl no_size\n"
        "no_size:\n nop\n nop\n mov $5, %eax\n ret\n"
        ".balign 16\n"
        ".type jumped_near, @function\n"
        ".globl jumped_near\n"
        "jumped_near:\n xor %eax, %eax\n inside_near: inc %eax\n ret\n nop\n nop\n nop\n"
        ".size jumped_near, .-jumped_near\n"
        ".balign 16\n"
        ".type jumps_near, @function\n"
        "jumps_near:\n test %edi, %edi\n je inside_near\n ret\n"
        ".size jumps_near, .-jumps_near\n"
        ".balign 16\n"
        ".type jumped_far, @function\n"
        ".globl jumped_far\n"
        "jumped_far:\n xor %eax, %eax\n inside_far: inc %eax\n ret\n nop\n nop\n nop\n"
        ".size jumped_far, .-jumped_far\n"
        ".skip 4096, 0xcc\n"
        ".type jumps_far, @function\n"
        "jumps_far:\n test %edi, %edi\n je inside_far\n ret\n"
        ".size jumps_far, .-jumps_far\n"
        ".type taken, @function\n"
        ".globl taken\n"
        "taken:\n xor %eax, %eax\n inside_taken: inc %eax\n jmp *%rdx\n nop\n nop\n"
        ".size taken, .-taken\n"
        ".type takes, @function\n"
        "takes:\n lea inside_taken(%rip), %rdx\n mov %rdx, %rax\n ret\n nop\n"
        ".size takes, .-takes\n"
        ".type own_affair, @function\n"
        ".globl own_affair\n"
        "own_affair:\n xor %eax, %eax\n again: inc %eax\n cmp $9, %eax\n jb again\n ret\n"
        ".size own_affair, .-own_affair\n"
        "near_part:\n.cfi_startproc\n xor %eax, %eax\n inc %eax\n jmp back\n.cfi_endproc\n"
        "called_last:\n.cfi_startproc\n xor %eax, %eax\n inc %eax\n ret\n nop\n.cfi_endproc\n"
        ".type in_parts, @function\n"
        "in_parts:\n"
        ".cfi_startproc\n test %edi, %edi\n je near_part\n js far_part\n back: jmp called_last\n.cfi_endproc\n"
        ".size in_parts, .-in_parts\n"
        ".skip 4096, 0xcc\n"
        "far_part:\n.cfi_startproc\n xor %eax, %eax\n inc %eax\n jmp back\n.cfi_endproc\n");

int main(int argc, char **argv) {
  (void)argv;
  printf("%d\n", local_function(argc) + with_cold_part(argc) + indirect());
  return 0;
}
