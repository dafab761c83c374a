/*
 * The library's side of flowgauge.h: every call becomes a request to the helper process, but for
 * fg_wait, which waits on the shared memory itself, and fg_watch_*, which are in watch.c.
 *
 * The helper is embedded and started from a memfd, so no file of it exists anywhere. What it answers
 * is checked: a hostile program it traces could have taken it over. If it dies, or answers nonsense,
 * its handles say so from then on, what was mapped stays readable, and the next fg_open, fg_launch or
 * fg_host_info starts another.
 *
 * Locks: talking (one conversation at a time, and the session) before listed (the list of handles).
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#include "error.h"
#include "protocol.h"
#include "shm.h"

#define ANSWER_SECONDS 120
#define SOCKET_IN_HELPER 3
#define ABOVE_STANDARD 10 /* descriptors of ours are no lower, so that dup2 to 3 hits none */
#define SHM_SIZE (4096ull + FG_REGIONS * 64ull + FG_THREADS * 64ull + FG_RECORDS * 512ull)

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010u
#endif

extern const unsigned char helper_image[], helper_image_end[];

/* One open process. */
struct handle {
  struct handle *next;
  int64_t number;
  int64_t target;    /* the helper's number */
  uint64_t session;  /* of which helper */
  int memory;        /* descriptor of the shared memory, -1: not asked for yet */
  struct fg_shm_header *header; /* its first page, mapped */
  int users;         /* threads that are in fg_wait, and 1 while it is in the list */
  atomic_int closed;
};

static pthread_mutex_t talking = PTHREAD_MUTEX_INITIALIZER;
static int socket_to_helper = -1;
static pid_t helper;
static uint64_t session;    /* counts helpers */
static struct fg_host host; /* of the one that runs */

static pthread_mutex_t listed = PTHREAD_MUTEX_INITIALIZER;
static struct handle *handles;
static int64_t last_number;

static int32_t succeed(struct fg_error *error) {
  if (error != NULL) {
    memset(error, 0, sizeof *error);
  }
  return FG_OK;
}

static int32_t bad_argument(struct fg_error *error, const char *what) {
  return fail(error, FG_E_ARGUMENT, 0, "%s", what);
}

/* ---- handles ---- */

/* The handle, with one more user; NULL if there is none of that number. */
static struct handle *take(int64_t number) {
  pthread_mutex_lock(&listed);
  struct handle *handle = handles;
  while (handle != NULL && handle->number != number) {
    handle = handle->next;
  }
  if (handle != NULL) {
    handle->users++;
  }
  pthread_mutex_unlock(&listed);
  return handle;
}

static void give_back(struct handle *handle) {
  pthread_mutex_lock(&listed);
  int left = --handle->users;
  pthread_mutex_unlock(&listed);
  if (left == 0) {
    if (handle->header != NULL) {
      munmap(handle->header, sizeof *handle->header);
    }
    if (handle->memory >= 0) {
      close(handle->memory);
    }
    free(handle);
  }
}

static int64_t list(struct handle *handle) {
  pthread_mutex_lock(&listed);
  handle->number = ++last_number;
  handle->users = 1;
  handle->next = handles;
  handles = handle;
  pthread_mutex_unlock(&listed);
  return handle->number;
}

/* Whether it was in the list. */
static int unlist(const struct handle *handle) {
  pthread_mutex_lock(&listed);
  struct handle **at = &handles;
  while (*at != NULL && *at != handle) {
    at = &(*at)->next;
  }
  int found = *at != NULL;
  if (found) {
    *at = handle->next;
  }
  pthread_mutex_unlock(&listed);
  return found;
}

/* ---- the helper's life; with talking locked ---- */

static void end_session(void) {
  if (socket_to_helper >= 0) {
    close(socket_to_helper);
    socket_to_helper = -1;
  }
  if (helper > 0) {
    kill(helper, SIGKILL);
    while (waitpid(helper, NULL, 0) < 0 && errno == EINTR) {
    }
    helper = 0;
  }
}

static int above_standard(int fd) {
  if (fd < 0 || fd >= ABOVE_STANDARD) {
    return fd;
  }
  int higher = fcntl(fd, F_DUPFD_CLOEXEC, ABOVE_STANDARD);
  int saved = errno;
  close(fd);
  errno = saved;
  return higher;
}

