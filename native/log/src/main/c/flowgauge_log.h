/*
 * The event log of Flowgauge for C and C++: small time-stamped sets of named values, written in the
 * binary format, version 1, that the Java package io.flowgauge.log describes byte by byte and reads.
 *
 *     FG_LOG_TYPE(transfer_end, "transfer.end", FG_LIFELINE_INT64(id), FG_INT32(bytes))
 *
 *     fg_log *log;
 *     fg_options options = {.destination = "file:transfers.nlb"};
 *     if (fg_log_open(&options, &log) == FG_OK && transfer_end_declare(log, NULL, 0) == FG_OK) {
 *       transfer_end_log(7, 65536);
 *       fg_log_close(log, 1000000000);
 *     }
 *
 * A call stores its values in its thread's ring. It takes no lock, allocates nothing, never waits,
 * and makes a system call only to wake the background thread, at most once per eighth of the ring.
 * A thread's first call in a log makes the ring, or takes that of a thread that has ended. An event
 * for which there is no room is dropped and counted in its stream. The background thread writes
 * blocks of 128 KiB as they fill up, and whatever is left at least once per interval (a second). So
 * a killed process loses at most what it logged since then: a second's events and a block per thread,
 * or a whole ring per thread if the destination is slower than the logging.
 *
 * Threads: any thread may call any function at any time, except that after fg_log_close the log must
 * not be passed to any function again; events logged afterwards are ignored. A type
 * declared by FG_LOG_TYPE belongs to one log at a time.
 *
 * Signal handlers may log events of declared types, with or without texts, in threads that have called
 * fg_log_attach or have logged in that log before; an event that interrupts another of the same
 * thread is dropped and counted. No other function is allowed there. If a handler leaves by siglongjmp,
 * it may abandon an interrupted logging call: all later events of the thread are then dropped.
 *
 * fork: the child logs nothing (its types are off, and it does not touch the parent's rings) until it
 * calls fg_log_restart. exec and _exit lose what has not been flushed; exit and dlclose close the logs.
 *
 * Errors are results below zero. No function sets errno, is a cancellation point, ends the process, or
 * prints, except for messages about the trigger file and failing destinations: see fg_options.report.
 */
#ifndef FLOWGAUGE_LOG_H
#define FLOWGAUGE_LOG_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when code compiled against an earlier header no longer works with the library. */
#define FG_LOG_ABI 1

#define FG_API __attribute__((visibility("default")))

enum fg_result {
  FG_OK = 0,
  FG_EINVAL = -1,  /* an argument is not allowed */
  FG_ENOMEM = -2,  /* no memory, or no thread */
  FG_EIO = -3,     /* something was not written; fg_log_counts says what failed */
  FG_ETIME = -4,   /* not done in time */
  FG_ECLOSED = -5, /* the log is closed, or was left behind by a fork */
  FG_ELIMIT = -6   /* more types than there are ids, or a description of 64 KiB */
};

enum fg_kind { FG_KIND_INT32 = 1, FG_KIND_INT64, FG_KIND_FLOAT32, FG_KIND_FLOAT64, FG_KIND_STRING };

enum fg_clock {
  FG_CLOCK_SYSTEM = 0, /* CLOCK_MONOTONIC */
  FG_CLOCK_TSC = 1     /* the processor's counter where the kernel itself keeps time by it */
};

/* A text in UTF-8. It must stay valid until the call that takes it returns. */
typedef struct fg_text {
  const char *bytes;
  size_t length;
} fg_text;

/* A name is 1 to 255 visible ASCII characters without '=' and '"'. */
typedef struct fg_field {
  const char *name;
  int kind;     /* of enum fg_kind */
  int lifeline; /* not 0: says which object the event belongs to; at most one field, not a float */
} fg_field;

typedef struct fg_value {
  int kind;
  union {
    int32_t int32;
    int64_t int64;
    float float32;
    double float64;
    fg_text text;
  } as;
} fg_value;

