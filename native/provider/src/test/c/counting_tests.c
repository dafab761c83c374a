/*
 * Counters of sensors, with the engine alone, on forked children that touch fresh pages and sleep
 * as often as they are asked to.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "engine/engine.h"
#include "shared/shm.h"

enum { TOUCH = 0, NAP = 1, PAGE = 4096, PAGES = 16384, NOBODY = 65534 };
enum { CYCLES = 0, PAGE_FAULTS = 4, CONTEXT_SWITCHES = 5 };

/* Children end by signals, and leaks cannot be searched for in traced processes. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "detect_leaks=0";
}

/* ------------------------------------------------------------------ the child */

enum task { TASK_TOUCH = 1, TASK_NAP, TASK_TWO_THREADS, TASK_CLOSE_ALL, TASK_REPLACE, TASK_FORK };

/* Data that parent and child exchange. */
struct talk {
  volatile int32_t ready, task, calls, argument, asked, answered, result;
};

static struct talk *talk;
static char *fresh;
static long next_page;

/* Keeps functions as they are written, because code added by sanitizers touches pages, too. */
#define PLAIN __attribute__((noinline, noclone, no_sanitize_address, no_sanitize_undefined))

/* Touches the given number of pages that have never been touched before. */
PLAIN static long touch(long pages) {
  volatile char *from = fresh + __atomic_fetch_add(&next_page, pages, __ATOMIC_RELAXED) * PAGE;
  for (long i = 0; i < pages; i++) {
    from[i * PAGE] = 1;
  }
  return pages;
}

/* Gives up its processor the given number of times. */
PLAIN static long nap(long times) {
  for (long i = 0; i < times; i++) {
    usleep(200);
  }
  return times;
}

static void *touch_on(void *pages) {
  for (int i = 0; i < talk->calls; i++) {
    touch((long)(intptr_t)pages);
  }
  return NULL;
}

static void on_two_threads(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, touch_on, (void *)(intptr_t)(talk->argument << i));
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
}

/* Replaces every event's descriptor by a pipe with data in it; whether all data is still there after a
   call. */
static int replaced_stay_whole(void) {
  enum { MOST = 4096 };
  char name[40], where[80], got[2];
  int ends[2], replaced = 0, whole = 0;
  if (pipe(ends)) {
    return 0;
  }
  for (int fd = ends[1] + 1; fd < MOST; fd++) {
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, where, sizeof where - 1);
    where[length > 0 ? length : 0] = 0;
    if (strstr(where, "perf_event")) {
      replaced += dup2(ends[0], fd) == fd;
    }
  }
  int kept = write(ends[1], "x", 1) == 1;
  touch(talk->argument);
  for (int fd = ends[1] + 1; fd < MOST; fd++) {
    whole += fcntl(fd, F_GETFD) >= 0 && lseek(fd, 0, SEEK_CUR) < 0 && errno == ESPIPE &&
             fcntl(fd, F_GETPIPE_SZ) > 0;
  }
  kept = kept && read(ends[0], got, sizeof got) == 1 && got[0] == 'x';
  return replaced > 0 && kept && whole >= replaced;
}

static int do_task(void) {
  switch (talk->task) {
    case TASK_TOUCH:
      touch_on((void *)(intptr_t)talk->argument);
      return 1;
    case TASK_NAP:
      return nap(talk->argument) > 0;
    case TASK_TWO_THREADS:
      on_two_threads();
      return 1;
    case TASK_CLOSE_ALL:
      return syscall(SYS_close_range, 3, ~0u, 0) == 0;
    case TASK_REPLACE:
      return replaced_stay_whole();
    default: {
      pid_t child = fork();
      if (child == 0) {
        _exit(touch(talk->argument) == talk->argument ? 0 : 1);
      }
      int status = 1;
      return waitpid(child, &status, 0) == child && status == 0;
    }
  }
}

static pid_t start(void) {
  memset(talk, 0, sizeof *talk);
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    touch(0); /* its own pages are copied once, too */
    nap(0);
    talk->ready = 1;
    for (;; usleep(500)) {
      if (talk->answered != talk->asked) {
        talk->result = do_task();
        talk->answered = talk->asked;
      }
    }
  }
  for (int i = 0; i < 60000 && !talk->ready; i++) {
    usleep(500);
  }
  return child;
}

