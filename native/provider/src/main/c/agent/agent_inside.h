/* Declarations that the agent's parts share; the engine does not use them. */
#ifndef FLOWGAUGE_AGENT_INSIDE_H
#define FLOWGAUGE_AGENT_INSIDE_H

#include "agent/agent.h"
#include "flowgauge.h"

#define HIDDEN __attribute__((visibility("hidden")))

extern struct agent_state agent_state HIDDEN;
extern struct agent_wipe agent_wipe HIDDEN;
extern struct fg_shm_record agent_spare HIDDEN;
extern const char agent_exit[] HIDDEN, agent_head[] HIDDEN;
extern const uint8_t agent_unwind[] HIDDEN;
extern char agent_thunks[] HIDDEN, agent_alias[] HIDDEN;

enum {
  SYS_READ = 0,
  SYS_CLOSE = 3,
  SYS_MMAP = 9,
  SYS_MPROTECT = 10,
  SYS_MUNMAP = 11,
  SYS_SIGPROCMASK = 14,
  SYS_IOCTL = 16,
  SYS_MREMAP = 25,
  SYS_MADVISE = 28,
  SYS_FCNTL = 72,
  SYS_GETRLIMIT = 97,
  SYS_MUNLOCK = 150,
  SYS_GETTID = 186,
  SYS_FUTEX = 202,
  SYS_CLOCK_GETTIME = 228,
  SYS_PERF_EVENT_OPEN = 298
};

static inline int64_t call_kernel(int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                                  uint64_t e, uint64_t f) {
  register uint64_t r10 __asm__("r10") = d;
  register uint64_t r8 __asm__("r8") = e;
  register uint64_t r9 __asm__("r9") = f;
  int64_t result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

/* Whether the result of a system call is an error. */
static inline int failed(int64_t result) {
  return result < 0 && result > -4096;
}

static inline struct agent_context *context_of_slot(const struct agent_slot *slot) {
  return (struct agent_context *)((uint64_t)slot & ~(AGENT_CONTEXT_SIZE - 1ull));
}

static inline struct agent_table *table_of(const struct agent_context *context) {
  return (struct agent_table *)((uint64_t)context + AGENT_SLOT_TO_TABLE);
}

static inline struct fg_shm_header *header_of(const struct agent_context *context) {
  return (struct fg_shm_header *)context->shm;
}

static inline struct fg_shm_record *record_of_slot(const struct agent_slot *slot) {
  return (struct fg_shm_record *)(slot->record & ~(uint64_t)SLOT_MARKS);
}

/* Returns the place that says which call of a record's region is the outermost. */
static inline uint64_t *outermost_of(const struct fg_shm_record *record) {
  return &((struct fg_shm_record *)((uint64_t)record + record->head))->outermost;
}

static inline void begin_update(struct fg_shm_record *record) {
  __asm__ volatile("incl %0" : "+m"(record->begin)::"memory");
}

static inline void end_update(struct fg_shm_record *record) {
  __asm__ volatile("incl %0" : "+m"(record->end)::"memory");
}

/* agent_counters.c. Begins to count the kernel's events of a call; whether it could. */
HIDDEN int counters_begin(struct agent_slot *slot, const struct agent_sensor *sensor);
HIDDEN void counters_end(struct agent_slot *slot);
/* Closes the events of all threads, and opens no more until the engine allows it again. */
HIDDEN void counters_close(void);

#endif
