/*
 * Feeds trigger files to the parser. A target for libFuzzer:
 *
 *     clang -std=c11 -g -O1 -fsanitize=fuzzer,address,undefined -I native/log/src/main/c \
 *       native/log/src/test/c/trigger_fuzz.c -o trigger_fuzz -pthread && ./trigger_fuzz
 *
 * or, with -DSTANDALONE, a program that makes a number of files from parts of good ones, or takes one from
 * standard input (also by AFL++) and prints the numbers of the lines that are not entries. With -DNO_REALLOC, there
 * is no memory for more than the texts of a line.
 */
#ifdef NO_REALLOC
#define _GNU_SOURCE
#include <stdlib.h>

static void *no_realloc(void *block, size_t bytes) {
  (void)block;
  (void)bytes;
  return NULL;
}

#define realloc no_realloc
#endif
#include "flowgauge_log.c" /* The tested functions are static. */

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void require(int condition) {
  if (!condition) {
    abort();
  }
}

static void print_line(void *context, const char *message) {
  if (context != NULL) {
    puts(message);
  }
}

static fg_log *a_log(void *context) {
  static fg_log log;
  log.options.trigger = "t";
  log.options.report = print_line;
  log.options.context = context;
  return &log;
}

static struct type *a_type(void) {
  static const fg_field fields[] = {{"a", FG_KIND_INT32, 0},
                                    {"b", FG_KIND_INT64, 0},
                                    {"c", FG_KIND_FLOAT32, 0},
                                    {"d", FG_KIND_FLOAT64, 0},
                                    {"e", FG_KIND_STRING, 0}};
  static const fg_schema schema = {"event", fields, 5, NULL, 0};
  static struct type *type;
  type = type == NULL ? make_type(&schema, 1) : type;
  return type;
}

/* Parses a text, and evaluates the conditions found on values taken from its own bytes. */
static void try_text(const char *text, size_t bytes, void *context) {
  static const unsigned char none[64];
  fg_log *log = a_log(context);
  struct type *type = a_type();
  parse_triggers(log, text, bytes, &log->entries);
  for (size_t k = 0; k < log->entries.count; k++) {
    struct entry *entry = &log->entries.all[k];
    require(entry->event[0] != '\0' && entry->to[0] != '\0');
    entry->sink = make_sink(log, entry->to);
    require(entry->sink != NULL);
  }
  route(log, type);
  for (size_t k = 0; k < type->route_count; k++) {
    int wants = route_wants(&type->routes[k],
                            bytes >= 64 ? (const unsigned char *)text + bytes - 64 : none);
    require(wants == 0 || wants == 1);
  }
  for (size_t k = 0; k < log->entries.count; k++) {
    struct sink *sink = log->entries.all[k].sink;
    free(sink->to);
    free(sink->path);
    free(sink);
  }
  free_entries(&log->entries);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  char *exact = malloc(size + (size == 0)); /* So that reading a byte too many is detected. */
  require(exact != NULL);
  memcpy(exact, bytes, size);
  try_text(exact, size, NULL);
  free(exact);
  return 0;
}

#ifdef STANDALONE
static uint64_t state = 88172645463325252u;

static size_t below(size_t limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (size_t)(state % limit);
}

static size_t add_part(char *to) {
  static const char *const parts[] = {
      "event=",   "where=", "to=",    "id=",  "*",      "event", "ev*",    "a>=1",  "&",     "b<2.5",
      "c!=1e3",   "d==-0",  "e>1",    "\"",   "\\\"",   "\\\\",  " ",      "\t",    "\n",    "#",
      "file:/x",  "dir:/x", "?max=9", "&keep=3", "&age=1", "tcp://h:1", "tcp://[::1]:65535/", "unix:/s",
      "=",        "\r",     "\xC3\xA9", "\xED\xA0\x80", "<", ">=", "1e99999", "99999999999999999999",
      "event=* to=file:/x\n", "event=event where=a>=1&b<2 to=dir:/x?max=9&keep=3 id=r\n"};
  if (below(12) == 0) {
    *to = (char)below(256);
    return 1;
  }
  const char *part = parts[below(sizeof parts / sizeof *parts)];
  memcpy(to, part, strlen(part));
  return strlen(part);
}

int main(int count, char **arguments) {
  static char text[MAX_TRIGGER];
  if (count < 2) {
    size_t bytes = fread(text, 1, sizeof text, stdin);
    try_text(text, bytes, text);
    return 0;
  }
  for (long left = atol(arguments[1]); left > 0; left--) {
    size_t bytes = 0;
    for (size_t parts = below(40); parts > 0; parts--) {
      bytes += add_part(text + bytes);
    }
    LLVMFuzzerTestOneInput((const uint8_t *)text, bytes);
  }
  puts("ok");
  return 0;
}
#endif
