/*
 * Tests the engine on forked children that call functions a known number of times when asked to.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "engine/engine.h"
#include "shared/shm.h"

enum { LEAF = 0, MIDDLE = 1, ROUNDS = 1000 };

/* Children end by signals, and leaks cannot be searched for in traced processes. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "detect_leaks=0";
}

/* ------------------------------------------------------------------ the child */

/* Data that parent and child exchange. */
struct talk {
  volatile int32_t wanted, done, go;
};

static struct talk *talk;

__attribute__((noinline, noclone)) static long leaf(long x) {
  __asm__ volatile("nopl 0x7fff(%%rax)" ::: "memory");
  return x + 1;
}

__attribute__((noinline, noclone)) static long middle(long x) {
  for (int i = 0; i < 3; i++) {
    x = leaf(x);
  }
  __asm__ volatile("" ::: "memory");
  return x;
}

static void serve(const char *program) {
  long x = 0;
  for (int32_t done = 0;; usleep(500)) {
    if (talk->wanted == -1) {
      _exit(23);
    }
    if (talk->wanted == -2) {
      execl(program, program, "sleep", (char *)NULL);
    }
    while (done < talk->wanted) {
      x = middle(x);
      done++;
    }
    talk->done = done;
  }
}

static const char *self;

static pid_t start(void) {
  talk->wanted = talk->done = 0;
  pid_t child = fork();
  if (child == 0) {
    serve(self);
  }
  return child;
}

static void calls(int32_t more) {
  talk->wanted += more;
  for (int i = 0; i < 20000 && talk->done != talk->wanted; i++) {
    usleep(500);
  }
}

static void end(pid_t child) {
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}

/* ------------------------------------------------------------------ what is common */

static uint64_t address_of(long (*function)(long)) {
  uint64_t address;
  memcpy(&address, &function, sizeof address);
  return address;
}

static int put_both(struct target *target, struct fg_error *error) {
  struct fg_verdict verdicts[2];
  struct fg_stats stats;
  struct fg_probe probes[2] = {{address_of(leaf), 16, LEAF, FG_WALL, FG_AGENT, 0, 0},
                               {address_of(middle), 64, MIDDLE, FG_WALL, FG_AGENT, 0, 0}};
  if (engine_insert(target, probes, 2, verdicts, &stats, error)) {
    printf("insert: %s\n", error->text);
    return 0;
  }
  if (verdicts[0].code || verdicts[1].code) {
    printf("verdicts: %s, %s\n", verdicts[0].text, verdicts[1].text);
  }
  return !verdicts[0].code && !verdicts[1].code;
}

struct sums {
  uint64_t count[2], from_middle, histogram, aborted;
};

static struct sums sum(struct target *target) {
  struct sums sums = {0};
  struct fg_error error;
  int fd;
  int64_t size;
  CHECK(!engine_memory(target, &fd, &size, &error));
  const char *at = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, fd, 0);
  const struct fg_shm_header *header = (const void *)at;
  const struct fg_shm_record *record = (const void *)(at + header->records_at);
  for (uint32_t i = 0; i < header->used_records; i++, record++) {
    CHECK(record->begin == record->end);
    CHECK(record->region <= MIDDLE);
    sums.count[record->region & 1] += record->count;
    sums.from_middle += record->parent == MIDDLE ? record->count : 0;
    sums.histogram += record->latest != 0;
    for (int k = 0; k < FG_BUCKETS; k++) {
      sums.histogram += record->histogram[k];
    }
    CHECK(record->count == 0 || (record->min <= record->max && record->total >= record->max));
    CHECK(record->inside <= record->total || record->region == LEAF);
  }
  munmap((void *)(uintptr_t)at, (size_t)size);
  return sums;
}

/* The state that closing reported. */
static struct fg_state closed;

static int close_it(struct target *target) {
  struct fg_stats stats;
  struct fg_error error;
  return engine_close(target, &closed, &stats, &error);
}

/* ------------------------------------------------------------------ tests */

static void test_counts(void) {
  struct target *target;
  struct fg_error error;
  uint8_t before[16], after[16];
  pid_t child = start();
  memcpy(before, (const void *)(uintptr_t)address_of(leaf), sizeof before);
  CHECK(!engine_open(child, &target, &error));
  CHECK(put_both(target, &error));
  calls(ROUNDS);
  struct sums sums = sum(target);
  CHECK(sums.count[MIDDLE] == ROUNDS);
  CHECK(sums.count[LEAF] == 3 * ROUNDS);
  CHECK(sums.from_middle == 3 * ROUNDS);
  CHECK(sums.histogram == 4 * ROUNDS);
  CHECK(!close_it(target) && closed.state == FG_DETACHED);
  char name[40];
  snprintf(name, sizeof name, "/proc/%d/mem", child);
  FILE *file = fopen(name, "r");
  CHECK(file && !fseek(file, (long)address_of(leaf), SEEK_SET) &&
        fread(after, sizeof after, 1, file) == 1);
  if (file) {
    fclose(file);
  }
  CHECK(!memcmp(before, after, sizeof before));
  calls(ROUNDS);
  CHECK(talk->done == 2 * ROUNDS);
  end(child);
}

