/*
 * Each thread waits in one kind of blocking system call, which only the insertion of a sensor
 * disturbs: no call may return early or with EINTR. One call, however, must be interrupted by a
 * signal.
 *
 *   read N   the first thread waits for data that never comes; N signals each end a wait
 */
#define COUNTED(X) X(probed)
#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/io_uring.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>

#define WAIT_MS 300

KEEP uint64_t probed(uint64_t x) {
  BARRIER();
  return x + 1;
}

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

static struct timespec after_ms(clockid_t clock, int64_t ms) {
  struct timespec t;
  clock_gettime(clock, &t);
  int64_t ns = t.tv_nsec + ms * 1000000;
  t.tv_sec += ns / 1000000000;
  t.tv_nsec = ns % 1000000000;
  return t;
}

/* Each returns 0 if it waited as it should, or the error it saw. */
static int waits_nanosleep(void) {
  struct timespec t = {0, WAIT_MS * 1000000};
  return nanosleep(&t, NULL) == 0 ? 0 : errno;
}

static int waits_until(void) {
  struct timespec t = after_ms(CLOCK_MONOTONIC, WAIT_MS);
  return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

static int waits_poll(void) {
  return poll(NULL, 0, WAIT_MS) == 0 ? 0 : errno;
}

static int waits_select(void) {
  struct timeval t = {0, WAIT_MS * 1000};
  return select(0, NULL, NULL, NULL, &t) == 0 ? 0 : errno;
}

static int waits_epoll(void) {
  struct epoll_event event;
  int fd = epoll_create1(EPOLL_CLOEXEC);
  int result = epoll_wait(fd, &event, 1, WAIT_MS) == 0 ? 0 : errno;
  close(fd);
  return result;
}

static int waits_futex(void) {
  int word = 0;
  struct timespec t = {0, WAIT_MS * 1000000};
  long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &t, NULL, 0);
  return result == -1 && errno == ETIMEDOUT ? 0 : errno;
}

static int waits_semaphore(void) {
  sem_t semaphore;
  struct timespec t = after_ms(CLOCK_REALTIME, WAIT_MS);
  sem_init(&semaphore, 0, 0);
  int result = sem_timedwait(&semaphore, &t) == -1 && errno == ETIMEDOUT ? 0 : errno;
  sem_destroy(&semaphore);
  return result;
}

static int waits_signal(void) {
  sigset_t set;
  struct timespec t = {0, WAIT_MS * 1000000};
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  return sigtimedwait(&set, NULL, &t) == -1 && errno == EAGAIN ? 0 : errno;
}

static int waits_socket(void) {
  int ends[2];
  char byte;
  struct timeval t = {0, WAIT_MS * 1000};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
    return errno;
  }
  setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
  int result = recv(ends[0], &byte, 1, 0) == -1 && errno == EAGAIN ? 0 : errno;
  close(ends[0]);
  close(ends[1]);
  return result;
}

/* A connection whose first end waits no longer than WAIT_MS. */
static void connect_ends(int ends[2]) {
  struct timeval t = {0, WAIT_MS * 1000};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
    perror("socketpair");
    exit(3);
  }
  setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
  setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &t, sizeof t);
}

static char bytes[4096];
static const struct iovec all_bytes = {bytes, sizeof bytes};

static ssize_t timed_read(int end) {
  char byte;
  return read(end, &byte, 1);
}

static ssize_t timed_readv(int end) {
  char byte;
  struct iovec part = {&byte, 1};
  return readv(end, &part, 1);
}

static ssize_t timed_preadv2(int end) {
  char byte;
  struct iovec part = {&byte, 1};
  return preadv2(end, &part, 1, -1, 0);
}

static ssize_t timed_splice(int end) {
  int ends[2];
  if (pipe(ends) != 0) {
    return 0;
  }
  ssize_t result = splice(end, NULL, ends[1], NULL, 1, 0);
  int why = errno;
  close(ends[0]);
  close(ends[1]);
  errno = why;
  return result;
}

static ssize_t timed_write(int end) {
  return write(end, bytes, sizeof bytes);
}

static ssize_t timed_writev(int end) {
  return writev(end, &all_bytes, 1);
}

static ssize_t timed_pwritev2(int end) {
  return pwritev2(end, &all_bytes, 1, -1, 0);
}

static ssize_t timed_sendfile(int end) {
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  ssize_t result = sendfile(end, file, NULL, sizeof bytes);
  int why = errno;
  close(file);
  errno = why;
  return result;
}

static int times_out(ssize_t (*transfer)(int end), int is_full) {
  int ends[2];
  connect_ends(ends);
  while (is_full && send(ends[0], bytes, sizeof bytes, MSG_DONTWAIT) > 0) {
  }
  errno = 0;
  int result = transfer(ends[0]) == -1 && errno == EAGAIN ? 0 : errno ? errno : EIO;
  close(ends[0]);
  close(ends[1]);
  return result;
}

static int waits_timed_read(void) {
  return times_out(timed_read, 0);
}

