#define _GNU_SOURCE 1

#include "uprobe/uprobe_bpf.h"

#include <errno.h>
#include <linux/bpf.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* These may be missing in the headers this is built with. */
#define ATTACH_MULTI 48   /* BPF_TRACE_UPROBE_MULTI, Linux 6.6 */
#define ATTACH_SESSION 57 /* BPF_TRACE_UPROBE_SESSION, Linux 6.13 */
#define HELPER_COOKIE 174 /* bpf_get_attach_cookie */
#define HELPER_LOOKUP 1
#define HELPER_KTIME 5
#define KERNEL_FUNCTION 2 /* BPF_PSEUDO_KFUNC_CALL */
#define MAP_DESCRIPTOR 1  /* BPF_PSEUDO_MAP_FD */
#define MAP_MAPPABLE 0x400 /* BPF_F_MMAPABLE */

#define MOST_INSTRUCTIONS 128
#define TICKS_SHIFT 16

enum { R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, FRAME };

struct program {
  struct bpf_insn items[MOST_INSTRUCTIONS];
  int count;
};

/* The part of the kernel's attributes that a link of probes uses. */
struct link_attributes {
  uint32_t program, target, attach_type, flags;
  uint64_t path, offsets, reference_counters, cookies;
  uint32_t count, multi_flags, pid, pad;
};

static long bpf(int command, void *attributes, unsigned int size) {
  return syscall(SYS_bpf, command, attributes, size);
}

static int emit(struct program *p, int code, int to, int from, int offset, int32_t value) {
  p->items[p->count] = (struct bpf_insn){.code = (uint8_t)code, .dst_reg = (uint8_t)to & 15,
                                         .src_reg = (uint8_t)from & 15, .off = (int16_t)offset, .imm = value};
  return p->count++;
}

static void set(struct program *p, int to, int32_t value) {
  emit(p, BPF_ALU64 | BPF_MOV | BPF_K, to, 0, 0, value);
}

static void copy(struct program *p, int to, int from) { emit(p, BPF_ALU64 | BPF_MOV | BPF_X, to, from, 0, 0); }

static void compute(struct program *p, int operation, int to, int32_t value) {
  emit(p, BPF_ALU64 | operation | BPF_K, to, 0, 0, value);
}

static void compute_with(struct program *p, int operation, int to, int from) {
  emit(p, BPF_ALU64 | operation | BPF_X, to, from, 0, 0);
}

static void load(struct program *p, int to, int from, size_t offset) {
  emit(p, BPF_LDX | BPF_MEM | BPF_DW, to, from, (int)offset, 0);
}

static void store(struct program *p, int to, size_t offset, int from) {
  emit(p, BPF_STX | BPF_MEM | BPF_DW, to, from, (int)offset, 0);
}

/* Adds atomically: the program may run on several processors, and be preempted by itself. */
static void add_to(struct program *p, int to, size_t offset, int from) {
  emit(p, BPF_STX | BPF_ATOMIC | BPF_DW, to, from, (int)offset, BPF_ADD);
}

static void call(struct program *p, int helper) { emit(p, BPF_JMP | BPF_CALL, 0, 0, 0, helper); }

/* Calls a function of the kernel. Some kernels' functions have the context as parameter, which must be in
   r6. */
static void call_kernel(struct program *p, uint32_t function) {
  copy(p, R1, R6);
  emit(p, BPF_JMP | BPF_CALL, 0, KERNEL_FUNCTION, 0, (int32_t)function);
}

/* Adds a jump forward, whose target land sets. */
static int jump_if(struct program *p, int condition, int reg, int32_t value) {
  return emit(p, BPF_JMP | condition | BPF_K, reg, 0, 0, value);
}

static int jump_if_with(struct program *p, int condition, int reg, int other) {
  return emit(p, BPF_JMP | condition | BPF_X, reg, other, 0, 0);
}

static void land(struct program *p, int jump) { p->items[jump].off = (int16_t)(p->count - jump - 1); }

