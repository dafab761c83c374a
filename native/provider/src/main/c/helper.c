/*
 * The helper process: everything that traces happens here, on one thread. Its parent is the process
 * that uses the library; when that ends, however, all sensors are taken out and the helper ends, too.
 *
 * Arguments: the descriptor of the socket, and the parent's pid.
 *
 * Not by PR_SET_PDEATHSIG: that signal comes when the thread ends that started the helper. The end of
 * the parent shows as the end of the socket, and by its pidfd in case a forked child still holds the
 * socket.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine.h"
#include "error.h"
#include "protocol.h"

#define NOT_A_TARGET "the handle is of no open process"

/* Open processes. A number is a place and, above it, how often the place was taken. */
struct place {
  struct target *target; /* NULL: free */
  uint32_t taken;
};

static struct place *places;
static uint32_t place_count;
static int open_targets;
static volatile sig_atomic_t ended;

/* The payload that came, and the one that goes; both grow and stay. */
struct bytes {
  uint8_t *at;
  size_t capacity;
};

static struct bytes incoming, outgoing;

/* What a call returned is what counts: one that succeeded may have left a failed try in its error. */
static int32_t settle(struct answer *answer, int32_t code) {
  if (code == FG_OK) {
    memset(&answer->error, 0, sizeof answer->error);
  }
  answer->error.code = code;
  return code;
}

/* Room for that many bytes; 0 if there is none. */
static int make_room(struct bytes *bytes, size_t length) {
  if (length > bytes->capacity) {
    uint8_t *larger = realloc(bytes->at, length);
    if (larger == NULL) {
      return 0;
    }
    bytes->at = larger;
    bytes->capacity = length;
  }
  return 1;
}

/* Room for an answer's payload, or NULL with the error filled in. */
static void *room_for(struct answer *answer, size_t length) {
  if (length > PAYLOAD_LIMIT) {
    fail(&answer->error, FG_E_ARGUMENT, 0, "more was asked for at once than fits into an answer");
    return NULL;
  }
  if (!make_room(&outgoing, length > 0 ? length : 1)) {
    fail(&answer->error, FG_E_SYSTEM, ENOMEM, "the helper has no memory for the answer");
    return NULL;
  }
  return outgoing.at;
}

/* The answer's payload of that many bytes, zeroed, or NULL with the error filled in. */
static void *payload(struct answer *answer, size_t length) {
  void *at = room_for(answer, length);
  if (at != NULL) {
    memset(at, 0, length);
    answer->length = (uint32_t)length;
  }
  return at;
}

/* A free place; its number, or -1 if there is no memory. */
static int64_t free_place(void) {
  for (uint32_t k = 0; k < place_count; k++) {
    if (places[k].target == NULL) {
      return k;
    }
  }
  uint32_t more = place_count == 0 ? 16 : 2 * place_count;
  struct place *larger = realloc(places, more * sizeof *places);
  if (larger == NULL) {
    return -1;
  }
  memset(larger + place_count, 0, (more - place_count) * sizeof *places);
  places = larger;
  int64_t first = place_count;
  place_count = more;
  return first;
}

static int64_t keep(int64_t place, struct target *target) {
  places[place].target = target;
  places[place].taken = (places[place].taken + 1) & 0x7fffffff;
  open_targets++;
  return (int64_t)places[place].taken << 32 | place;
}

static struct target *find(int64_t number) {
  uint64_t place = (uint64_t)number & 0xffffffff;
  if (place >= place_count || places[place].taken != (uint64_t)number >> 32) {
    return NULL;
  }
  return places[place].target;
}

static void forget(int64_t number) {
  places[(uint64_t)number & 0xffffffff].target = NULL;
  open_targets--;
}

static void do_open(const struct request *request, struct answer *answer) {
  int64_t place = free_place();
  struct target *target = NULL;
  if (place < 0) {
    fail(&answer->error, FG_E_SYSTEM, ENOMEM, "the helper has no memory for another process");
  } else if (settle(answer, engine_open(request->first, &target, &answer->error)) == FG_OK) {
    answer->target = keep(place, target);
  }
}

