/*
 * Process starts as the kernel's process connector reports them (netlink, CN_PROC). Runs in the process
 * that uses the library. Calls may come from any thread; closing a watch ends a call that waits on it.
 */
#define _GNU_SOURCE 1

#include <errno.h>
#include <linux/cn_proc.h>
#include <linux/connector.h>
#include <linux/netlink.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "shared/error.h"

#define MOST_WATCHES 64
#define RECEIVE_BYTES (8 << 20) /* some ten thousand events */
#define ANSWER_MS 1000          /* the kernel answers at once, or never */
#define FIRST_PID_NAMESPACE 0xeffffffcu /* its inode, fixed by the kernel */

struct watch {
  int64_t handle; /* 0: free */
  int socket;
  int closing; /* an eventfd, readable when the watch is being closed */
  int waiting; /* calls inside fg_watch_next */
};

static struct watch watches[MOST_WATCHES];
static int64_t last_handle;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t left = PTHREAD_COND_INITIALIZER;

static int32_t refused(struct fg_error *error, int number) {
  if (number == EPERM || number == EACCES) {
    return fail(error, FG_E_PERMISSION, number,
                "the kernel reports no process starts to this user; grant CAP_NET_ADMIN, or poll /proc");
  }
  return fail(error, FG_E_UNSUPPORTED, number, "the kernel has no process connector (%s); poll /proc",
              strerror(number));
}

static int send_listen(int fd) {
  struct {
    struct nlmsghdr head;
    struct cn_msg message;
    enum proc_cn_mcast_op operation;
  } __attribute__((packed)) request = {
    .head = {.nlmsg_len = sizeof request, .nlmsg_type = NLMSG_DONE},
    .message = {.id = {CN_IDX_PROC, CN_VAL_PROC}, .len = sizeof(enum proc_cn_mcast_op)},
    .operation = PROC_CN_MCAST_LISTEN};

  return send(fd, &request, sizeof request, 0) == (ssize_t)sizeof request ? 0 : errno;
}

static int bind_to_events(int fd) {
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = CN_IDX_PROC};
  int bytes = RECEIVE_BYTES;

  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes) != 0) {
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
  }
  return bind(fd, (struct sockaddr *)&address, sizeof address) == 0 ? 0 : errno;
}

/* Reads the event of a message; 0 if it contains none. */
static int event_of(const struct nlmsghdr *head, struct proc_event *event) {
  const char *content = (const char *)head + NLMSG_HDRLEN;
  struct cn_msg message;

  if (head->nlmsg_len < NLMSG_HDRLEN + sizeof message) {
    return 0;
  }
  memcpy(&message, content, sizeof message);
  size_t length = head->nlmsg_len - NLMSG_HDRLEN - sizeof message;
  if (message.id.idx != CN_IDX_PROC || message.id.val != CN_VAL_PROC || length < message.len) {
    return 0;
  }
  memset(event, 0, sizeof *event);
  memcpy(event, content + sizeof message, message.len < sizeof *event ? message.len : sizeof *event);
  return 1;
}

/* Receives a datagram. Returns its number of bytes, 0 if it is not from the kernel, -1 with errno. */
static ssize_t receive(int fd, void *buffer, size_t size) {
  struct sockaddr_nl from = {0};
  socklen_t length = sizeof from;
  ssize_t count = recvfrom(fd, buffer, size, MSG_DONTWAIT, (struct sockaddr *)&from, &length);

  return count > 0 && from.nl_pid != 0 ? 0 : count;
}

/* Waits for the kernel's acknowledgement, which is an event. Outside the first process namespace the kernel
   does not answer at all. Returns 0 or an error number. */
