/*
 * Writes logs for the Java reader's tests.
 *
 *     interop replay FILE      declares and logs the types and events on standard input: see take_schema
 *     interop threads FILE N   eight threads log the numbers 0 to N-1
 *     interop endless FILE COUNTER   logs numbers until it is killed; COUNTER records each
 *                              whose call has returned
 *     interop endless-rings FILE COUNTER   the same with rings in files, and at full speed
 *     interop endless-threads FILE COUNTER   the same, ten numbers in each of many threads
 *     interop triggered FILE   logs a round of transfers repeatedly as the trigger file FILE
 *                              says, until standard input ends
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "flowgauge_log.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

FG_LOG_TYPE(numbered, "numbered", FG_INT64(n), FG_STRING(text))
FG_LOG_TYPE(transfer_end, "transfer.end", FG_LIFELINE_INT64(id), FG_INT32(BYTES), FG_FLOAT64(MS))
FG_LOG_TYPE(disk_read, "disk.read", FG_INT32(BYTES))

static const uint64_t PATIENCE = UINT64_C(30000000000);

static void require(int condition, const char *what) {
  if (!condition) {
    fprintf(stderr, "interop: %s\n", what);
    exit(2);
  }
}

static int rings, has_threads;

static fg_log *open_log(const char *file, const char *trigger, uint64_t interval_ns) {
  char destination[1024];
  fg_options options = {0};
  fg_log *log = NULL;
  if (file != NULL) {
    snprintf(destination, sizeof destination, "file:%s", file);
    options.destination = destination;
  }
  options.trigger = trigger;
  options.interval_ns = interval_ns;
  options.rings = rings;
  options.host = "c-host";
  options.program = "interop";
  require(fg_log_open(&options, &log) == FG_OK, "open");
  return log;
}

/* ---- replay: numbers come with their highest byte first, texts with 16 bits of length ---- */

static uint64_t take(int bytes) {
  uint64_t value = 0;
  for (int k = 0; k < bytes; k++) {
    int c = getchar();
    require(c != EOF, "input ends early");
    value = (value << 8) | (uint64_t)c;
  }
  return value;
}

static fg_text take_text(void) {
  fg_text text = {NULL, (size_t)take(2)};
  char *bytes = calloc(1, text.length + 1);
  require(bytes != NULL && fread(bytes, 1, text.length, stdin) == text.length, "a text");
  text.bytes = bytes;
  return text;
}

static fg_value take_value(int kind) {
  fg_value value = {kind, {0}};
  uint64_t bits;
  uint32_t narrow;
  switch (kind) {
    case FG_KIND_INT32:
      value.as.int32 = (int32_t)take(4);
      break;
    case FG_KIND_INT64:
      value.as.int64 = (int64_t)take(8);
      break;
    case FG_KIND_FLOAT32:
      narrow = (uint32_t)take(4);
      memcpy(&value.as.float32, &narrow, sizeof narrow);
      break;
    case FG_KIND_FLOAT64:
      bits = take(8);
      memcpy(&value.as.float64, &bits, sizeof bits);
      break;
    default:
      value.as.text = take_text();
  }
  return value;
}

/* Reads a schema: name; number of fields, each with kind, whether it is the lifeline, and name; number of
 * constants, each with kind, name and value. */
static void take_schema(fg_log *log, fg_type *type, fg_schema *schema) {
  fg_text name = take_text();
  schema->name = name.bytes;
  schema->field_count = (size_t)take(2);
  fg_field *fields = calloc(schema->field_count + 1, sizeof *fields);
  for (size_t k = 0; k < schema->field_count; k++) {
    fields[k].kind = (int)take(1);
    fields[k].lifeline = (int)take(1);
    fields[k].name = take_text().bytes;
  }
  schema->fields = fields;
  schema->constant_count = (size_t)take(2);
  fg_named *constants = calloc(schema->constant_count + 1, sizeof *constants);
  for (size_t k = 0; k < schema->constant_count; k++) {
    int kind = (int)take(1);
    constants[k].name = take_text().bytes;
    constants[k].value = take_value(kind);
  }
  schema->constants = constants;
  require(fg_type_declare(log, schema, type) == FG_OK, "declare");
}

