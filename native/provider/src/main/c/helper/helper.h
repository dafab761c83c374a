/* The parts of the helper process. */
#ifndef FLOWGAUGE_HELPER_H
#define FLOWGAUGE_HELPER_H

#include <stddef.h>
#include <stdint.h>

#include "shared/protocol.h"

/* ---- helper_calls.c: what is asked, and its answer ---- */

/* Does what a request says. payload: what came with it, request->length bytes and one more. fd: a descriptor to
   be sent with the answer, -1 for none. */
void helper_serve(const struct request *request, const uint8_t *payload, struct answer *answer, int *fd);

/* What a call returned is what counts: one that succeeded may have left a failed try in its error. */
int32_t helper_settle(struct answer *answer, int32_t code);

/* ---- helper_socket.c: the conversation with the library ---- */

/* Room for an answer's payload, or NULL with the error filled in. */
void *answer_room(struct answer *answer, size_t length);

/* The answer's payload of that many bytes, zeroed, or NULL with the error filled in. */
void *answer_payload(struct answer *answer, size_t length);

/* Sends an answer, its payload, and a descriptor if it is not -1; 0 if the other side has gone. */
int answer_send(int socket, struct answer *answer, int fd);

/* Takes a request and its payload, which stays until the next one; 0 if the other side has gone or talks
   nonsense. */
int request_receive(int socket, struct request *request, const uint8_t **payload);

/* Puts the name of its program behind each number of a process in a sentence: "process 12 (make) is traced by
   process 34 (gdb)". One that has ended has none. */
void helper_name_processes(struct fg_error *error);

#endif