static int write_whole(int fd, const unsigned char *from, const unsigned char *end) {
  while (from < end) {
    ssize_t n = write(fd, from, (size_t)(end - from));
    if (n < 0 && errno != EINTR) {
      return 0;
    }
    from += n > 0 ? n : 0;
  }
  return 1;
}

/* The helper program in memory; -1 with errno. */
static int helper_program(void) {
  int fd = memfd_create("flowgauge-helper", MFD_CLOEXEC | MFD_EXEC);
  if (fd < 0 && errno == EINVAL) { /* before Linux 6.3 */
    fd = memfd_create("flowgauge-helper", MFD_CLOEXEC);
  }
  fd = above_standard(fd);
  if (fd >= 0 && !write_whole(fd, helper_image, helper_image_end)) {
    int saved = errno;
    close(fd);
    errno = saved;
    return -1;
  }
  return fd;
}

static int spawn(int program, int end) {
  char path[40], parent[24];
  snprintf(path, sizeof path, "/proc/self/fd/%d", program);
  snprintf(parent, sizeof parent, "%d", (int)getpid());
  char *arguments[] = {(char[]){"flowgauge-helper"}, (char[]){"3"}, parent, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, end, SOCKET_IN_HELPER);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &none);
  int failed = posix_spawn(&helper, path, &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) {
    helper = 0;
  }
  return failed;
}

static void limit_waiting(int socket) {
  struct timeval longest = {.tv_sec = ANSWER_SECONDS};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest);
}

static int32_t cannot_start(struct fg_error *error, int why, const char *step) {
  return fail(error, FG_E_HELPER, why,
              "the helper could not be started: %s failed (%s); it is run from memory, which "
              "vm.memfd_noexec=2, a seccomp filter or a missing /proc forbid",
              step, strerror(why));
}

static int32_t spawn_helper(struct fg_error *error) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return cannot_start(error, errno, "socketpair");
  }
  ends[0] = above_standard(ends[0]);
  ends[1] = above_standard(ends[1]);
  int program = helper_program();
  int why = errno;
  int failed = program < 0 || ends[0] < 0 || ends[1] < 0 ? -1 : spawn(program, ends[1]);
  if (program >= 0) {
    close(program);
  }
  if (ends[1] >= 0) {
    close(ends[1]);
  }
  if (failed != 0) {
    if (ends[0] >= 0) {
      close(ends[0]);
    }
    return cannot_start(error, failed < 0 ? why : failed, failed < 0 ? "memfd_create" : "execve");
  }
  socket_to_helper = ends[0];
  session++;
  limit_waiting(socket_to_helper);
  return FG_OK;
}

/* ---- messages; with talking locked ---- */

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

static int32_t lost(struct fg_error *error, int why) {
  pid_t pid = helper;
  end_session();
  return fail(error, FG_E_HELPER, why,
              "the helper process %d has ended or does not answer; what it had open is lost, opening "
              "a process again starts another helper",
              (int)pid);
}

static int32_t nonsense(struct fg_error *error) {
  pid_t pid = helper;
  end_session();
  return fail(error, FG_E_HELPER, 0,
              "the helper process %d answered what no helper answers, and was ended", (int)pid);
}

static int send_all(const void *from, size_t length) {
  for (size_t sent = 0; sent < length;) {
    ssize_t n = send(socket_to_helper, (const char *)from + sent, length - sent, MSG_NOSIGNAL);
    if (n < 0 && errno != EINTR) {
      return 0;
    }
    sent += n > 0 ? (size_t)n : 0;
  }
  return 1;
}

/* Keeps the first descriptor that came with a message, closes all others. */
static void collect(struct msghdr *message, int *fd) {
  for (struct cmsghdr *item = CMSG_FIRSTHDR(message); item; item = CMSG_NXTHDR(message, item)) {
    if (item->cmsg_level != SOL_SOCKET || item->cmsg_type != SCM_RIGHTS) {
      continue;
    }
    size_t count = (item->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t k = 0; k < count; k++) {
      int received;
      memcpy(&received, CMSG_DATA(item) + k * sizeof received, sizeof received);
      if (*fd < 0) {
        *fd = received;
      } else {
        close(received);
      }
    }
  }
}

