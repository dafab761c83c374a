/*
 * A helper that was taken over: it greets properly, and then sends answers that could do harm. Its
 * behaviour follows from its pid, so each started helper behaves differently.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "shared/protocol.h"
#include "shared/shm.h"

#define SOCKET 3

static unsigned chance(unsigned below) { return (unsigned)rand() % below; }

static void receive(void *to, size_t length) {
  for (size_t got = 0; got < length;) {
    ssize_t n = read(SOCKET, (char *)to + got, length - got);
    if (n <= 0) {
      exit(0);
    }
    got += (size_t)n;
  }
}

/* Returns a descriptor of memory that is right, has the wrong size or can shrink, or of another file. */
static int some_descriptor(void) {
  unsigned kind = chance(4);
  if (kind == 0) {
    return open("/dev/null", O_RDONLY);
  }
  int fd = memfd_create("hostile", MFD_ALLOW_SEALING);
  off_t size = (off_t)FG_SHM_SIZE;
  if (ftruncate(fd, kind == 1 ? 100 : size) != 0) {
    exit(1);
  }
  if (kind != 2) {
    fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK);
  }
  return fd;
}

static void send_head(const struct answer *answer, int descriptors) {
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(3 * sizeof(int))];
  } control = {0};
  struct iovec part = {(void *)(uintptr_t)answer, sizeof *answer};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  int fds[3];
  if (descriptors > 0) {
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE((size_t)descriptors * sizeof(int));
    struct cmsghdr *item = CMSG_FIRSTHDR(&message);
    item->cmsg_level = SOL_SOCKET;
    item->cmsg_type = SCM_RIGHTS;
    item->cmsg_len = CMSG_LEN((size_t)descriptors * sizeof(int));
    for (int k = 0; k < descriptors; k++) {
      fds[k] = some_descriptor();
    }
    memcpy(CMSG_DATA(item), fds, (size_t)descriptors * sizeof(int));
  }
  if (sendmsg(SOCKET, &message, MSG_NOSIGNAL) < 0) {
    exit(0);
  }
  for (int k = 0; k < descriptors; k++) {
    close(fds[k]);
  }
}

static void scribble(void *to, size_t length) {
  for (size_t k = 0; k < length; k++) {
    ((unsigned char *)to)[k] = (unsigned char)rand();
  }
}

/* Returns a length that a proper answer could have, so that its contents are checked. */
static uint32_t likely_length(const struct request *request) {
  switch (request->call) {
    case CALL_MODULES: return chance(4) * (uint32_t)sizeof(struct fg_module);
    case CALL_FUNCTIONS: return chance(5) * (uint32_t)sizeof(struct fg_function) + chance(50);
    case CALL_CHECK:
      return request->length / (uint32_t)sizeof(struct fg_probe) * (uint32_t)sizeof(struct fg_verdict);
    case CALL_INSERT:
      return (uint32_t)(sizeof(struct fg_stats) +
                        request->length / sizeof(struct fg_probe) * sizeof(struct fg_verdict));
    case CALL_REMOVE:
      return (uint32_t)(sizeof(struct fg_stats) +
                        request->length / sizeof(int32_t) * sizeof(struct fg_verdict));
    case CALL_UNCALL:
    case CALL_CALL: return sizeof(struct fg_called);
    case CALL_LOAD: return sizeof(struct loaded);
    case CALL_STATUS: return sizeof(struct fg_state);
    case CALL_CLOSE: return sizeof(struct closed);
    default: return 0;
  }
}

static void answer(const struct request *request) {
  struct answer head;
  scribble(&head, sizeof head);
  head.call = chance(50) == 0 ? (uint32_t)rand() : request->call;
  head.length = chance(20) == 0 ? (uint32_t)rand() : likely_length(request);
  head.error.code = chance(4) == 0 ? rand() : FG_OK;
  head.count = chance(3) == 0 ? rand() - rand() : (int32_t)chance(6);
  send_head(&head, (int)chance(4));
  uint32_t sent = head.length > 100000 ? 100000 : head.length;
  unsigned char *payload = malloc(sent + 1u);
  scribble(payload, sent);
  sent = chance(30) == 0 ? sent / 2 : sent;
  if ((sent > 0 && send(SOCKET, payload, sent, MSG_NOSIGNAL) < 0) || chance(30) == 0) {
    exit(0);
  }
  free(payload);
  if (sent < head.length) {
    exit(0); /* Staying silent would only make the library wait. */
  }
}

int main(void) {
  srand((unsigned)getpid());
  struct answer hello = {.call = CALL_HELLO, .length = sizeof(struct fg_host)};
  struct fg_host host;
  scribble(&host, sizeof host);
  host.abi = FG_ABI;
  send_head(&hello, 0);
  if (send(SOCKET, &host, sizeof host, MSG_NOSIGNAL) < 0) {
    return 0;
  }
  for (;;) {
    struct request request;
    static char payload[1 << 16];
    receive(&request, sizeof request);
    receive(payload, request.length < sizeof payload ? request.length : sizeof payload);
    answer(&request);
  }
}
