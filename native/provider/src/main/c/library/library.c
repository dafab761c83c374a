/*
 * The library's side of flowgauge.h: every call becomes a request to the helper process, except fg_wait,
 * which waits on the shared memory itself (library_memory.c), and fg_watch_* (watch.c).
 */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <x86intrin.h>

#include "library/library.h"

int32_t fg_abi(void) { return FG_ABI; }

uint64_t fg_ticks(void) { return __rdtsc(); }

int32_t fg_sizes(int32_t *sizes, int32_t capacity) {
  static const size_t all[] = {
      sizeof(struct fg_error),  sizeof(struct fg_host),     sizeof(struct fg_state),
      sizeof(struct fg_module), sizeof(struct fg_function), sizeof(struct fg_probe),
      sizeof(struct fg_verdict), sizeof(struct fg_stats),   sizeof(struct fg_started),
      sizeof(struct fg_variable), sizeof(struct fg_rule),
      sizeof(struct fg_arguments), sizeof(struct fg_call),     sizeof(struct fg_called), sizeof(struct fg_position)};
  int32_t count = (int32_t)(sizeof all / sizeof *all);
  for (int32_t k = 0; sizes != NULL && k < count && k < capacity; k++) {
    sizes[k] = (int32_t)all[k];
  }
  return count;
}

int32_t fg_host_info(struct fg_host *to, struct fg_error *error) {
  if (to == NULL) {
    return bad_argument(error, "host must not be NULL");
  }
  pthread_mutex_lock(&session_lock);
  int32_t code = session_ensure(error);
  if (code == FG_OK) {
    *to = session_host;
    succeed(error);
  }
  pthread_mutex_unlock(&session_lock);
  return code;
}

static struct handle *new_handle(void) {
  struct handle *handle = calloc(1, sizeof *handle);
  if (handle != NULL) {
    handle->memory = handle->programs = -1;
  }
  return handle;
}

int32_t library_open(const struct handle *command, struct request request, const void *payload,
                     int64_t *number, int32_t *pid, struct fg_error *error) {
  struct handle *handle = new_handle();
  if (handle == NULL) {
    return fail(error, FG_E_SYSTEM, ENOMEM, "no memory for another handle");
  }
  struct reply reply = {.fd = -1};
  pthread_mutex_lock(&session_lock);
  int32_t code = command ? session_check(command, error) : session_ensure(error);
  if (code == FG_OK) {
    request.target = command ? command->target : 0;
    code = session_converse(request, payload, 0, &reply, error);
  }
  if (code == FG_OK) {
    handle->target = reply.head.target;
    handle->session = helper_session;
    handle->programs = reply.fd;
    reply.fd = -1;
    *pid = reply.head.count;
    *number = handle_list(handle);
    succeed(error);
  }
  pthread_mutex_unlock(&session_lock);
  reply_drop(&reply);
  if (code != FG_OK) {
    free(handle);
  }
  return code;
}

int32_t fg_open(int32_t pid, int64_t *handle, struct fg_error *error) {
  if (handle == NULL || pid <= 0) {
    return bad_argument(error, "the pid must be positive, and handle not NULL");
  }
  int32_t unused;
  struct request request = {.call = CALL_OPEN, .first = pid};
  return library_open(NULL, request, NULL, handle, &unused, error);
}

int32_t fg_modules(int64_t handle, struct fg_module *modules, int32_t capacity, int32_t *count,
                   struct fg_error *error) {
  if (capacity < 0 || (capacity > 0 && modules == NULL) || count == NULL) {
    return bad_argument(error, "modules needs room for capacity, count must not be NULL");
  }
  if (capacity > MODULE_LIMIT) {
    capacity = MODULE_LIMIT;
  }
  struct request request = {.call = CALL_MODULES, .first = capacity};
  struct reply reply;
  size_t limit = (size_t)capacity * sizeof *modules;
  int32_t code = session_ask(handle, request, NULL, limit, &reply, error);
  if (code == FG_OK) {
    size_t stored = reply.head.length / sizeof *modules;
    if (reply.head.count < 0 || stored > (size_t)reply.head.count) {
      stored = reply.head.count < 0 ? 0 : (size_t)reply.head.count;
    }
    if (stored > 0) {
      memcpy(modules, reply.payload, stored * sizeof *modules);
    }
    for (size_t k = 0; k < stored; k++) {
      modules[k].path[sizeof modules[k].path - 1] = 0;
      if (modules[k].build_id_length > sizeof modules[k].build_id) {
        modules[k].build_id_length = 0;
      }
    }
    /* If all were stored, the number stored: never more than the caller finds filled in. */
    *count = stored < (size_t)capacity ? (int32_t)stored : reply.head.count;
  }
  reply_drop(&reply);
  return code;
}