/* Whether all of it came before the deadline; *fd: a descriptor that came with it, the caller's. */
static int receive(void *to, size_t length, int64_t deadline, int *fd) {
  for (size_t got = 0; got < length;) {
    union {
      struct cmsghdr head;
      char room[CMSG_SPACE(4 * sizeof(int))];
    } control;
    struct iovec part = {(char *)to + got, length - got};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1,
                             .msg_control = &control, .msg_controllen = sizeof control.room};
    ssize_t n = recvmsg(socket_to_helper, &message, MSG_CMSG_CLOEXEC);
    if (n == 0 || (n < 0 && errno != EINTR) || now_ns() > deadline) {
      return 0;
    }
    if (n > 0) {
      collect(&message, fd);
      got += (size_t)n;
    }
  }
  return 1;
}

/* What an answer may bring. */
struct reply {
  struct answer head;
  uint8_t *payload; /* the caller's to free */
  int fd;           /* the caller's to close, or -1 */
};

static void drop(struct reply *reply) {
  free(reply->payload);
  reply->payload = NULL;
  if (reply->fd >= 0) {
    close(reply->fd);
    reply->fd = -1;
  }
}

static int32_t receive_reply(uint32_t call, size_t limit, struct reply *reply, struct fg_error *error) {
  int64_t deadline = now_ns() + ANSWER_SECONDS * 1000000000ll;
  if (!receive(&reply->head, sizeof reply->head, deadline, &reply->fd)) {
    int why = errno;
    drop(reply);
    return lost(error, why);
  }
  reply->head.error.text[sizeof reply->head.error.text - 1] = 0;
  size_t length = reply->head.length;
  if (reply->head.call != call || length > limit) {
    drop(reply);
    return nonsense(error);
  }
  reply->payload = calloc(1, length + 1);
  if (reply->payload == NULL || !receive(reply->payload, length, deadline, &reply->fd)) {
    int why = errno;
    drop(reply);
    return lost(error, why);
  }
  if (reply->head.error.code != FG_OK && error != NULL) {
    *error = reply->head.error;
  }
  return reply->head.error.code;
}

/* Sends a request and waits for the answer, whose payload may have limit bytes at most. */
static int32_t converse(struct request request, const void *payload, size_t limit, struct reply *reply,
                        struct fg_error *error) {
  if (!send_all(&request, sizeof request) || !send_all(payload, request.length)) {
    return lost(error, errno);
  }
  return receive_reply(request.call, limit, reply, error);
}

/* Takes the helper's greeting. */
static int32_t greet(struct fg_error *error) {
  struct reply reply = {.fd = -1};
  int32_t code = receive_reply(CALL_HELLO, sizeof host, &reply, error);
  if (code == FG_OK && reply.head.length != sizeof host) {
    code = nonsense(error);
  }
  if (code == FG_OK) {
    memcpy(&host, reply.payload, sizeof host);
    host.uprobes_reason[sizeof host.uprobes_reason - 1] = 0;
    if (host.abi != FG_ABI) {
      code = nonsense(error);
    }
  }
  drop(&reply);
  if (code != FG_OK) {
    end_session();
  }
  return code;
}

/* A helper that has died shows by the end of the socket, before anything is asked of it. */
static int has_hung_up(void) {
  struct pollfd polled = {.fd = socket_to_helper, .events = POLLIN};
  return poll(&polled, 1, 0) != 0;
}

static int32_t ensure_helper(struct fg_error *error) {
  if (socket_to_helper >= 0 && !has_hung_up()) {
    return FG_OK;
  }
  end_session();
  int32_t code = spawn_helper(error);
  return code == FG_OK ? greet(error) : code;
}

/* A request about an open process; locks talking by itself. */
static int32_t ask(int64_t number, struct request request, const void *payload, size_t limit,
                   struct reply *reply, struct fg_error *error) {
  struct handle *handle = take(number);
  reply->fd = -1;
  reply->payload = NULL;
  if (handle == NULL) {
    return bad_argument(error, "the handle is not open");
  }
  pthread_mutex_lock(&talking);
  int32_t code;
  if (atomic_load(&handle->closed)) {
    code = bad_argument(error, "the handle was closed");
  } else if (socket_to_helper < 0 || handle->session != session) {
    code = fail(error, FG_E_HELPER, 0, "the helper that had process %s open has died; open it again",
                "of this handle");
  } else {
    request.target = handle->target;
    code = converse(request, payload, limit, reply, error);
  }
  pthread_mutex_unlock(&talking);
  give_back(handle);
  if (code == FG_OK) {
    succeed(error);
  }
  return code;
}

