/*
 * The agent's memory in an instrumented process, as the agent (C and assembly) and the engine see
 * it.
 *
 *   AGENT_TEXT    the code, mapped from a memfd, read and execute
 *   AGENT_STATE   struct agent_state, private
 *   AGENT_WIPE    struct agent_wipe, private; reads as zero in a forked child (MADV_WIPEONFORK)
 *   AGENT_CALL    struct agent_call, private; the stack of the called function is at its end
 *   AGENT_THUNKS  code of the same memfd, written on first need through AGENT_ALIAS
 *   AGENT_SLOTS_AT, AGENT_TABLES  private
 *   AGENT_ALIAS   the thunks again, read and write
 *   AGENT_COUNTING  private
 *
 * A context holds the open calls of one thread: AGENT_SLOTS slots of 64 bytes. The first is the
 * context's head, the second a sentinel that is always open, and each further one an open call. The
 * thunk at the same place in the thunks calls the function and measures when it returns. Thunks,
 * slots, struct agent_table and struct agent_counting of a context are AGENT_THUNK_TO_SLOT,
 * AGENT_SLOT_TO_TABLE and AGENT_SLOT_TO_COUNTING apart. All of it is touched, and takes memory, only
 * as far as calls nest.
 */
#ifndef FLOWGAUGE_AGENT_H
#define FLOWGAUGE_AGENT_H

#define AGENT_ABI 8
#define AGENT_MAGIC 0x31544e4547414746 /* "FGAGENT1" */

#define AGENT_TEXT_SIZE 0x10000
#define AGENT_STATE 0x10000
#define AGENT_STATE_SIZE 0x300000
#define AGENT_SPARE_RECORD 0x2d0000 /* in the state: for calls begun under an earlier instrumenter */
#define AGENT_WIPE 0x310000
#define AGENT_WIPE_SIZE 0x41000
#define AGENT_CALL 0x360000
#define AGENT_CALL_SIZE 0x90000
#define AGENT_CONTEXTS 4096 /* at most */
#define AGENT_CONTEXT_SIZE 0x8000
#define AGENT_PART 0x8000000 /* size of each part: AGENT_CONTEXTS * AGENT_CONTEXT_SIZE */
#define AGENT_THUNKS 0x400000
#define AGENT_SLOTS_AT (AGENT_THUNKS + AGENT_PART)
#define AGENT_TABLES (AGENT_SLOTS_AT + AGENT_PART)
#define AGENT_ALIAS (AGENT_TABLES + AGENT_PART)
#define AGENT_COUNTING (AGENT_ALIAS + AGENT_PART)
#define AGENT_SIZE (AGENT_COUNTING + AGENT_PART)
#define AGENT_THUNK_TO_SLOT AGENT_PART
#define AGENT_SLOT_TO_TABLE AGENT_PART
#define AGENT_SLOT_TO_COUNTING (AGENT_COUNTING - AGENT_SLOTS_AT)
#define AGENT_PAGE 4096 /* thunks are written page by page */
#define AGENT_SLOTS 512
#define AGENT_SENTINEL 1 /* number of its slot; calls begin after it */

/* Marks in the record of an open call's slot: what else is measured of the call. */
#define SLOT_CPU 1
#define SLOT_COUNTERS 2
#define SLOT_RESULT 4 /* its result may be rewritten */
#define SLOT_MARKS 7

/* A thunk's bytes before the point its call returns to. */
#define AGENT_RETURN_POINT 10

#define AGENT_TRAMPOLINE 256 /* size and alignment of a trampoline */
#define AGENT_MOVED 32       /* offset in it: the function's first instructions, moved */
#define AGENT_ORIGIN 224     /* offset in it: struct agent_origin */

/* Offsets in struct agent_slot. */
#define SLOT_TARGET 0
#define SLOT_RETURN 8
#define SLOT_START 16
#define SLOT_RECORD 24
#define SLOT_PARENT_KEY 32
#define SLOT_PLACE 40
#define SLOT_INSIDE 48
#define SLOT_SIZE 64

/* Offsets in struct agent_context. */
#define CONTEXT_TOP 0
#define CONTEXT_EXIT 8
#define CONTEXT_END 16
#define CONTEXT_THREAD_MARK 24
#define CONTEXT_SHM 40