/* Makes the child call a function a number of times with an argument; returns the outcome. */
static int ask(enum task task, int32_t calls, int32_t argument) {
  talk->task = task;
  talk->calls = calls;
  talk->argument = argument;
  talk->asked++;
  for (int i = 0; i < 60000 && talk->answered != talk->asked; i++) {
    usleep(500);
  }
  CHECK(talk->answered == talk->asked);
  return talk->result;
}

static void end(pid_t child) {
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}

/* Counts the descriptors of events of a process. */
static int events_of(pid_t pid) {
  char folder[40], name[400], where[80];
  int count = 0;
  snprintf(folder, sizeof folder, "/proc/%d/fd", pid);
  DIR *all = opendir(folder);
  for (struct dirent *entry; all && (entry = readdir(all));) {
    snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
    ssize_t length = readlink(name, where, sizeof where - 1);
    where[length > 0 ? length : 0] = 0;
    count += strstr(where, "perf_event") != NULL;
  }
  closedir(all);
  return count;
}

static int descriptors_of(pid_t pid) {
  char folder[40];
  int count = -2;
  snprintf(folder, sizeof folder, "/proc/%d/fd", pid);
  DIR *all = opendir(folder);
  while (all && readdir(all)) {
    count++;
  }
  closedir(all);
  return count;
}

/* ------------------------------------------------------------------ what is common */

static struct target *attach(pid_t child) {
  struct target *target = NULL;
  struct fg_error error;
  if (engine_open(child, &target, &error)) {
    printf("open: %s\n", error.text);
    CHECK(0);
    exit(1);
  }
  return target;
}

static void put(struct target *target, int32_t region, long (*function)(long), int32_t metrics) {
  struct fg_verdict verdict;
  struct fg_stats stats;
  struct fg_error error;
  struct fg_probe probe = {0, 64, region, FG_WALL | metrics, FG_AGENT, 0, 0};
  memcpy(&probe.address, &function, sizeof function);
  int32_t code = engine_insert(target, &probe, 1, &verdict, &stats, &error);
  if (code || verdict.code) {
    printf("insert: %s\n", code ? error.text : verdict.text);
  }
  CHECK(!code && !verdict.code);
}

static void take_out(struct target *target, int32_t region) {
  struct fg_verdict verdict;
  struct fg_stats stats;
  struct fg_error error;
  CHECK(!engine_remove(target, &region, 1, &verdict, &stats, &error) && !verdict.code);
}

static void close_it(struct target *target) {
  struct fg_state state;
  struct fg_stats stats;
  struct fg_error error;
  CHECK(!engine_close(target, &state, &stats, &error));
}

/* All records of a region. */
struct sums {
  uint64_t calls, records, value, counted, enabled, running;
  int32_t state;
};

static struct sums sum(struct target *target, uint32_t region, int counter) {
  struct sums sums = {0};
  struct fg_error error;
  int fd;
  int64_t size;
  CHECK(!engine_memory(target, &fd, &size, &error) && size == (int64_t)FG_SHM_SIZE);
  const char *at = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, fd, 0);
  if (at == MAP_FAILED) {
    perror("the shared memory");
    exit(1);
  }
  const struct fg_shm_header *header = (const void *)at;
  const struct fg_shm_record *record = (const void *)(at + FG_RECORDS_AT);
  const struct fg_shm_counts *counts = (const void *)(at + FG_COUNTS_AT);
  for (uint32_t i = 0; i < header->used_records; i++) {
    CHECK(record[i].begin == record[i].end);
    if (record[i].region == region) {
      sums.calls += record[i].count;
      sums.records++;
      sums.value += counts[i].of[counter].value;
      sums.counted += counts[i].of[counter].calls;
      sums.enabled += counts[i].enabled_ns;
      sums.running += counts[i].running_ns;
    }
  }
  sums.state = header->counter_state[counter];
  munmap((void *)(uintptr_t)at, (size_t)size);
  return sums;
}