/* ask, where the answer's payload has one length. */
static int32_t ask_exactly(int64_t number, struct request request, const void *payload, void *to,
                           size_t length, struct fg_error *error) {
  struct reply reply;
  int32_t code = ask(number, request, payload, length, &reply, error);
  if (code == FG_OK && reply.head.length != length) {
    code = fail(error, FG_E_HELPER, 0, "the helper answered %u bytes instead of %zu",
                reply.head.length, length);
  } else if (code == FG_OK && length > 0) {
    memcpy(to, reply.payload, length);
  }
  drop(&reply);
  return code;
}

/* ---- the calls ---- */

int32_t fg_abi(void) { return FG_ABI; }

uint64_t fg_ticks(void) { return __rdtsc(); }

int32_t fg_sizes(int32_t *sizes, int32_t capacity) {
  static const size_t all[] = {
      sizeof(struct fg_error),  sizeof(struct fg_host),     sizeof(struct fg_state),
      sizeof(struct fg_module), sizeof(struct fg_function), sizeof(struct fg_probe),
      sizeof(struct fg_verdict), sizeof(struct fg_stats),   sizeof(struct fg_started)};
  int32_t count = (int32_t)(sizeof all / sizeof *all);
  for (int32_t k = 0; sizes != NULL && k < count && k < capacity; k++) {
    sizes[k] = (int32_t)all[k];
  }
  return count;
}

int32_t fg_host_info(struct fg_host *to, struct fg_error *error) {
  if (to == NULL) {
    return bad_argument(error, "host must not be NULL");
  }
  pthread_mutex_lock(&talking);
  int32_t code = ensure_helper(error);
  if (code == FG_OK) {
    *to = host;
    succeed(error);
  }
  pthread_mutex_unlock(&talking);
  return code;
}

/* Open and launch: starts the helper if need be, lists the handle of the answer's target. */
static int32_t open_target(struct request request, const void *payload, int64_t *number, int32_t *pid,
                           struct fg_error *error) {
  struct handle *handle = calloc(1, sizeof *handle);
  if (handle == NULL) {
    return fail(error, FG_E_SYSTEM, ENOMEM, "no memory for another handle");
  }
  handle->memory = -1;
  struct reply reply = {.fd = -1};
  pthread_mutex_lock(&talking);
  int32_t code = ensure_helper(error);
  if (code == FG_OK) {
    code = converse(request, payload, 0, &reply, error);
  }
  if (code == FG_OK) {
    handle->target = reply.head.target;
    handle->session = session;
    *number = list(handle);
    *pid = reply.head.count;
    succeed(error);
  }
  pthread_mutex_unlock(&talking);
  drop(&reply);
  if (code != FG_OK) {
    free(handle);
  }
  return code;
}

int32_t fg_open(int32_t pid, int64_t *handle, struct fg_error *error) {
  if (handle == NULL || pid <= 0) {
    return bad_argument(error, "the pid must be positive, and handle not NULL");
  }
  int32_t unused;
  struct request request = {.call = CALL_OPEN, .first = pid};
  return open_target(request, NULL, handle, &unused, error);
}

/* Bytes of count strings one after the other. */
static size_t strings_length(const char *strings, int32_t count) {
  const char *at = strings;
  for (int32_t k = 0; k < count; k++) {
    at += strlen(at) + 1;
  }
  return (size_t)(at - strings);
}

int32_t fg_launch(const char *argv, int32_t argc, const char *environment, int32_t envc,
                  const char *directory, int64_t *handle, int32_t *pid, struct fg_error *error) {
  if (argv == NULL || argc < 1 || envc < 0 || (envc > 0 && environment == NULL) || handle == NULL ||
      pid == NULL) {
    return bad_argument(error, "a command, handle and pid are needed");
  }
  char here[4096];
  if (directory == NULL || *directory == 0) {
    directory = getcwd(here, sizeof here) != NULL ? here : "";
  }
  size_t arguments = strings_length(argv, argc), variables = strings_length(environment, envc);
  size_t folder = strlen(directory) + 1, length = arguments + variables + folder;
  if (length > PAYLOAD_LIMIT) {
    return bad_argument(error, "the command and its environment are too long");
  }
  char *payload = malloc(length);
  if (payload == NULL) {
    return fail(error, FG_E_SYSTEM, ENOMEM, "no memory for the command");
  }
  memcpy(payload, argv, arguments);
  if (variables > 0) {
    memcpy(payload + arguments, environment, variables);
  }
  memcpy(payload + arguments + variables, directory, folder);
  struct request request = {
      .call = CALL_LAUNCH, .length = (uint32_t)length, .first = argc, .second = envc};
  int32_t code = open_target(request, payload, handle, pid, error);
  free(payload);
  return code;
}