typedef struct fg_named {
  const char *name;
  fg_value value;
} fg_named;

typedef struct fg_schema {
  const char *name;
  const fg_field *fields;
  size_t field_count;
  const fg_named *constants; /* values that all events of the type share */
  size_t constant_count;
} fg_schema;

typedef struct fg_log fg_log;

/* The meaning of 0 and NULL is in brackets. Paths are relative to the working folder at the time the
 * log is opened, even if the program changes it later. */
typedef struct fg_options {
  /* Where all events go: file:PATH, dir:PATH?max=BYTES&keep=COUNT&age=SECONDS, tcp://HOST:PORT or
   * unix:PATH. [only where the trigger file says] If the file is moved, deleted or emptied, a new one
   * of the same name is created. HOST is best an address: for a name, the background thread waits for
   * the resolver. */
  const char *destination;
  /* The trigger file. [the environment variable FLOWGAUGE_TRIGGER; without it, none] */
  const char *trigger;
  uint64_t interval_ns; /* between flushes, and between looks at the trigger file [a second] */
  size_t ring_bytes;    /* of each thread, a power of two from 256 KiB to 256 MiB [1 MiB] */
  size_t queue_bytes;   /* kept for each destination that accepts nothing at present [8 MiB] */
  int clock;            /* of enum fg_clock */
  /* Not 0: rings are files in the folder x.nlb.rings next to a destination file:x.nlb, so that what
   * a killed process has logged is lost only if the machine stops. The Java reader reads the rings
   * with the log, and the Java writer recovers what is left in them; this writer leaves it there. A
   * thread takes over the ring of an ended thread if there is one; beyond 4,096 threads at once,
   * threads have rings in memory, and fg_counts says so. [rings in memory] */
  int rings;
  const char *host;     /* [the system's name] */
  const char *program;  /* [the name of the process] */
  /* Receives messages about bad lines and failing destinations, in the background thread.
   * [each new message is written to standard error] */
  void (*report)(void *context, const char *message);
  void *context;
} fg_options;

typedef struct fg_counts {
  uint64_t events;   /* written to destinations */
  uint64_t dropped;  /* lost for lack of room, or because a destination failed until the end */
  uint64_t bytes;    /* written to destinations */
  uint64_t problems; /* bad lines of the current trigger file */
  char failure[160]; /* what is failing now; empty if nothing is */
} fg_counts;

/* The ABI of the library, to be compared with FG_LOG_ABI. */
FG_API int fg_log_abi(void);

/* Opens a log and starts its background thread. The options are copied. */
FG_API int fg_log_open(const fg_options *options, fg_log **log);

/* Writes what was logged, waiting at most timeout_ns for slow destinations, and closes the log. */
FG_API int fg_log_close(fg_log *log, uint64_t timeout_ns);

/* Writes everything logged so far; FG_EIO if a destination has failed or is behind. */
FG_API int fg_log_flush(fg_log *log, uint64_t timeout_ns);

FG_API int fg_log_counts(fg_log *log, fg_counts *counts);

/* Makes the ring of the calling thread now, so that a signal handler may log. */
FG_API int fg_log_attach(fg_log *log);

/* In the child of a fork: continues as a separate log, with the same types and destinations. */
FG_API int fg_log_restart(fg_log *log);

/* Whether the calling thread is a background thread of a log: for interposed libraries. */
FG_API int fg_log_is_background(void);

/* Logs an event by names, and declares its type if the names and kinds are new. Takes a lock and
 * looks the type up, so it costs about ten times as much as the typed form. */
FG_API int fg_log_event(fg_log *log, const char *name, const fg_named *values, size_t count);

/* ---- private: needed by the inlined functions ---- */