static void test_again(void) {
  struct fg_error error;
  pid_t child = start();
  for (int cycle = 0; cycle < 5; cycle++) {
    struct target *target;
    CHECK(!engine_open(child, &target, &error));
    CHECK(put_both(target, &error));
    calls(ROUNDS);
    CHECK(sum(target).count[LEAF] == 3 * ROUNDS);
    CHECK(!close_it(target));
    calls(10);
  }
  end(child);
}

static void test_removal(void) {
  struct target *target;
  struct fg_error error;
  struct fg_stats stats;
  struct fg_verdict verdicts[2];
  pid_t child = start();
  CHECK(!engine_open(child, &target, &error));
  CHECK(put_both(target, &error));
  calls(ROUNDS);
  CHECK(!engine_remove(target, (const int32_t[]){LEAF, 7}, 2, verdicts, &stats, &error));
  CHECK(!verdicts[0].code && verdicts[1].code == FG_E_NOT_INSTALLED);
  calls(ROUNDS);
  struct sums sums = sum(target);
  CHECK(sums.count[LEAF] == 3 * ROUNDS && sums.count[MIDDLE] == 2 * ROUNDS);
  CHECK(put_both(target, &error));
  calls(ROUNDS);
  sums = sum(target);
  CHECK(sums.count[LEAF] == 6 * ROUNDS && sums.count[MIDDLE] == 3 * ROUNDS);
  CHECK(!close_it(target));
  end(child);
}

/* A killed instrumenter leaves working sensors; the next one removes them. */
static void test_killed_instrumenter(void) {
  struct target *target;
  struct fg_error error;
  pid_t child = start(), other = fork();
  if (other == 0) {
    if (engine_open(child, &target, &error) || !put_both(target, &error)) {
      _exit(1);
    }
    talk->go = 1;
    pause();
  }
  for (int i = 0; i < 10000 && !talk->go; i++) {
    usleep(1000);
  }
  CHECK(talk->go);
  CHECK(engine_open(child, &target, &error) == FG_E_ALREADY_OPEN);
  end(other);
  calls(ROUNDS);
  CHECK(talk->done == ROUNDS);
  CHECK(!engine_open(child, &target, &error));
  CHECK(put_both(target, &error));
  calls(ROUNDS);
  CHECK(sum(target).count[LEAF] == 3 * ROUNDS);
  CHECK(!close_it(target));
  calls(ROUNDS);
  CHECK(talk->done == 3 * ROUNDS);
  talk->go = 0;
  end(child);
}

static void test_end_of_process(void) {
  struct target *target;
  struct fg_error error;
  struct fg_state state;
  pid_t child = start();
  CHECK(!engine_open(child, &target, &error));
  CHECK(put_both(target, &error));
  calls(ROUNDS);
  talk->wanted = -1;
  CHECK(waitpid(child, NULL, 0) == child);
  CHECK(!engine_status(target, &state, &error) && state.state == FG_EXITED);
  CHECK(sum(target).count[LEAF] == 3 * ROUNDS);
  CHECK(!put_both(target, &error) && error.code == FG_E_NO_PROCESS);
  CHECK(!close_it(target) && closed.state == FG_EXITED);
}

static void test_exec(void) {
  struct target *target;
  struct fg_error error;
  struct fg_state state = {0};
  pid_t child = start();
  CHECK(!engine_open(child, &target, &error));
  CHECK(put_both(target, &error));
  calls(ROUNDS);
  talk->wanted = -2;
  for (int i = 0; i < 2000 && state.state != FG_EXECED; i++) {
    usleep(1000);
    CHECK(!engine_status(target, &state, &error));
  }
  CHECK(state.state == FG_EXECED);
  CHECK(sum(target).count[LEAF] == 3 * ROUNDS);
  CHECK(!put_both(target, &error) && error.code == FG_E_EXECED);
  CHECK(!close_it(target) && closed.state == FG_EXECED);
  CHECK(waitpid(child, NULL, WNOHANG) == 0);
  end(child);
}

