/* Tests kernel probes in a child of this program; prints "refused: ..." for a user who may not use them. */
#define _GNU_SOURCE 1

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "uprobe/uprobe.h"
#include "uprobe/uprobe_cost.h"

#define TSC_HZ 2000000000ull /* any rate will do: the kernel's times are nanoseconds, two ticks each */
#define CALLS 1000
#define BUSY_NS 200000ull
#define RECURSION 20

static int commands[2], answers[2];

#define PROBED __attribute__((noinline, noclone, noipa))

PROBED int counted(int x) { return x + 1; }

PROBED void busy(void) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((uint64_t)((now.tv_sec - begin.tv_sec) * 1000000000ll + now.tv_nsec - begin.tv_nsec) < BUSY_NS);
}

PROBED int recursive(int depth) { return depth == 0 ? 0 : 1 + recursive(depth - 1); }

PROBED int never(int x) { return x * 7; }

/* Many small functions, 16 bytes each, and after them one at which no probe can be inserted. */
#define MANY 100
extern const char many[];
__asm__(".text\n"
        ".balign 16\n"
        "many:\n"
        ".rept 100\n"
        "nop\n"
        "ret\n"
        ".balign 16, 0xcc\n"
        ".endr\n"
        "int3\n"
        "ret\n");

static void call_many(void) {
  for (int i = 0; i < MANY; i++) {
    void (*one)(void);
    const char *at = many + 16 * i;
    memcpy(&one, &at, sizeof one);
    one();
  }
}

/* Calls each function at every command, and answers. */
static void run_child(void) {
  char byte;
  volatile int sink = 0;

  prctl(PR_SET_PDEATHSIG, SIGKILL);
  while (read(commands[0], &byte, 1) == 1) {
    for (int i = 0; i < CALLS; i++) {
      sink = counted(sink);
    }
    for (int i = 0; i < 10; i++) {
      busy();
    }
    sink = recursive(RECURSION);
    call_many();
    if (write(answers[1], &byte, 1) != 1) {
      break;
    }
  }
  _exit(0);
}

static void call_all(void) {
  char byte = 1;
  check(write(commands[1], &byte, 1) == 1 && read(answers[0], &byte, 1) == 1, "the child answers");
}

static struct uprobe_request request(int32_t region, const void *function, int32_t metrics) {
  return (struct uprobe_request){region, metrics, "/proc/self/exe", uprobe_own_offset(function), function, 16, 0};
}

/* The shared memory of a process, as the engine makes it. */
struct memory {
  struct fg_shm_header header;
  struct fg_shm_thread threads[4];
  struct fg_shm_record records[8];
};

static const struct fg_shm_record *record_of(const struct memory *memory, uint32_t region) {
  for (uint32_t i = 0; i < memory->header.used_records; i++) {
    if (memory->records[i].region == region) {
      return &memory->records[i];
    }
  }
  return NULL;
}

static uint64_t count_of(struct uprobes *uprobes, struct memory *memory, uint32_t region) {
  uprobe_sync(uprobes, &memory->header, memory->threads, memory->records);
  const struct fg_shm_record *record = record_of(memory, region);
  return record == NULL ? 0 : record->count;
}

static void test_times(const struct fg_shm_record *record) {
  uint64_t buckets = 0;

  check(record != NULL && record->count == 10, "calls of busy");
  if (record == NULL) {
    return;
  }
  check(record->min >= 2 * BUSY_NS, "the shortest time is no shorter than the function's own");
  check(record->max >= record->min && record->total >= 10 * record->min, "longest and total time");
  check(record->total < 200 * BUSY_NS, "total time");
  for (int i = 0; i < FG_BUCKETS; i++) {
    buckets += record->histogram[i];
  }
  check(buckets == 10, "the histogram has all calls");
  check(record->begin == record->end && record->parent == FG_NO_REGION, "a whole record");
}