typedef struct fg_lane {
  fg_log *log;
  unsigned char *ring;
  uint64_t mask;
  uint64_t position;
  uint64_t limit; /* there is room up to this position, within the current eighth */
  uint64_t previous_ns;
  uint64_t *tail;     /* released when a message is whole */
  uint32_t busy;      /* a message is being written */
  uint32_t wants_tsc;
  uint64_t tsc_mult; /* nanoseconds per tick with 32 fractional bits; 0: no counter */
  uint64_t tsc_start;
  uint64_t tsc_span; /* ticks after which the counter is compared with the clock again */
  uint64_t tsc_ns;
} fg_lane;

/* A type of events. All members are private. */
typedef struct fg_type {
  uint32_t enabled;
  uint16_t id;
  uint16_t slot;
  fg_log *log;
} fg_type;

#define FG__SLOTS 16u
extern FG_API __thread fg_lane *fg__lanes[FG__SLOTS] __attribute__((tls_model("initial-exec")));

FG_API fg_lane *fg__lane(fg_log *log);
FG_API int fg__room(fg_lane *lane, size_t need);
FG_API void fg__drop(fg_lane *lane);
FG_API uint64_t fg__clock_ns(void);
FG_API uint64_t fg__tsc_pin(fg_lane *lane);

#define FG__LIKELY(x) __builtin_expect(!!(x), 1)
#define FG__FULL_HEAD 12u
#define FG__MAX_MESSAGE 0xFFFFu
#define FG__MAX_SHORT_TYPE 250u

/* A test build writes the other byte order. */
#ifdef FG_LOG_FOREIGN_ORDER
#define FG__16(x) __builtin_bswap16(x)
#define FG__32(x) __builtin_bswap32(x)
#define FG__64(x) __builtin_bswap64(x)
#else
#define FG__16(x) (x)
#define FG__32(x) (x)
#define FG__64(x) (x)
#endif

static inline unsigned char *fg__put16(unsigned char *to, uint16_t value) {
  uint16_t ordered = FG__16(value);
  memcpy(to, &ordered, sizeof ordered);
  return to + sizeof ordered;
}

static inline unsigned char *fg__put32(unsigned char *to, uint32_t value) {
  uint32_t ordered = FG__32(value);
  memcpy(to, &ordered, sizeof ordered);
  return to + sizeof ordered;
}

static inline unsigned char *fg__put64(unsigned char *to, uint64_t value) {
  uint64_t ordered = FG__64(value);
  memcpy(to, &ordered, sizeof ordered);
  return to + sizeof ordered;
}

static inline unsigned char *fg__put_float(unsigned char *to, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return fg__put32(to, bits);
}

static inline unsigned char *fg__put_double(unsigned char *to, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return fg__put64(to, bits);
}

static inline unsigned char *fg__put_text(unsigned char *to, fg_text text) {
  to = fg__put16(to, (uint16_t)text.length);
  if (text.length > 0) {
    memcpy(to, text.bytes, text.length);
  }
  return to + text.length;
}

/* Encoded bytes of a text; for one too long for any message, a number that is too large as well. */
static inline size_t fg__text_bytes(fg_text text) {
  return 2u + (text.length > FG__MAX_MESSAGE ? FG__MAX_MESSAGE : text.length);
}

static inline uint64_t fg__now(fg_lane *lane) {
#if defined(__x86_64__)
  if (lane->tsc_mult != 0) {
    uint64_t ticks = __builtin_ia32_rdtsc() - lane->tsc_start;
    return FG__LIKELY(ticks < lane->tsc_span) ? lane->tsc_ns + ((ticks * lane->tsc_mult) >> 32)
                                              : fg__tsc_pin(lane);
  }
#endif
  (void)lane;
  return fg__clock_ns();
}

