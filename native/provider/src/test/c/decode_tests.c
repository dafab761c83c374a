/* Golden byte sequences, and random bytes at the very end of a buffer, where the address sanitizer detects a
   read too many. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "decode/decode.h"

struct golden {
  const char *text;
  uint8_t bytes[15];
  uint8_t length, flow, opcode_at, rip_relative, displacement_at, target_at, target_size;
  int32_t displacement;
  int64_t target;
};

static const struct golden goldens[] = {
  {"push %rbp", {0x55}, 1, FLOW_NEXT, 0, 0, 0, 0, 0, 0, 0},
  {"push %r15", {0x41, 0x57}, 2, FLOW_NEXT, 1, 0, 0, 0, 0, 0, 0},
  {"endbr64", {0xf3, 0x0f, 0x1e, 0xfa}, 4, FLOW_NEXT, 2, 0, 0, 0, 0, 0, 0},
  {"mov %rsp,%rbp", {0x48, 0x89, 0xe5}, 3, FLOW_NEXT, 1, 0, 0, 0, 0, 0, 0},
  {"lea 0x1234(%rip),%rax", {0x48, 0x8d, 0x05, 0x34, 0x12, 0, 0}, 7, FLOW_NEXT, 1, 1, 3, 0, 0, 0x1234, 0},
  {"cmpb $1,-2(%rip)", {0x80, 0x3d, 0xfe, 0xff, 0xff, 0xff, 1}, 7, FLOW_NEXT, 0, 1, 2, 0, 0, -2, 0},
  {"mov 8(%rsp),%eax", {0x8b, 0x44, 0x24, 8}, 4, FLOW_NEXT, 0, 0, 3, 0, 0, 8, 0},
  {"mov 0x10,%eax", {0x8b, 0x04, 0x25, 0x10, 0, 0, 0}, 7, FLOW_NEXT, 0, 0, 3, 0, 0, 16, 0},
  {"movl $1,-8(%rbp)", {0xc7, 0x45, 0xf8, 1, 0, 0, 0}, 7, FLOW_NEXT, 0, 0, 2, 0, 0, -8, 0},
  {"movw $1,(%rax)", {0x66, 0xc7, 0x00, 1, 0}, 5, FLOW_NEXT, 1, 0, 0, 0, 0, 0, 0},
  {"movabs $0,%rax", {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0}, 10, FLOW_NEXT, 1, 0, 0, 0, 0, 0, 0},
  {"mov 64-bit address,%eax", {0xa1, 0, 0, 0, 0, 0, 0, 0, 0}, 9, FLOW_NEXT, 0, 0, 0, 0, 0, 0, 0},
  {"testb $1,%cl", {0xf6, 0xc1, 1}, 3, FLOW_NEXT, 0, 0, 0, 0, 0, 0, 0},
  {"not %ecx", {0xf7, 0xd1}, 2, FLOW_NEXT, 0, 0, 0, 0, 0, 0, 0},
  {"enter $16,$0", {0xc8, 16, 0, 0}, 4, FLOW_NEXT, 0, 0, 0, 0, 0, 0, 0},
  {"call -5", {0xe8, 0xfb, 0xff, 0xff, 0xff}, 5, FLOW_CALL, 0, 0, 0, 1, 4, 0, -5},
  {"call of thread-local storage", {0x66, 0x66, 0x48, 0xe8, 1, 0, 0, 0}, 8, FLOW_CALL, 3, 0, 0, 4, 4, 0, 1},
  {"call *8(%rip)", {0xff, 0x15, 8, 0, 0, 0}, 6, FLOW_CALL_INDIRECT, 0, 1, 2, 0, 0, 8, 0},
  {"call *%rax", {0xff, 0xd0}, 2, FLOW_CALL_INDIRECT, 0, 0, 0, 0, 0, 0, 0},
  {"bnd jmp *8(%rip)", {0xf2, 0xff, 0x25, 8, 0, 0, 0}, 7, FLOW_JUMP_INDIRECT, 1, 1, 3, 0, 0, 8, 0},
  {"notrack jmp *%rdx", {0x3e, 0xff, 0xe2}, 3, FLOW_JUMP_INDIRECT, 1, 0, 0, 0, 0, 0, 0},
  {"push *(%rax)", {0xff, 0x30}, 2, FLOW_NEXT, 0, 0, 0, 0, 0, 0, 0},
  {"jmp 16", {0xeb, 0x10}, 2, FLOW_JUMP, 0, 0, 0, 1, 1, 0, 16},
  {"jmp 256", {0xe9, 0, 1, 0, 0}, 5, FLOW_JUMP, 0, 0, 0, 1, 4, 0, 256},
  {"je -16", {0x74, 0xf0}, 2, FLOW_BRANCH, 0, 0, 0, 1, 1, 0, -16},
  {"jne 256", {0x0f, 0x85, 0, 1, 0, 0}, 6, FLOW_BRANCH, 1, 0, 0, 2, 4, 0, 256},
  {"jrcxz 2", {0xe3, 2}, 2, FLOW_LOOP, 0, 0, 0, 1, 1, 0, 2},
  {"loop -2", {0xe2, 0xfe}, 2, FLOW_LOOP, 0, 0, 0, 1, 1, 0, -2},
  {"xbegin 6", {0xc7, 0xf8, 6, 0, 0, 0}, 6, FLOW_XBEGIN, 0, 0, 0, 2, 4, 0, 6},
  {"repz ret", {0xf3, 0xc3}, 2, FLOW_RETURN, 1, 0, 0, 0, 0, 0, 0},
  {"ret $8", {0xc2, 8, 0}, 3, FLOW_RETURN, 0, 0, 0, 0, 0, 0, 0},
  {"int3", {0xcc}, 1, FLOW_TRAP, 0, 0, 0, 0, 0, 0, 0},
  {"ud2", {0x0f, 0x0b}, 2, FLOW_TRAP, 1, 0, 0, 0, 0, 0, 0},
  {"ud1 with a code", {0x67, 0x0f, 0xb9, 0x40, 0x16}, 5, FLOW_TRAP, 2, 0, 4, 0, 0, 0x16, 0},
  {"syscall", {0x0f, 0x05}, 2, FLOW_NEXT, 1, 0, 0, 0, 0, 0, 0},
  {"vzeroupper", {0xc5, 0xf8, 0x77}, 3, FLOW_NEXT, 2, 0, 0, 0, 0, 0, 0},
  {"vmovdqu 8(%rip),%ymm0", {0xc5, 0xfe, 0x6f, 0x05, 8, 0, 0, 0}, 8, FLOW_NEXT, 2, 1, 4, 0, 0, 8, 0},
  {"vpblendw", {0xc4, 0xe3, 0x79, 0x0e, 0xc1, 0xf0}, 6, FLOW_NEXT, 3, 0, 0, 0, 0, 0, 0},
  {"vmovdqu64 in EVEX", {0x62, 0xf1, 0xfe, 0x48, 0x6f, 0x05, 0, 0, 0, 0}, 10, FLOW_NEXT, 4, 1, 6, 0, 0, 0, 0},
  {"pshufb", {0x66, 0x0f, 0x38, 0x00, 0xc1}, 5, FLOW_NEXT, 3, 0, 0, 0, 0, 0, 0},
  {"palignr", {0x66, 0x0f, 0x3a, 0x0f, 0xc1, 8}, 6, FLOW_NEXT, 3, 0, 0, 0, 0, 0, 0},
  {"mov %cr0,%rax", {0x0f, 0x20, 0x00}, 3, FLOW_NEXT, 1, 0, 0, 0, 0, 0, 0},
  {"vpcmov in XOP", {0x8f, 0xe8, 0x78, 0xa2, 0xc1, 0x20}, 6, FLOW_NEXT, 3, 0, 0, 0, 0, 0, 0},
  {"pop %rax, long", {0x8f, 0xc0}, 2, FLOW_NEXT, 0, 0, 0, 0, 0, 0, 0},
  {"invalid: push %es", {0x06}, 0, 0, 0, 0, 0, 0, 0, 0, 0},
  {"invalid: far call", {0x9a}, 0, 0, 0, 0, 0, 0, 0, 0, 0},
  {"invalid: group 5, 7", {0xff, 0xff}, 0, 0, 0, 0, 0, 0, 0, 0, 0},
  {"invalid: REX before VEX", {0x48, 0xc5, 0xf8, 0x77}, 0, 0, 0, 0, 0, 0, 0, 0, 0},
  {"invalid: only prefixes", {0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
                              0x66, 0x66}, 0, 0, 0, 0, 0, 0, 0, 0, 0},
};

static void require(int holds, const char *what, const char *text) {
  if (!holds) {
    printf("FAILED %s: %s\n", text, what);
    failures++;
  }
}

static void test_golden(const struct golden *g) {
  struct instruction found;

  require(decode(g->bytes, sizeof g->bytes, &found) == g->length, "length returned", g->text);
  require(found.length == g->length, "length", g->text);
  require(found.flow == g->flow, "flow", g->text);
  require(found.opcode_at == g->opcode_at, "place of the opcode", g->text);
  require(found.rip_relative == g->rip_relative, "rip-relative", g->text);
  require(found.displacement_at == g->displacement_at, "place of the displacement", g->text);
  require(found.displacement == g->displacement, "displacement", g->text);
  require(found.target_at == g->target_at && found.target_size == g->target_size, "target's place", g->text);
  require(found.target == g->target, "target", g->text);
}

/* Every shorter buffer must be refused without reading beyond its end. */
static void test_cut_golden(const struct golden *g) {
  for (size_t length = 0; length < g->length; length++) {
    uint8_t *cut = malloc(length + 1);
    struct instruction found;
    memcpy(cut, g->bytes, length);
    cut = realloc(cut, length ? length : 1);
    require(length == 0 || decode(cut, length, &found) == 0, "decoded though cut", g->text);
    free(cut);
  }
}

static void test_random(long rounds) {
  struct instruction found;

  srand(11);
  for (long i = 0; i < rounds; i++) {
    size_t length = (size_t)(rand() >> 4) % 18 + 1;
    uint8_t *bytes = malloc(length);
    for (size_t j = 0; j < length; j++) {
      bytes[j] = (uint8_t)(rand() >> 7);
    }
    int taken = decode(bytes, length, &found);
    require(taken >= 0 && (size_t)taken <= length && taken <= 15, "length", "random");
    require(found.length == taken, "length stored", "random");
    require(found.target_at + found.target_size <= taken, "target's place", "random");
    free(bytes);
  }
}

int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
    test_golden(&goldens[i]);
    test_cut_golden(&goldens[i]);
  }
  test_random(argc > 1 ? atol(argv[1]) : 1000000);
  return outcome();
}