/* Offsets in struct agent_sensor. */
#define SENSOR_FUNCTION 0
#define SENSOR_REGION 8
#define SENSOR_PARENT_KEY 16
#define SENSOR_FLAGS 24
#define SENSOR_PLAIN 0x21 /* a sensor with any other flag measures more than calls and wall time */
#define SENSOR_SIZE 128

/* Offsets in struct agent_call. */
#define CALL_STACK 0
#define CALL_FUNCTION 8
#define CALL_WHOLES 16
#define CALL_FRACTIONS 64
#define CALL_MASK 128
#define CALL_ERRNO 136
#define CALL_ERRNO_AT 144
#define CALL_ERRNO_WAS 152
#define CALL_STATE 156
#define CALL_RESULT 160
#define CALL_FRACTION 168
#define CALL_VECTORS 256

/* Offset in struct agent_transfer, and its size. */
#define TRANSFER_GO_ON 40
#define TRANSFER_SIZE 616

/* The table of keys in struct agent_wipe: its offset, and the binary logarithm of its length. */
#define WIPE_KEYS 4096
#define WIPE_KEY_BITS 14

/* Offsets in the structs of shared/shm.h. */
#define RECORD_BEGIN 0
#define RECORD_END 4
#define RECORD_FLUSHED 20
#define RECORD_COUNT 24
#define RECORD_TOTAL 32
#define RECORD_MIN 40
#define RECORD_MAX 48
#define RECORD_INSIDE 56
#define RECORD_LAST 64
#define RECORD_OPEN_SINCE 72
#define RECORD_HISTOGRAM 160
#define HEADER_FLUSH 264

#define RECORD_EDGE 104
#define RECORD_LATEST 112
#define RECORD_HEAD 120
#define RECORD_OUTERMOST 128
#define RECORD_NESTED_COUNT 136
#define RECORD_NESTED 144

/* An edge is a region and the region it is called from. */
#define EDGE_SHIFT 12 /* parent << EDGE_SHIFT | region */
#define EDGE_NO_PARENT 0x1000000
#define EDGE_NONE 0xffffffff

/* The two hashes: multiply, shift, mask. */
#define KEY_FACTOR 0x5bd1e995
#define KEY_SHIFT 44
#define EDGE_FACTOR 0x5bd1e995
#define EDGE_HASH_SHIFT 21
#define TABLE_BITS 11

#ifndef __ASSEMBLER__
#include <stdint.h>

#include "shared/shm.h"

#define AGENT_SENSORS 16384 /* functions that ever had a sensor */
#define AGENT_AREAS 96
#define AGENT_KEYS (1u << WIPE_KEY_BITS)

/* One open call. */
struct agent_slot {
  uint64_t target;     /* the function's first instructions, moved */
  uint64_t return_to;  /* the caller */
  uint64_t start;      /* ticks */
  uint64_t record;     /* struct fg_shm_record, with marks */
  uint64_t parent_key; /* the region << EDGE_SHIFT */
  uint64_t place;      /* where the return address is on the stack; 0: not filled in yet, or free */
  uint64_t inside;     /* ticks of the calls within it */
  uint64_t rule;       /* struct agent_rule, with SLOT_RESULT */
};

/* The first slot of a context. */
struct agent_context {
  uint64_t top;         /* the first free slot */
  uint64_t exit;        /* where thunks go after the call */
  uint64_t end;         /* after the last slot that has a thunk */
  uint32_t thread_mark; /* the value at mark_at in the thread's control block; 0: to be read again */
  uint32_t thread;      /* its number in the shared memory */
  uint64_t pad0;
  uint64_t shm;
  uint64_t key; /* fs:0 */
  uint64_t pad;
};

struct agent_table {
  uint64_t record[1u << TABLE_BITS]; /* first of a chain; the spare record if there is none */
  uint64_t cpu[AGENT_SLOTS];         /* processor time at the start of the call, by slot */
  uint64_t order[AGENT_SLOTS];       /* order of the rule that a call has met, by slot */
};

/* Values of the counters at one time. */
struct agent_reading {
  uint64_t enabled, running; /* times of the processor's counters, ns */
  uint64_t value[FG_COUNTERS];
};

/* The reading at the start of a call. */
struct agent_begun {
  uint32_t generation, counters;
  struct agent_reading at;
};