static int waits_timed_readv(void) {
  return times_out(timed_readv, 0);
}

static int waits_timed_preadv2(void) {
  return times_out(timed_preadv2, 0);
}

static int waits_timed_splice(void) {
  return times_out(timed_splice, 0);
}

static int waits_timed_write(void) {
  return times_out(timed_write, 1);
}

static int waits_timed_writev(void) {
  return times_out(timed_writev, 1);
}

static int waits_timed_pwritev2(void) {
  return times_out(timed_pwritev2, 1);
}

static int waits_timed_sendfile(void) {
  return times_out(timed_sendfile, 1);
}

/* The listener's queue holds one connection, and none is accepted. */
static int waits_connect(void) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  socklen_t length = sizeof name;
  struct timeval t = {0, WAIT_MS * 1000};
  int listener = socket(AF_UNIX, SOCK_STREAM, 0), first = socket(AF_UNIX, SOCK_STREAM, 0),
      second = socket(AF_UNIX, SOCK_STREAM, 0);
  int result = EIO;
  setsockopt(second, SOL_SOCKET, SO_SNDTIMEO, &t, sizeof t);
  if (bind(listener, (const struct sockaddr *)&name, sizeof name.sun_family) == 0 &&
      getsockname(listener, (struct sockaddr *)&name, &length) == 0 && listen(listener, 0) == 0 &&
      connect(first, (const struct sockaddr *)&name, length) == 0) {
    errno = 0;
    result = connect(second, (const struct sockaddr *)&name, length) == -1 && errno == EAGAIN
                 ? 0
                 : errno;
  }
  close(second);
  close(first);
  close(listener);
  return result;
}

/* If the kernel has no io_uring, the thread does not wait. */
static int waits_ring(void) {
  struct io_uring_params facts = {0};
  struct timespec t = {0, WAIT_MS * 1000000};
  struct io_uring_getevents_arg until = {.ts = (uint64_t)(uintptr_t)&t};
  int ring = (int)syscall(SYS_io_uring_setup, 2, &facts);
  if (ring < 0 || !(facts.features & IORING_FEAT_EXT_ARG)) {
    return waits_poll();
  }
  long result = syscall(SYS_io_uring_enter, ring, 0, 1,
                        IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG, &until, sizeof until);
  int why = errno;
  close(ring);
  return result == -1 && why == ETIME ? 0 : why;
}

static void on_signal(int number) {
  (void)number;
}

/* The signal comes at any time, but is unblocked only while the call waits, so it always ends the call. */
static int waits_interrupted(void) {
  enum { EACH_NS = 300000 };
  struct epoll_event event;
  struct sigevent to_thread = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR1};
  struct itimerspec soon = {{0, 0}, {0, EACH_NS}};
  sigset_t let_in;
  timer_t timer;
  int fd = epoll_create1(EPOLL_CLOEXEC), error = 0;
  to_thread._sigev_un._tid = (pid_t)syscall(SYS_gettid);
  if (timer_create(CLOCK_MONOTONIC, &to_thread, &timer) != 0) {
    return errno;
  }
  pthread_sigmask(SIG_BLOCK, NULL, &let_in);
  sigdelset(&let_in, SIGUSR1);
  for (int64_t end = now_ms() + WAIT_MS; error == 0 && now_ms() < end;) {
    timer_settime(timer, 0, &soon, NULL);
    int result = epoll_pwait(fd, &event, 1, 10 * WAIT_MS, &let_in);
    error = result == -1 && errno == EINTR ? 0 : result == -1 ? errno : ETIME;
  }
  timer_delete(timer);
  close(fd);
  return error;
}

static int waits_semop(void) {
  struct sembuf take = {0, -1, 0};
  struct timespec t = {0, WAIT_MS * 1000000};
  int set = semget(IPC_PRIVATE, 1, 0600);
  int result = semtimedop(set, &take, 1, &t) == -1 && errno == EAGAIN ? 0 : errno;
  semctl(set, 0, IPC_RMID);
  return result;
}

static int waits_message(void) {
  struct {
    long type;
    char text[8];
  } message = {1, "hello"};
  int queue = msgget(IPC_PRIVATE, 0600);
  pid_t child = fork();
  if (child == 0) {
    poll(NULL, 0, WAIT_MS);
    _exit(msgsnd(queue, &message, sizeof message.text, 0) == 0 ? 0 : 1);
  }
  int result = msgrcv(queue, &message, sizeof message.text, 0, 0) == sizeof message.text ? 0 : errno;
  waitpid(child, NULL, 0);
  msgctl(queue, IPC_RMID, NULL);
  return result;
}

static int waits_pipe(void) {
  int ends[2];
  char byte = 0;
  if (pipe(ends) != 0) {
    return errno;
  }
  pid_t child = fork();
  if (child == 0) {
    poll(NULL, 0, WAIT_MS);
    _exit(write(ends[1], "x", 1) == 1 ? 0 : 1);
  }
  int result = read(ends[0], &byte, 1) == 1 && byte == 'x' ? 0 : errno;
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  close(ends[0]);
  close(ends[1]);
  return result;
}

