/* Performs the library's requests by the engine. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "helper/helper.h"
#include "shared/error.h"

#define NOT_A_TARGET "the handle belongs to no open process"
#define NO_MEMORY "the helper has no memory for another process"

/* Open processes. A handle consists of a place and, in its upper bits, how often the place was taken. */
struct place {
  struct target *target; /* NULL: free */
  uint32_t taken;
};

static struct place *places;
static uint32_t place_count;

int32_t helper_settle(struct answer *answer, int32_t code) {
  if (code == FG_OK) {
    memset(&answer->error, 0, sizeof answer->error);
  }
  answer->error.code = code;
  return code;
}

/* Finds a free place; returns its number, or -1 if there is no memory. */
static int64_t free_place(void) {
  for (uint32_t k = 0; k < place_count; k++) {
    if (places[k].target == NULL) {
      return k;
    }
  }
  uint32_t more = place_count == 0 ? 16 : 2 * place_count;
  struct place *larger = realloc(places, more * sizeof *places);
  if (larger == NULL) {
    return -1;
  }
  memset(larger + place_count, 0, (more - place_count) * sizeof *places);
  places = larger;
  int64_t first = place_count;
  place_count = more;
  return first;
}

static int64_t keep(int64_t place, struct target *target) {
  places[place].target = target;
  places[place].taken = (places[place].taken + 1) & 0x7fffffff;
  return (int64_t)places[place].taken << 32 | place;
}

static struct target *find(int64_t number) {
  uint64_t place = (uint64_t)number & 0xffffffff;
  if (place >= place_count || places[place].taken != (uint64_t)number >> 32) {
    return NULL;
  }
  return places[place].target;
}

static void forget(int64_t number) {
  places[(uint64_t)number & 0xffffffff].target = NULL;
}

static void do_open(const struct target *command, const struct request *request, struct answer *answer) {
  int64_t place = free_place();
  struct target *target = NULL;
  int32_t code = place < 0 ? fail(&answer->error, FG_E_SYSTEM, ENOMEM, NO_MEMORY)
                 : command ? engine_open_program(command, request->first, &target, &answer->error)
                           : engine_open(request->first, &target, &answer->error);
  if (helper_settle(answer, code) == FG_OK) {
    answer->target = keep(place, target);
  }
}

/* Steps over count strings; NULL if they do not end before the end. */
static const char *behind_strings(const char *at, const char *end, int32_t count) {
  for (int32_t k = 0; k < count; k++) {
    const char *zero = memchr(at, 0, (size_t)(end - at));
    if (zero == NULL) {
      return NULL;
    }
    at = zero + 1;
  }
  return at;
}

static void do_launch(const struct request *request, const uint8_t *payload, struct answer *answer,
                      int *programs) {
  const char *argv = (const char *)payload;
  const char *end = argv + request->length;
  const char *environment = behind_strings(argv, end, request->first);
  const char *directory = environment ? behind_strings(environment, end, request->second) : NULL;
  const char *streams = directory ? behind_strings(directory, end, 1) : NULL;
  int has_streams = (request->third & FG_LAUNCH_STREAMS) != 0;
  if (request->first < 1 || streams == NULL || behind_strings(streams, end, has_streams ? 3 : 0) != end) {
    fail(&answer->error, FG_E_ARGUMENT, 0,
         "the command, its environment, its directory or its streams are truncated");
    return;
  }
  int64_t place = free_place();
  struct target *target = NULL;
  int32_t code = place < 0
                     ? fail(&answer->error, FG_E_SYSTEM, ENOMEM, NO_MEMORY)
                     : engine_launch(argv, request->first, environment, request->second, directory,
                                     has_streams ? streams : NULL, request->third & FG_LAUNCH_CHILDREN,
                                     &target, &answer->count, programs, &answer->error);
  if (helper_settle(answer, code) == FG_OK) {
    answer->target = keep(place, target);
  }
}

static void do_modules(struct target *target, const struct request *request, struct answer *answer) {
  const struct fg_module *modules = NULL;
  int32_t count = 0;
  if (helper_settle(answer, engine_modules(target, &modules, &count, &answer->error)) != FG_OK) {
    return;
  }
  int32_t sent = request->first < count ? request->first : count;
  void *to = answer_payload(answer, (size_t)(sent < 0 ? 0 : sent) * sizeof *modules);
  if (to != NULL && sent > 0) {
    memcpy(to, modules, (size_t)sent * sizeof *modules);
  }
  answer->count = count;
}

