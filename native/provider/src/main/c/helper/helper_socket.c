/* Receives requests and sends answers. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "helper/helper.h"
#include "shared/error.h"
#include "shared/message.h"

/* The buffers of a request's and an answer's payload, which grow and are kept. */
struct bytes {
  uint8_t *at;
  size_t capacity;
};

static struct bytes incoming, outgoing;

/* Makes room for that many bytes; 0 if there is no memory. */
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
    fail(&answer->error, FG_E_ARGUMENT, 0, "the request asks for more than fits into one answer");
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

/* Receives that many bytes; whether all of them came. */
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

int answer_send(int socket, struct answer *answer, int fd) {
  if (answer->error.code != FG_OK && answer->call != CALL_CLOSE) {
    answer->length = 0;
    fd = -1;
  }
  return message_send(socket, answer, sizeof *answer, outgoing.at, answer->length, fd);
}

int request_receive(int socket, struct request *request, const uint8_t **payload) {
  if (!receive(socket, request, sizeof *request) || request->length > PAYLOAD_LIMIT ||
      !make_room(&incoming, request->length + 1u) || !receive(socket, incoming.at, request->length)) {
    return 0;
  }
  *payload = incoming.at;
  return 1;
}
