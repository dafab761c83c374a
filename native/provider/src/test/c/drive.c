/*
 * Drives the engine from a shell, without the library and the helper:
 *
 *   drive attach PID MILLISECONDS CYCLES FUNCTION,FUNCTION...
 *   drive launch MILLISECONDS FUNCTION,... COMMAND ARGUMENT...
 *
 * A function is a name of any module; a name ending in * is a prefix; +N takes N functions of the
 * executable spread evenly. Prints the events, and the profile of the last cycle.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/engine.h"
#include "shared/shm.h"

#include <sys/mman.h>

enum { PROBES = 4096, FUNCTIONS = 4096, NAMES = 1 << 20 };

static struct fg_probe probes[PROBES];
static struct fg_verdict verdicts[PROBES];
static char probe_names[PROBES][100];
static int32_t probe_count;
static struct fg_host host_facts;
static int32_t metrics;
static double limit;

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

static void stop_at(const char *what, const struct fg_error *error) {
  fprintf(stderr, "%s: code %d: %s\n", what, error->code, error->text);
  exit(3);
}

static int matches(const char *name, const char *pattern) {
  size_t length = strlen(pattern);
  if (length && pattern[length - 1] == '*') {
    return !strncmp(name, pattern, length - 1);
  }
  return !strcmp(name, pattern);
}

static void add_probe(const struct fg_function *function, const char *name) {
  for (int32_t i = 0; i < probe_count; i++) {
    if (probes[i].address == function->address) {
      return;
    }
  }
  if (probe_count == PROBES) {
    return;
  }
  probes[probe_count] = (struct fg_probe){function->address,
                                          function->size,
                                          probe_count,
                                          FG_WALL | metrics,
                                          getenv("BACKEND") ? atoi(getenv("BACKEND")) : FG_AGENT,
                                          0,
                                          limit};
  snprintf(probe_names[probe_count++], sizeof probe_names[0], "%s", name);
}

static void scan(struct target *target, const struct fg_module *module, const char *patterns,
                 int32_t every) {
  static struct fg_function functions[FUNCTIONS];
  static char names[NAMES];
  struct fg_error error;
  int32_t count = 0;
  for (int32_t from = 0;; from += count) {
    if (engine_functions(target, module->id, from, functions, FUNCTIONS, names, NAMES, &count,
                         &error) ||
        !count) {
      return;
    }
    for (int32_t i = 0; i < count; i++) {
      const char *name = names + functions[i].name;
      if (every) {
        if ((from + i) % every == 0) {
          add_probe(&functions[i], name);
        }
        continue;
      }
      char list[4096];
      snprintf(list, sizeof list, "%s", patterns);
      for (char *pattern = strtok(list, ","); pattern; pattern = strtok(NULL, ",")) {
        if (matches(name, pattern)) {
          add_probe(&functions[i], name);
        }
      }
    }
  }
}

static void choose(struct target *target, const char *patterns) {
  const struct fg_module *modules;
  int32_t count;
  struct fg_error error;
  if (engine_modules(target, &modules, &count, &error)) {
    stop_at("modules", &error);
  }
  probe_count = 0;
  for (int32_t i = 0; i < count; i++) {
    int32_t every = 0;
    if (patterns[0] == '+') {
      every = modules[i].flags & FG_MODULE_EXECUTABLE
                  ? (int32_t)(modules[i].functions / atoi(patterns + 1))
                  : -1;
      every = every == 0 ? 1 : every;
    }
    if (every >= 0) {
      scan(target, &modules[i], patterns, every);
    }
  }
}

static void print_profile(int fd, int64_t size) {
  const char *at = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, fd, 0);
  const struct fg_shm_header *header = (const void *)at;
  const struct fg_shm_record *record = (const void *)(at + header->records_at);
  double ns = 1e9 / (double)header->tsc_hz;
  uint64_t counts[FG_REGIONS] = {0}, all = 0;
  for (uint32_t i = 0; i < header->used_records && i < FG_RECORDS; i++) {
    all += record[i].count;
    if (record[i].region < FG_REGIONS) {
      counts[record[i].region] += record[i].count;
    }
    if (getenv("RECORDS")) {
      printf("thread %u %s < %s count %lu mean %.1f ns min %.1f max %.1f inside %.3f ms cpu "
             "%.1f/%lu open %d\n",
             record[i].thread, record[i].region < PROBES ? probe_names[record[i].region] : "?",
             record[i].parent < PROBES ? probe_names[record[i].parent] : "-", record[i].count,
             record[i].count ? (double)record[i].total / (double)record[i].count * ns : 0,
             (double)record[i].min * ns, (double)record[i].max * ns,
             (double)record[i].inside * ns / 1e6,
             record[i].cpu_count ? (double)record[i].cpu_ns / (double)record[i].cpu_count : 0,
             record[i].cpu_count, record[i].open_since != 0);
    }
  }
  for (int32_t i = 0; i < probe_count && i < 30; i++) {
    printf("PROFILE %s count %lu\n", probe_names[i], counts[i]);
  }
  printf("ALL count %lu threads %u records %u dropped depth %lu busy %lu threads %lu records %lu "
         "aborted %lu\n",
         all, header->used_threads, header->used_records, header->dropped_depth,
         header->dropped_busy, header->dropped_threads, header->dropped_records, header->aborted);
  munmap((void *)at, (size_t)size);
}

static int32_t insert(struct target *target, struct fg_stats *stats) {
  struct fg_error error;
  int32_t good = 0;
  if (engine_insert(target, probes, probe_count, verdicts, stats, &error)) {
    stop_at("insert", &error);
  }
  for (int32_t i = 0; i < probe_count; i++) {
    good += verdicts[i].code == FG_OK;
    if (verdicts[i].code && getenv("VERDICTS")) {
      printf("REFUSED %s code %d: %s\n", probe_names[i], verdicts[i].code, verdicts[i].text);
    }
  }
  return good;
}

static void sleep_ms(int ms) {
  for (int64_t end = now_ns() + ms * 1000000ll; now_ns() < end;) {
    engine_tick();
    usleep(ms < 20 ? 1000 : 10000);
  }
}

static void finish(struct target *target, int32_t good, const struct fg_stats *in, int64_t begin,
                   int last) {
  struct fg_error error;
  struct fg_stats out;
  struct fg_state state;
  int fd;
  int64_t size;
  engine_sync(target, &error);
  if (last && !engine_memory(target, &fd, &size, &error)) {
    print_profile(fd, size);
  }
  int32_t code = engine_close(target, &state, &out, &error);
  printf("CYCLE sensors %d of %d attach_ms %.3f insert_ms %.3f one_stop_ms %.3f all_stop_ms %.3f longest_stop_ms %.3f "
         "threads %d tries %d "
         "detach_ms %.3f detach_stop_ms %.3f tries %d code %d state %d exit %d signal %d\n",
         good, probe_count, (double)begin / 1e6, (double)in->total_ns / 1e6,
         (double)in->one_thread_stop_ns / 1e6, (double)in->all_stop_ns / 1e6,
         (double)in->longest_stop_ns / 1e6, in->threads,
         in->tries, (double)out.total_ns / 1e6, (double)out.all_stop_ns / 1e6, out.tries, code,
         state.state, state.exit_code, state.signal);
  fflush(stdout);
}

static void attach(char **argv) {
  struct fg_error error;
  int cycles = atoi(argv[2]);
  for (int i = 0; i < cycles; i++) {
    struct target *target;
    struct fg_stats stats;
    int64_t begin = now_ns();
    if (engine_open(atoi(argv[0]), &target, &error)) {
      stop_at("open", &error);
    }
    if (i == 0) {
      choose(target, argv[3]);
    }
    int32_t good = insert(target, &stats);
    begin = now_ns() - begin;
    sleep_ms(atoi(argv[1]));
    finish(target, good, &stats, begin, i == cycles - 1);
  }
}

extern char **environ;

static void run(int argc, char **argv) {
  static char words[1 << 16], variables[1 << 18];
  char *at = words, *variable = variables;
  int32_t count = 0, pid;
  int programs;
  struct fg_error error;
  struct target *target;
  struct fg_stats stats = {0};
  for (int i = 2; i < argc; i++) {
    at = stpcpy(at, argv[i]) + 1;
  }
  for (; environ[count]; count++) {
    variable = stpcpy(variable, environ[count]) + 1;
  }
  int64_t begin = now_ns();
  if (engine_launch(words, argc - 2, variables, count, "", NULL, 0, &target, &pid, &programs, &error)) {
    stop_at("launch", &error);
  }
  choose(target, argv[1]);
  int32_t good = insert(target, &stats);
  begin = now_ns() - begin;
  if (engine_resume(target, &error)) {
    stop_at("resume", &error);
  }
  sleep_ms(atoi(argv[0]));
  finish(target, good, &stats, begin, 1);
}

int main(int argc, char **argv) {
  struct fg_error error;
  metrics = getenv("METRICS") ? atoi(getenv("METRICS")) : 0;
  limit = getenv("LIMIT") ? atof(getenv("LIMIT")) : 0;
  if (engine_start(&host_facts, &error)) {
    stop_at("start", &error);
  }
  fprintf(stderr, "HOST tsc %lu call %.2f ns cpu %.1f ns uprobes %d %s\n", host_facts.tsc_hz,
          host_facts.call_cost_ns, host_facts.cpu_cost_ns, host_facts.uprobes,
          host_facts.uprobes_reason);
  if (argc == 6 && !strcmp(argv[1], "attach")) {
    attach(argv + 2);
  } else if (argc > 4 && !strcmp(argv[1], "launch")) {
    run(argc - 2, argv + 2);
  } else {
    fprintf(stderr, "see the beginning of drive.c\n");
    return 2;
  }
  return 0;
}
