/* How requests and answers are sent: a head and its payload in one go, as each part alone would wake the
   other side. */
#ifndef FLOWGAUGE_MESSAGE_H
#define FLOWGAUGE_MESSAGE_H

#include <stddef.h>

/* With a descriptor if it is not -1. 0 if not all of it could be sent, with errno. */
int message_send(int socket, const void *head, size_t head_length, const void *payload,
                 size_t payload_length, int fd);

#endif
