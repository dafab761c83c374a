/*
 * Moves the first instructions of functions of every kind and runs them at the other place, checks
 * that all functions that must be refused are, and tries both with random bytes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "check.h"
#include "sensor/relocate.h"

/* ------------------------------------------------------------------ an image for the tests */

static struct image_function functions[2];
static const uint8_t *code;
static size_t code_size;
static uint64_t code_at;
static int is_jumped_into;

const struct image_function *image_at(const struct image *image, uint64_t address) {
  (void)image;
  return address >= functions[0].address && address < functions[0].address + functions[0].size ? functions : NULL;
}

const uint8_t *image_bytes(const struct image *image, uint64_t address, size_t *available) {
  (void)image;
  if (address < code_at || address >= code_at + code_size) {
    return NULL;
  }
  *available = (size_t)(code_at + code_size - address);
  return code + (address - code_at);
}

static int is_unwinder;

int image_is_unwinder(struct image *image, uint64_t address) {
  (void)image;
  (void)address;
  return is_unwinder;
}

static int is_part;

int image_is_part(struct image *image, const struct image_function *function) {
  (void)image;
  (void)function;
  return is_part;
}

int image_jumped_into(struct image *image, uint64_t from, uint64_t to) {
  (void)image;
  (void)from;
  (void)to;
  return is_jumped_into;
}

static struct image image = {.functions = functions, .function_count = 1, .entry = 1};

static int32_t check_at(uint64_t address, const uint8_t *bytes, size_t size, size_t with_padding, const char *name,
                        struct window *window, struct fg_verdict *verdict) {
  functions[0] = (struct image_function){.address = address, .size = size, .name = name};
  code = bytes;
  code_at = address;
  code_size = with_padding;
  memset(verdict, 0, sizeof *verdict);
  return relocate_check(&image, 0, address, size, window, verdict);
}

/* ------------------------------------------------------------------ moved code runs */

static uint64_t number = 1000;

__attribute__((noinline)) uint64_t helper_add(uint64_t a, uint64_t b);
uint64_t helper_add(uint64_t a, uint64_t b) {
  return a + b;
}

uint64_t (*through)(uint64_t, uint64_t) = helper_add;

#define SAMPLE(name, body) \
  __asm__(".text\n.p2align 4\n.globl " #name "\n.type " #name ",@function\n" #name ":\n" body "\n.size " #name ",.-" #name \
          "\n.p2align 4\n"); \
  extern uint64_t name(uint64_t a, uint64_t b); \
  extern const uint8_t name##_bytes[] __asm__(#name);

SAMPLE(plain, "lea (%rdi,%rsi), %rax\n imul $7, %rax, %rax\n ret")
SAMPLE(marked, "endbr64\n mov %rdi, %rax\n sub %rsi, %rax\n ret")
SAMPLE(relative, "mov number_(%rip), %rax\n add %rdi, %rax\n add %rsi, %rax\n ret")
SAMPLE(branching, "cmp %rsi, %rdi\n jb 1f\n mov $1, %eax\n ret\n1: mov $2, %eax\n ret")
SAMPLE(jumping, "xchg %rdi, %rsi\n jmp helper_add")
SAMPLE(calling, "sub $8, %rsp\n call helper_add\n add $8, %rsp\n inc %rax\n ret")
SAMPLE(calling_through, "push %rbx\n nop\n call *through(%rip)\n pop %rbx\n inc %rax\n ret")
SAMPLE(calling_register, "mov through(%rip), %rax\n ret")
SAMPLE(calling_by_register, "lea helper_add(%rip), %rax\n push %rbx\n call *%rax\n pop %rbx\n ret")
SAMPLE(short_call, "sub $8, %rsp\n nop\n mov %rdi, %rax\n add $8, %rsp\n ret")
SAMPLE(returning, "lea 1(%rdi), %eax\n ret")
__asm__(".data\nnumber_: .quad 1000\n.text\n");

struct sample {
  const char *name;
  uint64_t (*call)(uint64_t, uint64_t);
  const uint8_t *bytes;
};

static void complain(const char *what, const char *name, const char *text) {
  printf("FAILED %s %s: %s\n", what, name, text);
  failures++;
}