static void do_functions(struct target *target, const struct request *request, struct answer *answer) {
  if (request->third < 0 || request->third > FUNCTION_LIMIT || request->fourth < 0 ||
      request->fourth > NAMES_LIMIT) {
    fail(&answer->error, FG_E_ARGUMENT, 0, "too many functions were requested at once");
    return;
  }
  size_t capacity = (size_t)request->third, names = (size_t)request->fourth;
  struct fg_function *functions = answer_room(answer, capacity * sizeof *functions + names);
  if (functions == NULL) {
    return;
  }
  char *texts = (char *)(functions + capacity);
  int32_t code = engine_functions(target, request->first, request->second, functions, request->third,
                                  texts, request->fourth, &answer->count, &answer->error);
  if (helper_settle(answer, code) != FG_OK) {
    return;
  }
  size_t stored = (size_t)answer->count, used = 0;
  for (size_t k = 0; k < stored; k++) {
    size_t name = (size_t)functions[k].name + functions[k].name_length + 1;
    size_t plain = (size_t)functions[k].plain + functions[k].plain_length + 1;
    used = name > used ? name : used;
    used = functions[k].plain_length > 0 && plain > used ? plain : used;
  }
  used = used < names ? used : names;
  memmove(functions + stored, texts, used);
  answer->length = (uint32_t)(stored * sizeof *functions + used);
}

/* Returns how many items of a size the request contains, or -1 with the error filled in. */
static int32_t items(const struct request *request, size_t size, struct answer *answer) {
  if (request->length % size != 0 || request->length / size > PROBE_LIMIT) {
    fail(&answer->error, FG_E_ARGUMENT, 0, "more than 65536 sensors were named at once");
    return -1;
  }
  return (int32_t)(request->length / size);
}

static void do_check(struct target *target, const struct request *request, const uint8_t *payload,
                     struct answer *answer) {
  int32_t count = items(request, sizeof(struct fg_probe), answer);
  struct fg_verdict *verdicts =
      count < 0 ? NULL : answer_payload(answer, (size_t)count * sizeof *verdicts);
  if (verdicts != NULL) {
    const struct fg_probe *probes = (const struct fg_probe *)payload;
    helper_settle(answer, engine_check(target, probes, count, verdicts, &answer->error));
  }
}

/* Carries out an insert or a remove, whose answers have the same form. */
static void do_change(struct target *target, const struct request *request, const uint8_t *payload,
                      struct answer *answer) {
  int insert = request->call == CALL_INSERT;
  int32_t count = items(request, insert ? sizeof(struct fg_probe) : sizeof(int32_t), answer);
  size_t length = sizeof(struct fg_stats) + (size_t)(count < 0 ? 0 : count) * sizeof(struct fg_verdict);
  struct fg_stats *stats = count < 0 ? NULL : answer_payload(answer, length);
  if (stats == NULL) {
    return;
  }
  struct fg_verdict *verdicts = (struct fg_verdict *)(stats + 1);
  const void *what = payload;
  helper_settle(answer, insert ? engine_insert(target, what, count, verdicts, stats, &answer->error)
                        : engine_remove(target, what, count, verdicts, stats, &answer->error));
}

static void do_set(struct target *target, const struct request *request, const uint8_t *payload,
                   struct answer *answer) {
  uint64_t *before = answer_payload(answer, sizeof *before);
  if (before != NULL && request->length != sizeof(struct fg_variable)) {
    fail(&answer->error, FG_E_ARGUMENT, 0, "one variable is set at a time");
  } else if (before != NULL) {
    struct fg_variable variable;
    memcpy(&variable, payload, sizeof variable);
    helper_settle(answer, engine_set(target, &variable, before, &answer->error));
  }
}

static void do_rewrite(struct target *target, const struct request *request, const uint8_t *payload,
                       struct answer *answer) {
  struct fg_rule rule;
  if (request->length != sizeof rule) {
    fail(&answer->error, FG_E_ARGUMENT, 0, "one argument is rewritten at a time");
    return;
  }
  memcpy(&rule, payload, sizeof rule);
  helper_settle(answer, engine_rewrite(target, &rule, &answer->count, &answer->error));
}

static void do_rewritten(struct target *target, const struct request *request, struct answer *answer) {
  uint64_t *calls = answer_payload(answer, sizeof *calls);
  if (calls != NULL) {
    helper_settle(answer, engine_rewritten(target, request->first, request->second, calls, &answer->error));
  }
}

static void do_call(struct target *target, const struct request *request, const uint8_t *payload,
                    struct answer *answer) {
  struct fg_called *called = answer_payload(answer, sizeof *called);
  struct fg_call call;
  if (called != NULL && request->length != sizeof call) {
    fail(&answer->error, FG_E_ARGUMENT, 0, "one function is called at a time");
  } else if (called != NULL) {
    memcpy(&call, payload, sizeof call);
    helper_settle(answer, engine_call(target, &call, called, &answer->error));
  }
}