/* Writes the shortest possible head; may overwrite up to 12 bytes. */
static inline unsigned char *fg__put_head(unsigned char *to, uint16_t id, uint64_t ns,
                                          uint64_t previous) {
  uint64_t delta = ns - previous;
  if (FG__LIKELY(id <= FG__MAX_SHORT_TYPE && delta <= 0xFFFFu)) {
    to[0] = (unsigned char)id;
    return fg__put16(to + 1, (uint16_t)delta);
  }
  if (id <= FG__MAX_SHORT_TYPE && delta <= 0xFFFFFFFFu) {
    to[0] = 254;
    to[1] = (unsigned char)id;
    return fg__put32(to + 2, (uint32_t)delta);
  }
  to[0] = 255;
  to[1] = 0;
  return fg__put64(fg__put16(to + 2, id), ns);
}

/* Begins a message; returns where its values go, or NULL if it is dropped. */
static inline unsigned char *fg__begin(const fg_type *type, size_t value_bytes, fg_lane **owner) {
  fg_lane *lane = fg__lanes[type->slot];
  if (!FG__LIKELY(lane != NULL && lane->log == type->log)) {
    lane = fg__lane(type->log);
    if (lane == NULL) {
      return NULL;
    }
  }
  if (__atomic_load_n(&lane->busy, __ATOMIC_RELAXED) != 0) {
    fg__drop(lane); /* A signal handler interrupted a call. */
    return NULL;
  }
  __atomic_store_n(&lane->busy, 1u, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  size_t need = FG__FULL_HEAD + value_bytes;
  if (!FG__LIKELY(need <= FG__MAX_MESSAGE && lane->position + need <= lane->limit) &&
      !fg__room(lane, need)) {
    return NULL;
  }
  uint64_t now = fg__now(lane);
  uint64_t previous = lane->previous_ns;
  lane->previous_ns = now;
  *owner = lane;
  return fg__put_head(lane->ring + (lane->position & lane->mask), type->id, now, previous);
}

/* Ends a message: from now on the background thread sees it. */
static inline void fg__commit(fg_lane *lane, const unsigned char *end) {
  uint64_t position = lane->position;
  position += (uint64_t)(end - (lane->ring + (position & lane->mask)));
  lane->position = position;
  __atomic_store_n(lane->tail, FG__64(position), __ATOMIC_RELEASE);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&lane->busy, 0u, __ATOMIC_RELAXED);
}

/* ---- types known at compile time ---- */

static inline fg_text fg_text_of(const char *bytes) {
  fg_text text;
  text.bytes = bytes;
  text.length = bytes == NULL ? 0 : strlen(bytes);
  return text;
}

/* Declares a type. The handle must be all zeros or from a closed log, and must stay in place until
 * the log is closed. Names and constants are copied. */
FG_API int fg_type_declare(fg_log *log, const fg_schema *schema, fg_type *type);

/* Switches a type of a log on or off, whatever the trigger file says. */
FG_API int fg_type_enable(fg_type *type, int on);

/* Whether events of a type are logged; one load. */
static inline int fg_type_is_enabled(const fg_type *type) {
  return __atomic_load_n(&type->enabled, __ATOMIC_ACQUIRE) != 0;
}

/* Logs an event of a declared type; values in the order of the fields, of their kinds. */
FG_API int fg_type_log(const fg_type *type, const fg_value *values, size_t count);

#define FG_INT32(name) (INT32, name)
#define FG_INT64(name) (INT64, name)
#define FG_FLOAT32(name) (FLOAT32, name)
#define FG_FLOAT64(name) (FLOAT64, name)
#define FG_STRING(name) (STRING, name)
#define FG_LIFELINE_INT32(name) (LIFE32, name)
#define FG_LIFELINE_INT64(name) (LIFE64, name)
#define FG_LIFELINE_STRING(name) (LIFESTR, name)

/*
 * FG_LOG_TYPE(id, "event.name", fields...), with one to twelve fields, defines in this source file
 *   int id_declare(fg_log *log, const fg_named *constants, size_t count);
 *   void id_log(values...);   int32_t, int64_t, float, double or fg_text, in the order of the fields
 *   fg_type id_type;          for fg_type_is_enabled, if the values are costly to obtain
 * id_log does nothing before id_declare and after fg_log_close.
 */