struct agent_event {
  uint64_t fd; /* 0: none */
  uint64_t id; /* the kernel's id of the event, which distinguishes it from another file with this descriptor */
};

#define AGENT_COUNTED_SLOTS 384 /* calls nested more deeply are not counted */

/* A thread's events. */
struct agent_counting {
  uint32_t thread;        /* whose events these are; 0: none were opened yet */
  uint32_t generation;    /* how often they were opened */
  uint32_t tried, opened; /* bits of counters */
  uint32_t losses;        /* how often the program has closed them */
  uint32_t pad;
  struct agent_event event[FG_COUNTERS];
  struct agent_begun begun[AGENT_COUNTED_SLOTS]; /* by slot */
};

enum agent_sensor_flags {
  SENSOR_INSTALLED = 1,
  SENSOR_CPU = 2,
  SENSOR_ADAPTIVE = 4,
  SENSOR_COUNT_ADAPTIVE = 8,
  SENSOR_FINDER = 16,     /* no sensor: redirects an unwinder's look-ups to the agent */
  SENSOR_REWRITES = 32,   /* calls may be rewritten */
  SENSOR_RESULT = 64,     /* in a rule's own sensor: the result is rewritten */
  SENSOR_COUNTER = 0x100, /* multiplied by the bits of counters */
  SENSOR_COUNTERS = SENSOR_COUNTER * FG_ALL_COUNTERS
};

/* One probed function, with everything that an instrumenter whose predecessor died needs to undo it. */
struct agent_sensor {
  uint64_t function; /* moved first instructions */
  uint64_t region;
  uint64_t parent_key; /* region << EDGE_SHIFT */
  uint64_t flags;
  uint64_t address; /* of the replaced bytes */
  uint64_t trampoline;
  uint32_t length; /* replaced bytes */
  uint32_t trampoline_length;
  uint8_t original[24], patched[24];
  uint32_t rules; /* the number of its rules, from 1; 0 for none */
  uint32_t pad0;
  uint64_t pad[2];
};

#define AGENT_ARGUMENTS 6 /* passed in registers: whole numbers and pointers */
#define AGENT_CONDITIONS 4
#define AGENT_RULES 4  /* rules of a function */
#define AGENT_RULED 64 /* functions with rules */

struct agent_condition {
  uint32_t argument, pad;
  int64_t value;
};

/* What is replaced in calls that meet all conditions. */
struct agent_rule {
  uint32_t active; /* written last */
  uint32_t argument, what, conditions; /* what: enum fg_rewriting */
  uint64_t order; /* later rules have higher ones, and none is used twice; written first */
  uint64_t value;
  uint64_t given; /* the value that a replaced pointer points to */
  uint64_t calls; /* calls that were rewritten */
  struct agent_condition condition[AGENT_CONDITIONS];
  struct agent_sensor as; /* replaces the sensor for calls whose result or function is rewritten */
};

struct agent_ruled {
  struct agent_rule rule[AGENT_RULES];
};
#define AGENT_INSTRUCTIONS 6 /* most moved instructions of a trampoline, with the jump after them */

/* At the end of a trampoline: where its instructions come from. */
struct agent_origin {
  uint64_t address; /* of the replaced bytes */
  uint32_t head;    /* offset in the agent of the code that the trampoline begins with */
  uint32_t instructions;
  uint8_t moved[AGENT_INSTRUCTIONS], original[AGENT_INSTRUCTIONS]; /* where each begins, from the first one on */
};

/* Memory for trampolines near the functions. */
struct agent_area {
  uint64_t base;
  uint32_t size, used;
};

struct agent_state {
  uint64_t magic;
  uint32_t abi, contexts; /* contexts: how many there is room for */
  uint64_t shm;           /* 0 before the first use; private memory after the last */
  uint64_t mark_at;       /* where a thread's number is in its control block, 0 if unknown */
  uint32_t used_contexts, adaptive_ticks;
  uint64_t retired;        /* the shared memory of an earlier instrumenter, to be unmapped */
  int32_t owner;           /* pid of the instrumenter, 0 if it has detached */
  uint32_t pad1;
  uint64_t owner_start;    /* field 22 of its stat */
  uint32_t sensors, areas; /* in use */
  uint32_t counters;       /* 1: threads may open events, and may have done so */
  uint32_t pad0;
  uint64_t pad[6];
  struct agent_area area[AGENT_AREAS];
  struct agent_sensor sensor[AGENT_SENSORS];
  struct agent_ruled ruled[AGENT_RULED];
};

