/*
 * The writer of event logs behind flowgauge_log.h.
 *
 * A thread has a ring of body messages, its lane, for each log it logs in. One background thread per
 * log drains the messages, makes blocks of them for each destination that wants them (a stream per
 * lane and destination), and writes the blocks. The log's lock guards only the lists of lanes and
 * types and the requests to the background thread; nobody holds it while writing.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "flowgauge_log.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <nmmintrin.h>
#endif

enum {
  BLOCK_BYTES = 128 * 1024,  /* a block ends with the first message beyond */
  BLOCK_HEADER = 96,
  BLOCK_REPEAT = 64,
  MAX_SECTION = 1 << 20,
  MIN_RING = 1 << 18,
  MAX_RING = 1 << 28,
  DEFAULT_RING = 1 << 20,
  DEFAULT_QUEUE = 8 << 20,
  CHUNKS = 8, /* a ring has this many parts; a full part wakes the background thread */
  MAX_TYPES = 65535,
  MAX_NAME = 255,
  MAX_TRIGGER = 1 << 20,
  MAX_NUMBER = 40,
  MAX_TEXT = 4096, /* bytes of the names of the host, program and thread */
  TYPE_BUCKETS = 256
};

/* Offsets and sizes in a ring file. */
enum {
  RING_HEADER = 28,
  RING_TAIL = 128,
  RING_DROPPED = 256,
  RING_STATES = 384,
  RING_STATE_STEP = 128,
  RING_STATE = 68,
  RING_IDENTITY = 1024,
  RING_START = 16384
};

/* How each block begins. */
static const unsigned char block_marker[8] = {0xFA, 'F', 'G', 'L', '\r', '\n', 0x1A, 0};

#define SECOND UINT64_C(1000000000)
#define GRACE_NS UINT64_C(2000000)      /* given to calls that began before the close */
#define BUSY_NS UINT64_C(5000000)       /* between tries to write to a destination that is behind */
#define RETRY_NS SECOND                 /* between attempts to open a destination */
#define MOST_UNCONFIRMED ((size_t)1 << 20)    /* bytes kept for a receiver that confirms nothing */
#define MOST_CONFIRMED_LATE ((size_t)1 << 22) /* bytes kept for one that confirms */
#define FIRST_WORD_NS UINT64_C(50000000)
#define EXIT_NS (5 * SECOND)            /* how long exit waits for destinations */
#define ANCHOR_DRIFT_NS 1000            /* smaller drifts are the jitter of reading two clocks */
#define FOREVER UINT64_MAX

/* Like the Java writer: threads beyond this number have rings in memory only. */
#define MAX_RING_FILES 4096
#define TOO_MANY (-1) /* in place of an errno */
#define SPARE_BYTES (UINT64_C(64) << 20) /* of ring files kept for future threads */
#define MANY_ENDED 16                    /* when this many threads have ended, their rings are reclaimed at once */

/* ---- lanes ---- */

struct stream;

/* A ring file that no thread uses. */
struct spare {
  struct spare *next;
  unsigned char *file;
  char *path;
};

/* A lane. Its first member, `hot`, is the part that the header declares. */
struct lane {
  fg_lane hot;
  struct lane *next_of_thread;
  struct lane *next_of_log;
  unsigned references; /* held by the thread, the log and queued blocks */
  unsigned ended;      /* the thread has ended */
  unsigned closed;     /* the log is closed */
  int64_t thread_id;
  char thread_name[16];
  uint64_t created_ns;
  unsigned char *file; /* mapped; NULL for a ring in memory only */
  char *path;
  uint64_t state;       /* number of the last state in the file */
  uint32_t identity_bytes;
  uint32_t identity_crc;
  uint32_t number;      /* number of its stream in the file the options name */
  uint64_t *dropped;
  char pad0[64];
  uint64_t own_tail;
  uint64_t own_dropped;
  char pad1[64];
  uint64_t head;    /* room before it is free */
  uint64_t drained; /* messages before it are in blocks */
  uint64_t drained_ns; /* time of the last drained message */
  struct stream **streams; /* by destination */
  size_t stream_count;
};

/* ---- what is wanted ---- */

enum comparison { LESS, AT_MOST, MORE, AT_LEAST, EQUAL, NOT_EQUAL };

struct condition {
  char *field;
  int comparison;
  int is_whole;
  int64_t whole;
  double real;
  long double exact;
};

struct sink;

struct entry {
  char *event;
  char *to;
  struct condition *conditions;
  size_t condition_count;
  struct sink *sink;
};

struct entries {
  struct entry *all;
  size_t count;
  uint64_t problems;
};

/* A condition on a field of one type. */
struct check {
  const struct condition *condition;
  size_t offset;
  int kind;
};

/* An alternative: all of its checks must hold. */
struct checks {
  struct check *all;
  size_t count;
};

/* A destination of a type's events. It gets an event if any of the alternatives holds. */
struct route {
  struct sink *sink;
  int always;
  struct checks *alternatives;
  size_t count;
};

struct type {
  fg_type *handle;
  fg_type own; /* handle of a type declared by fg_log_event */
  struct type *next_in_bucket;
  fg_schema schema;
  uint32_t number_bytes;
  uint32_t texts;
  uint16_t id;
  int forced; /* -1 off, 1 on, 0 as the trigger file says */
  unsigned char *header;
  size_t header_bytes;
  struct route *routes;
  size_t route_count;
  struct sink *sole; /* the only destination of its events, if it gets them all; or NULL */
};

/* ---- destinations ---- */

struct block {
  struct block *next;
  unsigned char *prefix;
  size_t prefix_bytes;
  size_t body_bytes;
  size_t capacity;
  size_t sent;
  uint32_t events;
  uint32_t part;
  struct lane *lane; /* whose ring file keeps its events until it is written; or NULL */
  int is_end;
  uint64_t sent_end; /* bytes sent over the connection up to the end of this block */
  uint64_t head; /* ring position after it, followed by the state in which the next block begins */
  uint64_t next_event;
  uint64_t next_ns;
  uint32_t next_block;
  unsigned char body[];
};

enum sink_kind { SINK_FILE, SINK_DIR, SINK_TCP, SINK_UNIX };

struct sink {
  char *to;
  char *path; /* or host */
  int kind;
  int port;
  uint64_t max_bytes;
  uint64_t keep;
  uint64_t max_age_ns;
  size_t index;
  int wanted;
  int fixed; /* named by the options, not by the trigger file */
  uint64_t id;
  uint32_t next_stream;
  int fd;
  int connecting;
  uint64_t retry_ns;
  uint32_t part;      /* number of the file that new blocks are for */
  uint32_t open_part; /* number of the file that is open */
  off_t open_bytes;   /* its length after the last block */
  uint64_t part_bytes;
  uint64_t part_ns;
  struct block *first;
  struct block **last;
  size_t queued;
  struct block *unconfirmed; /* sent, but not yet confirmed by the receiver */
  struct block **last_unconfirmed;
  size_t unconfirmed_bytes;
  uint64_t sent_bytes; /* over this connection */
  int confirms;        /* whether the receiver confirms what it has stored */
  unsigned char answer[8];
  size_t answer_bytes;
  int failing;
  char failure[128];
};

/* The events of one lane that go to one destination. */
struct stream {
  uint32_t number;
  uint32_t next_block;
  uint32_t part;
  uint64_t events;
  uint64_t sink_drops;
  uint64_t lane_drops; /* events the lane had dropped when the stream began */
  uint64_t last_ns;
  struct block *block;
  uint64_t base_ns;
  uint32_t epoch;      /* types described in this epoch need not be described again */
  uint32_t *described; /* epoch of the last description, by type */
  size_t described_count;
  int with_identity;
  unsigned char *headers;
  size_t header_bytes;
  size_t header_capacity;
};

/* The ring files of a log from its opening to its closing. */
struct session {
  char *folder; /* NULL if there are no ring files */
  char *name;   /* path of its files without the ending */
  int lock;
  int types;
  uint64_t types_bytes;
  int kept; /* some ring holds events that are written nowhere else */
};

struct fg_log {
  struct fg_log *next;
  fg_options options; /* its texts are our copies */
  char *folder;       /* the working folder when it was opened; NULL if unknown */
  uint16_t slot;
  pthread_mutex_t lock;
  pthread_cond_t served_changed;
  sem_t wake;
  unsigned asleep;
  unsigned closed;
  unsigned closing;
  int left_behind; /* by a fork */
  int given_up;    /* by a close that took too long */
  int running;
  pthread_t thread;

  /* The following members are guarded by the lock. */
  uint64_t requested;
  uint64_t served;
  int served_well;
  int ended;
  uint64_t close_deadline;
  struct lane *fresh;
  struct spare *spares;
  size_t spare_count;
  struct type **types; /* by id; entries are stored with release order for the background thread */
  struct type *buckets[TYPE_BUCKETS];
  struct type *kept; /* types kept after the close, because their handles may still be read */
  uint32_t type_count;
  struct entries entries;
  fg_counts counts;

  struct session session;
  uint32_t lane_count;
  uint32_t ring_files;
  uint32_t ended_threads; /* threads that have ended since the background thread last looked */
  int ring_error;         /* why a ring has no file */

  uint64_t unplaced; /* events for which there was no lane */
  uint64_t log_id;   /* id of the log in the file the options name */

  /* The following members belong to the background thread. */
  struct lane *lanes;
  struct sink **sinks;
  size_t sink_count;
  uint64_t wall_ns;
  uint64_t mono_ns;
  uint64_t anchored_ns;
  uint64_t triggered_ns;
  char *trigger_text;
  size_t trigger_bytes;
  int trigger_known;
  char trigger_failure[128];
  uint64_t retired_drops;
  uint64_t retired_sink_drops;
  uint64_t written_events;
  uint64_t written_bytes;
  unsigned char *identity;
  size_t identity_fixed;
};

__thread fg_lane *fg__lanes[FG__SLOTS] __attribute__((tls_model("initial-exec")));
static __thread struct lane *thread_lanes __attribute__((tls_model("initial-exec")));
static __thread int is_background __attribute__((tls_model("initial-exec")));

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t logs_lock = PTHREAD_MUTEX_INITIALIZER;
static fg_log *logs;
static unsigned log_number;
static pthread_key_t thread_key;
static int thread_key_made;
static uint64_t tsc_mult; /* 0: not known or not to be trusted */

int fg_log_abi(void) {
  return FG_LOG_ABI;
}

int fg_log_is_background(void) {
  return is_background;
}

/* ---- clocks ---- */

static uint64_t clock_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

uint64_t fg__clock_ns(void) {
  return clock_of(CLOCK_MONOTONIC);
}

#if defined(__x86_64__)
struct tsc_sample {
  uint64_t ticks;
  uint64_t ns;
};

/* Reads the counter and the clock together; returns the fastest of a few readings. */
static struct tsc_sample tsc_now(void) {
  struct tsc_sample best = {0, 0};
  uint64_t shortest = UINT64_MAX;
  for (int k = 0; k < 8; k++) {
    uint64_t before = __builtin_ia32_rdtsc();
    uint64_t ns = fg__clock_ns();
    uint64_t took = __builtin_ia32_rdtsc() - before;
    if (took < shortest) {
      shortest = took;
      best = (struct tsc_sample){before + took / 2, ns};
    }
  }
  return best;
}

/* Whether the counter is invariant and the kernel's own clock source, and so the same on all processors. */
static int tsc_is_trusted(void) {
  unsigned a, b, c, d;
  char name[16] = "";
  if (!__get_cpuid(0x80000007u, &a, &b, &c, &d) || !(d & (1u << 8))) {
    return 0;
  }
  int fd = open("/sys/devices/system/clocksource/clocksource0/current_clocksource",
                O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return 0;
  }
  ssize_t bytes = read(fd, name, sizeof name - 1);
  close(fd);
  return bytes >= 4 && memcmp(name, "tsc\n", 4) == 0;
}

/* Returns the nanoseconds per tick with 32 fractional bits, or 0 if they are implausible: too few, too many,
 * or suddenly different, as when the counter goes on while the machine sleeps and its clock stands still. */
static uint64_t tsc_length(uint64_t ns, uint64_t ticks, uint64_t known) {
  if (ticks == 0) {
    return 0;
  }
  long double length = (long double)ns / (long double)ticks;
  if (length < 0.05L || length > 4) {
    return 0;
  }
  uint64_t fixed = (uint64_t)(length * 4294967296.0L);
  uint64_t difference = fixed > known ? fixed - known : known - fixed;
  return known == 0 || difference < known >> 10 ? fixed : 0;
}

/* Measures the counter against the clock, at most once a second and over at least a second. */
static void tsc_calibrate(void) {
  static __thread struct tsc_sample start;
  static __thread int trusted; /* 0 unknown, 1 yes, -1 no */
  if (trusted == 0) {
    trusted = tsc_is_trusted() ? 1 : -1;
    start = tsc_now();
  }
  if (trusted < 0 || fg__clock_ns() - start.ns < SECOND) {
    return;
  }
  struct tsc_sample now = tsc_now();
  uint64_t ticks = now.ticks > start.ticks ? now.ticks - start.ticks : 0;
  uint64_t known = __atomic_load_n(&tsc_mult, __ATOMIC_RELAXED);
  __atomic_store_n(&tsc_mult, tsc_length(now.ns - start.ns, ticks, known), __ATOMIC_RELAXED);
  start = now;
}

/* Realigns a lane's counter with the clock, without letting the lane's time go back. */
uint64_t fg__tsc_pin(fg_lane *lane) {
  struct tsc_sample now = tsc_now(); /* A thread may lose its processor between two readings. */
  lane->tsc_start = now.ticks;
  lane->tsc_ns = now.ns < lane->previous_ns ? lane->previous_ns : now.ns;
  lane->tsc_mult = __atomic_load_n(&tsc_mult, __ATOMIC_RELAXED);
  lane->tsc_span = lane->tsc_mult == 0 ? 0 : ((SECOND / 4) << 32) / lane->tsc_mult;
  return lane->tsc_ns;
}
#else
static void tsc_calibrate(void) {}

uint64_t fg__tsc_pin(fg_lane *lane) {
  lane->tsc_mult = 0;
  return fg__clock_ns();
}
#endif

/* ---- checksums: CRC-32C ---- */

static uint32_t crc_table[256];

static void make_crc_table(void) {
  for (uint32_t k = 0; k < 256; k++) {
    uint32_t crc = k;
    for (int bit = 0; bit < 8; bit++) {
      crc = (crc >> 1) ^ (crc & 1u ? UINT32_C(0x82F63B78) : 0);
    }
    crc_table[k] = crc;
  }
}

static uint32_t crc_portable(uint32_t crc, const unsigned char *from, size_t bytes) {
  for (size_t k = 0; k < bytes; k++) {
    crc = (crc >> 8) ^ crc_table[(crc ^ from[k]) & 0xFFu];
  }
  return crc;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) static uint32_t crc_sse(uint32_t crc, const unsigned char *from,
                                                          size_t bytes) {
  uint64_t wide = crc;
  for (; bytes >= 8; bytes -= 8, from += 8) {
    uint64_t word;
    memcpy(&word, from, sizeof word);
    wide = _mm_crc32_u64(wide, word);
  }
  crc = (uint32_t)wide;
  for (; bytes > 0; bytes--, from++) {
    crc = _mm_crc32_u8(crc, *from);
  }
  return crc;
}
#endif

static uint32_t crc_add(uint32_t crc, const unsigned char *from, size_t bytes) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("sse4.2")) {
    return crc_sse(crc, from, bytes);
  }
#endif
  return crc_portable(crc, from, bytes);
}

static uint32_t crc_of(const unsigned char *from, size_t bytes) {
  return ~crc_add(UINT32_MAX, from, bytes);
}

/* ---- numbers as the build writes them ---- */

static uint16_t get16(const unsigned char *from) {
  uint16_t value;
  memcpy(&value, from, sizeof value);
  return FG__16(value);
}

static uint32_t get32(const unsigned char *from) {
  uint32_t value;
  memcpy(&value, from, sizeof value);
  return FG__32(value);
}

static uint64_t get64(const unsigned char *from) {
  uint64_t value;
  memcpy(&value, from, sizeof value);
  return FG__64(value);
}

static int writes_little_endian(void) {
  unsigned char bytes[2];
  fg__put16(bytes, 1);
  return bytes[0] == 1;
}

/* ---- calls of the host ---- */

struct call {
  int cancel_state;
  int error;
};

/* Begins a call that takes locks, waits or opens files. Disables cancellation, because a cancelled thread
   would keep the lock. */
static struct call enter(void) {
  struct call call = {.error = errno};
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &call.cancel_state);
  return call;
}

static int leave(struct call call, int result) {
  int now;
  pthread_setcancelstate(call.cancel_state, &now);
  errno = call.error;
  return result;
}

