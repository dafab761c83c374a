/*
 * The parts of the library: its helper process, the conversation with it, the handles of its callers, and
 * the calls of flowgauge.h.
 *
 * Locks: session_lock (one conversation at a time, and the helper) before handle_lock (the list).
 */
#ifndef FLOWGAUGE_LIBRARY_H
#define FLOWGAUGE_LIBRARY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include "shared/error.h"
#include "shared/protocol.h"
#include "shared/shm.h"

#pragma GCC visibility push(hidden)

static inline int32_t succeed(struct fg_error *error) {
  if (error != NULL) {
    memset(error, 0, sizeof *error);
  }
  return FG_OK;
}

static inline int32_t bad_argument(struct fg_error *error, const char *what) {
  return fail(error, FG_E_ARGUMENT, 0, "%s", what);
}

int64_t library_now_ns(void);

/* ---- library_helper.c: starts and ends the helper; with session_lock held ---- */

extern int helper_socket;       /* -1: none runs */
extern pid_t helper_pid;
extern uint64_t helper_session; /* counts helpers */

#define ANSWER_SECONDS 120

int32_t helper_start(struct fg_error *error);
void helper_end(void);

/* ---- library_session.c: requests and answers ---- */

extern pthread_mutex_t session_lock;
extern struct fg_host session_host; /* from the running helper */

/* The parts of an answer. */
struct reply {
  struct answer head;
  uint8_t *payload; /* the caller's to free */
  int fd;           /* the caller's to close, or -1 */
};

void reply_drop(struct reply *reply);


/* Starts a helper if none runs; with session_lock held, as for session_converse. */
int32_t session_ensure(struct fg_error *error);

/* Sends a request and waits for the answer, whose payload may have at most limit bytes. */
int32_t session_converse(struct request request, const void *payload, size_t limit,
                         struct reply *reply, struct fg_error *error);

struct handle;

/* Whether requests about an open process can be sent; with session_lock held. */
int32_t session_check(const struct handle *handle, struct fg_error *error);

/* Sends a request about an open process; acquires the lock itself. */
int32_t session_ask(int64_t number, struct request request, const void *payload, size_t limit,
                    struct reply *reply, struct fg_error *error);

/* Like session_ask, for an answer whose payload has a fixed length. */
int32_t session_ask_exactly(int64_t number, struct request request, const void *payload, void *to,
                            size_t length, struct fg_error *error);

/* ---- library_handles.c ---- */

/* One open process. */
struct handle {
  struct handle *next;
  int64_t number;
  int64_t target;    /* the helper's number */
  uint64_t session;  /* number of the helper it belongs to */
  int memory;        /* descriptor of the shared memory, -1: not asked for yet */
  struct fg_shm_header *header; /* first page of the shared memory, mapped */
  int programs;      /* descriptor that reports the programs a launched command starts, -1: not asked for */
  int users;         /* number of threads in fg_wait, plus 1 while the handle is in the list */
  atomic_int closed;
};

extern pthread_mutex_t handle_lock;

/* Returns the handle with a number, with one more user; NULL if there is none. */
struct handle *handle_take(int64_t number);
void handle_give_back(struct handle *handle);

/* Puts a handle into the list, and gives it its number. */
int64_t handle_list(struct handle *handle);

/* Removes a handle from the list; whether it was there. */
int handle_unlist(const struct handle *handle);

/* Forgets all handles in a forked child, because they are the parent's. */
void handle_forget_all(void);

/* ---- library.c ---- */

/* Sends a request that opens a process, and lists a handle of the answer's target. command: the process of
   the request must be a program of this command; if NULL, the helper is started if none runs. */
int32_t library_open(const struct handle *command, struct request request, const void *payload,
                     int64_t *number, int32_t *pid, struct fg_error *error);

#pragma GCC visibility pop
#endif