struct agent_key {
  uint64_t thread; /* fs:0 */
  uint64_t context;
};

struct agent_wipe {
  uint64_t live;
  uint64_t pad[WIPE_KEYS / 8 - 1];
  struct agent_key key[AGENT_KEYS];
};

#define AGENT_WHOLES 6 /* arguments in registers */
#define AGENT_FRACTIONS 8
enum agent_call_state { CALL_NONE = 0, CALL_UNDER_WAY = 1, CALL_RETURNED = 2, CALL_GIVEN_UP = 3 };

/* A function that the lent thread calls, and the state it has to restore afterwards. */
struct agent_call {
  uint64_t stack; /* the thread's own stack pointer meanwhile */
  uint64_t function;
  uint64_t whole[AGENT_WHOLES], fraction[AGENT_FRACTIONS];
  uint64_t mask;               /* signal mask during the call */
  uint64_t errno_of, errno_at; /* a function that returns where the thread's errno is, 0 if there is none */
  uint32_t errno_was, state;   /* state: enum agent_call_state */
  uint64_t result, fraction_result;
  uint64_t number, thread; /* number of the order, and the thread that is to carry it out */
  uint64_t pad[8];
  uint8_t vectors[0x4000]; /* as xsave leaves them */
  char text[4096];         /* for arguments that point to it */
};

/* What the engine orders the lent thread to do; lies on that thread's stack. Written before the thread runs,
   except state, descriptors, error and go. */
struct agent_order {
  uint64_t registers[15]; /* r15 ... r8, rbp, rdi, rsi, rdx, rcx, rbx, rax: in the order popped */
  uint64_t flags;
  uint64_t stack; /* where the address to continue at is: 128 + 8 below the thread's stack pointer */
  uint64_t base;  /* wanted address of the agent's memory */
  uint64_t size;
  uint32_t contexts, what; /* enum agent_order_what */
  int64_t descriptors[2];  /* shared memory, agent's file */
  int64_t error;           /* of the first system call that failed: -errno */
  uint64_t mask;           /* the thread's signal mask, all ones if it is not known before */
  uint64_t shm;            /* wanted address */
  uint64_t shm_size;
  uint64_t mark_at;
  uint64_t areas[AGENT_AREAS / 8][2]; /* memory wanted near functions: address and size, 0 if none */
  char name[16];           /* of the memfds */
  volatile uint64_t state; /* enum agent_order_state */
  volatile uint64_t go;    /* enum agent_order_go */
  uint64_t patience;       /* ticks that the thread waits for each step of the engine */
  uint64_t call;           /* with ORDER_CALL: number of the only agent_call that the thread may make */
};

enum agent_order_what { ORDER_AGENT = 1, ORDER_MEMORY = 2, ORDER_NO_COUNTERS = 4, ORDER_GIVE_BACK = 8, ORDER_CALL = 16,
                        ORDER_UNLOCKED = 32 /* mapped memory may be paged out, although the program locks its own */ };
enum agent_order_go { GO_ON = 1, GO_GIVE_UP = 2, GO_BACK = 3 };
enum agent_order_state { ORDER_STARTED = 1, ORDER_WAITS = 2, ORDER_DONE = 3 };

#define AGENT_PIECES 32

/* The rest of a transfer that a stop has cut short; lies on its thread's stack, below the red zone. */
struct agent_transfer {
  uint64_t done;              /* bytes transferred so far */
  uint64_t rdi, rsi, rdx, r10; /* the thread's values, restored after the transfer */
  uint64_t go_on;             /* where the thread continues after the transfer */
  uint64_t message[7];        /* struct msghdr of the rest, for sendmsg */
  uint64_t pieces[AGENT_PIECES][2]; /* struct iovec array of the rest, for writev and sendmsg */
};

