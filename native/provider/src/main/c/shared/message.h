/* Sends requests and answers: a head and its payload together, because each part alone would wake the other
   side. */
#ifndef FLOWGAUGE_MESSAGE_H
#define FLOWGAUGE_MESSAGE_H

#include <stddef.h>

/* Sends a message, with a descriptor if it is not -1. Returns 0 with errno if not all of it could be sent. */
int message_send(int socket, const void *head, size_t head_length, const void *payload,
                 size_t payload_length, int fd);

#endif
