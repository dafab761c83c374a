/* Tests the guarantees of the C writer to its callers; its output is checked by the Java reader's tests. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "flowgauge_log.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

FG_LOG_TYPE(numbered, "numbered", FG_INT64(n))
FG_LOG_TYPE(texts, "texts", FG_LIFELINE_STRING(id), FG_INT32(k), FG_STRING(text))

#define SECOND UINT64_C(1000000000)
#define PATIENCE (20 * SECOND)
#define SHORT_THREADS 4000
#define AT_A_TIME 100
#define ENDED_UNSEEN 15 /* threads that may have ended before the background thread is woken */
#define SLOW_EVENTS 400000
#define END_WHILE_CLOSING "--end-while-closing"

#define CHECK(condition)                                                        \
  do {                                                                          \
    if (!(condition)) {                                                         \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);           \
      abort();                                                                  \
    }                                                                           \
  } while (0)

static char folder[] = "/tmp/flowgauge-c-XXXXXX";

static const char *in_folder(const char *scheme, const char *name) {
  static __thread char text[96];
  snprintf(text, sizeof text, "%s%s/%s", scheme, folder, name);
  return text;
}

static fg_log *open_log(const char *destination) {
  fg_log *log = NULL;
  fg_options options = {0};
  options.destination = destination;
  CHECK(fg_log_open(&options, &log) == FG_OK);
  return log;
}

static fg_counts counts_of(fg_log *log) {
  fg_counts counts;
  CHECK(fg_log_counts(log, &counts) == FG_OK);
  return counts;
}

static off_t size_of(const char *name) {
  struct stat status;
  return stat(in_folder("", name), &status) == 0 ? status.st_size : -1;
}

static void write_file(const char *name, const char *text) {
  char path[128];
  snprintf(path, sizeof path, "%s.new", in_folder("", name));
  FILE *file = fopen(path, "w");
  CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
  CHECK(rename(path, in_folder("", name)) == 0);
}

static void pause_ms(long ms) {
  struct timespec time = {0, ms * 1000000};
  nanosleep(&time, NULL);
}

static void silent(void *context, const char *message) {
  (void)message;
  __atomic_fetch_add((int *)context, 1, __ATOMIC_RELAXED);
}

static void arguments_bad_areRefused(void) {
  fg_log *log = NULL;
  fg_type type = {0};
  fg_options options = {0};
  fg_field twice[] = {{"a", FG_KIND_INT32, 0}, {"a", FG_KIND_INT32, 0}};
  fg_field blank[] = {{"a b", FG_KIND_INT32, 0}};
  fg_field life[] = {{"a", FG_KIND_FLOAT32, 1}};
  fg_schema schema = {"e", twice, 2, NULL, 0};
  CHECK(fg_log_abi() == FG_LOG_ABI);
  CHECK(fg_log_open(NULL, &log) == FG_EINVAL);
  options.destination = "nowhere:x";
  CHECK(fg_log_open(&options, &log) == FG_EINVAL);
  options.destination = "tcp://host:0";
  CHECK(fg_log_open(&options, &log) == FG_EINVAL);
  options.destination = "dir:x?max=0";
  CHECK(fg_log_open(&options, &log) == FG_EINVAL);
  options.destination = NULL;
  options.ring_bytes = 1000;
  CHECK(fg_log_open(&options, &log) == FG_EINVAL);
  log = open_log(in_folder("file:", "bad"));
  CHECK(fg_type_declare(log, &schema, &type) == FG_EINVAL);
  schema.fields = blank;
  schema.field_count = 1;
  CHECK(fg_type_declare(log, &schema, &type) == FG_EINVAL);
  schema.fields = life;
  CHECK(fg_type_declare(log, &schema, &type) == FG_EINVAL);
  schema.name = "with=equals";
  schema.field_count = 0;
  CHECK(fg_type_declare(log, &schema, &type) == FG_EINVAL);
  schema.name = "e";
  CHECK(fg_type_declare(log, &schema, &type) == FG_OK);
  CHECK(fg_type_declare(log, &schema, &type) == FG_EINVAL);
  CHECK(fg_type_log(&type, NULL, 0) == FG_OK);
  CHECK(fg_type_log(&type, NULL, 1) == FG_EINVAL);
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  CHECK(fg_log_close(log, PATIENCE) == FG_ECLOSED);
  CHECK(counts_of(log).events == 1);
}