static int replay(const char *file) {
  fg_log *log = open_log(file, NULL, 0);
  size_t count = (size_t)take(2);
  fg_type *types = calloc(count + 1, sizeof *types);
  fg_schema *schemas = calloc(count + 1, sizeof *schemas);
  for (size_t k = 0; k < count; k++) {
    take_schema(log, &types[k], &schemas[k]);
  }
  for (uint64_t left = take(4); left > 0; left--) {
    size_t which = (size_t)take(2);
    fg_value values[64];
    for (size_t k = 0; k < schemas[which].field_count; k++) {
      values[k] = take_value(schemas[which].fields[k].kind);
    }
    require(fg_type_log(&types[which], values, schemas[which].field_count) == FG_OK, "log");
  }
  require(fg_log_close(log, PATIENCE) == FG_OK, "close");
  return 0;
}

/* ---- the other ways ---- */

static int64_t limit;

static void *log_numbers(void *unused) {
  char text[32];
  for (int64_t n = 0; n < limit; n++) {
    snprintf(text, sizeof text, "number %lld", (long long)n);
    numbered_log(n, fg_text_of(text));
  }
  return unused;
}

static int threads(const char *file, const char *count) {
  enum { THREADS = 8 };
  pthread_t all[THREADS];
  fg_counts counts;
  fg_log *log = open_log(file, NULL, 0);
  limit = atoll(count);
  require(numbered_declare(log, NULL, 0) == FG_OK, "declare");
  for (int k = 0; k < THREADS; k++) {
    require(pthread_create(&all[k], NULL, log_numbers, NULL) == 0, "start a thread");
  }
  for (int k = 0; k < THREADS; k++) {
    pthread_join(all[k], NULL);
  }
  require(fg_log_close(log, PATIENCE) == FG_OK, "close");
  fg_log_counts(log, &counts);
  printf("%llu %llu\n", (unsigned long long)counts.events, (unsigned long long)counts.dropped);
  return 0;
}

static int64_t *returned;

static void *log_some(void *from) {
  char text[32];
  int64_t n = *(int64_t *)from, end = has_threads ? n + 10 : INT64_MAX;
  for (; n < end; n++) {
    snprintf(text, sizeof text, "number %lld", (long long)n);
    numbered_log(n, fg_text_of(text));
    __atomic_store_n(returned, n + 1, __ATOMIC_RELEASE);
    if (n % 100 == 0 && !rings) { /* About a hundred thousand a second, which any disk can take. */
      struct timespec pause = {0, 1000000};
      nanosleep(&pause, NULL);
    }
  }
  return from;
}

static int endless(const char *file, const char *counter) {
  fg_log *log = open_log(file, NULL, 0);
  int fd = open(counter, O_RDWR | O_CREAT, 0600);
  require(fd >= 0 && ftruncate(fd, 8) == 0, "make the counter");
  returned = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  require(returned != MAP_FAILED && numbered_declare(log, NULL, 0) == FG_OK, "declare");
  for (int64_t n = 0;; n += 10) {
    pthread_t thread;
    require(pthread_create(&thread, NULL, log_some, &n) == 0, "start a thread");
    pthread_join(thread, NULL);
  }
  return 0;
}

static int triggered(const char *trigger) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  fg_log *log = open_log(NULL, trigger, 20000000);
  require(transfer_end_declare(log, NULL, 0) == FG_OK, "declare");
  require(disk_read_declare(log, NULL, 0) == FG_OK, "declare");
  while (poll(&input, 1, 2) == 0) {
    for (int32_t k = 0; k < 4; k++) {
      transfer_end_log(k, k * 65536, k + 0.5);
      disk_read_log(k);
    }
    require(fg_log_flush(log, PATIENCE) == FG_OK, "flush");
  }
  require(fg_log_close(log, PATIENCE) == FG_OK, "close");
  return 0;
}

int main(int count, char **arguments) {
  require(count >= 3, "arguments");
  const char *way = arguments[1];
  if (strcmp(way, "replay") == 0) {
    return replay(arguments[2]);
  }
  if (strcmp(way, "triggered") == 0) {
    return triggered(arguments[2]);
  }
  require(count == 4, "arguments");
  has_threads = strcmp(way, "endless-threads") == 0;
  rings = has_threads || strcmp(way, "endless-rings") == 0;
  return strcmp(way, "threads") == 0 ? threads(arguments[2], arguments[3])
                                     : endless(arguments[2], arguments[3]);
}