int32_t fg_resume(int64_t handle, struct fg_error *error) {
  return ask_exactly(handle, (struct request){.call = CALL_RESUME}, NULL, NULL, 0, error);
}

int32_t fg_modules(int64_t handle, struct fg_module *modules, int32_t capacity, int32_t *count,
                   struct fg_error *error) {
  if (capacity < 0 || (capacity > 0 && modules == NULL) || count == NULL) {
    return bad_argument(error, "modules needs room for capacity, count must not be NULL");
  }
  if (capacity > MODULE_LIMIT) {
    capacity = MODULE_LIMIT;
  }
  struct request request = {.call = CALL_MODULES, .first = capacity};
  struct reply reply;
  size_t limit = (size_t)capacity * sizeof *modules;
  int32_t code = ask(handle, request, NULL, limit, &reply, error);
  if (code == FG_OK) {
    size_t stored = reply.head.length / sizeof *modules;
    if (reply.head.count < 0 || stored > (size_t)reply.head.count) {
      stored = reply.head.count < 0 ? 0 : (size_t)reply.head.count;
    }
    if (stored > 0) {
      memcpy(modules, reply.payload, stored * sizeof *modules);
    }
    for (size_t k = 0; k < stored; k++) {
      modules[k].path[sizeof modules[k].path - 1] = 0;
      if (modules[k].build_id_length > sizeof modules[k].build_id) {
        modules[k].build_id_length = 0;
      }
    }
    /* As many as were stored, if that was all: never more than the caller finds filled in. */
    *count = stored < (size_t)capacity ? (int32_t)stored : reply.head.count;
  }
  drop(&reply);
  return code;
}

/* Names that do not lie within the names become empty. */
static void check_names(struct fg_function *function, const char *names, size_t used) {
  size_t name = (size_t)function->name + function->name_length;
  size_t plain = (size_t)function->plain + function->plain_length;
  if (name >= used || names[name] != 0) {
    function->name = function->name_length = 0;
  }
  if (function->plain_length > 0 && (plain >= used || names[plain] != 0)) {
    function->plain = function->plain_length = 0;
  }
}

int32_t fg_functions(int64_t handle, int32_t module, int32_t from, struct fg_function *functions,
                     int32_t capacity, char *names, int32_t names_capacity, int32_t *count,
                     struct fg_error *error) {
  if (capacity < 0 || names_capacity < 0 || functions == NULL || names == NULL || count == NULL ||
      from < 0) {
    return bad_argument(error, "functions, names and count must not be NULL, nor numbers negative");
  }
  struct request request = {.call = CALL_FUNCTIONS, .first = module, .second = from,
                            .third = capacity < FUNCTION_LIMIT ? capacity : FUNCTION_LIMIT,
                            .fourth = names_capacity < NAMES_LIMIT ? names_capacity : NAMES_LIMIT};
  struct reply reply;
  size_t limit = (size_t)request.third * sizeof *functions + (size_t)request.fourth;
  int32_t code = ask(handle, request, NULL, limit, &reply, error);
  size_t stored = code == FG_OK ? (size_t)(uint32_t)reply.head.count : 0;
  if (code == FG_OK &&
      (stored > (size_t)request.third || stored * sizeof *functions > reply.head.length ||
       reply.head.length - stored * sizeof *functions > (size_t)request.fourth)) {
    code = fail(error, FG_E_HELPER, 0, "the helper answered more functions than were asked for");
  }
  if (code == FG_OK) {
    size_t used = reply.head.length - stored * sizeof *functions;
    memcpy(functions, reply.payload, stored * sizeof *functions);
    memcpy(names, reply.payload + stored * sizeof *functions, used);
    for (size_t k = 0; k < stored; k++) {
      check_names(&functions[k], names, used);
    }
    *count = (int32_t)stored;
  }
  drop(&reply);
  return code;
}

static void end_texts(struct fg_verdict *verdicts, int32_t count) {
  for (int32_t k = 0; k < count; k++) {
    verdicts[k].text[sizeof verdicts[k].text - 1] = 0;
  }
}