static void calls_afterCloseOrBeforeDeclare_doNothing(void) {
  memset(&numbered_type, 0, sizeof numbered_type);
  numbered_log(1);
  fg_log *log = open_log(in_folder("file:", "closed"));
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  numbered_log(2);
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  numbered_log(3);
  CHECK(numbered_declare(log, NULL, 0) == FG_ECLOSED);
  CHECK(fg_log_event(log, "e", NULL, 0) == FG_ECLOSED);
  CHECK(fg_log_flush(log, PATIENCE) == FG_ECLOSED);
  CHECK(fg_log_attach(log) == FG_ECLOSED);
  CHECK(counts_of(log).events == 1 && counts_of(log).dropped == 0);
}

enum { THREADS = 8, EVENTS = 20000 };

static void *log_many(void *unused) {
  for (int64_t n = 0; n < EVENTS; n++) {
    numbered_log(n);
  }
  return unused;
}

static void threads_many_allCountedOnce(void) {
  fg_log *log = open_log(in_folder("file:", "threads"));
  pthread_t threads[THREADS];
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  for (int round = 0; round < 3; round++) {
    for (int k = 0; k < THREADS; k++) {
      CHECK(pthread_create(&threads[k], NULL, log_many, NULL) == 0);
    }
    for (int k = 0; k < THREADS; k++) {
      pthread_join(threads[k], NULL);
    }
  }
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  fg_counts counts = counts_of(log);
  CHECK(counts.events + counts.dropped == (uint64_t)3 * THREADS * EVENTS);
  CHECK((off_t)counts.bytes == size_of("threads"));
}

static void logs_many_eachHasItsEvents(void) {
  enum { LOGS = 40 };
  fg_log *logs[LOGS];
  fg_named value = {"n", {FG_KIND_INT32, {7}}};
  for (int k = 0; k < LOGS; k++) {
    char name[32];
    snprintf(name, sizeof name, "many%d", k);
    logs[k] = open_log(in_folder("file:", name));
  }
  for (int round = 0; round < 5; round++) {
    for (int k = 0; k < LOGS; k++) {
      CHECK(fg_log_event(logs[k], "e", &value, 1) == FG_OK);
    }
  }
  for (int k = 0; k < LOGS; k++) {
    CHECK(fg_log_close(logs[k], PATIENCE) == FG_OK);
    CHECK(counts_of(logs[k]).events == 5);
  }
}

static void texts_tooLong_areDroppedAndCounted(void) {
  fg_log *log = open_log(in_folder("file:", "long"));
  static char big[70000];
  memset(big, 'x', sizeof big);
  fg_text text = {big, sizeof big};
  CHECK(texts_declare(log, NULL, 0) == FG_OK);
  texts_log(fg_text_of("id"), 1, text);
  text.length = 65535;
  texts_log(fg_text_of("id"), 2, text);
  text.length = 65000;
  texts_log(fg_text_of("id"), 3, text);
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  CHECK(counts_of(log).events == 1 && counts_of(log).dropped == 2);
}

static void destination_full_dropsAreCountedAndNothingBlocks(void) {
  int reports = 0;
  fg_log *log = NULL;
  fg_options options = {0};
  options.destination = "file:/dev/full";
  options.queue_bytes = 1 << 20;
  options.ring_bytes = 1 << 18;
  options.report = silent;
  options.context = &reports;
  CHECK(fg_log_open(&options, &log) == FG_OK);
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  for (int64_t n = 0; n < 1000000; n++) {
    numbered_log(n);
  }
  CHECK(fg_log_flush(log, PATIENCE) == FG_EIO);
  CHECK(strstr(counts_of(log).failure, "space") != NULL);
  CHECK(fg_log_close(log, SECOND) == FG_EIO);
  CHECK(counts_of(log).events == 0 && counts_of(log).dropped == 1000000 && reports == 1);
}