/* ---- lanes of threads ---- */

static void wake(fg_log *log) {
  if (__atomic_load_n(&log->asleep, __ATOMIC_SEQ_CST) &&
      __atomic_exchange_n(&log->asleep, 0u, __ATOMIC_SEQ_CST)) {
    sem_post(&log->wake);
  }
}

static void free_lane(struct lane *lane) {
  if (lane->file != NULL) {
    munmap(lane->file, RING_START + lane->hot.mask + 1);
  } else {
    free(lane->hot.ring);
  }
  free(lane->path);
  free(lane);
}

static void lane_release(struct lane *lane) {
  if (__atomic_sub_fetch(&lane->references, 1u, __ATOMIC_ACQ_REL) == 0) {
    free_lane(lane);
  }
}

/* Gives up the lanes of the calling thread, which logs no more events in them. */
static void leave_lanes(void *ignored) {
  (void)ignored;
  struct lane *lane = thread_lanes;
  thread_lanes = NULL;
  memset(fg__lanes, 0, sizeof fg__lanes);
  while (lane != NULL) {
    struct lane *next = lane->next_of_thread;
    fg_log *log = lane->hot.log;
    __atomic_store_n(&lane->ended, 1u, __ATOMIC_RELEASE);
    lane_release(lane);
    if (__atomic_add_fetch(&log->ended_threads, 1u, __ATOMIC_SEQ_CST) >= MANY_ENDED) {
      wake(log);
    }
    lane = next;
  }
}

/* Releases the calling thread's lanes of closed logs; none of them is in the middle of a message. */
static void prune_lanes(void) {
  struct lane **link = &thread_lanes;
  while (*link != NULL) {
    struct lane *lane = *link;
    if (!__atomic_load_n(&lane->closed, __ATOMIC_ACQUIRE)) {
      link = &lane->next_of_thread;
      continue;
    }
    *link = lane->next_of_thread;
    fg_lane **slot = &fg__lanes[lane->hot.log->slot];
    *slot = *slot == &lane->hot ? NULL : *slot;
    lane_release(lane);
  }
}

static size_t put_identity(const fg_log *log, const struct lane *lane, unsigned char *to);

/* Writes the header of a ring file or a types file. */
static void put_file_header(const fg_log *log, unsigned char *to, char kind, uint32_t capacity) {
  const unsigned char marker[8] = {0xFA, 'F', 'G', 'L', (unsigned char)kind, '\n', 0x1A, 0};
  memcpy(to, marker, sizeof marker);
  to[8] = 1;
  to[9] = writes_little_endian() ? 1 : 2;
  to[10] = to[11] = 0;
  fg__put32(to + 12, capacity);
  fg__put64(to + 16, log->log_id);
  fg__put32(to + 24, crc_of(to, 24));
}

/* Returns where the file keeps the state of a number; a 0 there means that it has none. */
static uint64_t *state_at(const struct lane *lane, uint64_t number) {
  return (uint64_t *)(void *)(lane->file + RING_STATES + (number % 2) * RING_STATE_STEP);
}

/* Records in a ring file up to which position its events are in the log. The two states are written in turn,
 * so one of them is whole at any moment. */
static void save_state(struct lane *lane, const struct block *at, uint64_t wall, uint64_t mono) {
  unsigned char state[RING_STATE];
  uint64_t number = ++lane->state;
  uint64_t *to = state_at(lane, number);
  fg__put64(state, number);
  fg__put64(state + 8, at->head);
  fg__put64(state + 16, at->next_event);
  fg__put64(state + 24, at->next_ns);
  fg__put64(state + 32, wall);
  fg__put64(state + 40, mono);
  fg__put32(state + 48, lane->number);
  fg__put32(state + 52, at->next_block);
  fg__put32(state + 56, lane->identity_bytes);
  fg__put32(state + 60, lane->identity_crc);
  fg__put32(state + 64, crc_of(state, 64));
  __atomic_store_n(to, 0u, __ATOMIC_SEQ_CST);
  memcpy(to + 1, state + 8, RING_STATE - 8);
  __atomic_store_n(to, FG__64(number), __ATOMIC_SEQ_CST);
}

/* Writes to a file in a thread of the host without letting the thread receive SIGXFSZ, the signal for a file
 * beyond its size limit, which by default would end the process. */