/* The bytes of a sample end at a ret or jmp, followed by int3 or nop padding. */
static void move_and_call(const struct sample *sample, uint8_t *room, size_t size) {
  struct window window;
  struct fg_verdict verdict = {0};
  uint64_t address = (uint64_t)(uintptr_t)sample->bytes;
  if (check_at(address, sample->bytes, size, size + 5, sample->name, &window, &verdict)) {
    complain("check", sample->name, verdict.text);
    return;
  }
  struct agent_origin origin;
  uint32_t length = relocate_emit(&window, (uint64_t)(uintptr_t)room, room, &origin);
  if (!length) {
    complain("emit", sample->name, "too far");
    return;
  }
  uint64_t (*moved)(uint64_t, uint64_t);
  memcpy(&moved, &room, sizeof moved);
  for (uint64_t a = 0; a < 5; a++) {
    if (moved(a, 2) != sample->call(a, 2)) {
      complain("run", sample->name, "another result");
      return;
    }
  }
}

static uint8_t *near_room(void) {
  uintptr_t here = (uintptr_t)plain_bytes & ~0xfffull;
  for (uintptr_t at = here + 0x1000000; at < here + 0x70000000; at += 0x100000) {
    void *room = mmap((void *)at, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (room == (void *)at) {
      return room;
    }
  }
  return NULL;
}

static void test_running(void) {
  static const struct {
    struct sample sample;
    size_t size;
  } samples[] = {
    {{"plain", plain, plain_bytes}, 9},          {{"marked", marked, marked_bytes}, 11},
    {{"relative", relative, relative_bytes}, 14}, {{"branching", branching, branching_bytes}, 17},
    {{"jumping", jumping, jumping_bytes}, 5},    {{"calling", calling, calling_bytes}, 17},
    {{"calling_through", calling_through, calling_through_bytes}, 13},
    {{"calling_by_register", calling_by_register, calling_by_register_bytes}, 12},
    {{"short_call", short_call, short_call_bytes}, 13},
    {{"calling_register", calling_register, calling_register_bytes}, 8},
    {{"returning", returning, returning_bytes}, 4}};
  uint8_t *room = near_room();
  if (!room) {
    complain("mmap", "near", "no room");
    return;
  }
  for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
    move_and_call(&samples[i].sample, room, samples[i].size);
  }
  number++;
}

/* ------------------------------------------------------------------ refusals */

static void expect(int32_t wanted, const char *name, const char *bytes, size_t size, size_t all) {
  struct window window;
  struct fg_verdict verdict = {0};
  int32_t code = check_at(0x401000, (const uint8_t *)bytes, size, all, name, &window, &verdict);
  if (code != wanted) {
    printf("FAILED refusal %s: %d instead of %d (%s)\n", name, code, wanted, verdict.text);
    failures++;
  }
  if (code && !verdict.text[0]) {
    complain("refusal", name, "no sentence");
  }
}

static void test_refusals(void) {
  expect(FG_OK, "enough", "\x55\x48\x89\xe5\x5d\xc3", 6, 6);
  expect(FG_E_TOO_SHORT, "one_byte", "\xc3\x55\x48\x89\xe5\x5d\xc3", 1, 7);
  expect(FG_OK, "padded", "\xc3\xcc\xcc\xcc\xcc\xcc", 1, 6);
  expect(FG_E_TOO_SHORT, "end_of_code", "\xc3\xcc", 1, 2);
  expect(FG_E_MID_CALL, "early_call", "\xff\xd0\x48\x83\xc4\x08\xc3", 7, 7);
  expect(FG_E_RELATIVE, "counting", "\xe2\x02\x90\x90\x90\x90\xc3", 7, 7);
  expect(FG_E_RELATIVE, "system_call", "\x0f\x05\x48\x89\xe5\xc3", 6, 6);
  expect(FG_E_UNDECODABLE, "no_code", "\x06\x06\x06\x06\x06\x06", 6, 6);
  expect(FG_E_ALREADY_PATCHED, "breakpoint", "\xcc\x48\x89\xe5\x5d\xc3", 6, 6);
  expect(FG_E_BACK_JUMP, "loop", "\x55\x48\x89\xe5\xff\xc8\x75\xfa\x5d\xc3", 10, 10);
  expect(FG_E_BACK_JUMP, "loop_to_begin", "\x48\xff\xcf\x48\x89\xe5\x75\xf8\xc3", 9, 9);
  expect(FG_E_RETURNS_TWICE, "_setjmp", "\x55\x48\x89\xe5\x5d\xc3", 6, 6);
  expect(FG_E_RETURNS_TWICE, "swapcontext", "\x55\x48\x89\xe5\x5d\xc3", 6, 6);
  is_unwinder = 1;
  expect(FG_E_RETURNS_TWICE, "uw", "\x55\x48\x89\xe5\x5d\xc3", 6, 6);
  is_unwinder = 0;
  is_jumped_into = 1;
  expect(FG_E_CROSS_JUMP, "shared", "\x55\x48\x89\xe5\x5d\xc3", 6, 6);
  is_jumped_into = 0;
  is_part = 1;
  expect(FG_E_CROSS_JUMP, "unlikely", "\x55\x48\x89\xe5\x5d\xc3", 6, 6);
  is_part = 0;
  struct window window;
  struct fg_verdict verdict = {0};
  if (relocate_check(&image, 0, 0x10, 8, &window, &verdict) != FG_E_NO_CODE) {
    complain("refusal", "nowhere", "code found");
  }
}

