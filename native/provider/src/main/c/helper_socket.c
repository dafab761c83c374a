/* Requests and answers, as they travel. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "error.h"
#include "helper.h"

/* The payload that came, and the one that goes; both grow and stay. */
struct bytes {
  uint8_t *at;
  size_t capacity;
};

static struct bytes incoming, outgoing;

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

void *answer_room(struct answer *answer, size_t length) {
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

void *answer_payload(struct answer *answer, size_t length) {
  void *at = answer_room(answer, length);
  if (at != NULL) {
    memset(at, 0, length);
    answer->length = (uint32_t)length;
  }
  return at;
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

int answer_send(int socket, struct answer *answer, int fd) {
  if (answer->error.code != FG_OK && answer->call != CALL_CLOSE) {
    answer->length = 0;
    fd = -1;
  }
  return send_head(socket, answer, fd) && send_all(socket, outgoing.at, answer->length);
}

int request_receive(int socket, struct request *request, const uint8_t **payload) {
  if (!receive(socket, request, sizeof *request) || request->length > PAYLOAD_LIMIT ||
      !make_room(&incoming, request->length + 1u) || !receive(socket, incoming.at, request->length)) {
    return 0;
  }
  *payload = incoming.at;
  return 1;
}