static int await_answer(int fd) {
  _Alignas(struct nlmsghdr) char buffer[4096];
  struct pollfd answer = {.fd = fd, .events = POLLIN};
  struct proc_event event;

  while (poll(&answer, 1, ANSWER_MS) > 0) {
    ssize_t count = receive(fd, buffer, sizeof buffer);
    if (count < 0 && errno != EINTR && errno != EAGAIN) {
      return errno == ENOBUFS ? 0 : errno;
    }
    for (struct nlmsghdr *head = (struct nlmsghdr *)buffer; count > 0 && NLMSG_OK(head, count);
         head = NLMSG_NEXT(head, count)) {
      if (event_of(head, &event)) {
        return event.what == 0 ? (int)event.event_data.ack.err : 0;
      }
    }
  }
  return EPERM;
}

static int open_socket(int *number) {
  int fd = socket(PF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_CONNECTOR);

  *number = fd < 0 ? errno : bind_to_events(fd);
  if (*number == 0) {
    *number = send_listen(fd);
  }
  if (*number == 0) {
    *number = await_answer(fd);
  }
  if (*number != 0 && fd >= 0) {
    close(fd);
  }
  return *number == 0 ? fd : -1;
}

static int64_t keep(int fd, int closing) {
  int64_t handle = 0;

  pthread_mutex_lock(&lock);
  for (int i = 0; i < MOST_WATCHES && handle == 0; i++) {
    if (watches[i].handle == 0) {
      handle = ++last_handle;
      watches[i] = (struct watch){handle, fd, closing, 0};
    }
  }
  pthread_mutex_unlock(&lock);
  return handle;
}

/* Whether this process is in the first namespace: the events contain process numbers of that namespace, which
   are useless in any other. */
static int is_in_namespace(void) {
  struct stat status;
  return stat("/proc/self/ns/pid", &status) == 0 && status.st_ino != FIRST_PID_NAMESPACE;
}

int32_t fg_watch_open(int64_t *watch, struct fg_error *error) {
  int number;

  if (watch == NULL) {
    return fail(error, FG_E_ARGUMENT, 0, "watch is null");
  }
  if (is_in_namespace()) {
    return fail(error, FG_E_UNSUPPORTED, 0,
                "the kernel's process ids differ from this namespace's (in a container); poll /proc");
  }
  int fd = open_socket(&number);
  if (fd < 0) {
    return refused(error, number);
  }
  int closing = eventfd(0, EFD_CLOEXEC);
  *watch = closing < 0 ? 0 : keep(fd, closing);
  if (*watch == 0) {
    close(fd);
    if (closing >= 0) {
      close(closing);
    }
    return fail(error, FG_E_LIMIT, 0, "%d watches are open already, or there is no descriptor left",
                MOST_WATCHES);
  }
  return FG_OK;
}

/* Returns the parent of a process; 0 if the process has gone. */
static int64_t parent_of(int64_t pid) {
  char path[64], line[512];
  long long parent = 0;

  snprintf(path, sizeof path, "/proc/%lld/stat", (long long)pid);
  FILE *file = fopen(path, "re");
  if (file == NULL) {
    return 0;
  }
  size_t length = fread(line, 1, sizeof line - 1, file);
  fclose(file);
  line[length] = 0;
  const char *name_end = strrchr(line, ')');
  if (name_end == NULL || sscanf(name_end + 1, " %*c %lld", &parent) != 1) {
    return 0;
  }
  return parent;
}

/* Returns 0 if the event is not the start of a process or program; new threads do not count. */
static int started_by(const struct proc_event *event, struct fg_started *started) {
  const __typeof__(event->event_data.fork) *fork = &event->event_data.fork;

  if (event->what == PROC_EVENT_FORK && fork->child_pid == fork->child_tgid) {
    *started = (struct fg_started){fork->child_tgid, fork->parent_tgid};
    return 1;
  }
  if (event->what == PROC_EVENT_EXEC) {
    started->pid = event->event_data.exec.process_tgid;
    started->parent = parent_of(started->pid);
    return 1;
  }
  return 0;
}

/* Reads the events that have arrived, without waiting. A datagram holds one event, so none is lost when the
   caller's room is full. Returns an error number. */