/* ------------------------------------------------------------------ tests */

static void test_page_faults(void) {
  pid_t child = start();
  struct target *target = attach(child);
  put(target, TOUCH, touch, FG_PAGE_FAULTS);
  ask(TASK_TOUCH, 10, 100);
  ask(TASK_TOUCH, 5, 1);
  struct sums sums = sum(target, TOUCH, PAGE_FAULTS);
  CHECK(sums.state == FG_COUNTER_OPENED);
  CHECK(sums.calls == 15 && sums.counted == 15);
  CHECK(sums.value == 1005);
  CHECK(sum(target, TOUCH, CONTEXT_SWITCHES).counted == 0);
  CHECK(sum(target, TOUCH, CONTEXT_SWITCHES).state == 0);
  close_it(target);
  end(child);
}

static void test_context_switches(void) {
  pid_t child = start();
  struct target *target = attach(child);
  put(target, NAP, nap, FG_CONTEXT_SWITCHES | FG_CPU);
  ask(TASK_NAP, 1, 20);
  struct sums sums = sum(target, NAP, CONTEXT_SWITCHES);
  CHECK(sums.state == FG_COUNTER_OPENED || sums.state == EACCES);
  CHECK(sums.state == EACCES ? sums.counted == 0 : sums.counted == 1 && sums.value >= 20);
  close_it(target);
  end(child);
}

static void test_threads(void) {
  pid_t child = start();
  struct target *target = attach(child);
  put(target, TOUCH, touch, FG_PAGE_FAULTS);
  ask(TASK_TWO_THREADS, 7, 10);
  ask(TASK_TWO_THREADS, 7, 10);
  struct sums sums = sum(target, TOUCH, PAGE_FAULTS);
  CHECK(sums.calls == 28 && sums.counted == 28 && sums.value == 2 * 7 * (10 + 20));
  CHECK(sums.records == 4);
  close_it(target);
  end(child);
}

/* Counters are not read for calls that are short on average, except the first. */
static void test_adaptive(void) {
  pid_t child = start();
  struct target *target = attach(child);
  put(target, TOUCH, touch, FG_PAGE_FAULTS | FG_COUNT_ADAPTIVE);
  ask(TASK_TOUCH, 20000, 0);
  struct sums sums = sum(target, TOUCH, PAGE_FAULTS);
  CHECK(sums.calls == 20000 && sums.counted >= 1 && sums.counted < 10000);
  CHECK(sums.value == 0);
  close_it(target);
  end(child);
}

/* A second sensor wants more counters: those of the first one continue. */
static void test_more_counters(void) {
  pid_t child = start();
  struct target *target = attach(child);
  put(target, TOUCH, touch, FG_PAGE_FAULTS);
  ask(TASK_TOUCH, 4, 10);
  put(target, NAP, nap, FG_CONTEXT_SWITCHES);
  ask(TASK_NAP, 1, 3);
  ask(TASK_TOUCH, 4, 10);
  struct sums sums = sum(target, TOUCH, PAGE_FAULTS);
  CHECK(sums.counted == 8 && sums.value == 80);
  CHECK(sum(target, NAP, CONTEXT_SWITCHES).counted == 1);
  CHECK(sum(target, NAP, PAGE_FAULTS).counted == 0);
  close_it(target);
  end(child);
}

/* Works with and without counters of the processor. */
static void test_hardware(const struct fg_host *host) {
  pid_t child = start();
  struct target *target = attach(child);
  put(target, TOUCH, touch, FG_CYCLES | FG_INSTRUCTIONS | FG_PAGE_FAULTS);
  ask(TASK_TOUCH, 100, 100);
  struct sums cycles = sum(target, TOUCH, CYCLES);
  CHECK((cycles.state == FG_COUNTER_OPENED) == host->pmu);
  if (cycles.state == FG_COUNTER_OPENED) {
    CHECK(cycles.counted == 100 && cycles.enabled >= cycles.running);
    CHECK(cycles.running == 0 || cycles.value > 100 * 100);
  } else {
    CHECK(cycles.state > 0 && cycles.counted == 0 && cycles.value == 0 && cycles.enabled == 0);
  }
  struct sums faults = sum(target, TOUCH, PAGE_FAULTS);
  CHECK(faults.counted == 100 && faults.value == 10000);
  close_it(target);
  end(child);
}