/* The beginning of the agent's code. Places are offsets from it. */
struct agent_head {
  uint64_t magic;
  uint32_t abi, size;
  uint32_t entry, entry_more, exit; /* of probed calls */
  uint32_t order, order_end; /* carries out an agent_order at the stack pointer; can be moved */
  uint32_t prepare;          /* void prepare(struct agent_order *) */
  uint32_t to_sensor, to_finder; /* code that trampolines begin with */
  uint32_t find_fde;             /* where the trampolines of finders lead */
  uint32_t code_end;
  uint32_t mark_at[2]; /* displacements to be set to the place of a thread's mark */
  uint32_t entry_rewrite; /* of calls that may be rewritten */
  uint32_t call_over; /* ends a call, with rbx at struct agent_call */
  uint32_t transfer, transfer_end; /* completes a transfer; transfer is just after its system call */
};

_Static_assert(sizeof(struct agent_slot) == SLOT_SIZE, "slot");
_Static_assert(sizeof(struct agent_context) == SLOT_SIZE, "context");
_Static_assert(sizeof(struct agent_sensor) == SENSOR_SIZE, "sensor");
_Static_assert(__builtin_offsetof(struct agent_sensor, flags) == SENSOR_FLAGS, "flags");
_Static_assert(SENSOR_PLAIN == (SENSOR_INSTALLED | SENSOR_REWRITES), "plain");
_Static_assert(AGENT_ORIGIN + sizeof(struct agent_origin) <= AGENT_TRAMPOLINE, "origin");
_Static_assert(sizeof(struct agent_table) <= AGENT_CONTEXT_SIZE, "table");
_Static_assert(sizeof(struct agent_counting) <= AGENT_CONTEXT_SIZE, "counting");
_Static_assert(sizeof(struct agent_state) <= AGENT_SPARE_RECORD, "state");
_Static_assert(sizeof(struct agent_wipe) == AGENT_WIPE_SIZE, "wipe");
_Static_assert(sizeof(struct agent_transfer) == TRANSFER_SIZE, "transfer");
_Static_assert(__builtin_offsetof(struct agent_transfer, go_on) == TRANSFER_GO_ON, "go on");
_Static_assert(AGENT_SLOTS *SLOT_SIZE == AGENT_CONTEXT_SIZE, "context size");
_Static_assert(AGENT_CONTEXTS *AGENT_CONTEXT_SIZE == AGENT_PART, "part");
_Static_assert(__builtin_offsetof(struct agent_slot, place) == SLOT_PLACE, "place");
_Static_assert(__builtin_offsetof(struct agent_context, shm) == CONTEXT_SHM, "shm");
_Static_assert(__builtin_offsetof(struct fg_shm_record, agent[1]) == RECORD_EDGE, "edge");
_Static_assert(__builtin_offsetof(struct fg_shm_record, latest) == RECORD_LATEST, "latest");
_Static_assert(__builtin_offsetof(struct fg_shm_record, head) == RECORD_HEAD, "head");
_Static_assert(__builtin_offsetof(struct fg_shm_record, outermost) == RECORD_OUTERMOST, "outermost");
_Static_assert(__builtin_offsetof(struct fg_shm_record, nested_count) == RECORD_NESTED_COUNT, "nested count");
_Static_assert(__builtin_offsetof(struct fg_shm_record, nested) == RECORD_NESTED, "nested");
_Static_assert(__builtin_offsetof(struct agent_call, mask) == CALL_MASK, "mask");
_Static_assert(__builtin_offsetof(struct agent_call, errno_at) == CALL_ERRNO_AT, "errno");
_Static_assert(__builtin_offsetof(struct agent_call, state) == CALL_STATE, "call state");
_Static_assert(__builtin_offsetof(struct agent_call, fraction_result) == CALL_FRACTION, "fraction");
_Static_assert(__builtin_offsetof(struct agent_call, vectors) == CALL_VECTORS, "vectors");
_Static_assert(__builtin_offsetof(struct agent_wipe, key) == WIPE_KEYS, "keys");
_Static_assert(__builtin_offsetof(struct fg_shm_record, histogram) == RECORD_HISTOGRAM, "histogram");
_Static_assert(__builtin_offsetof(struct fg_shm_record, open_since) == RECORD_OPEN_SINCE, "open");
_Static_assert(__builtin_offsetof(struct fg_shm_record, flushed) == RECORD_FLUSHED, "flushed");
_Static_assert(__builtin_offsetof(struct fg_shm_header, flush) == HEADER_FLUSH, "flush");
#endif
#endif