static ssize_t write_unsignalled(int fd, const void *from, size_t bytes, uint64_t at) {
  static const struct timespec no_time;
  sigset_t limit, before, pending;
  sigemptyset(&limit);
  sigaddset(&limit, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &limit, &before);
  sigpending(&pending);
  ssize_t written = pwrite(fd, from, bytes, (off_t)at);
  int error = errno;
  if (written < 0 && error == EFBIG && !sigismember(&pending, SIGXFSZ)) {
    sigtimedwait(&limit, NULL, &no_time);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return written;
}

/* Creates a file with all of its bytes allocated: a hole could not be filled on a full disk. */
static int make_ring_file(const char *path, size_t bytes) {
  static const unsigned char zeros[1 << 16];
  int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  for (size_t left = bytes; fd >= 0 && left > 0;) {
    size_t most = left < sizeof zeros ? left : sizeof zeros;
    ssize_t written = write_unsignalled(fd, zeros, most, bytes - left);
    if (written <= 0 && errno != EINTR) {
      int error = errno;
      close(fd);
      unlink(path);
      errno = error;
      return -1;
    }
    left -= written > 0 ? (size_t)written : 0;
  }
  return fd;
}

/* Reuses the empty ring file of an ended thread, if there is one. */
static int take_spare(fg_log *log, struct lane *lane) {
  pthread_mutex_lock(&log->lock);
  struct spare *spare = log->spares;
  if (spare != NULL) {
    log->spares = spare->next;
    log->spare_count--;
  }
  pthread_mutex_unlock(&log->lock);
  if (spare == NULL) {
    return 0;
  }
  lane->file = spare->file;
  lane->path = spare->path;
  free(spare);
  return 1;
}

/* Empties a ring for another stream: without a state it holds no events. The older state is cleared first,
 * because it would become valid otherwise. */
static void clear_ring(struct lane *lane) {
  __atomic_store_n(state_at(lane, lane->state + 1), 0u, __ATOMIC_SEQ_CST);
  __atomic_store_n(state_at(lane, lane->state), 0u, __ATOMIC_SEQ_CST);
  __atomic_store_n(lane->dropped, 0u, __ATOMIC_RELEASE);
  __atomic_store_n(lane->hot.tail, 0u, __ATOMIC_RELEASE);
}

static void unmap_ring(fg_log *log, unsigned char *file, char *path) {
  munmap(file, RING_START + log->options.ring_bytes);
  free(path);
  __atomic_sub_fetch(&log->ring_files, 1u, __ATOMIC_RELAXED);
}

/* Keeps a ring for a future thread, unless there are enough. */
static int keep_spare(fg_log *log, const struct lane *lane) {
  struct spare *spare = malloc(sizeof *spare);
  pthread_mutex_lock(&log->lock);
  int is_kept = spare != NULL && !log->closed &&
                (log->spare_count + 1) * log->options.ring_bytes <= SPARE_BYTES;
  if (is_kept) {
    *spare = (struct spare){log->spares, lane->file, lane->path};
    log->spares = spare;
    log->spare_count++;
  }
  pthread_mutex_unlock(&log->lock);
  if (!is_kept) {
    free(spare);
  }
  return is_kept;
}

/* Gives up a lane's ring file, whose events are all written. A thread that has not ended may still use the
   ring until it finds the log closed, so for it only the file's name is removed. */
static void leave_ring(fg_log *log, struct lane *lane) {
  if (!__atomic_load_n(&lane->ended, __ATOMIC_ACQUIRE)) {
    unlink(lane->path);
    return;
  }
  clear_ring(lane);
  if (!keep_spare(log, lane)) {
    unlink(lane->path);
    unmap_ring(log, lane->file, lane->path);
  }
  lane->file = lane->hot.ring = NULL;
  lane->path = NULL;
  lane->hot.tail = &lane->own_tail;
  lane->dropped = &lane->own_dropped;
}

/* Forgets the spare rings, and deletes their files unless they belong to another process. */
static void forget_spares(fg_log *log, int are_ours) {
  while (log->spares != NULL) {
    struct spare *spare = log->spares;
    log->spares = spare->next;
    if (are_ours) {
      unlink(spare->path);
    }
    unmap_ring(log, spare->file, spare->path);
    free(spare);
  }
  log->spare_count = 0;
}

/* Creates a file for a lane's ring. */
static int make_ring(fg_log *log, struct lane *lane, uint32_t number) {
  size_t bytes = RING_START + log->options.ring_bytes;
  if (asprintf(&lane->path, "%s-%u.ring", log->session.name, number) < 0) {
    lane->path = NULL;
    return 0;
  }
  int fd = make_ring_file(lane->path, bytes);
  void *mapped = fd < 0 ? MAP_FAILED
                        : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
  if (mapped == MAP_FAILED) {
    __atomic_store_n(&log->ring_error, errno, __ATOMIC_RELAXED);
    if (fd >= 0) {
      close(fd);
      unlink(lane->path);
    }
    free(lane->path);
    lane->path = NULL;
    return 0;
  }
  close(fd);
  lane->file = mapped;
  put_file_header(log, lane->file, 'R', (uint32_t)log->options.ring_bytes);
  return 1;
}

static int make_one_more(fg_log *log, struct lane *lane, uint32_t number) {
  if (__atomic_add_fetch(&log->ring_files, 1u, __ATOMIC_RELAXED) > MAX_RING_FILES) {
    __atomic_store_n(&log->ring_error, TOO_MANY, __ATOMIC_RELAXED);
  } else if (make_ring(log, lane, number)) {
    return 1;
  }
  __atomic_sub_fetch(&log->ring_files, 1u, __ATOMIC_RELAXED);
  return 0;
}

/* Finds a file for a lane's ring; it holds no events of a stream until it has a state. */
static int map_ring(fg_log *log, struct lane *lane, uint32_t number) {
  if (!take_spare(log, lane) && !make_one_more(log, lane, number)) {
    return 0;
  }
  lane->hot.ring = lane->file + RING_START;
  lane->hot.tail = (uint64_t *)(void *)(lane->file + RING_TAIL);
  lane->dropped = (uint64_t *)(void *)(lane->file + RING_DROPPED);
  return 1;
}

/* Starts the ring's stream: from now on its events outlive the process. */
static void open_ring(const fg_log *log, struct lane *lane) {
  struct block begin = {.next_ns = lane->created_ns};
  unsigned char *identity = lane->file + RING_IDENTITY;
  lane->identity_bytes = (uint32_t)put_identity(log, lane, identity);
  lane->identity_crc = crc_of(identity, lane->identity_bytes);
  save_state(lane, &begin, clock_of(CLOCK_REALTIME), fg__clock_ns());
}

/* Gives a lane its ring: a mapped file if that is wanted and possible, and memory otherwise. */
static int give_ring(fg_log *log, struct lane *lane, uint32_t number) {
  size_t bytes = log->options.ring_bytes;
  lane->hot.mask = bytes - 1;
  if (log->session.folder != NULL && map_ring(log, lane, number)) {
    return 1;
  }
  lane->hot.ring = malloc(bytes);
  lane->hot.tail = &lane->own_tail;
  lane->dropped = &lane->own_dropped;
  return lane->hot.ring != NULL;
}

static struct lane *make_lane(fg_log *log, uint32_t number) {
  struct lane *lane = calloc(1, sizeof *lane);
  if (lane == NULL || !give_ring(log, lane, number)) {
    free(lane);
    return NULL;
  }
  lane->hot.log = log;
  lane->hot.wants_tsc = log->options.clock == FG_CLOCK_TSC;
  lane->number = number;
  lane->references = 2;
  lane->created_ns = fg__clock_ns();
  lane->hot.previous_ns = lane->created_ns;
  lane->drained_ns = lane->created_ns;
  lane->thread_id = syscall(SYS_gettid);
  if (pthread_getname_np(pthread_self(), lane->thread_name, sizeof lane->thread_name) != 0) {
    lane->thread_name[0] = '\0';
  }
  if (lane->file != NULL) {
    open_ring(log, lane);
  }
  return lane;
}

/* Hands a lane to the background thread, unless the log is closed. */
static int hand_over(fg_log *log, struct lane *lane) {
  pthread_mutex_lock(&log->lock);
  int open = !log->closed;
  if (open) {
    lane->next_of_log = log->fresh;
    log->fresh = lane;
  }
  pthread_mutex_unlock(&log->lock);
  return open;
}

static fg_lane *new_lane(fg_log *log) {
  uint32_t number = __atomic_fetch_add(&log->lane_count, 1u, __ATOMIC_RELAXED);
  struct lane *lane = thread_key_made ? make_lane(log, number) : NULL;
  if (lane == NULL) {
    return NULL;
  }
  if (pthread_setspecific(thread_key, lane) != 0 || !hand_over(log, lane)) {
    if (lane->path != NULL) {
      unlink(lane->path);
    }
    free_lane(lane);
    return NULL;
  }
  lane->next_of_thread = thread_lanes;
  thread_lanes = lane;
  return &lane->hot;
}

static fg_lane *find_lane(fg_log *log) {
  for (struct lane *lane = thread_lanes; lane != NULL; lane = lane->next_of_thread) {
    if (lane->hot.log == log && !__atomic_load_n(&lane->closed, __ATOMIC_ACQUIRE)) {
      return &lane->hot;
    }
  }
  return NULL;
}

static fg_lane *lane_of(fg_log *log) {
  if (__atomic_load_n(&log->closed, __ATOMIC_ACQUIRE)) {
    return NULL;
  }
  fg_lane *lane = find_lane(log);
  if (lane == NULL) {
    prune_lanes();
    lane = new_lane(log);
  }
  if (lane == NULL) {
    __atomic_fetch_add(&log->unplaced, 1u, __ATOMIC_RELAXED);
    return NULL;
  }
  fg__lanes[log->slot] = lane;
  return lane;
}

fg_lane *fg__lane(fg_log *log) {
  struct call call = enter();
  fg_lane *lane = lane_of(log);
  leave(call, FG_OK);
  return lane;
}

static int attach(fg_log *log) {
  if (log == NULL) {
    return FG_EINVAL;
  }
  if (__atomic_load_n(&log->closed, __ATOMIC_ACQUIRE)) {
    return FG_ECLOSED;
  }
  fg_lane *lane = find_lane(log);
  if (lane == NULL) {
    prune_lanes();
    lane = new_lane(log);
  }
  if (lane == NULL) {
    return FG_ENOMEM;
  }
  fg__lanes[log->slot] = lane;
  return FG_OK;
}

int fg_log_attach(fg_log *log) {
  struct call call = enter();
  return leave(call, attach(log));
}

void fg__drop(fg_lane *lane) {
  uint64_t *dropped = ((struct lane *)lane)->dropped;
#ifdef FG_LOG_FOREIGN_ORDER
  uint64_t before = __atomic_load_n(dropped, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(dropped, &before, FG__64(FG__64(before) + 1), 0,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
#else
  __atomic_fetch_add(dropped, 1u, __ATOMIC_RELAXED);
#endif
}

/* Skips the rest of the ring, because no message wraps around. */
static void pass_over(fg_lane *lane, uint64_t wrap) {
  if (lane->position < wrap) {
    lane->ring[lane->position & lane->mask] = 0;
  }
  lane->position = wrap;
  __atomic_store_n(lane->tail, FG__64(wrap), __ATOMIC_RELEASE);
}

static int make_room(fg_lane *lane, size_t need) {
  uint64_t head = __atomic_load_n(&((struct lane *)lane)->head, __ATOMIC_ACQUIRE);
  uint64_t chunk_mask = (lane->mask + 1) / CHUNKS - 1;
  uint64_t room = head + lane->mask + 1;
  uint64_t wrap = (lane->position | lane->mask) + 1;
  if (lane->position + need > wrap) {
    if (wrap + need > room) {
      return 0;
    }
    pass_over(lane, wrap);
    wrap += lane->mask + 1;
  }
  uint64_t chunk = ((lane->position + need) | chunk_mask) + 1;
  lane->limit = room < wrap ? room : wrap;
  lane->limit = lane->limit < chunk ? lane->limit : chunk;
  if (lane->position + need - head > chunk_mask) {
    wake(lane->log);
  }
  return lane->position + need <= lane->limit;
}

int fg__room(fg_lane *lane, size_t need) {
  if (lane->wants_tsc && lane->tsc_mult == 0 && __atomic_load_n(&tsc_mult, __ATOMIC_RELAXED) != 0) {
    fg__tsc_pin(lane);
  }
  if (need <= FG__MAX_MESSAGE && make_room(lane, need)) {
    return 1;
  }
  fg__drop(lane);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&lane->busy, 0u, __ATOMIC_RELAXED);
  wake(lane->log);
  return 0;
}

/* ---- schemas ---- */

static int is_name(const char *name) {
  size_t length = name == NULL ? 0 : strnlen(name, MAX_NAME + 1);
  if (length == 0 || length > MAX_NAME) {
    return 0;
  }
  for (size_t k = 0; k < length; k++) {
    if (name[k] <= ' ' || name[k] > '~' || name[k] == '=' || name[k] == '"') {
      return 0;
    }
  }
  return 1;
}

static const char *name_at(const fg_schema *schema, size_t k) {
  return k < schema->field_count ? schema->fields[k].name
                                 : schema->constants[k - schema->field_count].name;
}

static int names_are_distinct(const fg_schema *schema) {
  size_t count = schema->field_count + schema->constant_count;
  for (size_t k = 0; k < count; k++) {
    for (size_t j = 0; j < k; j++) {
      if (strcmp(name_at(schema, k), name_at(schema, j)) == 0) {
        return 0;
      }
    }
  }
  return 1;
}

static int is_kind(int kind) {
  return kind >= FG_KIND_INT32 && kind <= FG_KIND_STRING;
}

static size_t width(int kind) {
  switch (kind) {
    case FG_KIND_INT32:
    case FG_KIND_FLOAT32:
      return 4;
    case FG_KIND_INT64:
    case FG_KIND_FLOAT64:
      return 8;
    default:
      return 0;
  }
}

static size_t header_message_bytes(const fg_schema *schema) {
  size_t bytes = 12 + strlen(schema->name);
  for (size_t k = 0; k < schema->field_count; k++) {
    bytes += 3 + strlen(schema->fields[k].name);
  }
  for (size_t k = 0; k < schema->constant_count; k++) {
    const fg_named *constant = &schema->constants[k];
    int is_text = constant->value.kind == FG_KIND_STRING;
    bytes += 3 + strlen(constant->name);
    bytes += is_text ? fg__text_bytes(constant->value.as.text) : width(constant->value.kind);
  }
  return bytes;
}

static int check_schema(const fg_schema *schema) {
  int lifelines = 0;
  if (schema == NULL || !is_name(schema->name) || schema->field_count > UINT16_MAX ||
      schema->constant_count > UINT16_MAX) {
    return FG_EINVAL;
  }
  for (size_t k = 0; k < schema->field_count; k++) {
    const fg_field *field = &schema->fields[k];
    int is_float = field->kind == FG_KIND_FLOAT32 || field->kind == FG_KIND_FLOAT64;
    if (!is_name(field->name) || !is_kind(field->kind) || (field->lifeline && is_float)) {
      return FG_EINVAL;
    }
    lifelines += field->lifeline != 0;
  }
  for (size_t k = 0; k < schema->constant_count; k++) {
    if (!is_name(schema->constants[k].name) || !is_kind(schema->constants[k].value.kind)) {
      return FG_EINVAL;
    }
  }
  if (lifelines > 1 || !names_are_distinct(schema)) {
    return FG_EINVAL;
  }
  return header_message_bytes(schema) > FG__MAX_MESSAGE ? FG_ELIMIT : FG_OK;
}

static unsigned char *put_value(unsigned char *to, const fg_value *value) {
  switch (value->kind) {
    case FG_KIND_INT32:
      return fg__put32(to, (uint32_t)value->as.int32);
    case FG_KIND_INT64:
      return fg__put64(to, (uint64_t)value->as.int64);
    case FG_KIND_FLOAT32:
      return fg__put_float(to, value->as.float32);
    case FG_KIND_FLOAT64:
      return fg__put_double(to, value->as.float64);
    default:
      return fg__put_text(to, value->as.text);
  }
}

static void encode_header_message(unsigned char *to, const fg_schema *schema, uint16_t id,
                                  size_t bytes) {
  size_t lifeline = 0;
  for (size_t k = 0; k < schema->field_count; k++) {
    lifeline = schema->fields[k].lifeline ? k + 1 : lifeline;
  }
  to = fg__put16(to, (uint16_t)bytes);
  to = fg__put16(to, id);
  to = fg__put16(to, (uint16_t)schema->field_count);
  to = fg__put16(to, (uint16_t)schema->constant_count);
  to = fg__put16(to, (uint16_t)lifeline);
  to = fg__put_text(to, fg_text_of(schema->name));
  for (size_t k = 0; k < schema->field_count; k++) {
    *to++ = (unsigned char)schema->fields[k].kind;
    to = fg__put_text(to, fg_text_of(schema->fields[k].name));
  }
  for (size_t k = 0; k < schema->constant_count; k++) {
    *to++ = (unsigned char)schema->constants[k].value.kind;
    to = fg__put_text(to, fg_text_of(schema->constants[k].name));
    to = put_value(to, &schema->constants[k].value);
  }
}

/* ---- types and what is wanted of them ---- */

static void free_routes(struct type *type) {
  for (size_t k = 0; k < type->route_count; k++) {
    for (size_t j = 0; j < type->routes[k].count; j++) {
      free(type->routes[k].alternatives[j].all);
    }
    free(type->routes[k].alternatives);
  }
  free(type->routes);
  type->routes = NULL;
  type->route_count = 0;
}

static int matches(const char *pattern, const char *name) {
  size_t last = strlen(pattern) - 1;
  return pattern[last] == '*' ? strncmp(pattern, name, last) == 0 : strcmp(pattern, name) == 0;
}

static struct route *route_to(struct type *type, struct sink *sink) {
  for (size_t k = 0; k < type->route_count; k++) {
    if (type->routes[k].sink == sink) {
      return &type->routes[k];
    }
  }
  struct route *more = realloc(type->routes, (type->route_count + 1) * sizeof *more);
  if (more == NULL) {
    return NULL;
  }
  type->routes = more;
  more[type->route_count] = (struct route){.sink = sink};
  return &more[type->route_count++];
}

/* Finds a condition's field among the numeric fields of a type. */
static int find_field(const struct type *type, const struct condition *condition,
                      struct check *check) {
  size_t offset = 0;
  for (size_t k = 0; k < type->schema.field_count; k++) {
    const fg_field *field = &type->schema.fields[k];
    if (strcmp(field->name, condition->field) == 0) {
      *check = (struct check){condition, offset, field->kind};
      return field->kind != FG_KIND_STRING;
    }
    offset += width(field->kind);
  }
  return 0;
}

/* Adds an entry's conditions to a route, unless they cannot hold; whether there was memory. */
static int add_alternative(const struct type *type, const struct entry *entry,
                           struct route *route) {
  struct check *all = calloc(entry->condition_count, sizeof *all);
  struct checks *more = realloc(route->alternatives, (route->count + 1) * sizeof *more);
  route->alternatives = more == NULL ? route->alternatives : more;
  if (all == NULL || more == NULL) {
    free(all);
    return 0;
  }
  for (size_t k = 0; k < entry->condition_count; k++) {
    if (!find_field(type, &entry->conditions[k], &all[k])) {
      free(all);
      return 1;
    }
  }
  more[route->count++] = (struct checks){all, entry->condition_count};
  return 1;
}

/* Works out where events of a type go. For a type that is in the table, only the background thread may call
 * this, with the log locked. */
static void route(fg_log *log, struct type *type) {
  free_routes(type);
  for (size_t k = 0; k < log->entries.count; k++) {
    const struct entry *entry = &log->entries.all[k];
    struct route *to = matches(entry->event, type->schema.name) ? route_to(type, entry->sink) : NULL;
    if (to != NULL) { /* If memory is short, too many events rather than too few. */
      to->always |= entry->condition_count == 0 || !add_alternative(type, entry, to);
    }
  }
  int is_sole = type->route_count == 1 && type->routes[0].always;
  type->sole = is_sole ? type->routes[0].sink : NULL;
}

/* Switches a type on or off; the log is locked. */
static void apply(fg_log *log, struct type *type) {
  int wanted = 0;
  for (size_t k = 0; k < type->route_count; k++) {
    wanted |= type->routes[k].always || type->routes[k].count > 0;
  }
  int on = !log->closed && (type->forced == 0 ? wanted : type->forced > 0);
  __atomic_store_n(&type->handle->enabled, (uint32_t)on, __ATOMIC_RELEASE);
}

static void free_type(struct type *type) {
  if (type == NULL) {
    return;
  }
  for (size_t k = 0; k < type->schema.field_count && type->schema.fields != NULL; k++) {
    free((char *)(uintptr_t)type->schema.fields[k].name);
  }
  free((fg_field *)(uintptr_t)type->schema.fields);
  free((char *)(uintptr_t)type->schema.name);
  free(type->header);
  free_routes(type);
  type->schema = (fg_schema){0};
  type->header = NULL;
}

/* Creates a type with copies of the parts of the schema that are needed later. */
static struct type *make_type(const fg_schema *schema, uint16_t id) {
  struct type *type = calloc(1, sizeof *type);
  fg_field *fields = calloc(schema->field_count + 1, sizeof *fields);
  size_t bytes = header_message_bytes(schema);
  if (type == NULL || fields == NULL || (type->header = malloc(bytes)) == NULL) {
    free(fields);
    free(type);
    return NULL;
  }
  int complete = 1;
  type->id = id;
  type->header_bytes = bytes;
  encode_header_message(type->header, schema, id, bytes);
  type->schema.name = strdup(schema->name);
  type->schema.fields = fields;
  type->schema.field_count = schema->field_count;
  complete &= type->schema.name != NULL;
  for (size_t k = 0; k < schema->field_count; k++) {
    fields[k] = schema->fields[k];
    fields[k].name = strdup(schema->fields[k].name);
    complete &= fields[k].name != NULL;
    type->number_bytes += (uint32_t)width(fields[k].kind);
    type->texts += fields[k].kind == FG_KIND_STRING;
  }
  if (!complete) {
    free_type(type);
    free(type);
    return NULL;
  }
  return type;
}

static unsigned bucket_of(const char *name) {
  unsigned hash = 5381;
  for (; *name != '\0'; name++) {
    hash = hash * 33 + (unsigned char)*name;
  }
  return hash % TYPE_BUCKETS;
}

/* Writes a type to the file next to the rings, before any of its events; the log is locked. */
static int write_type(fg_log *log, const struct type *type) {
  struct session *session = &log->session;
  size_t bytes = 4 + type->header_bytes;
  if (session->folder == NULL) {
    return 1;
  }
  unsigned char *record = malloc(bytes);
  if (record == NULL) {
    return 0;
  }
  fg__put32(record, crc_of(type->header, type->header_bytes));
  memcpy(record + 4, type->header, type->header_bytes);
  int whole =
      write_unsignalled(session->types, record, bytes, session->types_bytes) == (ssize_t)bytes;
  session->types_bytes += whole ? bytes : 0; /* An incomplete record is overwritten. */
  free(record);
  return whole;
}

/* Adds a type; the log is locked. If no handle is given, the type uses the one inside it. */
static int add_type(fg_log *log, const fg_schema *schema, fg_type *handle, struct type **added) {
  if (log->closed) {
    return FG_ECLOSED;
  }
  if (handle != NULL && handle->log == log && handle->id != 0) {
    return FG_EINVAL;
  }
  if (log->type_count == MAX_TYPES) {
    return FG_ELIMIT;
  }
  struct type *type = make_type(schema, (uint16_t)(log->type_count + 1));
  if (type == NULL) {
    return FG_ENOMEM;
  }
  if (!write_type(log, type)) {
    free_type(type);
    free(type);
    return FG_EIO;
  }
  log->type_count++;
  type->handle = handle == NULL ? &type->own : handle;
  type->handle->id = type->id;
  type->handle->slot = log->slot;
  type->handle->log = log;
  unsigned bucket = bucket_of(schema->name);
  type->next_in_bucket = log->buckets[bucket];
  log->buckets[bucket] = type;
  route(log, type);
  __atomic_store_n(&log->types[type->id], type, __ATOMIC_RELEASE);
  apply(log, type);
  *added = type;
  return FG_OK;
}

static int declare(fg_log *log, const fg_schema *schema, fg_type *handle) {
  if (log == NULL || handle == NULL) {
    return FG_EINVAL;
  }
  int result = check_schema(schema);
  if (result != FG_OK) {
    return result;
  }
  struct type *added;
  pthread_mutex_lock(&log->lock);
  result = add_type(log, schema, handle, &added);
  pthread_mutex_unlock(&log->lock);
  return result;
}

int fg_type_declare(fg_log *log, const fg_schema *schema, fg_type *handle) {
  struct call call = enter();
  return leave(call, declare(log, schema, handle));
}

int fg_type_enable(fg_type *handle, int on) {
  if (handle == NULL || handle->log == NULL) {
    return FG_EINVAL;
  }
  fg_log *log = handle->log;
  int result = FG_ECLOSED;
  pthread_mutex_lock(&log->lock);
  if (!log->closed) {
    struct type *type = log->types[handle->id];
    type->forced = on ? 1 : -1;
    apply(log, type);
    result = FG_OK;
  }
  pthread_mutex_unlock(&log->lock);
  return result;
}

/* ---- events by values ---- */

static size_t values_bytes(const fg_value *values, size_t count) {
  size_t bytes = 0;
  for (size_t k = 0; k < count && bytes <= FG__MAX_MESSAGE; k++) {
    int is_text = values[k].kind == FG_KIND_STRING;
    bytes += is_text ? fg__text_bytes(values[k].as.text) : width(values[k].kind);
  }
  return bytes;
}

static void log_values(const fg_type *type, const fg_value *values, size_t count) {
  fg_lane *lane;
  unsigned char *at = fg__begin(type, values_bytes(values, count), &lane);
  if (at == NULL) {
    return;
  }
  for (size_t k = 0; k < count; k++) {
    at = values[k].kind == FG_KIND_STRING ? at : put_value(at, &values[k]);
  }
  for (size_t k = 0; k < count; k++) {
    at = values[k].kind == FG_KIND_STRING ? put_value(at, &values[k]) : at;
  }
  fg__commit(lane, at);
}

static int has_kinds(const struct type *type, const fg_value *values, size_t count) {
  if (type->schema.field_count != count) {
    return 0;
  }
  for (size_t k = 0; k < count; k++) {
    if (type->schema.fields[k].kind != values[k].kind) {
      return 0;
    }
  }
  return 1;
}

int fg_type_log(const fg_type *handle, const fg_value *values, size_t count) {
  if (handle == NULL || (values == NULL && count > 0)) {
    return FG_EINVAL;
  }
  if (!fg_type_is_enabled(handle)) {
    return FG_OK;
  }
  fg_log *log = handle->log;
  pthread_mutex_lock(&log->lock);
  int result = log->closed                                                ? FG_ECLOSED
               : has_kinds(log->types[handle->id], values, count) ? FG_OK
                                                                          : FG_EINVAL;
  pthread_mutex_unlock(&log->lock);
  if (result == FG_OK) {
    log_values(handle, values, count);
  }
  return result;
}

static int has_shape(const struct type *type, const char *name, const fg_named *values,
                     size_t count) {
  if (type->handle != &type->own || type->schema.field_count != count ||
      strcmp(type->schema.name, name) != 0) {
    return 0;
  }
  for (size_t k = 0; k < count; k++) {
    if (type->schema.fields[k].kind != values[k].value.kind ||
        strcmp(type->schema.fields[k].name, values[k].name) != 0) {
      return 0;
    }
  }
  return 1;
}

static int declare_shape(fg_log *log, const char *name, const fg_named *values, size_t count,
                         struct type **added) {
  fg_field *fields = calloc(count + 1, sizeof *fields);
  if (fields == NULL) {
    return FG_ENOMEM;
  }
  for (size_t k = 0; k < count; k++) {
    fields[k] = (fg_field){values[k].name, values[k].value.kind, 0};
  }
  fg_schema schema = {name, fields, count, NULL, 0};
  int result = check_schema(&schema);
  result = result == FG_OK ? add_type(log, &schema, NULL, added) : result;
  free(fields);
  return result;
}

/* Finds the type of an event logged by names, and adds it if it is new; the log is locked. */
static int type_of_shape(fg_log *log, const char *name, const fg_named *values, size_t count,
                         struct type **found) {
  if (log->closed) {
    return FG_ECLOSED;
  }
  for (struct type *type = log->buckets[bucket_of(name)]; type != NULL;
       type = type->next_in_bucket) {
    if (has_shape(type, name, values, count)) {
      *found = type;
      return FG_OK;
    }
  }
  return declare_shape(log, name, values, count, found);
}

static int log_by_names(fg_log *log, const char *name, const fg_named *values, size_t count) {
  fg_value few[16];
  if (log == NULL || !is_name(name) || (values == NULL && count > 0)) {
    return FG_EINVAL;
  }
  for (size_t k = 0; k < count; k++) {
    if (!is_name(values[k].name)) {
      return FG_EINVAL;
    }
  }
  fg_value *plain = count <= 16 ? few : calloc(count, sizeof *plain);
  struct type *type = NULL;
  if (plain == NULL) {
    return FG_ENOMEM;
  }
  pthread_mutex_lock(&log->lock);
  int result = type_of_shape(log, name, values, count, &type);
  pthread_mutex_unlock(&log->lock);
  if (result == FG_OK && fg_type_is_enabled(&type->own)) {
    for (size_t k = 0; k < count; k++) {
      plain[k] = values[k].value;
    }
    log_values(&type->own, plain, count);
  }
  if (plain != few) {
    free(plain);
  }
  return result;
}

int fg_log_event(fg_log *log, const char *name, const fg_named *values, size_t count) {
  struct call call = enter();
  return leave(call, log_by_names(log, name, values, count));
}

/* ---- trigger files ---- */

/* A part of a line. */
struct slice {
  const char *bytes;
  size_t length;
};

static char *copy_of(struct slice from) {
  return strndup(from.bytes, from.length);
}

static int is_slice(struct slice slice, const char *text) {
  return slice.length == strlen(text) && memcmp(slice.bytes, text, slice.length) == 0;
}

static int is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/* Returns the length in bytes of a text's first character, or 0 if it is malformed or not allowed in a
   name. */
static size_t character(const unsigned char *at, size_t left) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t bytes = at[0] < 0x80 ? 1 : at[0] < 0xC0 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
  if (bytes == 1) {
    return at[0] >= ' ' && at[0] != 0x7F;
  }
  if (bytes == 0 || bytes > left || at[0] > 0xF4) {
    return 0;
  }
  uint32_t code = at[0] & (0x7Fu >> bytes);
  for (size_t k = 1; k < bytes; k++) {
    if ((at[k] & 0xC0) != 0x80) {
      return 0;
    }
    code = (code << 6) | (at[k] & 0x3Fu);
  }
  int is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  int is_control = code < 0xA0;
  return code < least[bytes] || code > 0x10FFFF || is_surrogate || is_control || code == 0xFFFD
             ? 0
             : bytes;
}

static int is_text(const char *text) {
  size_t left = strlen(text);
  if (left == 0) {
    return 0;
  }
  while (left > 0) {
    size_t bytes = character((const unsigned char *)text, left);
    if (bytes == 0) {
      return 0;
    }
    text += bytes;
    left -= bytes;
  }
  return 1;
}

/* Whether a text is a decimal number of a reasonable length. */
static int is_number(const char *text) {
  size_t digits = 0;
  if (strlen(text) > MAX_NUMBER) {
    return 0;
  }
  text += *text == '+' || *text == '-';
  for (; *text >= '0' && *text <= '9'; text++) {
    digits++;
  }
  for (text += *text == '.'; *text >= '0' && *text <= '9'; text++) {
    digits++;
  }
  if (digits > 0 && (*text == 'e' || *text == 'E')) {
    text++;
    text += *text == '+' || *text == '-';
    size_t exponent = strspn(text, "0123456789");
    return exponent > 0 && exponent < 10 && text[exponent] == '\0';
  }
  return digits > 0 && *text == '\0';
}

/* Reads a number, which has a decimal point whatever the host's locale. */
static void take_number(struct condition *condition, const char *text) {
  static locale_t plain;
  if (plain == (locale_t)0) {
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  }
  condition->real = plain == (locale_t)0 ? strtod(text, NULL) : strtod_l(text, NULL, plain);
  condition->exact = plain == (locale_t)0 ? strtold(text, NULL) : strtold_l(text, NULL, plain);
  condition->is_whole = condition->exact >= -0x1p63L && condition->exact < 0x1p63L &&
                        (long double)(int64_t)condition->exact == condition->exact;
  condition->whole = condition->is_whole ? (int64_t)condition->exact : 0;
}

static int comparison_at(const char *text, size_t *length) {
  static const char *const signs[] = {"<", "<=", ">", ">=", "==", "!="};
  int found = -1;
  *length = 0;
  for (int k = 0; k < 6; k++) {
    size_t bytes = strlen(signs[k]);
    if (bytes > *length && strncmp(text, signs[k], bytes) == 0) {
      found = k;
      *length = bytes;
    }
  }
  return found;
}

/* Parses FIELD, comparison, number. The condition keeps the text, which is cut to the field's name. */
static int parse_condition(char *text, struct condition *condition) {
  size_t field = strcspn(text, "<>=!&");
  size_t sign;
  int comparison = comparison_at(text + field, &sign);
  if (comparison < 0 || field == 0 || !is_number(text + field + sign)) {
    return 0;
  }
  take_number(condition, text + field + sign);
  text[field] = '\0';
  condition->field = text;
  condition->comparison = comparison;
  return is_text(text) && strpbrk(text, " \"") == NULL;
}

static int parse_conditions(const char *text, struct entry *entry) {
  size_t most = 1;
  for (const char *at = text; *at != '\0'; at++) {
    most += *at == '&';
  }
  entry->conditions = calloc(most, sizeof *entry->conditions);
  for (size_t k = 0; entry->conditions != NULL && k < most; k++) {
    struct slice each = {text, strcspn(text, "&")};
    char *copy = copy_of(each);
    struct condition *condition = &entry->conditions[entry->condition_count++];
    if (copy == NULL || !parse_condition(copy, condition)) {
      condition->field = copy;
      return 0;
    }
    text += each.length + 1;
  }
  return entry->conditions != NULL;
}

/* Removes the backslashes before quotes and backslashes. */
static void unquote(char *text) {
  char *to = text;
  for (; *text != '\0'; text++) {
    text += text[0] == '\\' && (text[1] == '\\' || text[1] == '"');
    *to++ = *text;
  }
  *to = '\0';
}

/* Removes the first pair of a line; returns NULL or an error message. */
static const char *take_pair(struct slice *line, struct slice *name, struct slice *value,
                             int *quoted) {
  const char *at = line->bytes;
  const char *end = at + line->length;
  name->bytes = at;
  while (at < end && *at != '=' && *at != '"' && !is_blank(*at)) {
    at++;
  }
  name->length = (size_t)(at - name->bytes);
  if (name->length == 0 || at == end || *at != '=') {
    return "a name without a value";
  }
  at++;
  *quoted = at < end && *at == '"';
  value->bytes = at += *quoted;
  if (*quoted) {
    while (at < end && *at != '"') {
      at += *at == '\\' ? 2 : 1;
    }
    if (at >= end) {
      return "a quoted value without its closing quote";
    }
  } else {
    while (at < end && !is_blank(*at) && *at != '"') {
      at++;
    }
    if (at < end && *at == '"') {
      return "a quote inside a value that is not quoted";
    }
  }
  value->length = (size_t)(at - value->bytes);
  at += *quoted;
  if (at < end && !is_blank(*at)) {
    return "no blank after a quoted value";
  }
  *line = (struct slice){at, (size_t)(end - at)};
  return NULL;
}

static void skip_blanks(struct slice *line) {
  while (line->length > 0 && is_blank(*line->bytes)) {
    line->bytes++;
    line->length--;
  }
}

enum { EVENT, WHERE, TO, ID, NAMES };

static const char NO_MEMORY_FOR_LINE[] = "a line for which there is no memory";

/* Copies the values of a line's pairs by their names. */
static const char *take_pairs(struct slice line, char *values[NAMES]) {
  static const char *const names[NAMES] = {"event", "where", "to", "id"};
  for (skip_blanks(&line); line.length > 0; skip_blanks(&line)) {
    struct slice name, value;
    int quoted;
    int which = 0;
    const char *problem = take_pair(&line, &name, &value, &quoted);
    if (problem != NULL) {
      return problem;
    }
    while (which < NAMES && !is_slice(name, names[which])) {
      which++;
    }
    if (which == NAMES || values[which] != NULL || memchr(value.bytes, 0, value.length) != NULL) {
      return "a name other than event, where, to and id, or one of these twice";
    }
    values[which] = copy_of(value);
    if (values[which] == NULL) {
      return NO_MEMORY_FOR_LINE;
    }
    if (quoted) {
      unquote(values[which]);
    }
  }
  return NULL;
}

static int parse_destination(const char *to, struct sink *sink);

static int is_destination(const char *to) {
  struct sink sink = {0};
  int is = parse_destination(to, &sink);
  free(sink.path);
  return is;
}

static const char *check_values(char *values[NAMES], struct entry *entry) {
  if (values[EVENT] == NULL || values[TO] == NULL) {
    return "a line without event or without to, which are both needed";
  }
  if (!is_text(values[EVENT]) || !is_text(values[TO]) ||
      (values[ID] != NULL && !is_text(values[ID]))) {
    return "a value that is empty, not UTF-8, or has a control character";
  }
  if (!is_destination(values[TO])) {
    return "a destination other than file:PATH, dir:PATH?max=BYTES&keep=COUNT&age=SECONDS, "
           "tcp://HOST:PORT, unix:PATH";
  }
  if (values[WHERE] != NULL && !parse_conditions(values[WHERE], entry)) {
    return "a condition that is not a field, one of < <= > >= == !=, and a number";
  }
  return NULL;
}

static void free_entry(struct entry *entry) {
  for (size_t k = 0; k < entry->condition_count; k++) {
    free(entry->conditions[k].field);
  }
  free(entry->conditions);
  free(entry->event);
  free(entry->to);
  *entry = (struct entry){0};
}

static void free_entries(struct entries *entries) {
  for (size_t k = 0; k < entries->count; k++) {
    free_entry(&entries->all[k]);
  }
  free(entries->all);
  *entries = (struct entries){0};
}

/* Parses a line; returns NULL or an error message. A comment or a blank line leaves the entry empty. */
static const char *parse_line(struct slice line, struct entry *entry) {
  char *values[NAMES] = {NULL};
  size_t start = 0;
  while (start < line.length && (line.bytes[start] == ' ' || line.bytes[start] == '\t')) {
    start++;
  }
  if (start < line.length && line.bytes[start] == '#') {
    return NULL;
  }
  const char *problem = take_pairs(line, values);
  int is_empty = !values[EVENT] && !values[WHERE] && !values[TO] && !values[ID];
  if (problem == NULL && !is_empty) {
    problem = check_values(values, entry);
  }
  entry->event = values[EVENT];
  entry->to = values[TO];
  free(values[WHERE]);
  free(values[ID]);
  if (problem != NULL) {
    free_entry(entry);
  }
  return problem;
}

__attribute__((format(printf, 2, 3))) static void report(const fg_log *log, const char *format,
                                                         ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (log->options.report != NULL) {
    log->options.report(log->options.context, message);
    return;
  }
  char line[560];
  int bytes = snprintf(line, sizeof line, "flowgauge: %s\n", message);
  if (write(STDERR_FILENO, line, (size_t)bytes) < 0) {
    return; /* Standard error cannot be written. */
  }
}

/* Parses a trigger file's text, and reports the lines that are not valid. */
static void parse_triggers(const fg_log *log, const char *text, size_t bytes,
                           struct entries *entries) {
  size_t number = 0;
  const char *end = text + bytes;
  while (text < end) {
    const char *line_end = memchr(text, '\n', (size_t)(end - text));
    line_end = line_end == NULL ? end : line_end;
    struct entry entry = {0};
    const char *problem = parse_line((struct slice){text, (size_t)(line_end - text)}, &entry);
    number++;
    if (problem != NULL) {
      entries->problems++;
      report(log, "%s: line %zu: found %s", log->options.trigger, number, problem);
    } else if (entry.event != NULL) {
      struct entry *more = realloc(entries->all, (entries->count + 1) * sizeof *more);
      if (more == NULL) {
        free_entry(&entry);
        entries->problems++;
        report(log, "%s: line %zu: found %s", log->options.trigger, number, NO_MEMORY_FOR_LINE);
      } else {
        entries->all = more;
        more[entries->count++] = entry;
      }
    }
    text = line_end + 1;
  }
}

/* ---- destinations: what they are ---- */

static int parse_port(const char *text, int *port) {
  size_t digits = strspn(text, "0123456789");
  const char *end = text + digits;
  *port = digits > 0 && digits <= 5 ? atoi(text) : 0;
  return *port >= 1 && *port <= 65535 && (*end == '\0' || (*end == '/' && end[1] == '\0'));
}

/* HOST:PORT or [ADDRESS]:PORT. */
static int parse_tcp(const char *address, struct sink *sink) {
  int bracketed = *address == '[';
  struct slice host = {address + bracketed, strcspn(address + bracketed, bracketed ? "]" : ":/[")};
  const char *after = host.bytes + host.length;
  after += bracketed && *after == ']';
  if (host.length == 0 || *after != ':' || !parse_port(after + 1, &sink->port)) {
    return 0;
  }
  sink->kind = SINK_TCP;
  sink->path = copy_of(host);
  return sink->path != NULL;
}

static int parse_option(const char *option, size_t length, struct sink *sink) {
  static const char *const names[] = {"max=", "keep=", "age="};
  uint64_t *const values[] = {&sink->max_bytes, &sink->keep, &sink->max_age_ns};
  for (int k = 0; k < 3; k++) {
    size_t name = strlen(names[k]);
    if (strncmp(option, names[k], name) == 0) {
      size_t digits = strspn(option + name, "0123456789");
      if (*values[k] != 0 || digits == 0 || digits > 18 || name + digits != length) {
        return 0;
      }
      *values[k] = strtoull(option + name, NULL, 10);
      return *values[k] > 0;
    }
  }
  return 0;
}

static int parse_dir(const char *address, struct sink *sink) {
  const char *question = strrchr(address, '?');
  size_t path = question == NULL ? strlen(address) : (size_t)(question - address);
  while (question != NULL) {
    size_t length = strcspn(question + 1, "&");
    if (!parse_option(question + 1, length, sink)) {
      return 0;
    }
    question = question[1 + length] == '&' ? question + 1 + length : NULL;
  }
  sink->kind = SINK_DIR;
  sink->max_bytes = sink->max_bytes == 0 ? (uint64_t)64 << 20 : sink->max_bytes;
  sink->keep = sink->keep == 0 ? FOREVER : sink->keep;
  sink->max_age_ns = sink->max_age_ns == 0 || sink->max_age_ns > FOREVER / SECOND
                         ? FOREVER
                         : sink->max_age_ns * SECOND;
  sink->path = copy_of((struct slice){address, path});
  return path > 0 && sink->path != NULL;
}

static int parse_destination(const char *to, struct sink *sink) {
  if (strncmp(to, "tcp://", 6) == 0) {
    return parse_tcp(to + 6, sink);
  }
  if (strncmp(to, "dir:", 4) == 0) {
    return parse_dir(to + 4, sink);
  }
  int is_file = strncmp(to, "file:", 5) == 0;
  int is_unix = strncmp(to, "unix:", 5) == 0;
  if ((!is_file && !is_unix) || to[5] == '\0') {
    return 0;
  }
  if (is_unix && strlen(to + 5) >= sizeof((struct sockaddr_un *)0)->sun_path) {
    return 0;
  }
  sink->kind = is_file ? SINK_FILE : SINK_UNIX;
  sink->path = strdup(to + 5);
  return sink->path != NULL;
}

static int is_socket(const struct sink *sink) {
  return sink->kind == SINK_TCP || sink->kind == SINK_UNIX;
}

static uint64_t random_id(void) {
  uint64_t id;
  if (getrandom(&id, sizeof id, GRND_NONBLOCK) != (ssize_t)sizeof id) {
    id = clock_of(CLOCK_REALTIME) * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)getpid();
  }
  return id;
}