static volatile sig_atomic_t handled;

static void log_in_handler(int signal) {
  (void)signal;
  numbered_log(-1);
  handled++;
}

static void signals_duringCalls_areLoggedOrCounted(void) {
  fg_log *log = open_log(in_folder("file:", "signals"));
  struct sigaction action = {.sa_handler = log_in_handler};
  struct timespec start, now;
  struct itimerspec often = {{0, 50000}, {0, 50000}};
  timer_t timer;
  int64_t logged = 0;
  CHECK(numbered_declare(log, NULL, 0) == FG_OK && fg_log_attach(log) == FG_OK);
  sigaction(SIGALRM, &action, NULL);
  CHECK(timer_create(CLOCK_MONOTONIC, NULL, &timer) == 0);
  timer_settime(timer, 0, &often, NULL);
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    for (int k = 0; k < 1000; k++) {
      numbered_log(logged++);
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec - start.tv_sec < 2 && handled < 2000);
  timer_delete(timer);
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  fg_counts counts = counts_of(log);
  CHECK(handled > 0 && counts.events + counts.dropped == (uint64_t)(logged + handled));
}

/* The child neither writes nor flushes the parent's events, and can continue on its own. */
static void fork_childRestarts_bothHaveTheirOwn(void) {
  fg_log *log = open_log(in_folder("file:", "forked"));
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  for (int64_t n = 0; n < 10; n++) {
    numbered_log(n);
  }
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    numbered_log(100);
    CHECK(fg_log_flush(log, PATIENCE) == FG_ECLOSED);
    CHECK(fg_log_restart(log) == FG_OK);
    numbered_log(101);
    CHECK(fg_log_close(log, PATIENCE) == FG_OK);
    CHECK(counts_of(log).events == 1);
    _exit(0);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(fg_log_restart(log) == FG_ECLOSED);
  numbered_log(10);
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  CHECK(counts_of(log).events == 11);
}

static fg_log *open_with_interval(const char *name, uint64_t interval_ns) {
  fg_log *log = NULL;
  fg_options options = {0};
  options.destination = in_folder("file:", name);
  options.rings = 1;
  options.ring_bytes = 1 << 18;
  options.interval_ns = interval_ns;
  CHECK(fg_log_open(&options, &log) == FG_OK);
  return log;
}

static fg_log *open_with_rings(const char *name) {
  return open_with_interval(name, SECOND);
}

static void *log_cancelled(void *log) {
  fg_named value = {"n", {FG_KIND_INT32, {.int32 = 1}}};
  pthread_cancel(pthread_self());
  errno = EDOM;
  CHECK(fg_log_event(log, "by.name", &value, 1) == FG_OK);
  CHECK(fg_log_flush(log, PATIENCE) == FG_OK);
  CHECK(errno == EDOM);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  return log;
}

/* The host's thread may hold locks during a call, so cancellation must not end it there. */
static void threads_cancelled_endNoCall(void) {
  pthread_t thread;
  void *result;
  fg_log *log = open_with_rings("cancelled.nlb");
  CHECK(pthread_create(&thread, NULL, log_cancelled, log) == 0 && pthread_join(thread, &result) == 0);
  CHECK(result == log);
  CHECK(counts_of(log).events == 1);
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
}

static void rings_inFiles_areGoneAfterClose(void) {
  fg_options options = {0};
  fg_log *log = NULL;
  pthread_t thread;
  options.rings = 1;
  options.destination = in_folder("dir:", "d");
  CHECK(fg_log_open(&options, &log) == FG_EINVAL);
  log = open_with_rings("ringed");
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  CHECK(fg_log_attach(log) == FG_OK);
  CHECK(pthread_create(&thread, NULL, log_many, NULL) == 0 && pthread_join(thread, NULL) == 0);
  CHECK(size_of("ringed.rings") > 0);
  log_many(NULL);
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  CHECK(counts_of(log).events + counts_of(log).dropped == 2 * EVENTS);
  CHECK(size_of("ringed.rings") < 0);
}