/* Steps over count strings; NULL if they do not end before the end. */
static const char *behind_strings(const char *at, const char *end, int32_t count) {
  for (int32_t k = 0; k < count; k++) {
    const char *zero = memchr(at, 0, (size_t)(end - at));
    if (zero == NULL) {
      return NULL;
    }
    at = zero + 1;
  }
  return at;
}

static void do_launch(const struct request *request, struct answer *answer) {
  const char *argv = (const char *)incoming.at;
  const char *end = argv + request->length;
  const char *environment = behind_strings(argv, end, request->first);
  const char *directory = environment ? behind_strings(environment, end, request->second) : NULL;
  if (request->first < 1 || directory == NULL || behind_strings(directory, end, 1) != end) {
    fail(&answer->error, FG_E_ARGUMENT, 0, "the command, its environment or its directory is cut off");
    return;
  }
  int64_t place = free_place();
  struct target *target = NULL;
  if (place < 0) {
    fail(&answer->error, FG_E_SYSTEM, ENOMEM, "the helper has no memory for another process");
  } else if (settle(answer, engine_launch(argv, request->first, environment, request->second, directory,
                                         &target, &answer->count, &answer->error)) == FG_OK) {
    answer->target = keep(place, target);
  }
}

static void do_modules(struct target *target, const struct request *request, struct answer *answer) {
  const struct fg_module *modules = NULL;
  int32_t count = 0;
  if (settle(answer, engine_modules(target, &modules, &count, &answer->error)) != FG_OK) {
    return;
  }
  int32_t sent = request->first < count ? request->first : count;
  void *to = payload(answer, (size_t)(sent < 0 ? 0 : sent) * sizeof *modules);
  if (to != NULL && sent > 0) {
    memcpy(to, modules, (size_t)sent * sizeof *modules);
  }
  answer->count = count;
}

static void do_functions(struct target *target, const struct request *request, struct answer *answer) {
  if (request->third < 0 || request->third > FUNCTION_LIMIT || request->fourth < 0 ||
      request->fourth > NAMES_LIMIT) {
    fail(&answer->error, FG_E_ARGUMENT, 0, "too many functions were asked for at once");
    return;
  }
  size_t capacity = (size_t)request->third, names = (size_t)request->fourth;
  struct fg_function *functions = room_for(answer, capacity * sizeof *functions + names);
  if (functions == NULL) {
    return;
  }
  char *texts = (char *)(functions + capacity);
  int32_t code = engine_functions(target, request->first, request->second, functions, request->third,
                                  texts, request->fourth, &answer->count, &answer->error);
  if (settle(answer, code) != FG_OK) {
    return;
  }
  size_t stored = (size_t)answer->count, used = 0;
  for (size_t k = 0; k < stored; k++) {
    size_t name = (size_t)functions[k].name + functions[k].name_length + 1;
    size_t plain = (size_t)functions[k].plain + functions[k].plain_length + 1;
    used = name > used ? name : used;
    used = functions[k].plain_length > 0 && plain > used ? plain : used;
  }
  used = used < names ? used : names;
  memmove(functions + stored, texts, used);
  answer->length = (uint32_t)(stored * sizeof *functions + used);
}

/* How many items of a size the request carries, or -1 with the error filled in. */
static int32_t items(const struct request *request, size_t size, struct answer *answer) {
  if (request->length % size != 0 || request->length / size > PROBE_LIMIT) {
    fail(&answer->error, FG_E_ARGUMENT, 0, "more than 65536 sensors were named at once");
    return -1;
  }
  return (int32_t)(request->length / size);
}

static void do_check(struct target *target, const struct request *request, struct answer *answer) {
  int32_t count = items(request, sizeof(struct fg_probe), answer);
  struct fg_verdict *verdicts =
      count < 0 ? NULL : payload(answer, (size_t)count * sizeof *verdicts);
  if (verdicts != NULL) {
    const struct fg_probe *probes = (const struct fg_probe *)incoming.at;
    settle(answer, engine_check(target, probes, count, verdicts, &answer->error));
  }
}