static void do_uncall(struct target *target, const struct request *request, struct answer *answer) {
  struct fg_called *called = answer_payload(answer, sizeof *called);
  if (called != NULL) {
    helper_settle(answer, engine_uncall(target, request->first, called, &answer->error));
  }
}

static void do_load(struct target *target, const struct request *request, const uint8_t *payload,
                    struct answer *answer) {
  const char *path = (const char *)payload, *end = path + request->length;
  const char *function = behind_strings(path, end, 1);
  struct loaded *loaded = answer_payload(answer, sizeof *loaded);
  if (loaded != NULL && (function == NULL || behind_strings(function, end, 1) != end || function - path > FG_PATH)) {
    fail(&answer->error, FG_E_ARGUMENT, 0, "the path or the name of the function is too long or truncated");
  } else if (loaded != NULL) {
    helper_settle(answer, engine_load(target, path, function, &loaded->address, &loaded->stopped_ns, &answer->error));
  }
}

static void do_where(struct target *target, const struct request *request, struct answer *answer) {
  if (request->first < 1 || request->first > POSITION_LIMIT) {
    fail(&answer->error, FG_E_ARGUMENT, 0, "too many threads were asked for at once");
    return;
  }
  struct fg_position *positions = answer_room(answer, (size_t)request->first * sizeof *positions);
  int32_t count = 0;
  if (positions != NULL &&
      helper_settle(answer, engine_where(target, positions, request->first, &count, &answer->error)) == FG_OK) {
    answer->count = count;
    answer->length = (uint32_t)((size_t)count * sizeof *positions);
  }
}

static void do_status(struct target *target, struct answer *answer) {
  struct fg_state *state = answer_payload(answer, sizeof *state);
  if (state != NULL) {
    helper_settle(answer, engine_status(target, state, &answer->error));
  }
}

static void do_close(struct target *target, const struct request *request, struct answer *answer) {
  struct closed *closed = answer_payload(answer, sizeof *closed);
  if (closed != NULL) {
    helper_settle(answer, engine_close(target, &closed->state, &closed->stats, &answer->error));
    forget(request->target);
  }
}

static void on_target(struct target *target, const struct request *request, const uint8_t *payload,
                      struct answer *answer, int *fd) {
  switch (request->call) {
    case CALL_PROGRAM: do_open(target, request, answer); break;
    case CALL_RESUME: helper_settle(answer, engine_resume(target, &answer->error)); break;
    case CALL_MODULES: do_modules(target, request, answer); break;
    case CALL_FUNCTIONS: do_functions(target, request, answer); break;
    case CALL_CHECK: do_check(target, request, payload, answer); break;
    case CALL_INSERT:
    case CALL_REMOVE: do_change(target, request, payload, answer); break;
    case CALL_SET: do_set(target, request, payload, answer); break;
    case CALL_REWRITE: do_rewrite(target, request, payload, answer); break;
    case CALL_UNREWRITE:
      helper_settle(answer, engine_unrewrite(target, request->first, request->second, &answer->error));
      break;
    case CALL_REWRITTEN: do_rewritten(target, request, answer); break;
    case CALL_CALL: do_call(target, request, payload, answer); break;
    case CALL_UNCALL: do_uncall(target, request, answer); break;
    case CALL_LOAD: do_load(target, request, payload, answer); break;
    case CALL_WHERE: do_where(target, request, answer); break;
    case CALL_MEMORY:
      helper_settle(answer, engine_memory(target, fd, &answer->size, &answer->error));
      break;
    case CALL_SYNC: helper_settle(answer, engine_sync(target, &answer->error)); break;
    case CALL_STATUS: do_status(target, answer); break;
    case CALL_CLOSE: do_close(target, request, answer); break;
    default: fail(&answer->error, FG_E_ARGUMENT, 0, "no such call"); break;
  }
}

void helper_serve(const struct request *request, const uint8_t *payload, struct answer *answer, int *fd) {
  if (request->call == CALL_OPEN) {
    do_open(NULL, request, answer);
  } else if (request->call == CALL_LAUNCH) {
    do_launch(request, payload, answer, fd);
  } else {
    struct target *target = find(request->target);
    if (target == NULL) {
      fail(&answer->error, FG_E_ARGUMENT, 0, NOT_A_TARGET);
    } else {
      on_target(target, request, payload, answer, fd);
    }
  }
}