static int are_probes(const void *probes, int32_t count, const struct fg_verdict *verdicts) {
  return count >= 0 && count <= PROBE_LIMIT && (count == 0 || (probes != NULL && verdicts != NULL));
}

int32_t fg_check(int64_t handle, const struct fg_probe *probes, int32_t count,
                 struct fg_verdict *verdicts, struct fg_error *error) {
  if (!are_probes(probes, count, verdicts)) {
    return bad_argument(error, "0 to 65536 probes are possible, with as many verdicts");
  }
  struct request request = {.call = CALL_CHECK, .length = (uint32_t)((size_t)count * sizeof *probes)};
  int32_t code =
      ask_exactly(handle, request, probes, verdicts, (size_t)count * sizeof *verdicts, error);
  end_texts(verdicts, code == FG_OK ? count : 0);
  return code;
}

/* Insert and remove: stats and verdicts come back. */
static int32_t change(int64_t handle, struct request request, const void *payload, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error) {
  struct reply reply;
  size_t length = sizeof *stats + (size_t)count * sizeof *verdicts;
  int32_t code = ask(handle, request, payload, length, &reply, error);
  if (code == FG_OK && reply.head.length != length) {
    code = fail(error, FG_E_HELPER, 0, "the helper answered %u bytes instead of %zu",
                reply.head.length, length);
  }
  if (code == FG_OK) {
    if (stats != NULL) {
      memcpy(stats, reply.payload, sizeof *stats);
    }
    if (count > 0) {
      memcpy(verdicts, reply.payload + sizeof *stats, length - sizeof *stats);
    }
    end_texts(verdicts, count);
  }
  drop(&reply);
  return code;
}

int32_t fg_insert(int64_t handle, const struct fg_probe *probes, int32_t count,
                  struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error) {
  if (!are_probes(probes, count, verdicts)) {
    return bad_argument(error, "0 to 65536 probes are possible, with as many verdicts");
  }
  struct request request = {.call = CALL_INSERT, .length = (uint32_t)((size_t)count * sizeof *probes)};
  return change(handle, request, probes, count, verdicts, stats, error);
}

int32_t fg_remove(int64_t handle, const int32_t *regions, int32_t count, struct fg_verdict *verdicts,
                  struct fg_stats *stats, struct fg_error *error) {
  if (!are_probes(regions, count, verdicts)) {
    return bad_argument(error, "0 to 65536 regions are possible, with as many verdicts");
  }
  struct request request = {.call = CALL_REMOVE, .length = (uint32_t)((size_t)count * sizeof *regions)};
  return change(handle, request, regions, count, verdicts, stats, error);
}

/* A descriptor that may be mapped: of the one size, and never shorter. */
static int is_sound(int fd) {
  struct stat status;
  int seals = fcntl(fd, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK) && fstat(fd, &status) == 0 &&
         (uint64_t)status.st_size == SHM_SIZE;
}

/* Asks for the shared memory once. The handle keeps its descriptor and first page. */
static int32_t ensure_memory(struct handle *handle, struct fg_error *error) {
  pthread_mutex_lock(&listed);
  int known = handle->memory >= 0;
  pthread_mutex_unlock(&listed);
  if (known) {
    return FG_OK;
  }
  struct reply reply;
  int32_t code = ask(handle->number, (struct request){.call = CALL_MEMORY}, NULL, 0, &reply, error);
  void *page = MAP_FAILED;
  if (code == FG_OK && reply.fd >= 0 && is_sound(reply.fd)) {
    page = mmap(NULL, sizeof *handle->header, PROT_READ | PROT_WRITE, MAP_SHARED, reply.fd, 0);
  }
  if (code == FG_OK && page == MAP_FAILED) {
    code = fail(error, FG_E_HELPER, 0, "the helper sent no shared memory that could be trusted");
  }
  pthread_mutex_lock(&listed);
  if (code == FG_OK && handle->memory < 0) {
    handle->memory = reply.fd;
    handle->header = page;
    reply.fd = -1;
    page = MAP_FAILED;
  }
  pthread_mutex_unlock(&listed);
  if (page != MAP_FAILED) {
    munmap(page, sizeof *handle->header);
  }
  drop(&reply);
  return code;
}