/* Makes a path independent of the working folder, which the host may change; whether there was memory. */
static int make_absolute(const fg_log *log, char **path) {
  char *absolute;
  if ((*path)[0] == '/' || (*path)[0] == '\0' || log->folder == NULL) {
    return 1;
  }
  if (asprintf(&absolute, "%s/%s", log->folder, *path) < 0) {
    return 0;
  }
  free(*path);
  *path = absolute;
  return 1;
}

/* Makes a destination's path absolute, except the path of a socket that would become too long; whether there
   was memory. */
static int place_sink(const fg_log *log, struct sink *sink) {
  size_t most = sizeof((struct sockaddr_un *)0)->sun_path;
  size_t folder = log->folder == NULL ? 0 : strlen(log->folder) + 1;
  int is_path = sink->kind == SINK_FILE || sink->kind == SINK_DIR ||
                (sink->kind == SINK_UNIX && folder + strlen(sink->path) < most);
  return !is_path || make_absolute(log, &sink->path);
}

static struct sink *make_sink(const fg_log *log, const char *to) {
  struct sink *sink = calloc(1, sizeof *sink);
  if (sink == NULL || (sink->to = strdup(to)) == NULL || !parse_destination(to, sink) ||
      !place_sink(log, sink)) {
    if (sink != NULL) {
      free(sink->to);
      free(sink->path);
    }
    free(sink);
    return NULL;
  }
  sink->fd = -1;
  sink->id = random_id();
  sink->last = &sink->first;
  sink->last_unconfirmed = &sink->unconfirmed;
  return sink;
}

