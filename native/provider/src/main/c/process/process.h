/* Reads information about a process from /proc. */
#ifndef FLOWGAUGE_PROCESS_H
#define FLOWGAUGE_PROCESS_H

#include <stdint.h>

#include "shared/error.h"

enum mapping_access { MAPPING_READ = 1, MAPPING_WRITE = 2, MAPPING_EXECUTE = 4 };

struct mapping {
  uint64_t low, high, offset;
  uint64_t device, inode;
  int32_t access;  /* mapping_access */
  int32_t deleted; /* the file no longer has a name */
  char path[300];  /* as the process sees it, or a name in brackets, or empty */
};

struct mappings {
  struct mapping *at; /* by address; free with process_mappings_free */
  int32_t count;
};

/* Facts that can be read quickly. */
struct process_life {
  char state; /* of its main thread: R, S, D, T, Z ... */
  int32_t threads;
  uint64_t start_ticks; /* since boot */
};

struct process_facts {
  struct process_life life;
  int32_t process;      /* its own number, or the number of the process of which it is a thread */
  int32_t tracer;       /* pid, 0 if none */
  uint32_t user;        /* effective */
  int32_t seccomp;      /* 0 none, 1 strict, 2 filters */
  int32_t seccomp_filters;
  int32_t shadow_stack;
  uint64_t
      caught; /* signals with handlers, except those that the C library reserves for itself; bit n - 1 */
  int32_t has_memory; /* 0: its main thread is ending, or has ended */
  int32_t inner_pid;  /* its number in its own pid namespace */
};

#define PROCESS_UNLIMITED (~0ull)

/* The memory that a process may still map, in bytes. */
struct process_room {
  uint64_t space, data; /* of any kind, and private and writable */
  uint64_t used, locked; /* mapped so far, and locked in memory */
};

int32_t process_mappings(int32_t pid, struct mappings *mappings, struct fg_error *error);
void process_mappings_free(struct mappings *mappings);
const struct mapping *process_mapping_at(const struct mappings *mappings, uint64_t address);

/* 0, or -1 if there is no such process. */
int process_life(int32_t pid, struct process_life *life);
int process_facts(int32_t pid, struct process_facts *facts);
void process_room(int32_t pid, struct process_room *room);

/* A thread's state, as in struct process_life; 0 if there is no such thread. */
char process_thread_state(int32_t pid, int32_t thread);

/* The kernel's flags of a thread, PF_EXITING and PF_KTHREAD; PROCESS_ENDS for a thread that is gone. */
enum { PROCESS_ENDS = 0x4, PROCESS_KERNELS = 0x200000 };
uint32_t process_thread_flags(int32_t pid, int32_t thread);

/* Stores at most capacity thread numbers; returns how many there are. */
int32_t process_threads(int32_t pid, int32_t *threads, int32_t capacity);

/* Returns all current threads; the caller frees the result. */
int32_t *process_list_threads(int32_t pid, int32_t *count);

/* Returns the number that a thread has in its own pid namespace. */
int32_t process_inner_thread(int32_t pid, int32_t thread);

#endif
