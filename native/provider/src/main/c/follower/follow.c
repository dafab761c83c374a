/* The helper's side of followers. */
#include "follower/follow.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/open_targets.h"

/* Seconds in which a folder or stream has to open, and a program has to be loaded, even from a network file
   system. */
enum { OPENING_S = 10, LOADING_S = 60 };

struct follower {
  struct follower *next;
  pid_t process;
  int socket;
  int has_children; /* are wanted */
};

static struct follower *followers;

static int send_to(struct follower *follower, enum follow_kind kind, int32_t pid, int32_t value) {
  struct follow_message message = {kind, pid, value};
  return send(follower->socket, &message, sizeof message, MSG_NOSIGNAL) == sizeof message;
}

/* Removes a follower that has ended; nothing more will be known about its programs. */
static void bury(struct follower *follower) {
  struct follower **at = &followers;
  while (*at != follower) {
    at = &(*at)->next;
  }
  *at = follower->next;
  for (struct target *target = targets; target; target = target->next) {
    target->follower = target->follower == follower ? NULL : target->follower;
  }
  close(follower->socket);
  waitpid(follower->process, NULL, 0);
  free(follower);
}

static void note(const struct follower *follower, const struct follow_message *message) {
  for (struct target *target = targets; target; target = target->next) {
    if (message->kind == FOLLOW_ENDED && target->follower == follower && target->pid == message->pid) {
      target_note_end(target, message->value);
    }
  }
}

/* Receives the next message; returns 1, 0 if there is none now, -1 if the follower has ended. */
static int next_message(const struct follower *follower, int flags, struct follow_message *message) {
  for (;;) {
    ssize_t got = recv(follower->socket, message, sizeof *message, flags);
    if (got == sizeof *message) {
      return 1;
    }
    if (got >= 0 || errno != EINTR) {
      return got < 0 && errno == EAGAIN ? 0 : -1;
    }
  }
}

/* Waits for one kind of message, and handles all other messages; -1 if the follower has ended. */
static int await(const struct follower *follower, enum follow_kind kind, struct follow_message *message) {
  while (next_message(follower, 0, message) == 1) {
    if ((enum follow_kind)message->kind == kind) {
      return 0;
    }
    note(follower, message);
  }
  return -1;
}

int32_t follow_look(void) {
  int32_t count = 0;
  for (struct follower *follower = followers, *next; follower; follower = next) {
    struct follow_message message;
    int got;
    next = follower->next;
    while ((got = next_message(follower, MSG_DONTWAIT, &message)) == 1) {
      note(follower, &message);
    }
    if (got < 0) {
      bury(follower);
    } else {
      count++;
    }
  }
  return count;
}

/* ------------------------------------------------------------------ the beginning */

static int32_t explain(const char *name, int why, struct fg_error *error) {
  int32_t code = why == ENOENT || why == ENOTDIR ? FG_E_ARGUMENT
                 : why == EACCES                 ? FG_E_PERMISSION
                                                 : FG_E_SYSTEM;
  if (why == 0) {
    return fail(error, code, 0, "%.150s ended while it was still being loaded", name);
  }
  return fail(error, code, why, "%.150s cannot be started: %s", name, strerror(why));
}

static int patience_s(const struct follow_message *opens) {
  return opens->value == FOLLOW_PROGRAM ? LOADING_S : OPENING_S;
}

static int32_t explain_wait(const struct command *command, const struct follow_message *opens,
                            struct fg_error *error) {
  static const char *const what[] = {"its standard input ", "its standard output ",
                                     "its standard error output ", "its working folder ",
                                     "its program or one of its libraries"};
  int file = opens->value;
  const char *path = file == FOLLOW_PROGRAM  ? ""
                     : file == FOLLOW_FOLDER ? command->directory
                                             : command->streams[file];
  return fail(error, FG_E_SYSTEM, ETIMEDOUT, "%.80s cannot be started: within %d s, it could not open %s%.80s",
              command->argv[0], patience_s(opens), what[file], path);
}

/* Waits for the command to begin; returns 1, 0 if that is not known in time, -1 if the follower has ended.
   *opens: the file the command waits for. */