/* Returns the destination that a text describes, and creates it if it is new. */
static struct sink *sink_to(fg_log *log, const char *to) {
  size_t place = log->sink_count;
  for (size_t k = 0; k < log->sink_count; k++) {
    if (log->sinks[k] == NULL) {
      place = k < place ? k : place;
    } else if (strcmp(log->sinks[k]->to, to) == 0) {
      return log->sinks[k];
    }
  }
  if (place == log->sink_count) {
    struct sink **more = realloc(log->sinks, (place + 1) * sizeof(struct sink *));
    if (more == NULL) {
      return NULL;
    }
    log->sinks = more;
    more[place] = NULL;
    log->sink_count++;
  }
  log->sinks[place] = make_sink(log, to);
  if (log->sinks[place] != NULL) {
    log->sinks[place]->index = place;
  }
  return log->sinks[place];
}

/* ---- destinations: opening and writing ---- */

static void free_block(struct block *block) {
  if (block != NULL) {
    if (block->lane != NULL) {
      lane_release(block->lane);
    }
    free(block->prefix);
    free(block);
  }
}

__attribute__((format(printf, 3, 4))) static void sink_fails(const fg_log *log, struct sink *sink,
                                                             const char *format, ...) {
  char failure[sizeof sink->failure];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(failure, sizeof failure, format, arguments);
  va_end(arguments);
  if (strcmp(failure, sink->failure) != 0) {
    report(log, "%s: %s", sink->to, failure);
  }
  memcpy(sink->failure, failure, sizeof failure);
  sink->failing = 1;
  sink->retry_ns = fg__clock_ns() + RETRY_NS;
}

/* Queues the blocks that a lost receiver did not confirm to be sent again before all others. */
static void send_again(struct sink *sink) {
  if (sink->unconfirmed != NULL) {
    *sink->last_unconfirmed = sink->first;
    sink->last = sink->first == NULL ? sink->last_unconfirmed : sink->last;
    sink->first = sink->unconfirmed;
    sink->queued += sink->unconfirmed_bytes;
  }
  sink->unconfirmed = NULL;
  sink->last_unconfirmed = &sink->unconfirmed;
  sink->unconfirmed_bytes = 0;
  for (struct block *block = sink->first; block != NULL && block->sent > 0; block = block->next) {
    block->sent = 0; /* The next receiver gets the whole block. */
  }
}

static void close_sink(struct sink *sink) {
  if (sink->fd >= 0) {
    close(sink->fd);
  }
  sink->fd = -1;
  sink->connecting = 0;
  if (is_socket(sink)) {
    send_again(sink);
  }
}

static size_t bytes_of(const struct block *block) {
  return block->prefix_bytes + block->body_bytes;
}

static void forget_unconfirmed(struct sink *sink) {
  struct block *block = sink->unconfirmed;
  sink->unconfirmed = block->next;
  sink->last_unconfirmed = block->next == NULL ? &sink->unconfirmed : sink->last_unconfirmed;
  sink->unconfirmed_bytes -= bytes_of(block);
  free_block(block);
}

/* Keeps a sent block until the receiver confirms it, in case the connection is lost. */
static void keep_unconfirmed(struct sink *sink, struct block *block) {
  if (block->lane != NULL) {
    lane_release(block->lane);
    block->lane = NULL;
  }
  sink->sent_bytes += bytes_of(block);
  block->sent_end = sink->sent_bytes;
  block->events = 0; /* They count as written. */
  block->next = NULL;
  *sink->last_unconfirmed = block;
  sink->last_unconfirmed = &block->next;
  sink->unconfirmed_bytes += bytes_of(block);
  size_t most = sink->confirms ? MOST_CONFIRMED_LATE : MOST_UNCONFIRMED;
  while (sink->unconfirmed_bytes > most && sink->unconfirmed->next != NULL) {
    forget_unconfirmed(sink);
  }
}

/* Handles a byte of a confirmation, a little-endian number of 8 bytes: how many of the bytes sent the
   receiver has stored. */
static void take_answer(struct sink *sink, unsigned char byte) {
  sink->answer[sink->answer_bytes++] = byte;
  if (sink->answer_bytes < sizeof sink->answer) {
    return;
  }
  uint64_t confirmed = 0;
  for (size_t k = sizeof sink->answer; k > 0; k--) {
    confirmed = confirmed << 8 | sink->answer[k - 1];
  }
  sink->answer_bytes = 0;
  sink->confirms = 1;
  while (sink->unconfirmed != NULL && sink->unconfirmed->sent_end <= confirmed) {
    forget_unconfirmed(sink);
  }
}

static int make_directories(char *path) {
  for (char *at = path + 1; *at != '\0'; at++) {
    if (*at == '/') {
      *at = '\0';
      mkdir(path, 0777);
      *at = '/';
    }
  }
  return mkdir(path, 0777) == 0 || errno == EEXIST;
}

/* Whether a file has a name of the form that this writer and the Java writer use. Other files in the
   directory must not be deleted. */
static int is_log_name(const struct dirent *entry) {
  static const char digits[] = "0123456789";
  static const char stamp[] = "00000000T000000.000-"; /* A zero stands for any digit. */
  const char *name = entry->d_name;
  for (const char *expected = stamp; *expected != '\0'; expected++, name++) {
    if (*expected == '0' ? *name == '\0' || strchr(digits, *name) == NULL : *name != *expected) {
      return 0;
    }
  }
  name += strspn(name, digits);
  name += strspn(name, "-c");
  name += strspn(name, digits);
  return strcmp(name, ".nlb") == 0;
}

/* A lock of a byte beyond the end of any file, which this writer and the Java writer hold while they
   append. */
static struct flock append_lock(void) {
  return (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = LLONG_MAX - 1, .l_len = 1};
}

static void remove_unless_used(const char *path) {
  struct flock lock = append_lock();
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) {
    return;
  }
  if (fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_UNLCK) {
    unlink(path);
  }
  close(fd);
}

static void remove_oldest(const struct sink *sink) {
  struct dirent **names = NULL;
  int count = sink->keep == FOREVER ? 0 : scandir(sink->path, &names, is_log_name, alphasort);
  for (int k = 0; k < count; k++) {
    char path[PATH_MAX];
    int bytes = snprintf(path, sizeof path, "%s/%s", sink->path, names[k]->d_name);
    if ((uint64_t)(count - k) >= sink->keep && bytes < (int)sizeof path) {
      remove_unless_used(path);
    }
    free(names[k]);
  }
  free(names);
}

/* Creates a file and locks it; -1 if another process found it before it was locked and deleted it. */
static int make_locked(const char *path) {
  struct flock lock = append_lock();
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (fd >= 0) {
    fcntl(fd, F_OFD_SETLK, &lock);
    if (access(path, F_OK) != 0) {
      close(fd);
      return -1;
    }
  }
  return fd;
}

static int open_next_file(const struct sink *sink) {
  static unsigned number;
  char path[PATH_MAX];
  char stamp[32];
  struct timespec now;
  struct tm utc;
  clock_gettime(CLOCK_REALTIME, &now);
  gmtime_r(&now.tv_sec, &utc);
  strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%S", &utc);
  unsigned count = __atomic_fetch_add(&number, 1u, __ATOMIC_RELAXED);
  int bytes = snprintf(path, sizeof path, "%s/%s.%03ld-%ld-c%u.nlb", sink->path, stamp,
                       now.tv_nsec / 1000000, (long)getpid(), count);
  if (bytes >= (int)sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  return make_locked(path);
}

static int open_socket(struct sink *sink, const struct sockaddr *address, socklen_t bytes) {
  sink->sent_bytes = 0;
  sink->answer_bytes = 0;
  int fd = socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  int on = 1;
  if (fd < 0) {
    return -1;
  }
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  if (connect(fd, address, bytes) != 0 && errno != EINPROGRESS) {
    int error = errno;
    close(fd);
    errno = error;
    return -1;
  }
  sink->connecting = 1;
  return fd;
}

static int open_tcp(struct sink *sink) {
  char port[8];
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  snprintf(port, sizeof port, "%d", sink->port);
  if (getaddrinfo(sink->path, port, &hints, &found) != 0) {
    errno = EHOSTUNREACH;
    return -1;
  }
  int fd = -1;
  for (struct addrinfo *each = found; each != NULL && fd < 0; each = each->ai_next) {
    fd = open_socket(sink, each->ai_addr, each->ai_addrlen);
  }
  freeaddrinfo(found);
  return fd;
}

static int open_unix(struct sink *sink) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, sink->path, strlen(sink->path) + 1);
  return open_socket(sink, (const struct sockaddr *)&address, sizeof address);
}

/* Whether a file is a text and no log, and so must be left unchanged. A damaged log is likely to contain
   zeros. */
static int holds_text(const char *path) {
  unsigned char head[BLOCK_HEADER];
  struct stat file;
  ssize_t bytes = 0;
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) {
    return 0;
  }
  if (fstat(fd, &file) == 0 && S_ISREG(file.st_mode)) {
    bytes = read(fd, head, sizeof head);
  }
  close(fd);
  if (bytes <= 0 || memchr(head, 0, (size_t)bytes) != NULL) {
    return 0;
  }
  size_t known = (size_t)bytes < sizeof block_marker ? (size_t)bytes : sizeof block_marker;
  return memcmp(head, block_marker, known) != 0;
}

static int open_destination(struct sink *sink) {
  switch (sink->kind) {
    case SINK_FILE:
      return open(sink->path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666);
    case SINK_DIR:
      if (!make_directories(sink->path)) {
        return -1;
      }
      remove_oldest(sink);
      return open_next_file(sink);
    case SINK_TCP:
      return open_tcp(sink);
    default:
      return open_unix(sink);
  }
}

/* Whether the connection is established; if not, it is still pending or has failed. */
static int is_connected(const fg_log *log, struct sink *sink) {
  struct sockaddr_storage peer;
  socklen_t bytes = sizeof peer;
  int error = 0;
  socklen_t error_bytes = sizeof error;
  if (!sink->connecting) {
    return 1;
  }
  if (getpeername(sink->fd, (struct sockaddr *)&peer, &bytes) == 0) {
    sink->connecting = 0;
    return 1;
  }
  if (getsockopt(sink->fd, SOL_SOCKET, SO_ERROR, &error, &error_bytes) == 0 && error != 0) {
    close_sink(sink);
    sink_fails(log, sink, "cannot connect: %s", strerror(error));
  }
  return 0;
}

/* Reads the receiver's confirmations, and finds whether it has closed its end: the system would accept bytes
   for it and discard them. */
static int receiver_has_gone(struct sink *sink) {
  unsigned char answers[256];
  ssize_t count = is_socket(sink) ? 1 : 0;
  while (count > 0) {
    count = recv(sink->fd, answers, sizeof answers, MSG_DONTWAIT);
    for (ssize_t k = 0; k < count; k++) {
      take_answer(sink, answers[k]);
    }
  }
  return is_socket(sink) &&
         (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR));
}

static int be_open(const fg_log *log, struct sink *sink) {
  if (sink->fd >= 0 && !is_socket(sink) && sink->open_part != sink->first->part) {
    close_sink(sink);
  }
  if (sink->fd < 0) {
    if (sink->failing && fg__clock_ns() < sink->retry_ns) {
      return 0;
    }
    if (sink->kind == SINK_FILE && holds_text(sink->path)) {
      sink_fails(log, sink, "found a text file, expected an event log or no file; choose another path");
      return 0;
    }
    sink->fd = open_destination(sink);
    if (sink->fd < 0) {
      sink_fails(log, sink, "cannot be opened: %s", strerror(errno));
      return 0;
    }
    sink->open_part = sink->first->part;
    sink->open_bytes = 0;
  }
  return is_connected(log, sink);
}

