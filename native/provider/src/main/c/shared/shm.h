/*
 * The memory an instrumented process shares with its instrumenter: one sealed memfd per process,
 * little endian, version 3. The agent in the process writes it. The instrumenter reads it and trusts
 * nothing in it: the process may have scribbled over it.
 *
 *   0          struct fg_shm_header   4096 bytes
 *   regions_at struct fg_shm_region   64 bytes each, FG_REGIONS of them
 *   threads_at struct fg_shm_thread   64 bytes each, FG_THREADS of them
 *   records_at struct fg_shm_record   512 bytes each, FG_RECORDS of them
 *   FG_COUNTS_AT struct fg_shm_counts 128 bytes each, one for each record
 *
 * A record is what one thread measured of one region called from one region (or from none): the
 * edges of the dynamic region call graph. Sums over them are the profile. The file is sparse.
 */
#ifndef FLOWGAUGE_SHM_H
#define FLOWGAUGE_SHM_H

#include <stdint.h>

#define FG_SHM_MAGIC 0x31304d4853474600ull /* the bytes 0 "FGSHM01" */
#define FG_SHM_VERSION 3u

#define FG_REGIONS 4096u
#define FG_THREADS 4096u
#define FG_RECORDS 131072u
#define FG_BUCKETS 44
#define FG_NO_REGION 0xffffffffu

/* The counters, by number; those of the processor first, then the kernel's. */
#define FG_COUNTERS 7
#define FG_HARDWARE_COUNTERS 0x0fu /* cycles, instructions, cache misses, branch misses */
#define FG_KERNEL_COUNTERS 0x70u   /* page faults, context switches, migrations */
#define FG_ALL_COUNTERS (FG_HARDWARE_COUNTERS | FG_KERNEL_COUNTERS)
#define FG_COUNTER_OPENED (-1)

/* Written by the instrumenter's helper, except the counters, which the agent increments. */
struct fg_shm_header {
  uint64_t magic;
  uint32_t version, header_size;
  uint64_t size;
  uint32_t regions, threads, records, record_size; /* capacities */
  uint64_t regions_at, threads_at, records_at;     /* bytes from the beginning */
  uint64_t tsc_hz;                 /* ticks per second */
  uint64_t tsc0;                   /* ticks ... */
  int64_t unix0_ns;                /* ... and nanoseconds since 1970, at the same moment */
  uint64_t start_ticks;            /* of the process, field 22 of its stat */
  int32_t pid;
  uint32_t pad0;
  uint64_t pad1[3];                /* 128 bytes so far */
  uint32_t used_threads, used_records; /* how many were assigned; may exceed the capacities */
  uint64_t pad2[7];
  uint64_t dropped_depth;          /* calls not measured: nested too deeply */
  uint64_t dropped_busy;           /* ... in a signal handler that interrupted the agent */
  uint64_t dropped_threads;        /* ... no thread entry left */
  uint64_t dropped_records;        /* ... no record left */
  uint64_t aborted;                /* calls begun and left by longjmp or an exception: not counted as calls */
  uint64_t pad3[3];
  uint32_t dirty;                  /* records updated for the first time since the last flush; futex */
  uint32_t wake_at;                /* the agent wakes the futex when dirty reaches it; 0: never */
  uint32_t flush;                  /* number of the current flush, from 1; a record with a lower flushed is clean */
  int32_t counter_state[FG_COUNTERS]; /* 0: untried, FG_COUNTER_OPENED, or the errno */
  uint32_t pad4[6];
  uint8_t rest[4096 - 320];
};

enum fg_shm_region_flags {
  FG_REGION_INSTALLED = 1, FG_REGION_REMOVED = 2,
  FG_REGION_OVER_LIMIT = 4, /* removed because it cost more than its limit */
  FG_REGION_KERNEL = 8      /* counted by the kernel; its records belong to no thread */
};

/* Written by the helper. */
struct fg_shm_region {
  uint64_t address, size;
  uint32_t metrics, flags;
  double cost_ns;     /* of one call, estimate */
  double cost_limit;  /* fraction of one processor, 0 for none */
  uint64_t installed_tsc, removed_tsc; /* 0: not yet */
  uint64_t pad[1];
};

/* Written by the agent when a thread is first seen. */
struct fg_shm_thread {
  int32_t tid; /* of the system, or a Java thread's number */
  uint32_t pad0;
  uint64_t first_tsc;
  char name[48]; /* UTF-8, ends in 0 unless full; empty if unknown */
};

/*
 * Written by its thread alone: begin + 1, the update, end + 1, so a reader that finds begin (read
 * last) equal to end (read first) has a whole record. Ticks are the time stamp counter's.
 */
struct fg_shm_record {
  uint32_t begin, end;
  uint32_t thread, region; /* numbers of the tables above */
  uint32_t parent;         /* the region it was called from, or FG_NO_REGION */
  uint32_t flushed;        /* the flush of its last update */
  uint64_t count;          /* calls that ended */
  uint64_t total, min, max; /* ticks; min is ~0 before the first end */
  uint64_t inside;         /* ticks of sensors in calls below: total - inside is the region's own time */
  uint64_t last;           /* when the last call ended */
  uint64_t open_since;     /* when the outermost open call of the region began, if it belongs to this record; else 0 */
  uint64_t cpu_ns, cpu_count; /* processor time, and the number of calls it was measured for, which excludes nested ones */
  uint64_t agent[2];        /* used by the agent */
  uint64_t latest;          /* ticks | 1 of the last call, which is not in the histogram yet; 0: all calls are */
  uint64_t head;            /* used by the agent: distance to the thread's record of the region called from none */
  uint64_t outermost;       /* used by the agent, in a head: which call of the region is the outermost; 0: none */
  uint64_t nested_count, nested; /* the part of count and total for calls within another call of the region */
  uint64_t pad[1];
  uint64_t histogram[FG_BUCKETS]; /* calls by floor(log2(ticks)); the last bucket includes longer ones */
};

/* Counts of events during a record's calls, written in the same updates; a counter may lack some of the
   calls. */
struct fg_shm_counts {
  struct {
    uint64_t value, calls;
  } of[FG_COUNTERS];
  uint64_t enabled_ns, running_ns; /* of the processor's counters: how long they were enabled, and how long they counted */
};

#define FG_REGIONS_AT sizeof(struct fg_shm_header)
#define FG_THREADS_AT (FG_REGIONS_AT + FG_REGIONS * sizeof(struct fg_shm_region))
#define FG_RECORDS_AT (FG_THREADS_AT + FG_THREADS * sizeof(struct fg_shm_thread))
#define FG_COUNTS_AT (FG_RECORDS_AT + (uint64_t)FG_RECORDS * sizeof(struct fg_shm_record))
#define FG_SHM_SIZE (FG_COUNTS_AT + (uint64_t)FG_RECORDS * sizeof(struct fg_shm_counts))

_Static_assert(sizeof(struct fg_shm_header) == 4096, "header");
_Static_assert(sizeof(struct fg_shm_region) == 64, "region");
_Static_assert(sizeof(struct fg_shm_thread) == 64, "thread");
_Static_assert(sizeof(struct fg_shm_record) == 512, "record");
_Static_assert(sizeof(struct fg_shm_counts) == 128, "counts");

#endif