static void test_nothing_left(void) {
  pid_t child = start();
  int before = descriptors_of(child);
  for (int cycle = 0; cycle < 3; cycle++) {
    struct target *target = attach(child);
    put(target, TOUCH, touch, FG_PAGE_FAULTS | FG_CONTEXT_SWITCHES);
    put(target, NAP, nap, 0);
    ask(TASK_TWO_THREADS, 5, 10);
    ask(TASK_TOUCH, 5, 10);
    CHECK(events_of(child) >= 2);
    CHECK(sum(target, TOUCH, PAGE_FAULTS).value == 5 * (10 + 20 + 10));
    take_out(target, TOUCH);
    CHECK(events_of(child) == 0 && descriptors_of(child) == before);
    ask(TASK_TOUCH, 5, 10);
    put(target, TOUCH, touch, FG_PAGE_FAULTS);
    ask(TASK_TOUCH, 5, 10);
    CHECK(sum(target, TOUCH, PAGE_FAULTS).value == 5 * (10 + 20 + 10 + 10));
    close_it(target);
    CHECK(descriptors_of(child) == before);
  }
  CHECK(events_of(getpid()) == 0);
  end(child);
}

/* A program that closes all its descriptors loses only the counts of the call in which it does so. */
static void test_closed_descriptors(void) {
  pid_t child = start();
  struct target *target = attach(child);
  put(target, TOUCH, touch, FG_PAGE_FAULTS);
  for (int i = 0; i < 3; i++) {
    ask(TASK_TOUCH, 5, 10);
    CHECK(ask(TASK_CLOSE_ALL, 1, 0));
    CHECK(events_of(child) == 0);
  }
  ask(TASK_TOUCH, 5, 10);
  struct sums sums = sum(target, TOUCH, PAGE_FAULTS);
  CHECK(sums.calls == 20 && sums.counted == 20 && sums.value == 200);
  close_it(target);
  end(child);
}

/* A file that has got the descriptor number of an event is neither read nor closed. */
static void test_replaced_descriptors(void) {
  pid_t child = start();
  struct target *target = attach(child);
  put(target, TOUCH, touch, FG_PAGE_FAULTS);
  ask(TASK_TOUCH, 5, 10);
  CHECK(ask(TASK_REPLACE, 1, 10));
  struct sums sums = sum(target, TOUCH, PAGE_FAULTS);
  CHECK(sums.calls == 6 && sums.counted == 6 && sums.value == 60);
  close_it(target);
  end(child);
}

static void test_fork(void) {
  pid_t child = start();
  struct target *target = attach(child);
  put(target, TOUCH, touch, FG_PAGE_FAULTS);
  ask(TASK_TOUCH, 5, 10);
  CHECK(ask(TASK_FORK, 1, 50));
  struct sums sums = sum(target, TOUCH, PAGE_FAULTS);
  CHECK(sums.calls == 5 && sums.value == 50);
  close_it(target);
  end(child);
}

/* With too few descriptors, calls are still measured, but without counters. */
static void test_few_descriptors(void) {
  struct rlimit few;
  pid_t child = start();
  struct target *target = attach(child);
  put(target, TOUCH, touch, FG_PAGE_FAULTS);
  getrlimit(RLIMIT_NOFILE, &few);
  few.rlim_cur = 3;
  CHECK(!prlimit(child, RLIMIT_NOFILE, &few, NULL));
  ask(TASK_TOUCH, 5, 10);
  struct sums sums = sum(target, TOUCH, PAGE_FAULTS);
  CHECK(sums.calls == 5 && sums.counted == 0 && sums.state == EMFILE);
  close_it(target);
  CHECK(events_of(child) == 0);
  end(child);
}

