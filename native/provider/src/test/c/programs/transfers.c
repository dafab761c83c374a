/*
 * In each call, a worker transfers more bytes than the kernel moves at once, to or from a slow thread. It counts the calls
 * that transfer less than all of them: without a signal there must be none.
 *
 *   interrupted N   the first thread writes N times to a pipe that nobody reads; a signal ends each call
 */
#define COUNTED(X) X(probed)
#include "target.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>

enum { ALL = 200000, PART = 4096 };

KEEP uint64_t probed(uint64_t x) {
  BARRIER();
  return x + 1;
}

/* Returns byte i of the data that is transferred, over and over. */
static uint8_t byte_at(size_t i) {
  return (uint8_t)(i % 251);
}

static uint8_t sent[ALL];

struct ends {
  int ours, other;
  int is_over;
  uint64_t wrong; /* bytes that arrived with another value */
};

static void *take_slowly(void *argument) {
  struct ends *ends = argument;
  uint8_t part[PART];
  size_t at = 0;
  ssize_t got;
  while ((got = read(ends->other, part, sizeof part)) > 0) {
    for (ssize_t i = 0; i < got; i++, at++) {
      ends->wrong += part[i] != byte_at(at % ALL);
    }
    usleep(1000);
  }
  return NULL;
}

static void *give_slowly(void *argument) {
  struct ends *ends = argument;
  for (size_t at = 0; !__atomic_load_n(&ends->is_over, __ATOMIC_ACQUIRE); at = at + PART < ALL ? at + PART : 0) {
    size_t size = ALL - at < PART ? ALL - at : PART;
    if (send(ends->other, sent + at, size, MSG_NOSIGNAL) < 0) {
      break;
    }
    usleep(1000);
  }
  return NULL;
}

static int is_whole(const uint8_t *got) {
  return memcmp(got, sent, ALL) == 0;
}

static ssize_t by_write(int end) {
  return write(end, sent, ALL);
}

static ssize_t by_writev(int end) {
  const struct iovec parts[] = {{sent, 1}, {sent + 1, ALL / 2}, {sent, 0}, {sent + 1 + ALL / 2, ALL / 2 - 1}};
  return writev(end, parts, 4);
}

static ssize_t by_send(int end) {
  return send(end, sent, ALL, 0);
}

static ssize_t by_sendmsg(int end) {
  struct iovec parts[] = {{sent, ALL / 3}, {sent + ALL / 3, ALL - ALL / 3}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  return sendmsg(end, &message, 0);
}

static ssize_t by_sendfile(int end) {
  int file = memfd_create("all", MFD_CLOEXEC);
  off_t from = 0;
  ssize_t got = write(file, sent, ALL) == ALL ? sendfile(end, file, &from, ALL) : -1;
  close(file);
  return from == ALL ? got : -1;
}

static ssize_t by_recv(int end) {
  static uint8_t got[ALL];
  ssize_t size = recv(end, got, ALL, MSG_WAITALL);
  return is_whole(got) ? size : -1;
}

static ssize_t by_getrandom(int end) {
  enum { MANY = 20 * ALL };
  static uint8_t got[MANY];
  (void)end;
  return getrandom(got, MANY, 0) == MANY ? ALL : 0;
}

static const struct kind {
  const char *name;
  int is_pipe, comes;
  ssize_t (*transfer)(int end);
} kinds[] = {{"write to a pipe", 1, 0, by_write},   {"write", 0, 0, by_write},       {"writev", 1, 0, by_writev},
             {"send", 0, 0, by_send},               {"sendmsg", 0, 0, by_sendmsg},   {"sendfile", 0, 0, by_sendfile},
             {"recv", 0, 1, by_recv},               {"getrandom", 1, 0, by_getrandom}};

#define KINDS (sizeof kinds / sizeof kinds[0])

static void connect_ends(struct ends *ends, int is_pipe) {
  int both[2];
  memset(ends, 0, sizeof *ends);
  if (is_pipe ? pipe(both) : socketpair(AF_UNIX, SOCK_STREAM, 0, both)) {
    perror("ends");
    exit(3);
  }
  ends->ours = both[1];
  ends->other = both[0];
}

static void transfer(const struct kind *kind, long rounds) {
  struct ends ends;
  pthread_t other;
  connect_ends(&ends, kind->is_pipe);
  pthread_create(&other, NULL, kind->comes ? give_slowly : take_slowly, &ends);
  for (long i = 0; i < rounds; i++) {
    ssize_t size = kind->transfer(ends.ours);
    if (size != ALL) {
      fprintf(stderr, "%s: %zd of %d\n", kind->name, size, ALL);
      CHECK(0);
    }
  }
  __atomic_store_n(&ends.is_over, 1, __ATOMIC_RELEASE);
  close(ends.ours);
  pthread_join(other, NULL);
  close(ends.other);
  CHECK(ends.wrong == 0);
}

static void on_signal(int number) {
  (void)number;
}

/* Writes to a pipe that nobody reads, so that only the signal ends the call. */
static void be_interrupted(void) {
  struct sigaction action = {.sa_handler = on_signal};
  struct itimerval once = {{0, 0}, {0, 200000}}, never = {{0, 0}, {0, 0}};
  int ends[2];
  CHECK(pipe(ends) == 0 && sigaction(SIGALRM, &action, NULL) == 0);
  setitimer(ITIMER_REAL, &once, NULL);
  ssize_t size = write(ends[1], sent, ALL);
  setitimer(ITIMER_REAL, &never, NULL);
  CHECK(size > 0 && size < ALL);
  close(ends[0]);
  close(ends[1]);
}

static uint64_t work(long rounds, long seed) {
  if (seed <= (long)KINDS) {
    transfer(&kinds[seed - 1], rounds);
  }
  probed(0);
  ENDED(probed);
  return 0;
}

static int special(const char *command) {
  if (strncmp(command, "interrupted ", 12) != 0) {
    return 0;
  }
  for (long i = atol(command + 12); i > 0; i--) {
    be_interrupted();
  }
  fprintf(answers, "errors %lu\n", thread_errors);
  return 1;
}

static void prepare(void) {
  for (size_t i = 0; i < ALL; i++) {
    sent[i] = byte_at(i);
  }
}

static void finish(void) {
}