static int count_rings(const char *name) {
  struct dirent *entry;
  int rings = 0;
  DIR *opened = opendir(in_folder("", name));
  CHECK(opened != NULL);
  while ((entry = readdir(opened)) != NULL) {
    rings += strstr(entry->d_name, ".ring") != NULL;
  }
  closedir(opened);
  return rings;
}

static int count_rings_mapped(void) {
  char line[512];
  int rings = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  CHECK(maps != NULL);
  while (fgets(line, sizeof line, maps) != NULL) {
    rings += strstr(line, ".ring") != NULL;
  }
  fclose(maps);
  return rings;
}

static void rings_ofClosedLogs_areGivenUpByThreadsThatAttach(void) {
  for (int k = 0; k < 10; k++) {
    fg_log *log = open_with_rings("attached");
    CHECK(fg_log_attach(log) == FG_OK);
    CHECK(count_rings_mapped() == 1);
    CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  }
}

static void *log_one(void *number) {
  numbered_log(*(int64_t *)number);
  return number;
}

/* Waits for the background thread, which is not due for an hour but is woken by threads that end. */
static void await_events(fg_log *log, uint64_t events) {
  for (int k = 0; counts_of(log).events < events; k++) {
    CHECK(k < 20000);
    pause_ms(1);
  }
}

static void rings_ofThreadsThatEnded_areReclaimed(void) {
  fg_log *log = open_with_interval("short", 3600 * SECOND);
  int64_t n = 0;
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  while (n < SHORT_THREADS) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, log_one, &n) == 0 && pthread_join(thread, NULL) == 0);
    if (++n % AT_A_TIME == 0) {
      await_events(log, (uint64_t)(n - ENDED_UNSEEN));
      CHECK(count_rings("short.rings") <= AT_A_TIME + ENDED_UNSEEN);
    }
  }
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  CHECK(counts_of(log).events == SHORT_THREADS && counts_of(log).dropped == 0);
  CHECK(size_of("short.rings") < 0);
}