static ssize_t write_some(const struct sink *sink, const struct block *block) {
  size_t skip = block->sent < block->prefix_bytes ? block->sent : block->prefix_bytes;
  size_t skip_body = block->sent - skip;
  struct iovec parts[2] = {
      {block->prefix + skip, block->prefix_bytes - skip},
      {(unsigned char *)(uintptr_t)block->body + skip_body, block->body_bytes - skip_body}};
  if (is_socket(sink)) {
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    return sendmsg(sink->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  return writev(sink->fd, parts, 2);
}

/* Whether somebody has moved, deleted or emptied the file that is open. */
static int has_lost_file(const struct sink *sink) {
  struct stat opened, named;
  if (sink->kind != SINK_FILE || sink->fd < 0 || fstat(sink->fd, &opened) != 0) {
    return 0;
  }
  if (stat(sink->path, &named) != 0) {
    return errno == ENOENT;
  }
  return named.st_dev != opened.st_dev || named.st_ino != opened.st_ino ||
         opened.st_size < sink->open_bytes;
}

/* Notes how long the file that is open is. */
static void note_bytes(struct sink *sink) {
  struct stat opened;
  if (sink->kind == SINK_FILE && fstat(sink->fd, &opened) == 0) {
    sink->open_bytes = opened.st_size;
  }
}

/* Writes as much of the first block as possible; whether all of it is written. */
static int write_first(const fg_log *log, struct sink *sink) {
  struct block *block = sink->first;
  size_t bytes = block->prefix_bytes + block->body_bytes;
  while (block->sent < bytes) {
    ssize_t written = write_some(sink, block);
    if (written > 0) {
      block->sent += (size_t)written;
    } else if (written < 0 && errno == EINTR) {
      continue;
    } else if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      return 0;
    } else {
      sink_fails(log, sink, "cannot be written: %s", written < 0 ? strerror(errno) : "no bytes were accepted");
      if (is_socket(sink)) {
        close_sink(sink);
      }
      return 0;
    }
  }
  return 1;
}

/* Frees the room of a written block in its ring. */
static void give_room_back(fg_log *log, const struct block *block) {
  struct lane *lane = block->lane;
  if (lane == NULL) {
    return;
  }
  if (block->is_end) {
    leave_ring(log, lane);
    return;
  }
  save_state(lane, block, log->wall_ns, log->mono_ns);
  __atomic_store_n(&lane->head, block->head, __ATOMIC_RELEASE);
}

static void push(fg_log *log, struct sink *sink) {
  int is_used = sink->first != NULL || sink->unconfirmed != NULL;
  if (sink->fd >= 0 && !sink->connecting && is_used && receiver_has_gone(sink)) {
    close_sink(sink);
    sink_fails(log, sink, "the receiver has closed the connection");
  }
  while (sink->first != NULL && be_open(log, sink) && write_first(log, sink)) {
    struct block *block = sink->first;
    sink->first = block->next;
    sink->last = sink->first == NULL ? &sink->first : sink->last;
    sink->queued -= bytes_of(block);
    sink->failing = 0;
    sink->failure[0] = '\0';
    note_bytes(sink);
    if (block->sent_end == 0) {
      log->written_events += block->events;
      log->written_bytes += bytes_of(block);
      give_room_back(log, block);
    }
    if (is_socket(sink)) {
      keep_unconfirmed(sink, block);
    } else {
      free_block(block);
    }
  }
}

/* ---- streams: making blocks ---- */

static int repeats(uint32_t number) {
  return number % BLOCK_REPEAT == 0 || (number & (number - 1)) == 0;
}

static uint64_t lane_drops(const struct lane *lane) {
  return FG__64(__atomic_load_n(lane->dropped, __ATOMIC_RELAXED));
}

static struct stream *stream_of(struct lane *lane, const struct sink *sink) {
  if (sink->index >= lane->stream_count) {
    struct stream **more = realloc(lane->streams, (sink->index + 1) * sizeof(struct stream *));
    if (more == NULL) {
      return NULL;
    }
    memset(more + lane->stream_count, 0,
           (sink->index + 1 - lane->stream_count) * sizeof(struct stream *));
    lane->streams = more;
    lane->stream_count = sink->index + 1;
  }
  struct stream **place = &lane->streams[sink->index];
  if (*place == NULL && (*place = calloc(1, sizeof **place)) != NULL) {
    (*place)->lane_drops = sink->fixed ? 0 : lane_drops(lane);
    (*place)->last_ns = lane->created_ns;
  }
  return *place;
}

static size_t put_text_at(unsigned char *to, const char *text) {
  size_t length = strlen(text);
  fg_text cut = {text, length < MAX_TEXT ? length : MAX_TEXT};
  return (size_t)(fg__put_text(to, cut) - to);
}

/* Writes the log's identity with the lane's thread id and name; the buffer has room for three texts. */
static size_t put_identity(const fg_log *log, const struct lane *lane, unsigned char *to) {
  memcpy(to, log->identity, log->identity_fixed);
  fg__put64(to + 18, (uint64_t)lane->thread_id);
  size_t bytes = log->identity_fixed + put_text_at(to + log->identity_fixed, lane->thread_name);
  fg__put16(to, (uint16_t)bytes);
  return bytes;
}

/* Puts the header of a block in front of its identity and header messages. */
static void put_block_header(const fg_log *log, const struct sink *sink,
                             const struct stream *stream, struct block *block, int is_end,
                             size_t identity, uint64_t drops) {
  unsigned char *to = block->prefix;
  size_t descriptors = block->prefix_bytes - BLOCK_HEADER;
  memcpy(to, block_marker, sizeof block_marker);
  to[8] = 1;
  to[9] = writes_little_endian() ? 1 : 2;
  to[10] = is_end ? 2 : 1;
  to[11] = 0;
  fg__put32(to + 12, (uint32_t)block->body_bytes);
  fg__put64(to + 16, sink->id);
  fg__put32(to + 24, stream->number);
  fg__put32(to + 28, stream->next_block);
  fg__put64(to + 32, stream->events);
  fg__put64(to + 40, drops);
  fg__put64(to + 48, log->wall_ns);
  fg__put64(to + 56, log->mono_ns);
  fg__put64(to + 64, stream->base_ns);
  fg__put32(to + 72, block->events);
  fg__put32(to + 76, (uint32_t)identity);
  fg__put32(to + 80, (uint32_t)(descriptors - identity));
  fg__put32(to + 84, is_end ? 0 : crc_of(to + BLOCK_HEADER, descriptors));
  fg__put32(to + 88, is_end ? 0 : crc_of(block->body, block->body_bytes));
  fg__put32(to + 92, crc_of(to, 92));
}

static void enqueue(struct sink *sink, struct block *block) {
  *sink->last = block;
  sink->last = &block->next;
  sink->queued += block->body_bytes + block->prefix_bytes;
  sink->part_ns = sink->part_bytes == 0 ? fg__clock_ns() : sink->part_ns;
  sink->part_bytes += block->body_bytes + block->prefix_bytes;
}

/* Numbers a new stream. In the file the options name, it has the number of its lane, which its ring has as
   well. */
static void number_stream(const struct lane *lane, struct sink *sink, struct stream *stream) {
  if (stream->next_block == 0) {
    int has_rings = sink->fixed && sink->kind == SINK_FILE;
    stream->number = has_rings ? lane->number : sink->next_stream++;
  }
}

/* Stores in a block the state that its ring must record when the block is written. */
static void join_ring(struct lane *lane, const struct sink *sink, const struct stream *stream,
                      struct block *block, uint64_t position) {
  if (lane->file == NULL || !sink->fixed) {
    return;
  }
  __atomic_add_fetch(&lane->references, 1u, __ATOMIC_RELAXED);
  block->lane = lane;
  block->head = position;
  block->next_event = stream->events + block->events;
  block->next_ns = stream->last_ns;
  block->next_block = stream->next_block + 1;
}

/* Completes the block and queues it; if there is no memory, its events are dropped. All messages before the
 * position are in this block or in earlier ones. */
static void finish_block(fg_log *log, struct lane *lane, struct sink *sink, struct stream *stream,
                         uint64_t position) {
  struct block *block = stream->block;
  if (block == NULL) {
    return;
  }
  stream->block = NULL;
  size_t most = BLOCK_HEADER + log->identity_fixed + 2 + sizeof lane->thread_name +
                stream->header_bytes;
  block->prefix = malloc(most);
  if (block->prefix == NULL) {
    stream->sink_drops += block->events;
    free_block(block);
    return;
  }
  size_t identity =
      stream->with_identity ? put_identity(log, lane, block->prefix + BLOCK_HEADER) : 0;
  memcpy(block->prefix + BLOCK_HEADER + identity, stream->headers, stream->header_bytes);
  block->prefix_bytes = BLOCK_HEADER + identity + stream->header_bytes;
  if (block->body_bytes < block->capacity / 2) {
    struct block *small = realloc(block, sizeof *block + block->body_bytes);
    block = small == NULL ? block : small;
  }
  number_stream(lane, sink, stream);
  block->part = sink->part;
  put_block_header(log, sink, stream, block, 0, identity,
                   lane_drops(lane) - stream->lane_drops + stream->sink_drops);
  join_ring(lane, sink, stream, block, position);
  enqueue(sink, block);
  stream->next_block++;
  stream->events += block->events;
}

static struct block *make_block(size_t capacity) {
  struct block *block = malloc(sizeof *block + capacity);
  if (block != NULL) {
    *block = (struct block){.capacity = capacity};
  }
  return block;
}

/* Queues the block that marks the stream as complete, and prepares a new stream. */
static void end_stream(fg_log *log, struct lane *lane, struct sink *sink, struct stream *stream) {
  finish_block(log, lane, sink, stream, lane->drained);
  uint64_t lost = lane_drops(lane);
  uint64_t drops = lost - stream->lane_drops + stream->sink_drops;
  struct block *block = stream->next_block > 0 || drops > 0 ? make_block(0) : NULL;
  if (block != NULL && (block->prefix = malloc(BLOCK_HEADER)) != NULL) {
    block->prefix_bytes = BLOCK_HEADER;
    block->part = sink->part;
    stream->base_ns = stream->last_ns;
    number_stream(lane, sink, stream);
    put_block_header(log, sink, stream, block, 1, 0, drops);
    join_ring(lane, sink, stream, block, lane->drained);
    block->is_end = 1;
    enqueue(sink, block);
  } else {
    free_block(block);
  }
  log->retired_sink_drops += stream->sink_drops;
  stream->next_block = 0;
  stream->events = 0;
  stream->sink_drops = 0;
  stream->lane_drops = lost;
}

static void free_stream(struct stream *stream) {
  if (stream != NULL) {
    free_block(stream->block);
    free(stream->described);
    free(stream->headers);
    free(stream);
  }
}

/* Begins a block unless the queue is full. Events that a ring file keeps until they are written need no such
   limit: they are never more than the ring holds. */
static int begin_block(const fg_log *log, const struct lane *lane, const struct sink *sink,
                       struct stream *stream) {
  int is_in_ring = lane->file != NULL && sink->fixed;
  if (sink->queued >= log->options.queue_bytes && !is_in_ring) {
    return 0;
  }
  stream->block = make_block(BLOCK_BYTES + FG__MAX_MESSAGE + FG__FULL_HEAD);
  if (stream->block == NULL) {
    return 0;
  }
  stream->with_identity =
      is_socket(sink) || repeats(stream->next_block) || stream->part != sink->part;
  stream->part = sink->part;
  stream->epoch += stream->with_identity || stream->epoch == 0;
  stream->header_bytes = 0;
  stream->base_ns = stream->last_ns;
  return 1;
}

static int reserve(void **memory, size_t *capacity, size_t need, size_t unit) {
  if (need <= *capacity) {
    return 1;
  }
  size_t more = need < 256 ? 256 : 2 * need;
  char *grown = realloc(*memory, more * unit);
  if (grown == NULL) {
    return 0;
  }
  memset(grown + *capacity * unit, 0, (more - *capacity) * unit);
  *memory = grown;
  *capacity = more;
  return 1;
}

/* Makes sure that the block describes a type; 0 if the block has no room for that. */
static int describe(struct stream *stream, const struct type *type) {
  void *described = stream->described;
  void *headers = stream->headers;
  size_t bytes = stream->header_bytes + type->header_bytes;
  int has_room = reserve(&described, &stream->described_count, type->id + (size_t)1, 4);
  stream->described = described;
  if (!has_room) {
    return 0;
  }
  if (stream->described[type->id] == stream->epoch) {
    return 1;
  }
  has_room = bytes <= MAX_SECTION && reserve(&headers, &stream->header_capacity, bytes, 1);
  stream->headers = headers;
  if (!has_room) {
    return 0;
  }
  memcpy(stream->headers + stream->header_bytes, type->header, type->header_bytes);
  stream->header_bytes = bytes;
  stream->described[type->id] = stream->epoch;
  return 1;
}

static int be_ready(fg_log *log, struct lane *lane, struct sink *sink, struct stream *stream,
                    const struct type *type) {
  if (stream->block != NULL && !describe(stream, type)) {
    finish_block(log, lane, sink, stream, lane->drained);
  }
  return stream->block != NULL || (begin_block(log, lane, sink, stream) && describe(stream, type));
}

/* The values of a message, and the position after it. */
struct message {
  const unsigned char *values;
  size_t bytes;
  uint64_t next;
};

/* Adds a message to a stream, or counts it as dropped. */
static void put_message(fg_log *log, struct lane *lane, struct sink *sink,
                        const struct type *type, struct message message) {
  struct stream *stream = stream_of(lane, sink);
  if (stream == NULL) {
    log->retired_sink_drops++;
    return;
  }
  if (!be_ready(log, lane, sink, stream, type)) {
    stream->sink_drops++;
    return;
  }
  struct block *block = stream->block;
  unsigned char *to = block->body + block->body_bytes;
  unsigned char *end = fg__put_head(to, type->id, lane->drained_ns, stream->last_ns);
  memcpy(end, message.values, message.bytes);
  stream->last_ns = lane->drained_ns;
  block->body_bytes += (size_t)(end - to) + message.bytes;
  block->events++;
  if (block->body_bytes >= BLOCK_BYTES) {
    finish_block(log, lane, sink, stream, message.next);
    push(log, sink);
  }
}

/* ---- draining lanes ---- */

static int order_holds(int comparison, int order) {
  switch (comparison) {
    case LESS:
      return order < 0;
    case AT_MOST:
      return order <= 0;
    case MORE:
      return order > 0;
    case AT_LEAST:
      return order >= 0;
    case EQUAL:
      return order == 0;
    default:
      return order != 0;
  }
}

static int whole_holds(const struct condition *condition, int64_t value) {
  if (condition->is_whole) {
    return order_holds(condition->comparison,
                       (value > condition->whole) - (value < condition->whole));
  }
  long double wide = (long double)value;
  return order_holds(condition->comparison, (wide > condition->exact) - (wide < condition->exact));
}

static int real_holds(const struct condition *condition, double value) {
  if (isnan(value)) {
    return condition->comparison == NOT_EQUAL;
  }
  return order_holds(condition->comparison, (value > condition->real) - (value < condition->real));
}

static int check_holds(const struct check *check, const unsigned char *values) {
  const unsigned char *at = values + check->offset;
  float narrow;
  double wide;
  uint32_t bits;
  uint64_t wide_bits;
  switch (check->kind) {
    case FG_KIND_INT32:
      return whole_holds(check->condition, (int32_t)get32(at));
    case FG_KIND_INT64:
      return whole_holds(check->condition, (int64_t)get64(at));
    case FG_KIND_FLOAT32:
      bits = get32(at);
      memcpy(&narrow, &bits, sizeof narrow);
      return real_holds(check->condition, (double)narrow);
    default:
      wide_bits = get64(at);
      memcpy(&wide, &wide_bits, sizeof wide);
      return real_holds(check->condition, wide);
  }
}

static int route_wants(const struct route *route, const unsigned char *values) {
  if (route->always) {
    return 1;
  }
  for (size_t k = 0; k < route->count; k++) {
    const struct checks *checks = &route->alternatives[k];
    size_t held = 0;
    while (held < checks->count && check_holds(&checks->all[held], values)) {
      held++;
    }
    if (held == checks->count) {
      return 1;
    }
  }
  return 0;
}

static size_t value_bytes(const struct type *type, const unsigned char *values) {
  size_t bytes = type->number_bytes;
  for (uint32_t k = 0; k < type->texts; k++) {
    bytes += 2u + get16(values + bytes);
  }
  return bytes;
}

/* Reads the head of a message: returns its type, and sets the time to its time. */
static inline uint16_t take_head(const unsigned char **at, uint64_t *ns) {
  const unsigned char *from = *at;
  if (from[0] == 255) {
    *ns = get64(from + 4);
    *at = from + 12;
    return get16(from + 2);
  }
  if (from[0] == 254) {
    *ns += get32(from + 2);
    *at = from + 6;
    return from[1];
  }
  *ns += get16(from + 1);
  *at = from + 3;
  return from[0];
}

/* Returns the stream that all events of a type go to, if they can be copied unchanged from the ring into its
   block. */
static struct stream *ready_stream(const struct lane *lane, const struct type *type, uint64_t ns) {
  if (type->sole == NULL || type->sole->index >= lane->stream_count) {
    return NULL;
  }
  struct stream *stream = lane->streams[type->sole->index];
  int is_ready = stream != NULL && stream->block != NULL && stream->last_ns == ns &&
                 type->id < stream->described_count &&
                 stream->described[type->id] == stream->epoch;
  return is_ready ? stream : NULL;
}

/* Adds a run of whole messages to a block. */
static void add_run(fg_log *log, struct lane *lane, struct sink *sink, struct stream *stream,
                    const unsigned char *from, size_t bytes) {
  struct block *block = stream->block;
  memcpy(block->body + block->body_bytes, from, bytes);
  block->body_bytes += bytes;
  stream->last_ns = lane->drained_ns;
  if (block->body_bytes >= BLOCK_BYTES) {
    finish_block(log, lane, sink, stream, lane->drained);
    push(log, sink);
  }
}

/* Copies the messages from a position on as long as they all go to one stream only; returns the position
   after them. */
static uint64_t take_run(fg_log *log, struct lane *lane, uint64_t head, uint64_t tail) {
  const unsigned char *start = lane->hot.ring + (head & lane->hot.mask);
  const unsigned char *at = start;
  uint64_t wrap = (head | lane->hot.mask) + 1;
  const unsigned char *end = start + ((tail < wrap ? tail : wrap) - head);
  struct stream *stream = NULL;
  struct sink *sink = NULL;
  const struct type *last = NULL;
  uint64_t ns = lane->drained_ns;
  uint32_t events = 0;
  size_t room = 0;
  while (at < end && *at != 0) {
    const unsigned char *values = at;
    uint64_t then = ns;
    uint16_t id = take_head(&values, &then);
    const struct type *type = __atomic_load_n(&log->types[id], __ATOMIC_ACQUIRE);
    if (type != last) { /* The result for the last message is valid for the next of its type. */
      struct stream *each = ready_stream(lane, type, stream == NULL ? ns : stream->last_ns);
      if (each == NULL || (stream != NULL && each != stream)) {
        break;
      }
      stream = each;
      sink = type->sole;
      last = type;
      room = BLOCK_BYTES - stream->block->body_bytes;
    }
    at = values + value_bytes(type, values);
    ns = then;
    events++;
    if ((size_t)(at - start) >= room) {
      break;
    }
  }
  if (stream != NULL) {
    lane->drained_ns = ns;
    lane->drained = head + (uint64_t)(at - start);
    stream->block->events += events;
    add_run(log, lane, sink, stream, start, (size_t)(at - start));
  }
  return head + (uint64_t)(at - start);
}

/* Copies the message at a position to its destinations; returns the position after it. */
static uint64_t take_message(fg_log *log, struct lane *lane, uint64_t head) {
  const unsigned char *start = lane->hot.ring + (head & lane->hot.mask);
  const unsigned char *values = start;
  if (*start == 0) {
    return (head | lane->hot.mask) + 1;
  }
  uint16_t id = take_head(&values, &lane->drained_ns);
  const struct type *type = __atomic_load_n(&log->types[id], __ATOMIC_ACQUIRE);
  size_t bytes = value_bytes(type, values);
  uint64_t next = head + (uint64_t)(values - start) + bytes;
  for (size_t k = 0; k < type->route_count; k++) {
    if (route_wants(&type->routes[k], values)) {
      put_message(log, lane, type->routes[k].sink, type, (struct message){values, bytes, next});
    }
  }
  return next;
}

static void finish_blocks(fg_log *log, struct lane *lane) {
  for (size_t k = 0; k < lane->stream_count; k++) {
    if (lane->streams[k] != NULL) {
      finish_block(log, lane, log->sinks[k], lane->streams[k], lane->drained);
    }
  }
}

/* Frees the room of the drained messages, unless a ring file keeps them until they are written. */
static void free_drained(struct lane *lane) {
  if (lane->file == NULL) {
    __atomic_store_n(&lane->head, lane->drained, __ATOMIC_RELEASE);
  }
}

static void drain(fg_log *log, struct lane *lane) {
  uint64_t tail = FG__64(__atomic_load_n(lane->hot.tail, __ATOMIC_ACQUIRE));
  while (lane->drained < tail) {
    uint64_t head = lane->drained;
    uint64_t next = take_run(log, lane, head, tail);
    lane->drained = next > head ? next : take_message(log, lane, head);
    free_drained(lane);
  }
  finish_blocks(log, lane);
}

static void end_streams(fg_log *log, struct lane *lane) {
  for (size_t k = 0; k < log->sink_count; k++) {
    struct sink *sink = log->sinks[k];
    struct stream *stream = k < lane->stream_count ? lane->streams[k] : NULL;
    if (stream == NULL && sink != NULL && sink->fixed && lane_drops(lane) > 0) {
      stream = stream_of(lane, sink); /* All its events were dropped. */
    }
    if (stream != NULL) {
      end_stream(log, lane, sink, stream);
      free_stream(stream);
      lane->streams[k] = NULL;
    }
  }
}

/* Whether blocks of a ring are waiting to be written. */
static int has_blocks(const fg_log *log, const struct lane *lane) {
  for (size_t k = 0; k < log->sink_count; k++) {
    const struct block *block = log->sinks[k] == NULL ? NULL : log->sinks[k]->first;
    for (; block != NULL; block = block->next) {
      if (block->lane == lane) {
        return 1;
      }
    }
  }
  return 0;
}

static void retire(fg_log *log, struct lane *lane) {
  end_streams(log, lane);
  log->retired_drops += lane_drops(lane);
  if (lane->file != NULL && !has_blocks(log, lane)) {
    leave_ring(log, lane); /* There was nothing in it. */
  }
  free(lane->streams);
  lane->streams = NULL;
  lane->stream_count = 0;
  __atomic_store_n(&lane->closed, 1u, __ATOMIC_RELEASE);
  lane_release(lane);
}

static void drain_all(fg_log *log) {
  struct lane **link = &log->lanes;
  while (*link != NULL) {
    struct lane *lane = *link;
    int ended = (int)__atomic_load_n(&lane->ended, __ATOMIC_ACQUIRE); /* Before the last look. */
    drain(log, lane);
    if (ended) {
      *link = lane->next_of_log;
      retire(log, lane);
    } else {
      link = &lane->next_of_log;
    }
  }
}

static void adopt_lanes(fg_log *log) {
  pthread_mutex_lock(&log->lock);
  struct lane *fresh = log->fresh;
  log->fresh = NULL;
  pthread_mutex_unlock(&log->lock);
  while (fresh != NULL) {
    struct lane *next = fresh->next_of_log;
    fresh->next_of_log = log->lanes;
    log->lanes = fresh;
    fresh = next;
  }
}

/* ---- destinations: coming and going ---- */

static void end_part(fg_log *log, struct sink *sink) {
  for (struct lane *lane = log->lanes; lane != NULL; lane = lane->next_of_log) {
    if (sink->index < lane->stream_count && lane->streams[sink->index] != NULL) {
      end_stream(log, lane, sink, lane->streams[sink->index]);
    }
  }
}

/* Starts a new file in a directory when the current one is large or old enough. Each file is a separate
   log. */
static void rotate(fg_log *log, struct sink *sink) {
  if (sink->kind != SINK_DIR || sink->part_bytes == 0 ||
      (sink->part_bytes < sink->max_bytes && fg__clock_ns() - sink->part_ns < sink->max_age_ns)) {
    return;
  }
  end_part(log, sink);
  sink->part++;
  sink->part_bytes = 0;
  sink->id = random_id();
  sink->next_stream = 0;
}

/* Forgets a destination; its events that are not written are dropped. */
static void discard(fg_log *log, struct sink *sink) {
  while (sink->first != NULL) {
    struct block *block = sink->first;
    sink->first = block->next;
    log->retired_sink_drops += block->lane == NULL ? block->events : 0;
    log->session.kept |= block->lane != NULL; /* Its ring still has it. */
    free_block(block);
  }
  while (sink->unconfirmed != NULL) {
    forget_unconfirmed(sink);
  }
  close_sink(sink);
  log->sinks[sink->index] = NULL;
  free(sink->to);
  free(sink->path);
  free(sink);
}

/* Ends the streams of a destination that is no longer wanted, and discards it once they are written or it
   fails. */
static void let_go(fg_log *log, struct sink *sink) {
  for (struct lane *lane = log->lanes; lane != NULL; lane = lane->next_of_log) {
    if (sink->index < lane->stream_count && lane->streams[sink->index] != NULL) {
      end_stream(log, lane, sink, lane->streams[sink->index]);
      free_stream(lane->streams[sink->index]);
      lane->streams[sink->index] = NULL;
    }
  }
  push(log, sink);
  if (sink->first == NULL || sink->failing) {
    discard(log, sink);
  }
}

/* Starts a new file for each destination whose file is no longer in its place. */
static void follow_files(fg_log *log) {
  for (size_t k = 0; k < log->sink_count; k++) {
    struct sink *sink = log->sinks[k];
    if (sink != NULL && has_lost_file(sink)) {
      close_sink(sink);
      sink->part++;
      if (sink->first != NULL) {
        sink->first->sent = 0; /* The new file gets the whole block. */
      }
    }
  }
}

static void serve_sinks(fg_log *log) {
  for (size_t k = 0; k < log->sink_count; k++) {
    struct sink *sink = log->sinks[k];
    if (sink == NULL) {
      continue;
    }
    if (!sink->wanted && !sink->fixed) {
      let_go(log, sink);
      continue;
    }
    rotate(log, sink);
    push(log, sink);
  }
}

/* ---- the trigger file, watched ---- */

/* Returns the file's text, or NULL and the failure, which is empty if there is no file. */
static char *read_trigger(const char *path, size_t *bytes, char *failure, size_t room) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  *bytes = 0;
  failure[0] = '\0';
  if (fd < 0) {
    if (errno != ENOENT && errno != ENOTDIR) {
      snprintf(failure, room, "%s", strerror(errno));
    }
    return NULL;
  }
  char *text = malloc(MAX_TRIGGER + 1);
  ssize_t got = text == NULL ? -1 : 1;
  while (got > 0 && *bytes <= MAX_TRIGGER) {
    got = read(fd, text + *bytes, MAX_TRIGGER + 1 - *bytes);
    *bytes += got > 0 ? (size_t)got : 0;
  }
  if (got < 0) {
    snprintf(failure, room, "%s", strerror(errno));
  } else if (*bytes > MAX_TRIGGER) {
    snprintf(failure, room, "found a larger file, expected at most %d bytes", MAX_TRIGGER);
  }
  close(fd);
  if (failure[0] != '\0') {
    free(text);
    return NULL;
  }
  return text;
}