/* Makes a name empty that is not within the names. */
static void check_names(struct fg_function *function, const char *names, size_t used) {
  size_t name = (size_t)function->name + function->name_length;
  size_t plain = (size_t)function->plain + function->plain_length;
  if (name >= used || names[name] != 0) {
    function->name = function->name_length = 0;
  }
  if (function->plain_length > 0 && (plain >= used || names[plain] != 0)) {
    function->plain = function->plain_length = 0;
  }
}

int32_t fg_functions(int64_t handle, int32_t module, int32_t from, struct fg_function *functions,
                     int32_t capacity, char *names, int32_t names_capacity, int32_t *count,
                     struct fg_error *error) {
  if (capacity < 0 || names_capacity < 0 || functions == NULL || names == NULL || count == NULL ||
      from < 0) {
    return bad_argument(error, "functions, names and count must not be NULL, nor numbers negative");
  }
  struct request request = {.call = CALL_FUNCTIONS, .first = module, .second = from,
                            .third = capacity < FUNCTION_LIMIT ? capacity : FUNCTION_LIMIT,
                            .fourth = names_capacity < NAMES_LIMIT ? names_capacity : NAMES_LIMIT};
  struct reply reply;
  size_t limit = (size_t)request.third * sizeof *functions + (size_t)request.fourth;
  int32_t code = session_ask(handle, request, NULL, limit, &reply, error);
  size_t stored = code == FG_OK ? (size_t)(uint32_t)reply.head.count : 0;
  if (code == FG_OK &&
      (stored > (size_t)request.third || stored * sizeof *functions > reply.head.length ||
       reply.head.length - stored * sizeof *functions > (size_t)request.fourth)) {
    code = fail(error, FG_E_HELPER, 0, "the helper answered more functions than were asked for");
  }
  if (code == FG_OK) {
    size_t used = reply.head.length - stored * sizeof *functions;
    memcpy(functions, reply.payload, stored * sizeof *functions);
    memcpy(names, reply.payload + stored * sizeof *functions, used);
    for (size_t k = 0; k < stored; k++) {
      check_names(&functions[k], names, used);
    }
    *count = (int32_t)stored;
  }
  reply_drop(&reply);
  return code;
}

static void end_texts(struct fg_verdict *verdicts, int32_t count) {
  for (int32_t k = 0; k < count; k++) {
    verdicts[k].text[sizeof verdicts[k].text - 1] = 0;
  }
}

static int are_probes(const void *probes, int32_t count, const struct fg_verdict *verdicts) {
  return count >= 0 && count <= PROBE_LIMIT && (count == 0 || (probes != NULL && verdicts != NULL));
}

int32_t fg_check(int64_t handle, const struct fg_probe *probes, int32_t count,
                 struct fg_verdict *verdicts, struct fg_error *error) {
  if (!are_probes(probes, count, verdicts)) {
    return bad_argument(error, "0 to 65536 probes are possible, with as many verdicts");
  }
  struct request request = {.call = CALL_CHECK, .length = (uint32_t)((size_t)count * sizeof *probes)};
  int32_t code =
      session_ask_exactly(handle, request, probes, verdicts, (size_t)count * sizeof *verdicts, error);
  end_texts(verdicts, code == FG_OK ? count : 0);
  return code;
}