static int drain(int fd, struct fg_started *started, int32_t capacity, int32_t *count) {
  _Alignas(struct nlmsghdr) char buffer[4096];
  struct proc_event event;

  while (*count < capacity) {
    ssize_t bytes = receive(fd, buffer, sizeof buffer);
    if (bytes < 0 && errno == EINTR) {
      continue;
    }
    if (bytes < 0) {
      return errno == EAGAIN ? 0 : errno;
    }
    struct nlmsghdr *head = (struct nlmsghdr *)buffer;
    if (NLMSG_OK(head, bytes) && event_of(head, &event) && started_by(&event, &started[*count])) {
      ++*count;
    }
  }
  return 0;
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits until there are starts: most events are not starts. A negative timeout waits forever. */
static int wait_for(int fd, int closing, struct fg_started *started, int32_t capacity, int32_t timeout_ms,
                    int32_t *count) {
  int64_t end = now_ms() + timeout_ms;
  struct pollfd both[] = {{.fd = fd, .events = POLLIN}, {.fd = closing, .events = POLLIN}};

  for (;;) {
    int number = drain(fd, started, capacity, count);
    int64_t left_ms = timeout_ms < 0 ? -1 : end - now_ms();
    if (number != 0 || *count > 0 || (timeout_ms >= 0 && left_ms <= 0)) {
      return number;
    }
    if (poll(both, 2, (int)left_ms) < 0 && errno != EINTR) {
      return errno;
    }
    if (both[1].revents != 0) {
      return 0;
    }
  }
}

static struct watch *find(int64_t handle) {
  for (int i = 0; i < MOST_WATCHES && handle > 0; i++) {
    if (watches[i].handle == handle) {
      return &watches[i];
    }
  }
  return NULL;
}

static struct watch *enter(int64_t handle, int *fd, int *closing) {
  pthread_mutex_lock(&lock);
  struct watch *watch = find(handle);
  if (watch != NULL) {
    watch->waiting++;
    *fd = watch->socket;
    *closing = watch->closing;
  }
  pthread_mutex_unlock(&lock);
  return watch;
}

static void leave(struct watch *watch) {
  pthread_mutex_lock(&lock);
  watch->waiting--;
  pthread_cond_broadcast(&left);
  pthread_mutex_unlock(&lock);
}

int32_t fg_watch_next(int64_t watch, struct fg_started *started, int32_t capacity, int32_t timeout_ms,
                      int32_t *count, struct fg_error *error) {
  int fd, closing;

  if (started == NULL || count == NULL || capacity <= 0) {
    return fail(error, FG_E_ARGUMENT, 0, "there is no room for process starts");
  }
  *count = 0;
  struct watch *open = enter(watch, &fd, &closing);
  if (open == NULL) {
    return fail(error, FG_E_ARGUMENT, 0, "the watch %lld is not open", (long long)watch);
  }
  int number = wait_for(fd, closing, started, capacity, timeout_ms, count);
  leave(open);
  if (number == ENOBUFS) {
    return fail(error, FG_E_LIMIT, number,
                "process starts were lost because they were not read fast enough; scan /proc once");
  }
  return number == 0 ? FG_OK : fail(error, FG_E_SYSTEM, number, "process starts cannot be read: %s", strerror(number));
}

int32_t fg_watch_close(int64_t watch, struct fg_error *error) {
  uint64_t one = 1;

  pthread_mutex_lock(&lock);
  struct watch *open = find(watch);
  if (open == NULL) {
    pthread_mutex_unlock(&lock);
    return fail(error, FG_E_ARGUMENT, 0, "the watch %lld is not open", (long long)watch);
  }
  open->handle = -1; /* no other call finds it */
  if (write(open->closing, &one, sizeof one) < 0) {
    /* Writing the first number to an eventfd never fails. */
  }
  while (open->waiting > 0) {
    pthread_cond_wait(&left, &lock);
  }
  close(open->socket);
  close(open->closing);
  open->handle = 0;
  pthread_mutex_unlock(&lock);
  return FG_OK;
}