/* Insert and remove: the same answer, another payload. */
static void do_change(struct target *target, const struct request *request, struct answer *answer) {
  int insert = request->call == CALL_INSERT;
  int32_t count = items(request, insert ? sizeof(struct fg_probe) : sizeof(int32_t), answer);
  size_t length = sizeof(struct fg_stats) + (size_t)(count < 0 ? 0 : count) * sizeof(struct fg_verdict);
  struct fg_stats *stats = count < 0 ? NULL : payload(answer, length);
  if (stats == NULL) {
    return;
  }
  struct fg_verdict *verdicts = (struct fg_verdict *)(stats + 1);
  const void *what = incoming.at;
  settle(answer, insert ? engine_insert(target, what, count, verdicts, stats, &answer->error)
                        : engine_remove(target, what, count, verdicts, stats, &answer->error));
}

static void do_status(struct target *target, struct answer *answer) {
  struct fg_state *state = payload(answer, sizeof *state);
  if (state != NULL) {
    settle(answer, engine_status(target, state, &answer->error));
  }
}

static void do_close(struct target *target, const struct request *request, struct answer *answer) {
  struct fg_stats *stats = payload(answer, sizeof *stats);
  if (stats != NULL) {
    settle(answer, engine_close(target, stats, &answer->error));
    forget(request->target);
  }
}

static void on_target(struct target *target, const struct request *request, struct answer *answer,
                      int *fd) {
  switch (request->call) {
    case CALL_RESUME: settle(answer, engine_resume(target, &answer->error)); break;
    case CALL_MODULES: do_modules(target, request, answer); break;
    case CALL_FUNCTIONS: do_functions(target, request, answer); break;
    case CALL_CHECK: do_check(target, request, answer); break;
    case CALL_INSERT:
    case CALL_REMOVE: do_change(target, request, answer); break;
    case CALL_MEMORY:
      settle(answer, engine_memory(target, fd, &answer->size, &answer->error));
      break;
    case CALL_SYNC: settle(answer, engine_sync(target, &answer->error)); break;
    case CALL_STATUS: do_status(target, answer); break;
    case CALL_CLOSE: do_close(target, request, answer); break;
    default: fail(&answer->error, FG_E_ARGUMENT, 0, "no such call"); break;
  }
}

static void serve(const struct request *request, struct answer *answer, int *fd) {
  if (request->call == CALL_OPEN) {
    do_open(request, answer);
  } else if (request->call == CALL_LAUNCH) {
    do_launch(request, answer);
  } else {
    struct target *target = find(request->target);
    if (target == NULL) {
      fail(&answer->error, FG_E_ARGUMENT, 0, NOT_A_TARGET);
    } else {
      on_target(target, request, answer, fd);
    }
  }
}

/* Whether all of it came. */
static int receive(int socket, void *to, size_t length) {
  for (size_t got = 0; got < length;) {
    ssize_t n = recv(socket, (char *)to + got, length - got, 0);
    if (n == 0 || (n < 0 && errno != EINTR)) {
      return 0;
    }
    got += n > 0 ? (size_t)n : 0;
  }
  return 1;
}

static int send_all(int socket, const void *from, size_t length) {
  for (size_t sent = 0; sent < length;) {
    ssize_t n = send(socket, (const char *)from + sent, length - sent, MSG_NOSIGNAL);
    if (n < 0 && errno != EINTR) {
      return 0;
    }
    sent += n > 0 ? (size_t)n : 0;
  }
  return 1;
}

/* The answer's head, with a descriptor if there is one to hand over. */
static int send_head(int socket, const struct answer *answer, int fd) {
  if (fd < 0) {
    return send_all(socket, answer, sizeof *answer);
  }
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct iovec part = {(void *)(uintptr_t)answer, sizeof *answer};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1,
                           .msg_control = &control, .msg_controllen = sizeof control.room};
  struct cmsghdr *item = CMSG_FIRSTHDR(&message);
  item->cmsg_level = SOL_SOCKET;
  item->cmsg_type = SCM_RIGHTS;
  item->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(item), &fd, sizeof fd);
  ssize_t n;
  do {
    n = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (n < 0 && errno == EINTR);
  return n > 0 && send_all(socket, (const char *)answer + n, sizeof *answer - (size_t)n);
}

