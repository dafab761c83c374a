/* Launched programs, and the programs they start. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "library/library.h"

/* Time between checks whether the handle was closed meanwhile. */
enum { LOOK_MS = 100 };

/* Returns the bytes of count strings one after another. */
static size_t strings_length(const char *strings, int32_t count) {
  const char *at = strings;
  for (int32_t k = 0; k < count; k++) {
    at += strlen(at) + 1;
  }
  return (size_t)(at - strings);
}

int32_t fg_launch(const char *argv, int32_t argc, const char *environment, int32_t envc,
                  const char *directory, const char *streams, int32_t flags, int64_t *handle, int32_t *pid,
                  struct fg_error *error) {
  int32_t stream_count = (flags & FG_LAUNCH_STREAMS) ? 3 : 0;
  if (argv == NULL || argc < 1 || envc < 0 || (envc > 0 && environment == NULL) || handle == NULL ||
      pid == NULL || (stream_count > 0 && streams == NULL) ||
      (flags & ~(FG_LAUNCH_CHILDREN | FG_LAUNCH_STREAMS)) != 0) {
    return bad_argument(error, "a command, known flags, their streams, handle and pid are needed");
  }
  char here[4096];
  if (directory == NULL || *directory == 0) {
    directory = getcwd(here, sizeof here) != NULL ? here : "";
  }
  size_t arguments = strings_length(argv, argc), variables = strings_length(environment, envc);
  size_t folder = strlen(directory) + 1, files = strings_length(streams, stream_count);
  size_t length = arguments + variables + folder + files;
  if (length > PAYLOAD_LIMIT) {
    return bad_argument(error, "the command and its environment are too long");
  }
  char *payload = malloc(length);
  if (payload == NULL) {
    return fail(error, FG_E_SYSTEM, ENOMEM, "no memory for the command");
  }
  memcpy(payload, argv, arguments);
  if (variables > 0) {
    memcpy(payload + arguments, environment, variables);
  }
  memcpy(payload + arguments + variables, directory, folder);
  if (files > 0) {
    memcpy(payload + arguments + variables + folder, streams, files);
  }
  struct request request = {.call = CALL_LAUNCH,
                            .length = (uint32_t)length,
                            .first = argc,
                            .second = envc,
                            .third = flags};
  int32_t code = library_open(NULL, request, payload, handle, pid, error);
  free(payload);
  return code;
}

int32_t fg_resume(int64_t handle, struct fg_error *error) {
  return session_ask_exactly(handle, (struct request){.call = CALL_RESUME}, NULL, NULL, 0, error);
}

/* Waits for a process number; returns 1 if there is one, 0 if none came in time, -1 if there will be none. */
static int next_number(struct handle *handle, int32_t timeout_ms, int32_t *pid) {
  int64_t deadline = library_now_ns() + timeout_ms * 1000000ll;
  while (!atomic_load(&handle->closed)) {
    int64_t left = (deadline - library_now_ns() + 999999) / 1000000;
    struct pollfd polled = {.fd = handle->programs, .events = POLLIN};
    int ready = poll(&polled, 1, left < 0 ? 0 : left < LOOK_MS ? (int)left : LOOK_MS);
    if (ready > 0) {
      return read(handle->programs, pid, sizeof *pid) == sizeof *pid ? 1 : -1;
    }
    if (left <= 0) {
      return 0;
    }
  }
  return -1;
}

int32_t fg_next_program(int64_t number, int32_t timeout_ms, int32_t *pid, struct fg_error *error) {
  if (timeout_ms < 0 || pid == NULL) {
    return bad_argument(error, "the time must be 0 or more, and pid not NULL");
  }
  struct handle *handle = handle_take(number);
  if (handle == NULL || handle->programs < 0) {
    if (handle != NULL) {
      handle_give_back(handle);
    }
    return bad_argument(error, "the handle is not open, or not of a command launched with its children");
  }
  *pid = 0;
  int came = next_number(handle, timeout_ms, pid);
  handle_give_back(handle);
  if (came < 0) {
    return fail(error, FG_E_NO_PROCESS, 0, "the command and everything it started have ended");
  }
  return succeed(error);
}

int32_t fg_open_program(int64_t number, int32_t pid, int64_t *opened, struct fg_error *error) {
  if (opened == NULL || pid <= 0) {
    return bad_argument(error, "the pid must be positive, and handle not NULL");
  }
  struct handle *command = handle_take(number);
  if (command == NULL) {
    return bad_argument(error, "the handle is not open");
  }
  int32_t unused;
  struct request request = {.call = CALL_PROGRAM, .first = pid};
  int32_t code = library_open(command, request, NULL, opened, &unused, error);
  handle_give_back(command);
  return code;
}