#define FG_LOG_TYPE(id, event, ...)                                                              \
  static fg_type id##_type;                                                                      \
  __attribute__((unused)) static inline int id##_declare(fg_log *log, const fg_named *constants, \
                                                         size_t count) {                         \
    static const fg_field fields[] = {FG__LIST(FG__FIELD, __VA_ARGS__)};                         \
    fg_schema schema = {event, fields, sizeof fields / sizeof *fields, constants, count};        \
    return fg_type_declare(log, &schema, &id##_type);                                            \
  }                                                                                              \
  __attribute__((unused)) static inline void id##_log(FG__LIST(FG__PARAMETER, __VA_ARGS__)) {    \
    fg_lane *fg_lane_;                                                                           \
    unsigned char *fg_at_;                                                                       \
    if (!fg_type_is_enabled(&id##_type)) {                                                       \
      return;                                                                                    \
    }                                                                                            \
    fg_at_ = fg__begin(&id##_type, 0u FG__EACH(FG__BYTES, __VA_ARGS__), &fg_lane_);              \
    if (fg_at_ != NULL) {                                                                        \
      FG__EACH(FG__PUT_NUMBER, __VA_ARGS__)                                                      \
      FG__EACH(FG__PUT_TEXT, __VA_ARGS__)                                                        \
      fg__commit(fg_lane_, fg_at_);                                                              \
    }                                                                                            \
  }

#define FG__FIELD(kind, name) {#name, FG__KIND_##kind, FG__LIFE_##kind}
#define FG__PARAMETER(kind, name) FG__C_##kind name
#define FG__BYTES(kind, name) +FG__BYTES_##kind(name)
#define FG__PUT_NUMBER(kind, name) FG__NUMBER_##kind(name)
#define FG__PUT_TEXT(kind, name) FG__TEXT_##kind(name)

#define FG__KIND_INT32 FG_KIND_INT32
#define FG__LIFE_INT32 0
#define FG__C_INT32 int32_t
#define FG__BYTES_INT32(name) 4u
#define FG__NUMBER_INT32(name) fg_at_ = fg__put32(fg_at_, (uint32_t)name);
#define FG__TEXT_INT32(name)

#define FG__KIND_INT64 FG_KIND_INT64
#define FG__LIFE_INT64 0
#define FG__C_INT64 int64_t
#define FG__BYTES_INT64(name) 8u
#define FG__NUMBER_INT64(name) fg_at_ = fg__put64(fg_at_, (uint64_t)name);
#define FG__TEXT_INT64(name)

#define FG__KIND_FLOAT32 FG_KIND_FLOAT32
#define FG__LIFE_FLOAT32 0
#define FG__C_FLOAT32 float
#define FG__BYTES_FLOAT32(name) 4u
#define FG__NUMBER_FLOAT32(name) fg_at_ = fg__put_float(fg_at_, name);
#define FG__TEXT_FLOAT32(name)

#define FG__KIND_FLOAT64 FG_KIND_FLOAT64
#define FG__LIFE_FLOAT64 0
#define FG__C_FLOAT64 double
#define FG__BYTES_FLOAT64(name) 8u
#define FG__NUMBER_FLOAT64(name) fg_at_ = fg__put_double(fg_at_, name);
#define FG__TEXT_FLOAT64(name)

#define FG__KIND_STRING FG_KIND_STRING
#define FG__LIFE_STRING 0
#define FG__C_STRING fg_text
#define FG__BYTES_STRING(name) fg__text_bytes(name)
#define FG__NUMBER_STRING(name)
#define FG__TEXT_STRING(name) fg_at_ = fg__put_text(fg_at_, name);

#define FG__KIND_LIFE32 FG_KIND_INT32
#define FG__LIFE_LIFE32 1
#define FG__C_LIFE32 int32_t
#define FG__BYTES_LIFE32(name) 4u
#define FG__NUMBER_LIFE32(name) FG__NUMBER_INT32(name)
#define FG__TEXT_LIFE32(name)

#define FG__KIND_LIFE64 FG_KIND_INT64
#define FG__LIFE_LIFE64 1
#define FG__C_LIFE64 int64_t
#define FG__BYTES_LIFE64(name) 8u
#define FG__NUMBER_LIFE64(name) FG__NUMBER_INT64(name)
#define FG__TEXT_LIFE64(name)

#define FG__KIND_LIFESTR FG_KIND_STRING
#define FG__LIFE_LIFESTR 1
#define FG__C_LIFESTR fg_text
#define FG__BYTES_LIFESTR(name) fg__text_bytes(name)
#define FG__NUMBER_LIFESTR(name)
#define FG__TEXT_LIFESTR(name) FG__TEXT_STRING(name)

/* FG__EACH(M, (a, b), (c, d)) is M(a, b) M(c, d); FG__LIST puts commas between. */
#define FG__CAT(a, b) FG__CAT_(a, b)
#define FG__CAT_(a, b) a##b
#define FG__COUNT(...) FG__COUNT_(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define FG__COUNT_(a, b, c, d, e, f, g, h, i, j, k, l, n, ...) n
#define FG__EACH(M, ...) FG__CAT(FG__EACH_, FG__COUNT(__VA_ARGS__))(M, __VA_ARGS__)
#define FG__EACH_1(M, f) M f
#define FG__EACH_2(M, f, ...) M f FG__EACH_1(M, __VA_ARGS__)
#define FG__EACH_3(M, f, ...) M f FG__EACH_2(M, __VA_ARGS__)
#define FG__EACH_4(M, f, ...) M f FG__EACH_3(M, __VA_ARGS__)
#define FG__EACH_5(M, f, ...) M f FG__EACH_4(M, __VA_ARGS__)
#define FG__EACH_6(M, f, ...) M f FG__EACH_5(M, __VA_ARGS__)
#define FG__EACH_7(M, f, ...) M f FG__EACH_6(M, __VA_ARGS__)
#define FG__EACH_8(M, f, ...) M f FG__EACH_7(M, __VA_ARGS__)
#define FG__EACH_9(M, f, ...) M f FG__EACH_8(M, __VA_ARGS__)
#define FG__EACH_10(M, f, ...) M f FG__EACH_9(M, __VA_ARGS__)
#define FG__EACH_11(M, f, ...) M f FG__EACH_10(M, __VA_ARGS__)
#define FG__EACH_12(M, f, ...) M f FG__EACH_11(M, __VA_ARGS__)
#define FG__LIST(M, ...) FG__CAT(FG__LIST_, FG__COUNT(__VA_ARGS__))(M, __VA_ARGS__)
#define FG__LIST_1(M, f) M f
#define FG__LIST_2(M, f, ...) M f, FG__LIST_1(M, __VA_ARGS__)
#define FG__LIST_3(M, f, ...) M f, FG__LIST_2(M, __VA_ARGS__)
#define FG__LIST_4(M, f, ...) M f, FG__LIST_3(M, __VA_ARGS__)
#define FG__LIST_5(M, f, ...) M f, FG__LIST_4(M, __VA_ARGS__)
#define FG__LIST_6(M, f, ...) M f, FG__LIST_5(M, __VA_ARGS__)
#define FG__LIST_7(M, f, ...) M f, FG__LIST_6(M, __VA_ARGS__)
#define FG__LIST_8(M, f, ...) M f, FG__LIST_7(M, __VA_ARGS__)
#define FG__LIST_9(M, f, ...) M f, FG__LIST_8(M, __VA_ARGS__)
#define FG__LIST_10(M, f, ...) M f, FG__LIST_9(M, __VA_ARGS__)
#define FG__LIST_11(M, f, ...) M f, FG__LIST_10(M, __VA_ARGS__)
#define FG__LIST_12(M, f, ...) M f, FG__LIST_11(M, __VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