static int await_beginning(const struct follower *follower, struct follow_message *opens,
                           struct follow_message *message) {
  int64_t since = tracee_now_ns();
  for (;;) {
    int64_t left_ms = patience_s(opens) * 1000 - (tracee_now_ns() - since) / 1000000;
    struct pollfd polled = {.fd = follower->socket, .events = POLLIN};
    poll(&polled, 1, left_ms > 0 ? (int)left_ms : 0);
    int got = next_message(follower, MSG_DONTWAIT, message);
    if (got == 1 && message->kind == FOLLOW_OPENS) {
      *opens = *message;
      since = tracee_now_ns();
    } else if (got || left_ms <= 0) {
      return got;
    }
  }
}

/* Kills a command. Its follower, which may itself wait for a page of the program, ends after it and is
   removed by follow_look. */
static void give_up(const struct follower *follower, pid_t command) {
  kill(command ? command : follower->process, SIGKILL);
}

/* Starts a follower: a pipe, a pair of sockets and a process. */
static int start(const struct command *command, struct follower *follower, int offers[2]) {
  int ends[2];
  offers[0] = offers[1] = -1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) {
    return errno;
  }
  int why = follower->has_children && pipe2(offers, O_CLOEXEC) ? errno : 0;
  follower->process = why ? -1 : fork();
  if (follower->process == 0) {
    follower_run(command, follower->has_children, ends[1], offers[1]);
  }
  why = why ? why : errno;
  close(ends[1]);
  if (offers[1] >= 0) {
    close(offers[1]);
  }
  follower->socket = ends[0];
  if (follower->process > 0) {
    return 0;
  }
  close(ends[0]);
  if (offers[0] >= 0) {
    close(offers[0]);
  }
  return why;
}

int32_t follow_launch(const struct command *command, int has_children, struct follower **out,
                      int32_t *pid, int *programs, struct fg_error *error) {
  struct follow_message message = {0}, opens = {.value = FOLLOW_PROGRAM};
  struct follower *follower = calloc(1, sizeof *follower);
  int offers[2];
  if (!follower) {
    abort();
  }
  follower->has_children = has_children;
  int why = start(command, follower, offers);
  if (why) {
    free(follower);
    return explain(command->argv[0], why, error);
  }
  follower->next = followers;
  followers = follower;
  int got = await_beginning(follower, &opens, &message);
  if (got != 1 || message.kind != FOLLOW_STARTED) {
    if (offers[0] >= 0) {
      close(offers[0]);
    }
    if (got == 0) {
      give_up(follower, opens.pid);
      return explain_wait(command, &opens, error);
    }
    bury(follower);
    return explain(command->argv[0], message.kind == FOLLOW_FAILED ? message.value : 0, error);
  }
  *out = follower;
  *pid = message.pid;
  *programs = offers[0];
  return FG_OK;
}

void follow_end(struct follower *follower) {
  if (follower->has_children) {
    shutdown(follower->socket, SHUT_WR);
  }
}

int follow_is_tracer(const struct follower *follower, int32_t tracer) {
  return follower && follower->process == tracer;
}

/* ------------------------------------------------------------------ programs */

/* Whether the follower traces the process. If children are not wanted, it traces only a program that is
   held. */
static int is_traced(const struct target *target) {
  return target->follower && (target->follower->has_children || target->state == FG_STARTING);
}

int32_t follow_lend(struct target *target, struct fg_error *error) {
  struct follow_message message;
  if (!is_traced(target)) {
    return FG_OK;
  }
  if (!send_to(target->follower, FOLLOW_LEND, target->pid, 0) ||
      await(target->follower, FOLLOW_LENT, &message)) {
    return FG_OK; /* it no longer traces anything */
  }
  switch (message.value) {
    case FG_OK: return FG_OK;
    case FG_E_EXECED:
      return fail(error, FG_E_EXECED, 0, "process %d has become another program; attach to it again",
                  target->pid);
    default:
      return fail(error, message.value, 0, "the threads of process %d did not stop in time", target->pid);
  }
}

void follow_take_back(struct target *target) {
  if (is_traced(target) && target->state != FG_STARTING) {
    send_to(target->follower, FOLLOW_TAKE_BACK, target->pid, target->installed > 0);
  }
}

void follow_go_on(const struct target *target) {
  if (target->follower) {
    send_to(target->follower, FOLLOW_GO_ON, target->pid, target->installed > 0);
  } else {
    kill(target->pid, SIGCONT); /* the follower died while the process was lent */
  }
}

void follow_let_go(struct follower *follower, int32_t pid) {
  send_to(follower, FOLLOW_GO_ON, pid, 0);
}