static void rings_inChildOfFork_areItsOwn(void) {
  fg_log *log = open_with_rings("ringfork");
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  numbered_log(1);
  pid_t child = fork();
  if (child == 0) {
    CHECK(fg_log_restart(log) == FG_OK);
    numbered_log(2);
    CHECK(fg_log_close(log, PATIENCE) == FG_OK && counts_of(log).events == 1);
    CHECK(size_of("ringfork.rings") > 0);
    _exit(0);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  numbered_log(3);
  CHECK(fg_log_close(log, PATIENCE) == FG_OK && counts_of(log).events == 2);
  CHECK(size_of("ringfork.rings") < 0);
}

static void limit_files(rlim_t bytes) {
  struct rlimit limit;
  CHECK(getrlimit(RLIMIT_FSIZE, &limit) == 0);
  limit.rlim_cur = bytes;
  CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

/* By default, writing beyond the limit of file sizes ends a process. */
static void rings_beyondTheLimitOfFiles_areInMemory(void) {
  pid_t child = fork();
  if (child == 0) {
    fg_log *none = NULL;
    fg_options options = {0};
    limit_files(1 << 17);
    fg_log *log = open_with_rings("limited");
    CHECK(numbered_declare(log, NULL, 0) == FG_OK);
    numbered_log(1);
    CHECK(fg_log_flush(log, PATIENCE) == FG_OK);
    CHECK(strstr(counts_of(log).failure, "a ring has no file") != NULL);
    CHECK(fg_log_close(log, PATIENCE) == FG_OK && counts_of(log).events == 1);
    limit_files(0);
    options.destination = in_folder("file:", "nothing");
    options.rings = 1;
    CHECK(fg_log_open(&options, &none) == FG_EIO);
    _exit(0);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
}

static void trigger_changes_areObeyed(void) {
  char trigger[128];
  char text[512];
  int reports = 0;
  fg_log *log = NULL;
  fg_options options = {0};
  snprintf(trigger, sizeof trigger, "%s", in_folder("", "trigger"));
  options.trigger = trigger;
  options.interval_ns = SECOND / 100;
  options.report = silent;
  options.context = &reports;
  CHECK(fg_log_open(&options, &log) == FG_OK);
  CHECK(numbered_declare(log, NULL, 0) == FG_OK && texts_declare(log, NULL, 0) == FG_OK);
  CHECK(!fg_type_is_enabled(&numbered_type));
  snprintf(text, sizeof text, "# on\n\nnonsense\nevent=num* where=n>=5&n!=7 to=%s id=r1\n",
           in_folder("file:", "triggered"));
  write_file("trigger", text);
  for (int k = 0; k < 2000 && !fg_type_is_enabled(&numbered_type); k++) {
    pause_ms(5);
  }
  CHECK(fg_type_is_enabled(&numbered_type) && !fg_type_is_enabled(&texts_type));
  for (int64_t n = 0; n < 10; n++) {
    numbered_log(n);
  }
  CHECK(fg_log_flush(log, PATIENCE) == FG_OK);
  CHECK(counts_of(log).events == 4 && counts_of(log).problems == 1 && reports == 1);
  CHECK(unlink(trigger) == 0);
  for (int k = 0; k < 2000 && fg_type_is_enabled(&numbered_type); k++) {
    pause_ms(5);
  }
  CHECK(!fg_type_is_enabled(&numbered_type));
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  CHECK(counts_of(log).events == 4 && counts_of(log).dropped == 0);
}

static void file_ofText_isLeftAsItIs(void) {
  write_file("text.txt", "mine\n");
  fg_log *log = open_log(in_folder("file:", "text.txt"));
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  numbered_log(1);
  CHECK(fg_log_flush(log, PATIENCE) == FG_EIO);
  CHECK(strstr(counts_of(log).failure, "found a text file, expected an event log or no file") != NULL);
  CHECK(fg_log_close(log, PATIENCE) == FG_EIO);
  CHECK(size_of("text.txt") == 5);
}

static void directory_full_isRotatedAndKept(void) {
  char destination[128];
  struct dirent **names = NULL;
  CHECK(mkdir(in_folder("", "rotated"), 0777) == 0);
  CHECK(mkdir(in_folder("", "rotated/deep"), 0777) == 0);
  write_file("rotated/deep/0-mine.nlb", "mine\n");
  snprintf(destination, sizeof destination, "%s?max=20000&keep=3", in_folder("dir:", "rotated/deep"));
  fg_log *log = open_log(destination);
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  for (int round = 0; round < 12; round++) {
    for (int64_t n = 0; n < 1000; n++) {
      numbered_log(n);
    }
    CHECK(fg_log_flush(log, PATIENCE) == FG_OK);
  }
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  CHECK(counts_of(log).events == 12000);
  int count = scandir(in_folder("", "rotated/deep"), &names, NULL, alphasort);
  CHECK(count == 3 + 1 + 2);
  for (int k = 0; k < count; k++) {
    free(names[k]);
  }
  free(names);
}

/* The process changes its working folder, as a daemon does. */
static void folder_left_filesStayWhereTheyWere(void) {
  int before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  CHECK(before >= 0 && chdir(folder) == 0);
  write_file("relative.triggers", "event=* to=file:triggered.nlb\n");
  fg_log *log = NULL;
  fg_options options = {
      .destination = "file:relative.nlb", .rings = 1, .trigger = "relative.triggers"};
  CHECK(fg_log_open(&options, &log) == FG_OK && numbered_declare(log, NULL, 0) == FG_OK);
  CHECK(chdir("/") == 0);
  numbered_log(1);
  CHECK(fg_log_flush(log, PATIENCE) == FG_OK);
  CHECK(size_of("relative.nlb") > 0 && size_of("triggered.nlb") > 0);
  CHECK(counts_of(log).failure[0] == '\0');
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  CHECK(size_of("relative.nlb.rings") == -1);
  CHECK(fchdir(before) == 0 && close(before) == 0);
}

/* Whether a file has a description of the type. */
static int describes(const char *name, const char *type) {
  static char bytes[1 << 16];
  FILE *file = fopen(in_folder("", name), "r");
  size_t count = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);
  if (file != NULL) {
    fclose(file);
  }
  return memmem(bytes, count, type, strlen(type)) != NULL;
}

static void log_rounds(fg_log *log, int rounds) {
  for (int round = 0; round < rounds; round++) {
    numbered_log(round);
    CHECK(fg_log_flush(log, PATIENCE) == FG_OK);
  }
}

/* As done by logrotate, or by a user who wants to free room on the disk. */
static void file_movedDeletedOrEmptied_isFollowedByANewOne(void) {
  fg_log *log = open_log(in_folder("file:", "rotated.nlb"));
  char moved[128];
  snprintf(moved, sizeof moved, "%s", in_folder("", "rotated.nlb.1"));
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  log_rounds(log, 5);
  off_t before = size_of("rotated.nlb");
  CHECK(rename(in_folder("", "rotated.nlb"), moved) == 0);
  log_rounds(log, 6);
  CHECK(size_of("rotated.nlb.1") == before);
  CHECK(describes("rotated.nlb", "numbered"));
  CHECK(unlink(in_folder("", "rotated.nlb")) == 0);
  log_rounds(log, 6);
  CHECK(describes("rotated.nlb", "numbered"));
  CHECK(truncate(in_folder("", "rotated.nlb"), 0) == 0);
  log_rounds(log, 1);
  CHECK(describes("rotated.nlb", "numbered"));
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  CHECK(counts_of(log).events == 18);
}

static int listen_at(const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(address.sun_path, sizeof address.sun_path, "%s", in_folder("", name));
  CHECK(bind(fd, (struct sockaddr *)&address, sizeof address) == 0 && listen(fd, 4) == 0);
  return fd;
}

static size_t read_all(int fd) {
  char bytes[65536];
  size_t total = 0;
  for (ssize_t got = 1; got > 0; total += (size_t)got) {
    got = read(fd, bytes, sizeof bytes);
    CHECK(got >= 0);
  }
  return total;
}

static void *receive(void *listening) {
  int fd = accept(*(int *)listening, NULL, NULL);
  size_t *total = malloc(sizeof *total);
  *total = read_all(fd);
  close(fd);
  return total;
}

static void socket_receiver_getsAllBytes(void) {
  int listening = listen_at("socket");
  pthread_t thread;
  size_t *total;
  fg_log *log = open_log(in_folder("unix:", "socket"));
  CHECK(pthread_create(&thread, NULL, receive, &listening) == 0);
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  for (int64_t n = 0; n < 50000; n++) {
    numbered_log(n);
  }
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
  pthread_join(thread, (void **)&total);
  CHECK(*total == counts_of(log).bytes && counts_of(log).events == 50000);
  free(total);
  close(listening);
}

/* For a receiver that accepts nothing: losses are counted, and the caller continues. */
static void *close_slowly(void *log) {
  fg_log_close(log, PATIENCE);
  return NULL;
}

/* Run when this program is given a destination. */
static void end_while_closing(const char *destination) {
  pthread_t thread;
  fg_log *log = NULL;
  fg_options options = {.destination = destination, .ring_bytes = (size_t)1 << 24};
  CHECK(fg_log_open(&options, &log) == FG_OK && numbered_declare(log, NULL, 0) == FG_OK);
  for (int64_t n = 0; n < SLOW_EVENTS; n++) {
    numbered_log(n);
  }
  CHECK(pthread_create(&thread, NULL, close_slowly, log) == 0);
  while (fg_log_flush(log, PATIENCE) != FG_ECLOSED) {
    pause_ms(1);
  }
  exit(0);
}

static void exit_whileAnotherThreadCloses_waitsForThat(void) {
  int listening = listen_at("slow");
  int status;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    execl("/proc/self/exe", "log_test", END_WHILE_CLOSING, in_folder("unix:", "slow"), NULL);
    _exit(1);
  }
  int fd = accept(listening, NULL, NULL);
  pause_ms(500);
  CHECK(read_all(fd) > (size_t)SLOW_EVENTS * (3 + 8));
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  close(fd);
  close(listening);
}

static void socket_stopped_neverBlocks(void) {
  int listening = listen_at("stopped");
  fg_log *log = NULL;
  fg_options options = {0};
  int reports = 0;
  options.destination = in_folder("unix:", "stopped");
  options.queue_bytes = 1 << 20;
  options.ring_bytes = 1 << 18;
  options.report = silent;
  options.context = &reports;
  CHECK(fg_log_open(&options, &log) == FG_OK);
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  for (int64_t n = 0; n < 1000000; n++) {
    numbered_log(n);
  }
  CHECK(fg_log_close(log, SECOND / 10) == FG_EIO);
  fg_counts counts = counts_of(log);
  CHECK(counts.dropped > 0 && counts.events + counts.dropped == 1000000);
  close(listening);
}

static void clock_counter_isNearTheSystems(void) {
  fg_log *log = NULL;
  fg_options options = {0};
  options.destination = in_folder("file:", "tsc");
  options.clock = FG_CLOCK_TSC;
  options.interval_ns = SECOND / 10;
  options.ring_bytes = 1 << 18;
  CHECK(fg_log_open(&options, &log) == FG_OK);
  CHECK(numbered_declare(log, NULL, 0) == FG_OK);
  for (int k = 0; k < 150; k++) {
    for (int64_t n = 0; n < 4000; n++) {
      numbered_log(n);
    }
    pause_ms(10);
    fg_lane *lane = fg__lanes[numbered_type.slot];
    uint64_t before = fg__clock_ns();
    uint64_t counter = fg__now(lane);
    uint64_t later = fg__clock_ns();
    CHECK(counter + 20000 > before && counter < later + 20000);
  }
  CHECK(fg_log_close(log, PATIENCE) == FG_OK);
}

static void remove_folder(void) {
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command) != 0) {
    perror(folder);
  }
}