/* Adds the destination of the options, to which everything goes. */
static void add_fixed(const fg_log *log, struct entries *entries) {
  struct entry *more = realloc(entries->all, (entries->count + 1) * sizeof *more);
  if (more == NULL) {
    return;
  }
  entries->all = more;
  struct entry fixed = {.event = strdup("*"), .to = strdup(log->options.destination)};
  if (fixed.event != NULL && fixed.to != NULL) {
    more[entries->count++] = fixed;
  } else {
    free_entry(&fixed);
  }
}

static void find_sinks(fg_log *log, struct entries *entries) {
  size_t kept = 0;
  for (size_t k = 0; k < log->sink_count; k++) {
    if (log->sinks[k] != NULL) {
      log->sinks[k]->wanted = 0;
    }
  }
  for (size_t k = 0; k < entries->count; k++) {
    struct entry *entry = &entries->all[k];
    entry->sink = sink_to(log, entry->to);
    if (entry->sink == NULL) {
      free_entry(entry);
      continue;
    }
    entry->sink->wanted = 1;
    entries->all[kept++] = *entry;
  }
  entries->count = kept;
}

/* Puts the entries of the text into effect in place of the earlier ones. */
static void apply_triggers(fg_log *log, const char *text, size_t bytes) {
  struct entries entries = {0};
  parse_triggers(log, text, bytes, &entries);
  if (log->options.destination != NULL) {
    add_fixed(log, &entries);
  }
  find_sinks(log, &entries);
  pthread_mutex_lock(&log->lock);
  struct entries old = log->entries;
  log->entries = entries;
  for (uint32_t id = 1; id <= log->type_count; id++) {
    route(log, log->types[id]);
    apply(log, log->types[id]);
  }
  pthread_mutex_unlock(&log->lock);
  free_entries(&old);
}

static void keep_failure(fg_log *log, const char *failure) {
  if (strcmp(failure, log->trigger_failure) != 0) {
    if (failure[0] != '\0') {
      report(log, "%s: %s", log->options.trigger, failure);
    }
    memcpy(log->trigger_failure, failure, strlen(failure) + 1);
  }
}

/* Checks the trigger file; while it cannot be read, its last entries stay in effect. */
static void watch(fg_log *log) {
  char failure[sizeof log->trigger_failure];
  size_t bytes;
  if (log->options.trigger == NULL) {
    return;
  }
  char *text = read_trigger(log->options.trigger, &bytes, failure, sizeof failure);
  keep_failure(log, failure);
  if (failure[0] != '\0') {
    return;
  }
  int changed = !log->trigger_known || bytes != log->trigger_bytes ||
                (bytes > 0 && memcmp(text, log->trigger_text, bytes) != 0);
  if (!changed) {
    free(text);
    return;
  }
  free(log->trigger_text);
  log->trigger_text = text;
  log->trigger_bytes = bytes;
  log->trigger_known = 1;
  apply_triggers(log, text == NULL ? "" : text, bytes);
}

/* ---- the background thread ---- */

static void refresh_anchor(fg_log *log) {
  uint64_t mono = fg__clock_ns();
  if (log->anchored_ns != 0 && mono - log->anchored_ns < SECOND) {
    return;
  }
  uint64_t wall = clock_of(CLOCK_REALTIME);
  uint64_t now = mono + (fg__clock_ns() - mono) / 2;
  int64_t drift = (int64_t)(wall - now - (log->wall_ns - log->mono_ns));
  log->anchored_ns = now;
  if (drift > ANCHOR_DRIFT_NS || drift < -ANCHOR_DRIFT_NS) {
    log->wall_ns = wall;
    log->mono_ns = now;
  }
}

static int all_is_written(const fg_log *log) {
  for (size_t k = 0; k < log->sink_count; k++) {
    if (log->sinks[k] != NULL && log->sinks[k]->first != NULL) {
      return 0;
    }
  }
  return 1;
}

static uint64_t all_drops(const fg_log *log) {
  uint64_t drops = log->retired_drops + log->retired_sink_drops +
                   __atomic_load_n(&log->unplaced, __ATOMIC_RELAXED);
  for (const struct lane *lane = log->lanes; lane != NULL; lane = lane->next_of_log) {
    drops += lane_drops(lane);
    for (size_t k = 0; k < lane->stream_count; k++) {
      drops += lane->streams[k] == NULL ? 0 : lane->streams[k]->sink_drops;
    }
  }
  return drops;
}

static void publish(fg_log *log) {
  fg_counts counts = {0};
  counts.events = log->written_events;
  counts.bytes = log->written_bytes;
  counts.dropped = all_drops(log);
  snprintf(counts.failure, sizeof counts.failure, "%s", log->trigger_failure);
  int ring_error = __atomic_load_n(&log->ring_error, __ATOMIC_RELAXED);
  if (ring_error == TOO_MANY) {
    snprintf(counts.failure, sizeof counts.failure, "a ring has no file and is only in memory: %d threads have files",
             MAX_RING_FILES);
  } else if (ring_error != 0) {
    snprintf(counts.failure, sizeof counts.failure, "a ring has no file and is only in memory: %s",
             strerror(ring_error));
  }
  for (size_t k = 0; k < log->sink_count; k++) {
    if (log->sinks[k] != NULL && log->sinks[k]->failing) {
      snprintf(counts.failure, sizeof counts.failure, "%s", log->sinks[k]->failure);
    }
  }
  pthread_mutex_lock(&log->lock);
  counts.problems = log->entries.problems;
  log->counts = counts;
  pthread_mutex_unlock(&log->lock);
}

static void pass(fg_log *log) {
  __atomic_store_n(&log->ended_threads, 0u, __ATOMIC_SEQ_CST);
  adopt_lanes(log);
  refresh_anchor(log);
  if (log->options.clock == FG_CLOCK_TSC) {
    tsc_calibrate();
  }
  follow_files(log);
  drain_all(log);
  uint64_t now = fg__clock_ns();
  if (now - log->triggered_ns >= log->options.interval_ns) {
    log->triggered_ns = now;
    watch(log);
  }
  serve_sinks(log);
  publish(log);
}

static void serve(fg_log *log) {
  pthread_mutex_lock(&log->lock);
  uint64_t request = log->requested;
  pthread_mutex_unlock(&log->lock);
  pass(log);
  pthread_mutex_lock(&log->lock);
  log->served = request;
  log->served_well = all_is_written(log);
  pthread_cond_broadcast(&log->served_changed);
  pthread_mutex_unlock(&log->lock);
}

static int has_request(fg_log *log) {
  pthread_mutex_lock(&log->lock);
  int has = log->requested > log->served;
  pthread_mutex_unlock(&log->lock);
  has |= __atomic_load_n(&log->ended_threads, __ATOMIC_SEQ_CST) >= MANY_ENDED;
  return has || __atomic_load_n(&log->closing, __ATOMIC_ACQUIRE);
}

static struct timespec timespec_of(uint64_t ns) {
  return (struct timespec){(time_t)(ns / SECOND), (long)(ns % SECOND)};
}

static uint64_t after(uint64_t ns) {
  uint64_t now = fg__clock_ns();
  uint64_t most = UINT64_C(1) << 62;
  return ns > most - now ? most : now + ns;
}

static void rest(fg_log *log) {
  uint64_t interval = log->options.interval_ns;
  uint64_t ns = all_is_written(log) || interval < BUSY_NS ? interval : BUSY_NS;
  struct timespec until = timespec_of(after(ns));
  __atomic_store_n(&log->asleep, 1u, __ATOMIC_SEQ_CST);
  if (!has_request(log)) {
    sem_clockwait(&log->wake, CLOCK_MONOTONIC, &until);
  }
  __atomic_store_n(&log->asleep, 0u, __ATOMIC_SEQ_CST);
}

static void pause_ns(uint64_t ns) {
  struct timespec time = timespec_of(ns);
  nanosleep(&time, NULL);
}

/* Whether it is worth waiting for more to be written: a full disk stays full. A receiver that confirms has a
   second to confirm everything, and any other has FIRST_WORD_NS to confirm anything. */
static int may_become_written(const fg_log *log, uint64_t began_ns) {
  uint64_t since = fg__clock_ns() - began_ns;
  for (size_t k = 0; k < log->sink_count; k++) {
    const struct sink *sink = log->sinks[k];
    if (sink != NULL && sink->first != NULL && (!sink->failing || is_socket(sink))) {
      return 1;
    }
    if (sink != NULL && sink->unconfirmed != NULL &&
        since < (sink->confirms ? SECOND : FIRST_WORD_NS)) {
      return 1;
    }
  }
  return 0;
}

/* Ends a session, and deletes its files unless some ring holds events that are written nowhere else. */
static void end_session(struct session *session) {
  if (session->folder == NULL) {
    return;
  }
  char path[PATH_MAX];
  close(session->types);
  if (!session->kept) {
    snprintf(path, sizeof path, "%s.types", session->name);
    unlink(path);
    snprintf(path, sizeof path, "%s.lock", session->name);
    unlink(path);
    rmdir(session->folder); /* Fails if other files are in it. */
  }
  close(session->lock);
  free(session->folder);
  free(session->name);
  *session = (struct session){0};
}

static void finish(fg_log *log) {
  pass(log);
  if (log->lanes != NULL) {
    pause_ns(GRACE_NS);
    pass(log);
  }
  while (log->lanes != NULL) {
    struct lane *lane = log->lanes;
    log->lanes = lane->next_of_log;
    retire(log, lane);
  }
  serve_sinks(log);
  uint64_t began_ns = fg__clock_ns();
  while (may_become_written(log, began_ns) && fg__clock_ns() < log->close_deadline) {
    pause_ns(BUSY_NS / 5);
    serve_sinks(log);
  }
  int well = all_is_written(log);
  publish(log);
  for (size_t k = 0; k < log->sink_count; k++) {
    if (log->sinks[k] != NULL) {
      discard(log, log->sinks[k]);
    }
  }
  forget_spares(log, 1);
  end_session(&log->session);
  pthread_mutex_lock(&log->lock);
  log->counts.dropped = all_drops(log);
  log->served = UINT64_MAX;
  log->served_well = well;
  log->ended = 1;
  pthread_cond_broadcast(&log->served_changed);
  pthread_mutex_unlock(&log->lock);
}

static void *run(void *of) {
  fg_log *log = of;
  is_background = 1;
  pthread_setname_np(pthread_self(), "flowgauge-log");
  while (!__atomic_load_n(&log->closing, __ATOMIC_ACQUIRE)) {
    serve(log);
    rest(log);
  }
  finish(log);
  return NULL;
}

/* ---- opening and closing ---- */