static int waits_child(void) {
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    poll(NULL, 0, WAIT_MS);
    _exit(9);
  }
  return waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 9 ? 0 : errno;
}

static int waits_lock(void) {
  char name[] = "/tmp/flowgauge-test-XXXXXX", byte;
  int held = mkstemp(name), ends[2];
  if (pipe(ends) != 0) {
    return errno;
  }
  pid_t child = fork();
  if (child == 0) {
    int other = open(name, O_RDWR | O_CLOEXEC);
    flock(other, LOCK_EX);
    ssize_t told = write(ends[1], "x", 1);
    poll(NULL, 0, WAIT_MS);
    _exit(told != 1);
  }
  close(ends[1]);
  int result = read(ends[0], &byte, 1) == 1 && flock(held, LOCK_EX) == 0 ? 0 : errno;
  waitpid(child, NULL, 0);
  unlink(name);
  close(ends[0]);
  close(held);
  return result;
}

static const struct kind {
  const char *name;
  int (*wait)(void);
} kinds[] = {{"nanosleep", waits_nanosleep}, {"clock_nanosleep", waits_until}, {"poll", waits_poll},
             {"select", waits_select},       {"epoll_wait", waits_epoll},      {"futex", waits_futex},
             {"sem_timedwait", waits_semaphore}, {"sigtimedwait", waits_signal}, {"recv", waits_socket},
             {"semtimedop", waits_semop},    {"msgrcv", waits_message},        {"read", waits_pipe},
             {"waitpid", waits_child},       {"flock", waits_lock},
             {"timed read", waits_timed_read}, {"timed readv", waits_timed_readv},
             {"timed preadv2", waits_timed_preadv2}, {"timed splice", waits_timed_splice},
             {"timed write", waits_timed_write}, {"timed writev", waits_timed_writev},
             {"timed pwritev2", waits_timed_pwritev2}, {"timed sendfile", waits_timed_sendfile},
             {"timed connect", waits_connect}, {"io_uring_enter", waits_ring},
             {"interrupted epoll_pwait", waits_interrupted}};

#define KINDS (sizeof kinds / sizeof kinds[0])

static int failures[KINDS], early[KINDS];

/* The thread with seed 1 makes calls; the others wait. */
static uint64_t work(long rounds, long seed) {
  size_t kind = (size_t)(seed - 2);
  for (long i = 0; i < rounds; i++) {
    if (seed == 1 || kind >= KINDS) {
      probed((uint64_t)i);
      ENDED(probed);
      poll(NULL, 0, 10);
      continue;
    }
    int64_t begin = now_ms();
    int error = kinds[kind].wait();
    int64_t took = now_ms() - begin;
    if (error != 0) {
      failures[kind] = error;
    } else if (took < WAIT_MS * 8 / 10) {
      early[kind]++;
    }
  }
  return 0;
}

static void prepare(void) {
  sigset_t set;
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGUSR1, &action, NULL);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static volatile sig_atomic_t is_reading;
static long strays;

/* Counts signals that do not interrupt the call's wait or the place just before it; these leave the call
   waiting. */
static void on_alarm(int number, siginfo_t *info, void *context) {
  extern char __executable_start, etext;
  enum { LONGEST_CALL = 256 };
  uintptr_t at = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  int is_program = at >= (uintptr_t)&__executable_start && at < (uintptr_t)&etext;
  (void)number, (void)info;
  strays += is_reading && !is_program && at - (uintptr_t)read >= LONGEST_CALL;
}

static void read_in_vain(long times) {
  struct sigaction action = {.sa_sigaction = on_alarm, .sa_flags = SA_SIGINFO};
  struct itimerval often = {{0, 300}, {0, 300}}, never = {{0, 0}, {0, 0}};
  int ends[2];
  char byte;
  if (pipe(ends) != 0 || sigaction(SIGALRM, &action, NULL) != 0) {
    return;
  }
  strays = read(ends[0], &byte, 0); /* resolves the function beforehand */
  setitimer(ITIMER_REAL, &often, NULL);
  for (long i = 0; i < times; i++) {
    is_reading = 1;
    ssize_t got = read(ends[0], &byte, 1);
    is_reading = 0;
    strays += got != -1 || errno != EINTR;
  }
  setitimer(ITIMER_REAL, &never, NULL);
  close(ends[0]);
  close(ends[1]);
  fprintf(answers, "strays %ld\n", strays);
}

static int special(const char *command) {
  if (strncmp(command, "read ", 5) != 0) {
    return 0;
  }
  read_in_vain(atol(command + 5));
  return 1;
}

static void finish(void) {
  for (size_t i = 0; i < KINDS; i++) {
    fprintf(answers, "%s %s\n", kinds[i].name,
            failures[i] ? strerror(failures[i]) : early[i] ? "returned early" : "right");
    failures[i] = early[i] = 0;
  }
}