/* Carries out an insert or a remove; stats and verdicts are returned. */
static int32_t change(int64_t handle, struct request request, const void *payload, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error) {
  struct reply reply;
  size_t length = sizeof *stats + (size_t)count * sizeof *verdicts;
  int32_t code = session_ask(handle, request, payload, length, &reply, error);
  if (code == FG_OK && reply.head.length != length) {
    code = fail(error, FG_E_HELPER, 0, "the helper answered %u bytes instead of %zu",
                reply.head.length, length);
  }
  if (code == FG_OK) {
    if (stats != NULL) {
      memcpy(stats, reply.payload, sizeof *stats);
    }
    if (count > 0) {
      memcpy(verdicts, reply.payload + sizeof *stats, length - sizeof *stats);
    }
    end_texts(verdicts, count);
  }
  reply_drop(&reply);
  return code;
}

int32_t fg_insert(int64_t handle, const struct fg_probe *probes, int32_t count,
                  struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error) {
  if (!are_probes(probes, count, verdicts)) {
    return bad_argument(error, "0 to 65536 probes are possible, with as many verdicts");
  }
  struct request request = {.call = CALL_INSERT, .length = (uint32_t)((size_t)count * sizeof *probes)};
  return change(handle, request, probes, count, verdicts, stats, error);
}

int32_t fg_remove(int64_t handle, const int32_t *regions, int32_t count, struct fg_verdict *verdicts,
                  struct fg_stats *stats, struct fg_error *error) {
  if (!are_probes(regions, count, verdicts)) {
    return bad_argument(error, "0 to 65536 regions are possible, with as many verdicts");
  }
  struct request request = {.call = CALL_REMOVE, .length = (uint32_t)((size_t)count * sizeof *regions)};
  return change(handle, request, regions, count, verdicts, stats, error);
}

int32_t fg_set(int64_t handle, const struct fg_variable *variable, uint64_t *before, struct fg_error *error) {
  if (variable == NULL || before == NULL) {
    return bad_argument(error, "variable and before must not be NULL");
  }
  struct request request = {.call = CALL_SET, .length = sizeof *variable};
  return session_ask_exactly(handle, request, variable, before, sizeof *before, error);
}

int32_t fg_rewrite(int64_t handle, const struct fg_rule *rule, int32_t *number, struct fg_error *error) {
  if (rule == NULL || number == NULL) {
    return bad_argument(error, "rule and number must not be NULL");
  }
  struct reply reply;
  struct request request = {.call = CALL_REWRITE, .length = sizeof *rule};
  int32_t code = session_ask(handle, request, rule, 0, &reply, error);
  *number = code == FG_OK ? reply.head.count : -1;
  reply_drop(&reply);
  return code;
}

int32_t fg_unrewrite(int64_t handle, int32_t region, int32_t number, struct fg_error *error) {
  struct request request = {.call = CALL_UNREWRITE, .first = region, .second = number};
  return session_ask_exactly(handle, request, NULL, NULL, 0, error);
}

int32_t fg_rewritten(int64_t handle, int32_t region, int32_t number, uint64_t *calls, struct fg_error *error) {
  if (calls == NULL) {
    return bad_argument(error, "calls must not be NULL");
  }
  struct request request = {.call = CALL_REWRITTEN, .first = region, .second = number};
  return session_ask_exactly(handle, request, NULL, calls, sizeof *calls, error);
}

int32_t fg_call(int64_t handle, const struct fg_call *call, struct fg_called *called, struct fg_error *error) {
  if (call == NULL || called == NULL) {
    return bad_argument(error, "call and called must not be NULL");
  }
  struct request request = {.call = CALL_CALL, .length = sizeof *call};
  return session_ask_exactly(handle, request, call, called, sizeof *called, error);
}

int32_t fg_uncall(int64_t handle, int32_t number, struct fg_called *called, struct fg_error *error) {
  if (called == NULL) {
    return bad_argument(error, "called must not be NULL");
  }
  struct request request = {.call = CALL_UNCALL, .first = number};
  return session_ask_exactly(handle, request, NULL, called, sizeof *called, error);
}