int main(int count, char **arguments) {
  int may_fork = count < 2 || strcmp(arguments[1], "--no-fork") != 0;
  if (count == 3 && strcmp(arguments[1], END_WHILE_CLOSING) == 0) {
    end_while_closing(arguments[2]);
  }
  CHECK(mkdtemp(folder) != NULL);
  arguments_bad_areRefused();
  calls_afterCloseOrBeforeDeclare_doNothing();
  threads_many_allCountedOnce();
  logs_many_eachHasItsEvents();
  texts_tooLong_areDroppedAndCounted();
  destination_full_dropsAreCountedAndNothingBlocks();
  signals_duringCalls_areLoggedOrCounted();
  if (may_fork) {
    fork_childRestarts_bothHaveTheirOwn();
    rings_inChildOfFork_areItsOwn();
    rings_beyondTheLimitOfFiles_areInMemory();
    exit_whileAnotherThreadCloses_waitsForThat();
  }
  rings_inFiles_areGoneAfterClose();
  threads_cancelled_endNoCall();
  rings_ofThreadsThatEnded_areReclaimed();
  rings_ofClosedLogs_areGivenUpByThreadsThatAttach();
  trigger_changes_areObeyed();
  directory_full_isRotatedAndKept();
  file_ofText_isLeftAsItIs();
  folder_left_filesStayWhereTheyWere();
  file_movedDeletedOrEmptied_isFollowedByANewOne();
  socket_receiver_getsAllBytes();
  socket_stopped_neverBlocks();
  clock_counter_isNearTheSystems();
  remove_folder();
  puts("ok");
  return 0;
}