static void test_distance(void) {
  struct window window;
  struct fg_verdict verdict = {0};
  uint8_t moved[RELOCATE_CODE];
  static const uint8_t bytes[] = {0x48, 0x8b, 0x05, 0, 0, 0, 0, 0xc3};
  struct agent_origin origin;
  check_at(0x401000, bytes, sizeof bytes, sizeof bytes, "far", &window, &verdict);
  if (relocate_emit(&window, 0x401000 + 0x90000000ull, moved, &origin) ||
      !relocate_emit(&window, 0x501000, moved, &origin)) {
    complain("distance", "far", "not noticed");
  }
}

/* After a branch that becomes longer, instructions are at other distances. */
static void test_origin(void) {
  static const uint8_t bytes[] = {0xf3, 0x0f, 0x1e, 0xfa, 0x85, 0xff, 0x74, 0x04, 0x53, 0x31, 0xc0, 0x5b, 0xc3, 0xc3};
  static const uint8_t moved_to[] = {0, 2, 8, 9}, original[] = {0, 2, 4, 5};
  struct window window;
  struct fg_verdict verdict = {0};
  struct agent_origin origin;
  uint8_t moved[RELOCATE_CODE];
  check_at(0x401000, bytes, sizeof bytes, sizeof bytes, "origin", &window, &verdict);
  if (!relocate_emit(&window, 0x501000, moved, &origin) || origin.address != 0x401004 ||
      origin.instructions != sizeof original || memcmp(origin.moved, moved_to, sizeof moved_to) != 0 ||
      memcmp(origin.original, original, sizeof original) != 0) {
    complain("origin", "widened", "wrong");
  }
}

static int is_ascending(const struct agent_origin *origin, const struct window *window) {
  int ok = origin->instructions > 0 && origin->instructions <= AGENT_INSTRUCTIONS && !origin->moved[0] &&
           !origin->original[0] && origin->original[origin->instructions - 1] <= window->length;
  for (uint32_t i = 1; i < origin->instructions && ok; i++) {
    ok = origin->moved[i] > origin->moved[i - 1] && origin->original[i] > origin->original[i - 1];
  }
  return ok;
}

/* ------------------------------------------------------------------ anything */

static void test_random(void) {
  srandom(5);
  for (int round = 0; round < 300000; round++) {
    size_t size = 1 + (size_t)random() % 40;
    uint8_t *bytes = malloc(size); /* exactly as long, so that reading beyond it is detected */
    uint8_t moved[RELOCATE_CODE];
    struct window window;
    struct fg_verdict verdict = {0};
    for (size_t i = 0; i < size; i++) {
      bytes[i] = (uint8_t)(random() >> 5);
    }
    size_t part = 1 + (size_t)random() % size;
    if (!check_at(0x401000, bytes, part, size, "random", &window, &verdict)) {
      if (window.length < 5 || window.length > RELOCATE_LONGEST) {
        complain("random", "window", "of an impossible length");
      }
      struct agent_origin origin;
      if (relocate_emit(&window, 0x501000, moved, &origin) && !is_ascending(&origin, &window)) {
        complain("random", "origin", "out of order");
      }
    }
    free(bytes);
  }
}

int main(void) {
  test_running();
  test_refusals();
  test_distance();
  test_origin();
  test_random();
  return outcome();
}