/* Events that a killed instrumenter has left open are closed by the next one. */
static void test_killed_instrumenter(void) {
  pid_t child = start(), other = fork();
  if (other == 0) {
    put(attach(child), TOUCH, touch, FG_PAGE_FAULTS);
    kill(getppid(), SIGCONT);
    pause();
  }
  for (int i = 0; i < 2000 && events_of(child) == 0; i++) {
    ask(TASK_TOUCH, 1, 1);
    usleep(1000);
  }
  CHECK(events_of(child) == 1);
  end(other);
  close_it(attach(child));
  CHECK(events_of(child) == 0);
  end(child);
}

/* ------------------------------------------------------------------ walls */

/* Installs a filter with an action for a process that asks for events. */
static void forbid_events(uint32_t what) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, what), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog filter = {sizeof code / sizeof code[0], code};
  CHECK(!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
        !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter));
}

static void behind_a_filter(uint32_t what) {
  struct fg_host host;
  struct fg_error error;
  forbid_events(what);
  CHECK(!engine_start(&host, &error) && host.pmu == 0);
  pid_t child = start();
  struct target *target = attach(child);
  put(target, TOUCH, touch, FG_PAGE_FAULTS);
  ask(TASK_TOUCH, 5, 10);
  struct sums sums = sum(target, TOUCH, PAGE_FAULTS);
  CHECK(sums.calls == 5 && sums.counted == 0 && sums.state == EPERM);
  close_it(target);
  end(child);
}

static void behind_an_error(void) {
  behind_a_filter(SECCOMP_RET_ERRNO | EPERM);
}

static void behind_death(void) {
  behind_a_filter(SECCOMP_RET_KILL_PROCESS);
}

/* Returns kernel.perf_event_paranoid, 2 if it cannot be read. */
static int paranoid(void) {
  int level = 2;
  FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "r");
  if (file && fscanf(file, "%d", &level) != 1) {
    level = 2;
  }
  if (file) {
    fclose(file);
  }
  return level;
}

static void as_a_user(void) {
  CHECK(!setgid(NOBODY) && !setuid(NOBODY) && !prctl(PR_SET_DUMPABLE, 1));
  pid_t child = start();
  struct target *target = attach(child);
  put(target, TOUCH, touch, FG_PAGE_FAULTS | FG_CONTEXT_SWITCHES);
  ask(TASK_TOUCH, 5, 10);
  struct sums faults = sum(target, TOUCH, PAGE_FAULTS);
  struct sums switches = sum(target, TOUCH, CONTEXT_SWITCHES);
  CHECK(faults.state == (paranoid() <= 2 ? FG_COUNTER_OPENED : EACCES));
  CHECK(faults.state == EACCES || (faults.counted == 5 && faults.value == 50));
  CHECK(switches.state == (paranoid() <= 1 ? FG_COUNTER_OPENED : EACCES));
  CHECK(switches.counted == (switches.state == EACCES ? 0 : 5));
  close_it(target);
  end(child);
}

/* Runs a test in a separate process, because its restrictions cannot be lifted. */
static void apart(void (*test)(void)) {
  fflush(stdout);
  pid_t process = fork();
  if (process == 0) {
    failures = 0;
    test();
    fflush(stdout);
    _exit(failures != 0);
  }
  int status = 1;
  CHECK(waitpid(process, &status, 0) == process && status == 0);
}

int main(void) {
  struct fg_host host;
  struct fg_error error;
  talk = mmap(NULL, sizeof *talk, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  fresh = mmap(NULL, (size_t)PAGES * PAGE, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (talk == MAP_FAILED || fresh == MAP_FAILED ||
      madvise(fresh, (size_t)PAGES * PAGE, MADV_NOHUGEPAGE)) {
    perror("FAILED memory");
    return 1;
  }
  if (engine_start(&host, &error)) {
    printf("FAILED start: %s\n", error.text);
    return 1;
  }
  test_page_faults();
  test_context_switches();
  test_threads();
  test_adaptive();
  test_more_counters();
  test_hardware(&host);
  test_nothing_left();
  test_closed_descriptors();
  test_replaced_descriptors();
  test_fork();
  test_few_descriptors();
  test_killed_instrumenter();
  apart(behind_an_error);
  apart(behind_death);
  if (getuid() == 0) {
    apart(as_a_user);
  }
  return outcome();
}