static void test_probes(int32_t pid, struct memory *memory) {
  struct uprobes *uprobes;
  struct fg_error error;
  struct fg_verdict verdicts[5];
  struct uprobe_request requests[] = {request(1, (void *)(uintptr_t)counted, 0),
                                      request(2, (void *)(uintptr_t)busy, FG_WALL),
                                      request(3, (void *)(uintptr_t)recursive, FG_WALL),
                                      request(4, (void *)(uintptr_t)never, FG_WALL),
                                      request(1, (void *)(uintptr_t)never, 0)};
  requests[3].may_unwind = 1;

  check(uprobe_open(pid, TSC_HZ, &uprobes, &error) == FG_OK, "open");
  call_all();
  uprobe_insert(uprobes, requests, 5, verdicts);
  check(verdicts[0].code == FG_OK && verdicts[0].backend == FG_UPROBE, verdicts[0].text);
  check(verdicts[1].code == FG_OK && verdicts[2].code == FG_OK, verdicts[1].text);
  check(verdicts[1].cost_ns > 100 && verdicts[1].cost_ns < 100000, "cost of a timed call");
  check(verdicts[3].code == FG_E_TIMING_UNSAFE && strlen(verdicts[3].text) > 20, "unsafe timing");
  check(verdicts[4].code == FG_E_ALREADY_PATCHED, "the same region twice");
  call_all();
  check(count_of(uprobes, memory, 1) == CALLS, "calls of counted");
  check(count_of(uprobes, memory, 3) == RECURSION + 1, "calls of recursive");
  test_times(record_of(memory, 2));
  check(memory->threads[0].tid == 0 && memory->header.used_threads == 1, "no thread's records");
  check(memory->header.dirty == 3, "three records are dirty");

  uprobe_remove(uprobes, (const int32_t[]){3}, 1);
  check(!uprobe_has(uprobes, 3) && uprobe_has(uprobes, 2) && uprobe_has(uprobes, 1), "one is out");
  call_all();
  check(count_of(uprobes, memory, 3) == RECURSION + 1, "nothing is counted after removal");
  check(count_of(uprobes, memory, 2) == 20, "the others are counted further");
  check(count_of(uprobes, memory, 1) == 2 * CALLS, "those of another kind, too");

  uprobe_insert(uprobes, &requests[2], 1, verdicts);
  call_all();
  check(count_of(uprobes, memory, 3) == 2 * (RECURSION + 1), "in again");
  uprobe_close(uprobes);
  call_all();
}

/* If the kernel refuses one probe of a batch, each of the others has its own link; all are removed
   together. */
static void test_many(int32_t pid) {
  static struct uprobe_request requests[MANY + 1];
  static struct fg_verdict verdicts[MANY + 1];
  static struct room {
    struct fg_shm_header header;
    struct fg_shm_thread threads[4];
    struct fg_shm_record records[MANY + 1];
  } room = {.header = {.flush = 1}};
  int32_t regions[MANY + 1];
  struct uprobes *uprobes;
  struct fg_error error;

  for (int i = 0; i <= MANY; i++) {
    regions[i] = i;
    requests[i] = request(i, many + 16 * i, 0);
  }
  check(uprobe_open(pid, TSC_HZ, &uprobes, &error) == FG_OK, "open");
  uprobe_insert(uprobes, requests, MANY + 1, verdicts);
  check(verdicts[MANY].code == FG_E_UNSUPPORTED, "a breakpoint can have no probe");
  call_all();
  uprobe_remove(uprobes, regions, MANY + 1);
  call_all();
  uprobe_sync(uprobes, &room.header, room.threads, room.records);
  check(room.header.used_records == MANY, "each of many has a record");
  for (int i = 0; i < MANY; i++) {
    check(verdicts[i].code == FG_OK && !uprobe_has(uprobes, i), "one of many is put in and taken out");
    check(room.records[i].count == 1, "one of many is counted while it is in");
  }
  uprobe_close(uprobes);
}

static void test_refusals(int32_t pid) {
  struct uprobes *uprobes;
  struct fg_error error;
  struct fg_verdict verdict;
  struct uprobe_request wrong = request(1, (void *)(uintptr_t)counted, 0);

  check(uprobe_open(pid, TSC_HZ, &uprobes, &error) == FG_OK, "open");
  wrong.path = "/nonexistent";
  uprobe_insert(uprobes, &wrong, 1, &verdict);
  check(verdict.code == FG_E_UNSUPPORTED && !uprobe_has(uprobes, 1), "a file that does not exist");
  wrong.region = -1;
  uprobe_insert(uprobes, &wrong, 1, &verdict);
  check(verdict.code == FG_E_ARGUMENT, "a region that does not exist");
  uprobe_close(uprobes);
}

int main(void) {
  static struct memory memory = {.header = {.flush = 1}};
  char reason[120];

  if (!uprobe_permitted(reason)) {
    printf("refused: %s\n", reason);
    return strlen(reason) < 20;
  }
  if (pipe(commands) != 0 || pipe(answers) != 0) {
    return 1;
  }
  pid_t child = fork();
  if (child == 0) {
    run_child();
  }
  test_probes(child, &memory);
  test_refusals(child);
  test_many(child);
  close(commands[1]);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  const uint8_t push[] = {0x55, 0x48}, move[] = {0x48, 0x89};
  printf("cost in ns: push counted %.0f timed %.0f, mov counted %.0f timed %.0f\n", uprobe_cost_ns(push, 2, 0),
         uprobe_cost_ns(push, 2, 1), uprobe_cost_ns(move, 2, 0), uprobe_cost_ns(move, 2, 1));
  return outcome();
}
