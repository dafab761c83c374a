#include "shared/message.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

union control {
  struct cmsghdr head;
  char room[CMSG_SPACE(sizeof(int))];
};

static void attach(struct msghdr *message, union control *control, int fd) {
  message->msg_control = control;
  message->msg_controllen = sizeof control->room;
  struct cmsghdr *item = CMSG_FIRSTHDR(message);
  item->cmsg_level = SOL_SOCKET;
  item->cmsg_type = SCM_RIGHTS;
  item->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(item), &fd, sizeof fd);
}

/* Skips bytes that were sent; whether any are left. */
static int step_over(struct iovec parts[2], size_t sent) {
  for (int i = 0; i < 2; i++) {
    size_t step = sent < parts[i].iov_len ? sent : parts[i].iov_len;
    parts[i].iov_base = (char *)parts[i].iov_base + step;
    parts[i].iov_len -= step;
    sent -= step;
  }
  return parts[0].iov_len + parts[1].iov_len > 0;
}

int message_send(int socket, const void *head, size_t head_length, const void *payload,
                 size_t payload_length, int fd) {
  struct iovec parts[2] = {{(void *)(uintptr_t)head, head_length},
                           {payload_length ? (void *)(uintptr_t)payload : NULL, payload_length}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  union control control = {0};
  if (fd >= 0) {
    attach(&message, &control, fd);
  }
  for (int left = 1; left;) {
    ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) {
      return 0;
    }
    if (sent > 0) { /* the descriptor went with the first byte */
      message.msg_control = NULL;
      message.msg_controllen = 0;
      left = step_over(parts, (size_t)sent);
    }
  }
  return 1;
}