int32_t fg_load(int64_t handle, const char *path, const char *function, uint64_t *address, int64_t *stopped_ns,
                struct fg_error *error) {
  char names[2 * FG_PATH];
  if (path == NULL || function == NULL || address == NULL || stopped_ns == NULL) {
    return bad_argument(error, "path, function, address and stopped_ns must not be NULL");
  }
  size_t first = strlen(path) + 1, second = strlen(function) + 1;
  if (path[0] != '/' || first > FG_PATH || second > FG_PATH) {
    return bad_argument(error, "path must be absolute, and it and function shorter than 4096 bytes");
  }
  memcpy(names, path, first);
  memcpy(names + first, function, second);
  struct loaded loaded = {0};
  struct request request = {.call = CALL_LOAD, .length = (uint32_t)(first + second)};
  int32_t code = session_ask_exactly(handle, request, names, &loaded, sizeof loaded, error);
  *address = loaded.address;
  *stopped_ns = loaded.stopped_ns;
  return code;
}

int32_t fg_where(int64_t handle, struct fg_position *positions, int32_t capacity, int32_t *count,
                 struct fg_error *error) {
  if (capacity < 1 || capacity > POSITION_LIMIT || positions == NULL || count == NULL) {
    return bad_argument(error, "positions needs room for 1 to 4096, count must not be NULL");
  }
  struct request request = {.call = CALL_WHERE, .first = capacity};
  struct reply reply;
  int32_t code = session_ask(handle, request, NULL, (size_t)capacity * sizeof *positions, &reply, error);
  if (code != FG_OK) {
    return code;
  }
  size_t stored = reply.head.length / sizeof *positions;
  memcpy(positions, reply.payload, stored * sizeof *positions);
  for (size_t k = 0; k < stored; k++) {
    if (positions[k].depth < 1 || positions[k].depth > FG_DEPTH) {
      positions[k].depth = 1;
    }
  }
  *count = (int32_t)stored;
  reply_drop(&reply);
  return FG_OK;
}

int32_t fg_sync(int64_t handle, struct fg_error *error) {
  return session_ask_exactly(handle, (struct request){.call = CALL_SYNC}, NULL, NULL, 0, error);
}

int32_t fg_status(int64_t handle, struct fg_state *state, struct fg_error *error) {
  if (state == NULL) {
    return bad_argument(error, "state must not be NULL");
  }
  return session_ask_exactly(handle, (struct request){.call = CALL_STATUS}, NULL, state, sizeof *state, error);
}

/* Wakes the threads in fg_wait; the last one releases the handle. */
static void forget(struct handle *handle) {
  atomic_store(&handle->closed, 1);
  pthread_mutex_lock(&handle_lock);
  struct fg_shm_header *header = handle->header;
  pthread_mutex_unlock(&handle_lock);
  if (header != NULL) {
    syscall(SYS_futex, &header->dirty, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
  }
  if (handle_unlist(handle)) {
    handle_give_back(handle);
  }
}

int32_t fg_close(int64_t number, struct fg_state *state, struct fg_stats *stats,
                 struct fg_error *error) {
  struct handle *handle = handle_take(number);
  if (handle == NULL) {
    return bad_argument(error, "the handle is not open");
  }
  struct closed closed = {0};
  int32_t code = session_ask_exactly(number, (struct request){.call = CALL_CLOSE}, NULL, &closed,
                                     sizeof closed, error);
  if (state != NULL) {
    *state = closed.state;
  }
  if (stats != NULL) {
    *stats = closed.stats;
  }
  forget(handle);
  handle_give_back(handle);
  return code;
}

/* ---- life of this process ---- */

static void hang_up(void) {
  if (helper_socket >= 0) {
    close(helper_socket);
    helper_socket = -1;
  }
}

/* Closes everything in a forked child: the helper, its socket and all handles are the parent's. */
static void in_child(void) {
  pthread_mutex_init(&session_lock, NULL);
  hang_up();
  helper_pid = 0;
  handle_forget_all();
}

__attribute__((constructor)) static void begin(void) { pthread_atfork(NULL, NULL, in_child); }

/* When the socket closes, the helper removes the remaining sensors and ends. */
__attribute__((destructor)) static void end(void) { hang_up(); }