static void test_refusals(void) {
  struct target *target, *again;
  struct fg_error error;
  CHECK(engine_open(999999999, &target, &error) == FG_E_NO_PROCESS && error.text[0]);
  CHECK(engine_open(-1, &target, &error) == FG_E_NO_PROCESS);
  pid_t zombie = fork();
  if (zombie == 0) {
    _exit(0);
  }
  usleep(50000);
  CHECK(engine_open(zombie, &target, &error) == FG_E_ZOMBIE);
  waitpid(zombie, NULL, 0);
  pid_t child = start();
  CHECK(!engine_open(child, &target, &error));
  CHECK(engine_open(child, &again, &error) == FG_E_ALREADY_OPEN);
  pid_t tracer = fork();
  if (tracer == 0) {
    _exit(ptrace(PTRACE_SEIZE, child, 0, 0) || (talk->go = 1, pause()));
  }
  for (int i = 0; i < 5000 && !talk->go; i++) {
    usleep(1000);
  }
  CHECK(!put_both(target, &error) && error.code == FG_E_TRACED);
  talk->go = 0;
  end(tracer);
  CHECK(put_both(target, &error));
  CHECK(!close_it(target));
  end(child);
}

static void test_launch(void) {
  char arguments[600];
  struct target *target;
  struct fg_error error;
  struct fg_state state = {0};
  struct fg_stats stats;
  struct fg_verdict verdict;
  int32_t pid, count = 0;
  int programs;
  size_t length = (size_t)snprintf(arguments, sizeof arguments, "%s%ccount", self, 0) + 1;
  CHECK(length < sizeof arguments);
  CHECK(!engine_launch(arguments, 2, "", 0, "", NULL, 0, &target, &pid, &programs, &error));
  const struct fg_module *modules;
  CHECK(!engine_modules(target, &modules, &count, &error) && count > 1);
  uint64_t bias = 0;
  for (int32_t i = 0; i < count; i++) {
    bias = modules[i].flags & FG_MODULE_EXECUTABLE ? modules[i].bias : bias;
  }
  extern const char here[] __asm__("__executable_start");
  struct fg_probe probe = {
      address_of(middle) - (uint64_t)(uintptr_t)here + bias, 64, MIDDLE, FG_WALL, FG_AGENT, 0, 0};
  CHECK(!engine_insert(target, &probe, 1, &verdict, &stats, &error) && !verdict.code);
  CHECK(!engine_status(target, &state, &error) && state.state == FG_STARTING);
  CHECK(!engine_resume(target, &error));
  for (int i = 0; i < 5000 && state.state != FG_EXITED; i++) {
    usleep(1000);
    engine_tick();
    CHECK(!engine_status(target, &state, &error));
  }
  CHECK(state.state == FG_EXITED && state.exit_code == 42);
  CHECK(sum(target).count[MIDDLE] == ROUNDS);
  CHECK(!close_it(target));
  CHECK(engine_launch("/nowhere/at-all", 1, "", 0, "", NULL, 0, &target, &pid, &programs, &error) == FG_E_ARGUMENT);
}

static void test_limit(void) {
  struct target *target;
  struct fg_error error;
  struct fg_verdict verdict;
  struct fg_stats stats;
  pid_t child = start();
  struct fg_probe probe = {address_of(leaf), 16, LEAF, FG_WALL, FG_AGENT, 0, 1e-7};
  CHECK(!engine_open(child, &target, &error));
  CHECK(!engine_insert(target, &probe, 1, &verdict, &stats, &error) && !verdict.code);
  for (int i = 0; i < 200; i++) {
    calls(ROUNDS);
    engine_tick();
    usleep(2000);
  }
  uint64_t counted = sum(target).count[LEAF];
  CHECK(counted > 0 && counted < 200ull * 3 * ROUNDS);
  CHECK(!close_it(target));
  end(child);
}

int main(int argc, char **argv) {
  struct fg_host host;
  struct fg_error error;
  self = argv[0];
  if (argc > 1 && !strcmp(argv[1], "sleep")) {
    sleep(60);
    return 0;
  }
  if (argc > 1) {
    long x = 0;
    for (int i = 0; i < ROUNDS; i++) {
      x = middle(x);
    }
    return x == 3 * ROUNDS ? 42 : 1;
  }
  talk = mmap(NULL, sizeof *talk, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (talk == MAP_FAILED || engine_start(&host, &error)) {
    printf("FAILED start: %s\n", error.text);
    return 1;
  }
  CHECK(host.tsc_hz > 100000000 && host.call_cost_ns > 0 && host.cpu_cost_ns > host.call_cost_ns);
  test_counts();
  test_again();
  test_removal();
  test_killed_instrumenter();
  test_end_of_process();
  test_exec();
  test_refusals();
  test_launch();
  test_limit();
  return outcome();
}