/* When this process began; 0 if the system does not say. */
static uint64_t process_start_ns(void) {
  char text[1024];
  unsigned long long ticks = 0;
  int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return 0;
  }
  ssize_t bytes = read(fd, text, sizeof text - 1);
  close(fd);
  text[bytes < 0 ? 0 : bytes] = '\0';
  const char *after_name = strrchr(text, ')'); /* A name may contain any character. */
  if (after_name == NULL ||
      sscanf(after_name + 1,
             " %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu",
             &ticks) != 1) {
    return 0;
  }
  uint64_t boot = clock_of(CLOCK_REALTIME) - clock_of(CLOCK_BOOTTIME);
  return boot + ticks * (SECOND / (uint64_t)sysconf(_SC_CLK_TCK));
}

/* Makes the part of an identity that all threads share: all but the length, the thread's id and its name. */
static int make_identity(fg_log *log) {
  unsigned char *identity = calloc(1, 26 + 2 * (2 + MAX_TEXT));
  if (identity == NULL) {
    return FG_ENOMEM;
  }
  fg__put64(identity + 2, (uint64_t)getpid());
  fg__put64(identity + 10, process_start_ns());
  size_t bytes = 26;
  bytes += put_text_at(identity + bytes, log->options.host);
  bytes += put_text_at(identity + bytes, log->options.program);
  free(log->identity);
  log->identity = identity;
  log->identity_fixed = bytes;
  return FG_OK;
}

/* Creates a lock file of a new name, which without the ending is the session's name. */
static int make_lock(struct session *session) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  for (int tries = 0; tries < 10; tries++) {
    mkdir(session->folder, 0777);
    if (asprintf(&session->name, "%s/XXXXXX.lock", session->folder) < 0) {
      session->name = NULL;
      return 0;
    }
    session->lock = mkostemps(session->name, 5, O_CLOEXEC);
    if (session->lock >= 0 && fcntl(session->lock, F_OFD_SETLK, &whole) == 0 &&
        access(session->name, F_OK) == 0) {
      session->name[strlen(session->name) - 5] = '\0';
      return 1;
    }
    if (session->lock >= 0) {
      close(session->lock); /* Another process took it for the file of a dead process. */
    }
    free(session->name);
    session->name = NULL;
  }
  return 0;
}

static int make_types_file(const fg_log *log, struct session *session) {
  char path[PATH_MAX];
  unsigned char header[RING_HEADER];
  snprintf(path, sizeof path, "%s.types", session->name);
  session->types = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  put_file_header(log, header, 'T', 0);
  session->types_bytes = sizeof header;
  return session->types >= 0 &&
         write_unsignalled(session->types, header, sizeof header, 0) == (ssize_t)sizeof header;
}

/* Returns the path of the file that the options name. */
static const char *fixed_path(const fg_log *log) {
  for (size_t k = 0; k < log->sink_count; k++) {
    if (log->sinks[k] != NULL && log->sinks[k]->fixed) {
      return log->sinks[k]->path;
    }
  }
  return log->options.destination + strlen("file:");
}

/* Prepares for rings in files, if they are wanted: in a folder next to the log's file and named after it. */
static int open_session(fg_log *log) {
  struct session *session = &log->session;
  *session = (struct session){0};
  if (!log->options.rings) {
    return FG_OK;
  }
  if (asprintf(&session->folder, "%s.rings", fixed_path(log)) < 0) {
    session->folder = NULL;
    return FG_ENOMEM;
  }
  if (!make_lock(session)) {
    free(session->folder);
    session->folder = NULL;
    return FG_EIO;
  }
  if (!make_types_file(log, session)) {
    end_session(session);
    return FG_EIO;
  }
  for (uint32_t id = 1; id <= log->type_count; id++) {
    if (!write_type(log, log->types[id])) {
      return FG_EIO;
    }
  }
  return FG_OK;
}

static int start(fg_log *log) {
  sigset_t all, before;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&log->served_changed, &attributes);
  pthread_condattr_destroy(&attributes);
  sem_init(&log->wake, 0, 0);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); /* The host's signals are not ours to handle. */
  int failed = pthread_create(&log->thread, NULL, run, log);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  log->running = !failed;
  return failed ? FG_ENOMEM : FG_OK;
}

static void before_fork(void) {
  pthread_mutex_lock(&logs_lock);
  for (fg_log *log = logs; log != NULL; log = log->next) {
    pthread_mutex_lock(&log->lock);
  }
}

static void after_fork_in_parent(void) {
  for (fg_log *log = logs; log != NULL; log = log->next) {
    pthread_mutex_unlock(&log->lock);
  }
  pthread_mutex_unlock(&logs_lock);
}

/* Abandons a log in the child of a fork. The background thread and the other threads do not exist there, and
 * the parent writes the contents of the rings. */
static void leave_behind(fg_log *log) {
  log->left_behind = 1;
  if (log->session.folder != NULL) {
    close(log->session.lock); /* The parent's lock ends with the parent. */
    close(log->session.types);
  }
  __atomic_store_n(&log->closed, 1u, __ATOMIC_RELEASE);
  for (uint32_t id = 1; id <= log->type_count; id++) {
    apply(log, log->types[id]);
  }
  for (size_t k = 0; k < log->sink_count; k++) {
    if (log->sinks[k] != NULL && log->sinks[k]->fd >= 0) {
      close(log->sinks[k]->fd);
    }
  }
}

static void after_fork_in_child(void) {
  thread_lanes = NULL;
  memset(fg__lanes, 0, sizeof fg__lanes);
  pthread_mutex_init(&logs_lock, NULL);
  for (fg_log *log = logs; log != NULL; log = log->next) {
    pthread_mutex_init(&log->lock, NULL);
    if (!log->closed) {
      leave_behind(log);
    }
    log->running = 0;
  }
}

static void initialize(void) {
  make_crc_table();
  thread_key_made = pthread_key_create(&thread_key, leave_lanes) == 0;
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

/* Waits until a request is served, or the thread has ended; the log is locked. */
static int await_served(fg_log *log, uint64_t request, uint64_t deadline) {
  struct timespec until = timespec_of(deadline);
  while (log->served < request) {
    if (pthread_cond_timedwait(&log->served_changed, &log->lock, &until) == ETIMEDOUT) {
      return log->served < request ? FG_ETIME : FG_OK;
    }
  }
  return log->served_well ? FG_OK : FG_EIO;
}

/* Waits until another thread's close finishes, but not forever: that close may be waiting for this thread. */
static void await_close(fg_log *log) {
  pthread_mutex_lock(&log->lock);
  if (log->running && !log->given_up && !pthread_equal(pthread_self(), log->thread)) {
    await_served(log, UINT64_MAX, after(EXIT_NS));
  }
  pthread_mutex_unlock(&log->lock);
}

__attribute__((destructor)) static void close_all(void) {
  pthread_mutex_lock(&logs_lock);
  fg_log *log = logs;
  pthread_mutex_unlock(&logs_lock);
  for (; log != NULL; log = log->next) {
    if (fg_log_close(log, EXIT_NS) == FG_ECLOSED) {
      await_close(log);
    }
  }
  if (thread_key_made) {
    leave_lanes(NULL);
    pthread_key_delete(thread_key); /* Its destructor is about to be unloaded. */
    thread_key_made = 0;
  }
}

static char *copy_or(const char *text, const char *otherwise) {
  return text == NULL && otherwise == NULL ? NULL : strdup(text == NULL ? otherwise : text);
}

static int copy_options(fg_log *log, const fg_options *from) {
  char host[256] = "localhost";
  gethostname(host, sizeof host - 1);
  const char *watched = from->trigger == NULL ? getenv("FLOWGAUGE_TRIGGER") : from->trigger;
  fg_options *to = &log->options;
  *to = *from;
  to->destination = copy_or(from->destination, NULL);
  char *trigger = copy_or(watched, NULL);
  log->folder = getcwd(NULL, 0);
  if (trigger != NULL && !make_absolute(log, &trigger)) {
    free(trigger);
    trigger = NULL;
  }
  to->trigger = trigger;
  to->host = copy_or(from->host, host);
  to->program = copy_or(from->program, program_invocation_short_name);
  to->interval_ns = from->interval_ns == 0 ? SECOND : from->interval_ns;
  to->ring_bytes = from->ring_bytes == 0 ? DEFAULT_RING : from->ring_bytes;
  to->queue_bytes = from->queue_bytes == 0 ? DEFAULT_QUEUE : from->queue_bytes;
  int complete = to->host != NULL && to->program != NULL &&
                 (from->destination == NULL || to->destination != NULL) &&
                 (watched == NULL || to->trigger != NULL);
  return complete ? FG_OK : FG_ENOMEM;
}

static int check_options(const fg_options *options) {
  size_t ring = options->ring_bytes;
  int ring_is_allowed =
      ring == 0 || (ring >= MIN_RING && ring <= MAX_RING && (ring & (ring - 1)) == 0);
  int clock_is_known = options->clock == FG_CLOCK_SYSTEM || options->clock == FG_CLOCK_TSC;
  if (!ring_is_allowed || !clock_is_known) {
    return FG_EINVAL;
  }
  const char *to = options->destination;
  if (options->rings && (to == NULL || strncmp(to, "file:", 5) != 0)) {
    return FG_EINVAL;
  }
  return to == NULL || is_destination(to) ? FG_OK : FG_EINVAL;
}

static void free_log(fg_log *log) {
  free((char *)(uintptr_t)log->options.destination);
  free((char *)(uintptr_t)log->options.trigger);
  free((char *)(uintptr_t)log->options.host);
  free((char *)(uintptr_t)log->options.program);
  log->options.destination = log->options.trigger = log->options.host = log->options.program = NULL;
  free(log->identity);
  free(log->folder);
  free(log->trigger_text);
  free(log->sinks);
  free_entries(&log->entries);
  for (uint32_t id = 1; id <= log->type_count && log->types != NULL; id++) {
    struct type *type = log->types[id];
    free_type(type);
    if (type->handle != &type->own) {
      free(type);
    } else { /* Its handle may still be read. */
      type->next_in_bucket = log->kept;
      log->kept = type;
    }
  }
  free(log->types);
  log->types = NULL;
  log->type_count = 0;
  memset(log->buckets, 0, sizeof log->buckets);
  log->identity = NULL;
  log->folder = NULL;
  log->trigger_text = NULL;
  log->sinks = NULL;
  log->sink_count = 0;
}

static int prepare(fg_log *log, const fg_options *options) {
  int result = copy_options(log, options);
  log->types = calloc(MAX_TYPES + 1, sizeof *log->types);
  if (result == FG_OK) {
    result = log->types == NULL ? FG_ENOMEM : make_identity(log);
  }
  if (result != FG_OK) {
    return result;
  }
  pthread_mutex_init(&log->lock, NULL);
  apply_triggers(log, "", 0);
  watch(log);
  log->triggered_ns = fg__clock_ns();
  if (options->destination == NULL) {
    return FG_OK;
  }
  if (log->entries.count == 0) {
    return FG_ENOMEM;
  }
  struct sink *fixed = log->entries.all[log->entries.count - 1].sink;
  fixed->fixed = 1;
  log->log_id = fixed->id;
  return open_session(log);
}

static int open_log(const fg_options *options, fg_log **opened) {
  if (options == NULL || opened == NULL || check_options(options) != FG_OK) {
    return FG_EINVAL;
  }
  pthread_once(&once, initialize);
  fg_log *log = calloc(1, sizeof *log);
  if (log == NULL) {
    return FG_ENOMEM;
  }
  int result = prepare(log, options);
  /* The log is listed before its thread starts, so that no fork comes between. */
  pthread_mutex_lock(&logs_lock);
  result = result == FG_OK ? start(log) : result;
  if (result == FG_OK) {
    log->slot = (uint16_t)(log_number++ % FG__SLOTS);
    log->next = logs;
    logs = log;
  }
  pthread_mutex_unlock(&logs_lock);
  if (result != FG_OK) {
    for (size_t k = 0; k < log->sink_count; k++) {
      if (log->sinks[k] != NULL) {
        discard(log, log->sinks[k]);
      }
    }
    end_session(&log->session);
    free_log(log);
    free(log);
    return result;
  }
  *opened = log;
  return FG_OK;
}

int fg_log_open(const fg_options *options, fg_log **opened) {
  struct call call = enter();
  return leave(call, open_log(options, opened));
}

static int flush(fg_log *log, uint64_t timeout_ns) {
  if (log == NULL) {
    return FG_EINVAL;
  }
  uint64_t deadline = after(timeout_ns);
  pthread_mutex_lock(&log->lock);
  if (log->closed) {
    pthread_mutex_unlock(&log->lock);
    return FG_ECLOSED;
  }
  uint64_t request = ++log->requested;
  pthread_mutex_unlock(&log->lock);
  wake(log);
  pthread_mutex_lock(&log->lock);
  int result = await_served(log, request, deadline);
  pthread_mutex_unlock(&log->lock);
  return result;
}

int fg_log_flush(fg_log *log, uint64_t timeout_ns) {
  struct call call = enter();
  return leave(call, flush(log, timeout_ns));
}

int fg_log_counts(fg_log *log, fg_counts *counts) {
  if (log == NULL || counts == NULL) {
    return FG_EINVAL;
  }
  pthread_mutex_lock(&log->lock);
  *counts = log->counts;
  pthread_mutex_unlock(&log->lock);
  return FG_OK;
}

/* Switches all types off and starts the close; whether this call was the first to do so. */
static int shut(fg_log *log, uint64_t deadline) {
  pthread_mutex_lock(&log->lock);
  int first = !log->closed;
  if (first) {
    __atomic_store_n(&log->closed, 1u, __ATOMIC_RELEASE);
    for (uint32_t id = 1; id <= log->type_count; id++) {
      apply(log, log->types[id]);
    }
    log->close_deadline = deadline;
    __atomic_store_n(&log->closing, 1u, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&log->lock);
  return first;
}

static int close_log(fg_log *log, uint64_t timeout_ns) {
  if (log == NULL) {
    return FG_EINVAL;
  }
  uint64_t deadline = after(timeout_ns);
  if (!shut(log, deadline)) {
    return FG_ECLOSED;
  }
  sem_post(&log->wake);
  pthread_mutex_lock(&log->lock);
  int result = await_served(log, UINT64_MAX, after(timeout_ns + SECOND));
  int ended = log->ended;
  log->given_up = !ended;
  pthread_mutex_unlock(&log->lock);
  if (!ended || pthread_equal(pthread_self(), log->thread)) {
    pthread_detach(log->thread); /* The thread is stuck in a destination, and keeps the memory it needs. */
    return FG_ETIME;
  }
  pthread_join(log->thread, NULL);
  pthread_mutex_lock(&log->lock);
  free_log(log);
  pthread_mutex_unlock(&log->lock);
  return result;
}

int fg_log_close(fg_log *log, uint64_t timeout_ns) {
  struct call call = enter();
  return leave(call, close_log(log, timeout_ns));
}

/* Resets a log to its state after opening, without anything of the parent's. */
static void forget_parent(fg_log *log) {
  log->left_behind = 0;
  log->fresh = log->lanes = NULL;
  log->requested = log->served = 0;
  log->unplaced = log->retired_drops = log->retired_sink_drops = 0;
  log->written_events = log->written_bytes = log->anchored_ns = 0;
  log->asleep = log->closing = 0;
  log->counts = (fg_counts){0};
  for (size_t k = 0; k < log->sink_count; k++) {
    struct sink *sink = log->sinks[k];
    if (sink != NULL) {
      sink->fd = -1;
      sink->connecting = sink->failing = 0;
      sink->first = NULL;
      sink->last = &sink->first;
      sink->unconfirmed = NULL;
      sink->last_unconfirmed = &sink->unconfirmed;
      sink->unconfirmed_bytes = 0;
      sink->queued = 0;
      sink->id = random_id();
      sink->next_stream = 0;
      sink->part++;
      sink->part_bytes = 0;
      log->log_id = sink->fixed ? sink->id : log->log_id;
    }
  }
  forget_spares(log, 0);
  log->lane_count = log->ring_files = log->ended_threads = 0;
  log->ring_error = 0;
}

static int restart(fg_log *log) {
  if (log == NULL) {
    return FG_EINVAL;
  }
  if (!log->left_behind) {
    return FG_ECLOSED;
  }
  forget_parent(log);
  int result = make_identity(log);
  result = result == FG_OK ? open_session(log) : result;
  result = result == FG_OK ? start(log) : result;
  if (result != FG_OK) {
    log->left_behind = 1;
    return result;
  }
  pthread_mutex_lock(&log->lock);
  __atomic_store_n(&log->closed, 0u, __ATOMIC_RELEASE);
  for (uint32_t id = 1; id <= log->type_count; id++) {
    apply(log, log->types[id]);
  }
  pthread_mutex_unlock(&log->lock);
  return FG_OK;
}

int fg_log_restart(fg_log *log) {
  struct call call = enter();
  return leave(call, restart(log));
}