static void end(struct program *p) {
  set(p, R0, 0);
  emit(p, BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
}

/* Loads into r7 the counters of the region, whose number is the probe's cookie. Returns the jump that is
   taken if there are none. */
static int find_counters(struct program *p, int map) {
  copy(p, R1, R6);
  call(p, HELPER_COOKIE);
  emit(p, BPF_STX | BPF_MEM | BPF_W, FRAME, R0, -4, 0);
  emit(p, BPF_LD | BPF_IMM | BPF_DW, R1, MAP_DESCRIPTOR, 0, map);
  emit(p, 0, 0, 0, 0, 0);
  copy(p, R2, FRAME);
  compute(p, BPF_ADD, R2, -4);
  call(p, HELPER_LOOKUP);
  int none = jump_if(p, BPF_JEQ, R0, 0);
  copy(p, R7, R0);
  return none;
}

static void count_one(struct program *p) {
  set(p, R1, 1);
  add_to(p, R7, offsetof(struct uprobe_counters, count), R1);
}

/* Stores r1 if it is greater than the stored value. */
static void store_greater(struct program *p, size_t offset) {
  load(p, R2, R7, offset);
  int less = jump_if_with(p, BPF_JGE, R2, R1);
  store(p, R7, offset, R1);
  land(p, less);
}

/* Adds one to the bucket of floor(log2(r9)). */
static void count_bucket(struct program *p) {
  copy(p, R1, R9);
  set(p, R2, 0);
  for (int bits = 32; bits > 0; bits /= 2) {
    copy(p, R3, R1);
    compute(p, BPF_RSH, R3, bits);
    int none = jump_if(p, BPF_JEQ, R3, 0);
    copy(p, R1, R3);
    compute(p, BPF_ADD, R2, bits);
    land(p, none);
  }
  int within = jump_if(p, BPF_JLT, R2, FG_BUCKETS);
  set(p, R2, FG_BUCKETS - 1);
  land(p, within);
  compute(p, BPF_LSH, R2, 3);
  compute_with(p, BPF_ADD, R7, R2);
  set(p, R1, 1);
  add_to(p, R7, offsetof(struct uprobe_counters, histogram), R1);
}

/* Computes r9: how long the call took, in ticks; r8: now. */
static void take_time(struct program *p, struct uprobe_functions functions, uint64_t tsc_hz) {
  call_kernel(p, functions.cookie);
  load(p, R9, R0, 0);
  call(p, HELPER_KTIME);
  copy(p, R8, R0);
  compute_with(p, BPF_SUB, R0, R9);
  copy(p, R9, R0);
  compute(p, BPF_MUL, R9, (int32_t)((double)tsc_hz / 1e9 * (1 << TICKS_SHIFT)));
  compute(p, BPF_RSH, R9, TICKS_SHIFT);
}

static void keep_time(struct program *p) {
  store(p, R7, offsetof(struct uprobe_counters, last_ns), R8);
  count_one(p);
  add_to(p, R7, offsetof(struct uprobe_counters, total), R9);
  copy(p, R1, R9);
  compute(p, BPF_XOR, R1, -1);
  store_greater(p, offsetof(struct uprobe_counters, not_min));
  copy(p, R1, R9);
  store_greater(p, offsetof(struct uprobe_counters, max));
  count_bucket(p);
}

static int load_program(const struct program *p, int attach_type) {
  union bpf_attr attributes;

  memset(&attributes, 0, sizeof attributes);
  attributes.prog_type = BPF_PROG_TYPE_KPROBE;
  attributes.expected_attach_type = (enum bpf_attach_type)attach_type;
  attributes.insns = (uintptr_t)p->items;
  attributes.insn_cnt = (uint32_t)p->count;
  attributes.license = (uintptr_t) "GPL"; /* the kernel's functions are only for programs that declare this licence */
  return (int)bpf(BPF_PROG_LOAD, &attributes, sizeof attributes);
}

int uprobe_make_map(uint32_t regions) {
  union bpf_attr attributes;

  memset(&attributes, 0, sizeof attributes);
  attributes.map_type = BPF_MAP_TYPE_ARRAY;
  attributes.key_size = sizeof(uint32_t);
  attributes.value_size = sizeof(struct uprobe_counters);
  attributes.max_entries = regions;
  attributes.map_flags = MAP_MAPPABLE;
  return (int)bpf(BPF_MAP_CREATE, &attributes, sizeof attributes);
}

int uprobe_load_counter(int map) {
  struct program p = {.count = 0};

  copy(&p, R6, R1);
  int none = find_counters(&p, map);
  count_one(&p);
  call(&p, HELPER_KTIME);
  store(&p, R7, offsetof(struct uprobe_counters, last_ns), R0);
  land(&p, none);
  end(&p);
  return load_program(&p, ATTACH_MULTI);
}

int uprobe_load_timer(int map, struct uprobe_functions functions, uint64_t tsc_hz) {
  struct program p = {.count = 0};

  if (functions.is_return == 0 || functions.cookie == 0) {
    errno = EOPNOTSUPP;
    return -1;
  }
  copy(&p, R6, R1);
  call_kernel(&p, functions.is_return);
  int returns = jump_if(&p, BPF_JNE, R0, 0);
  call_kernel(&p, functions.cookie);
  copy(&p, R7, R0);
  call(&p, HELPER_KTIME);
  store(&p, R7, 0, R0);
  end(&p);
  land(&p, returns);
  take_time(&p, functions, tsc_hz);
  int none = find_counters(&p, map);
  keep_time(&p);
  land(&p, none);
  end(&p);
  return load_program(&p, ATTACH_SESSION);
}

int uprobe_link(int program, int is_timer, const struct uprobe_place *place) {
  struct link_attributes attributes;

  memset(&attributes, 0, sizeof attributes);
  attributes.program = (uint32_t)program;
  attributes.attach_type = is_timer ? ATTACH_SESSION : ATTACH_MULTI;
  attributes.path = (uintptr_t)place->path;
  attributes.offsets = (uintptr_t)place->offsets;
  attributes.cookies = (uintptr_t)place->regions;
  attributes.count = place->count;
  attributes.pid = (uint32_t)place->pid;
  return (int)bpf(BPF_LINK_CREATE, &attributes, sizeof attributes);
}