int32_t fg_map(int64_t number, int64_t *size, char *path, int32_t capacity, struct fg_error *error) {
  if (size == NULL || path == NULL || capacity < 32) {
    return bad_argument(error, "size must not be NULL, and path have 32 bytes");
  }
  struct handle *handle = take(number);
  if (handle == NULL) {
    return bad_argument(error, "the handle is not open");
  }
  int32_t code = ensure_memory(handle, error);
  if (code == FG_OK) {
    *size = (int64_t)SHM_SIZE;
    snprintf(path, (size_t)capacity, "/proc/self/fd/%d", handle->memory);
    succeed(error);
  }
  give_back(handle);
  return code;
}

int32_t fg_sync(int64_t handle, struct fg_error *error) {
  return ask_exactly(handle, (struct request){.call = CALL_SYNC}, NULL, NULL, 0, error);
}

static void wait_for(struct handle *handle, uint32_t regions, int64_t deadline) {
  uint32_t *dirty = &handle->header->dirty;
  while (!atomic_load(&handle->closed)) {
    uint32_t now = __atomic_load_n(dirty, __ATOMIC_ACQUIRE);
    int64_t left = deadline - now_ns();
    if (now >= regions || left <= 0) {
      return;
    }
    struct timespec longest = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
    syscall(SYS_futex, dirty, FUTEX_WAIT, now, &longest, NULL, 0);
  }
}

/* Begins the next flush. The count goes back before the flush goes on: an update in between is counted
   once too often then, never once too little. */
static int32_t next_flush(struct fg_shm_header *header) {
  uint32_t dirty = __atomic_exchange_n(&header->dirty, 0, __ATOMIC_ACQ_REL);
  __atomic_add_fetch(&header->flush, 1, __ATOMIC_ACQ_REL);
  return dirty > INT32_MAX ? INT32_MAX : (int32_t)dirty;
}

int32_t fg_wait(int64_t number, int32_t regions, int32_t timeout_ms, int32_t *dirty,
                struct fg_error *error) {
  if (regions < 1 || timeout_ms < 0 || dirty == NULL) {
    return bad_argument(error, "regions must be 1 or more, the time 0 or more, dirty not NULL");
  }
  struct handle *handle = take(number);
  if (handle == NULL) {
    return bad_argument(error, "the handle is not open");
  }
  int32_t code = ensure_memory(handle, error);
  if (code == FG_OK) {
    __atomic_store_n(&handle->header->wake_at, (uint32_t)regions, __ATOMIC_RELEASE);
    wait_for(handle, (uint32_t)regions, now_ns() + timeout_ms * 1000000ll);
    *dirty = next_flush(handle->header);
    succeed(error);
  }
  give_back(handle);
  return code;
}

int32_t fg_status(int64_t handle, struct fg_state *state, struct fg_error *error) {
  if (state == NULL) {
    return bad_argument(error, "state must not be NULL");
  }
  return ask_exactly(handle, (struct request){.call = CALL_STATUS}, NULL, state, sizeof *state, error);
}

/* Lets threads out of fg_wait, and the handle go with the last of them. */
static void forget(struct handle *handle) {
  atomic_store(&handle->closed, 1);
  pthread_mutex_lock(&listed);
  struct fg_shm_header *header = handle->header;
  pthread_mutex_unlock(&listed);
  if (header != NULL) {
    syscall(SYS_futex, &header->dirty, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
  }
  if (unlist(handle)) {
    give_back(handle);
  }
}

int32_t fg_close(int64_t number, struct fg_stats *stats, struct fg_error *error) {
  struct handle *handle = take(number);
  if (handle == NULL) {
    return bad_argument(error, "the handle is not open");
  }
  struct fg_stats unused;
  int32_t code = ask_exactly(number, (struct request){.call = CALL_CLOSE}, NULL,
                             stats != NULL ? stats : &unused, sizeof unused, error);
  forget(handle);
  give_back(handle);
  return code;
}

/* ---- life of this process ---- */

/* A forked child has nothing open: the helper, its socket and all handles are the parent's. */
static void in_child(void) {
  pthread_mutex_init(&talking, NULL);
  pthread_mutex_init(&listed, NULL);
  if (socket_to_helper >= 0) {
    close(socket_to_helper);
    socket_to_helper = -1;
  }
  helper = 0;
  handles = NULL;
}

__attribute__((constructor)) static void begin(void) { pthread_atfork(NULL, NULL, in_child); }

/* The end of the socket tells the helper to take out what is left, and to end. */
__attribute__((destructor)) static void end(void) {
  if (socket_to_helper >= 0) {
    close(socket_to_helper);
    socket_to_helper = -1;
  }
}
