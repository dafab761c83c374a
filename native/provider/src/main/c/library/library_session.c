/*
 * The conversation with the helper. Its answers are checked, because a hostile program that it traces
 * could have taken it over. If it dies or sends an invalid answer, its handles report that from then
 * on, and the next request that needs none of them starts another helper.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "library/library.h"
#include "shared/message.h"

pthread_mutex_t session_lock = PTHREAD_MUTEX_INITIALIZER;
struct fg_host session_host;

int64_t library_now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

static int32_t lost(struct fg_error *error, int why) {
  pid_t pid = helper_pid;
  helper_end();
  return fail(error, FG_E_HELPER, why,
              "the helper process %d has ended or does not answer, and the processes it had open are "
              "lost; opening a process again starts another helper",
              (int)pid);
}

static int32_t nonsense(struct fg_error *error) {
  pid_t pid = helper_pid;
  helper_end();
  return fail(error, FG_E_HELPER, 0,
              "the helper process %d sent an invalid answer and was killed", (int)pid);
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

/* Receives that many bytes; whether all of them came before the deadline. *fd: a descriptor that came with
   them, which the caller must close. */
static int receive(void *to, size_t length, int64_t deadline, int *fd) {
  for (size_t got = 0; got < length;) {
    union {
      struct cmsghdr head;
      char room[CMSG_SPACE(4 * sizeof(int))];
    } control;
    struct iovec part = {(char *)to + got, length - got};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1,
                             .msg_control = &control, .msg_controllen = sizeof control.room};
    ssize_t n = recvmsg(helper_socket, &message, MSG_CMSG_CLOEXEC);
    if (n == 0 || (n < 0 && errno != EINTR) || library_now_ns() > deadline) {
      return 0;
    }
    if (n > 0) {
      collect(&message, fd);
      got += (size_t)n;
    }
  }
  return 1;
}

void reply_drop(struct reply *reply) {
  free(reply->payload);
  reply->payload = NULL;
  if (reply->fd >= 0) {
    close(reply->fd);
    reply->fd = -1;
  }
}

static int32_t receive_reply(uint32_t call, size_t limit, struct reply *reply, struct fg_error *error) {
  int64_t deadline = library_now_ns() + ANSWER_SECONDS * 1000000000ll;
  if (!receive(&reply->head, sizeof reply->head, deadline, &reply->fd)) {
    int why = errno;
    reply_drop(reply);
    return lost(error, why);
  }
  reply->head.error.text[sizeof reply->head.error.text - 1] = 0;
  size_t length = reply->head.length;
  if (reply->head.call != call || length > limit) {
    reply_drop(reply);
    return nonsense(error);
  }
  reply->payload = calloc(1, length + 1);
  if (reply->payload == NULL || !receive(reply->payload, length, deadline, &reply->fd)) {
    int why = errno;
    reply_drop(reply);
    return lost(error, why);
  }
  if (reply->head.error.code != FG_OK && error != NULL) {
    *error = reply->head.error;
  }
  return reply->head.error.code;
}

int32_t session_converse(struct request request, const void *payload, size_t limit, struct reply *reply,
                        struct fg_error *error) {
  if (!message_send(helper_socket, &request, sizeof request, payload, request.length, -1)) {
    return lost(error, errno);
  }
  return receive_reply(request.call, limit, reply, error);
}

/* Receives the helper's greeting. */
static int32_t greet(struct fg_error *error) {
  struct reply reply = {.fd = -1};
  int32_t code = receive_reply(CALL_HELLO, sizeof session_host, &reply, error);
  if (code == FG_OK && reply.head.length != sizeof session_host) {
    code = nonsense(error);
  }
  if (code == FG_OK) {
    memcpy(&session_host, reply.payload, sizeof session_host);
    session_host.uprobes_reason[sizeof session_host.uprobes_reason - 1] = 0;
    if (session_host.abi != FG_ABI) {
      code = nonsense(error);
    }
  }
  reply_drop(&reply);
  if (code != FG_OK) {
    helper_end();
  }
  return code;
}

/* Whether the helper has died, which the end of the socket shows before a request is sent. */
static int has_hung_up(void) {
  struct pollfd polled = {.fd = helper_socket, .events = POLLIN};
  return poll(&polled, 1, 0) != 0;
}

int32_t session_ensure(struct fg_error *error) {
  if (helper_socket >= 0 && !has_hung_up()) {
    return FG_OK;
  }
  helper_end();
  int32_t code = helper_start(error);
  return code == FG_OK ? greet(error) : code;
}

int32_t session_check(const struct handle *handle, struct fg_error *error) {
  if (atomic_load(&handle->closed)) {
    return bad_argument(error, "the handle was closed");
  }
  if (helper_socket < 0 || handle->session != helper_session) {
    return fail(error, FG_E_HELPER, 0,
                "the helper that had the process of this handle open has died; open the process again");
  }
  return FG_OK;
}

int32_t session_ask(int64_t number, struct request request, const void *payload, size_t limit,
                   struct reply *reply, struct fg_error *error) {
  struct handle *handle = handle_take(number);
  reply->fd = -1;
  reply->payload = NULL;
  if (handle == NULL) {
    return bad_argument(error, "the handle is not open");
  }
  pthread_mutex_lock(&session_lock);
  int32_t code = session_check(handle, error);
  if (code == FG_OK) {
    request.target = handle->target;
    code = session_converse(request, payload, limit, reply, error);
  }
  pthread_mutex_unlock(&session_lock);
  handle_give_back(handle);
  if (code == FG_OK) {
    succeed(error);
  }
  return code;
}

int32_t session_ask_exactly(int64_t number, struct request request, const void *payload, void *to,
                           size_t length, struct fg_error *error) {
  struct reply reply;
  int32_t code = session_ask(number, request, payload, length, &reply, error);
  if (code == FG_OK && reply.head.length != length) {
    code = fail(error, FG_E_HELPER, 0, "the helper answered %u bytes instead of %zu",
                reply.head.length, length);
  } else if (code == FG_OK && length > 0) {
    memcpy(to, reply.payload, length);
  }
  reply_drop(&reply);
  return code;
}
