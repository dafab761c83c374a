/* The parts of the helper process. */
#ifndef FLOWGAUGE_HELPER_H
#define FLOWGAUGE_HELPER_H

#include <stddef.h>
#include <stdint.h>

#include "shared/protocol.h"

/* ---- helper_calls.c: requests and their answers ---- */

/* Carries out a request. payload: the bytes that came with it, request->length and one more. fd: a descriptor
   to be sent with the answer, -1 for none. */
void helper_serve(const struct request *request, const uint8_t *payload, struct answer *answer, int *fd);

/* Sets the answer's code to what a call returned, and clears the error of a call that succeeded, which may
   hold a failed try. Returns the code. */
int32_t helper_settle(struct answer *answer, int32_t code);

/* ---- helper_socket.c: the conversation with the library ---- */

/* Returns room for an answer's payload, or NULL with the error filled in. */
void *answer_room(struct answer *answer, size_t length);

/* Returns an answer's payload of that many zero bytes, or NULL with the error filled in. */
void *answer_payload(struct answer *answer, size_t length);

/* Sends an answer, its payload, and a descriptor if it is not -1; 0 if the other side has gone. */
int answer_send(int socket, struct answer *answer, int fd);

/* Receives a request and its payload, which is valid until the next one; 0 if the other side has gone or the
   request is malformed. */
int request_receive(int socket, struct request *request, const uint8_t **payload);

/* Adds the program's name after each process number in a sentence: "process 12 (make) is traced by process 34
   (gdb)". A process that has ended gets none. */
void helper_name_processes(struct fg_error *error);

#endif