static int reply(int socket, struct answer *answer, int fd) {
  if (answer->error.code != FG_OK && answer->call != CALL_CLOSE) {
    answer->length = 0;
    fd = -1;
  }
  return send_head(socket, answer, fd) && send_all(socket, outgoing.at, answer->length);
}

/* One request and its answer; 0 if the other side has gone or talks nonsense. */
static int converse(int socket) {
  struct request request;
  if (!receive(socket, &request, sizeof request) || request.length > PAYLOAD_LIMIT ||
      !make_room(&incoming, request.length + 1u) || !receive(socket, incoming.at, request.length)) {
    return 0;
  }
  struct answer answer = {.call = request.call};
  int fd = -1;
  serve(&request, &answer, &fd);
  return reply(socket, &answer, fd);
}

static int greet(int socket) {
  struct answer answer = {.call = CALL_HELLO};
  struct fg_host *host = payload(&answer, sizeof *host);
  if (host != NULL && settle(&answer, engine_start(host, &answer.error)) == FG_OK) {
    host->abi = FG_ABI;
    host->helper_pid = getpid();
  }
  return reply(socket, &answer, -1) && answer.error.code == FG_OK;
}

static void on_terminate(int signal) {
  (void)signal;
  ended = 1;
}

static void on_nothing(int signal) { (void)signal; }

static void handle(int signal, void (*handler)(int)) {
  struct sigaction before;
  if (sigaction(signal, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
    struct sigaction action = {.sa_handler = handler};
    sigaction(signal, &action, NULL);
  }
}

/* Ctrl-C and a closed terminal reach the whole process group; the parent decides what they mean, and
   needs the helper to take sensors out. Handlers, not SIG_IGN: exec sets them back for a launched
   program, and what was ignored before stays so for it. */
static void set_signals(void) {
  handle(SIGINT, on_nothing);
  handle(SIGQUIT, on_nothing);
  handle(SIGHUP, on_nothing);
  handle(SIGPIPE, on_nothing);
  handle(SIGTERM, on_terminate);
}

/* A descriptor below 3 that is closed would be handed out again, and taken for a standard stream. */
static void fill_standard_streams(void) {
  int fd;
  do {
    fd = open("/dev/null", O_RDWR);
  } while (fd >= 0 && fd <= 2);
  if (fd > 2) {
    close(fd);
  }
}

static void close_others(int socket) {
  fill_standard_streams();
  if (socket > 3) {
    syscall(SYS_close_range, 3u, (unsigned)socket - 1, 0u);
  }
  if (syscall(SYS_close_range, (unsigned)socket + 1, ~0u, 0u) != 0) {
    long most = sysconf(_SC_OPEN_MAX);
    for (int fd = 3; fd < (most > 0 && most < 65536 ? most : 65536); fd++) {
      if (fd != socket) {
        close(fd);
      }
    }
  }
  fcntl(socket, F_SETFD, FD_CLOEXEC);
}

/* Serves until the parent has gone. A tick is due when the engine said, at the latest. */
static void serve_all(int socket, int parent) {
  struct pollfd polled[] = {{.fd = socket, .events = POLLIN}, {.fd = parent, .events = POLLIN}};
  while (!ended) {
    int timeout = open_targets > 0 ? engine_tick() : -1;
    int ready = poll(polled, 2, timeout);
    if (ready < 0 && errno != EINTR) {
      return;
    }
    if (ready > 0 && (polled[1].revents != 0 || (polled[0].revents != 0 && !converse(socket)))) {
      return;
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "flowgauge: this program is started by the library of the same name\n");
    return 2;
  }
  int socket = atoi(argv[1]), parent_pid = atoi(argv[2]);
  prctl(PR_SET_NAME, "flowgauge");
  close_others(socket);
  set_signals();
  /* Before 5.3 there is no pidfd, and the socket alone must do; poll ignores -1. */
  int parent = (int)syscall(SYS_pidfd_open, parent_pid, 0u);
  if (parent >= 0) {
    fcntl(parent, F_SETFD, FD_CLOEXEC);
  }
  if (getppid() == parent_pid && greet(socket)) {
    serve_all(socket, parent);
  }
  engine_end();
  return 0;
}
