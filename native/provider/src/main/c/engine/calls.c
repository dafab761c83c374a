/* Calls functions of a process, and loads libraries by such calls. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/calls.h"
#include "engine/open_targets.h"
#include "follower/follow.h"

enum { NOW = 2 /* RTLD_NOW */ };

/* Checks whether a thread could call a function at all, and brings the agent into the process. */
static int32_t prepare(struct target *target, struct fg_error *error) {
  struct room none = {0, 0};
  int64_t stop_ns;
  int32_t code = target_check_running(target, error);
  if (!code && target->state != FG_RUNNING) {
    return fail(error, FG_E_NO_SAFE_POINT, 0, "process %d is still held before its main function; resume it first", target->pid);
  }
  code = code ? code : modules_refresh(target, error);
  code = code ? code : target_check_process(target, error);
  code = code ? code : inject(target, &none, 0, &stop_ns, error);
  if (!code) {
    agent_note(target);
  }
  return code;
}

static int32_t call_it(struct target *target, const struct calling *calling, struct fg_called *called,
                       struct fg_error *error) {
  const struct module *module = modules_at(target, calling->function);
  if (!module || !module->image) {
    return fail(error, FG_E_NO_TARGET, 0, "the function is not in the memory of process %d any more", target->pid);
  }
  return inject_call(target, calling, called, error);
}

static int32_t prepare_and_call(struct target *target, const struct calling *calling, struct fg_called *called,
                                struct fg_error *error) {
  int32_t code = follow_lend(target, error);
  if (!code) {
    code = prepare(target, error);
    code = code ? code : call_it(target, calling, called, error);
    follow_take_back(target);
  }
  return code;
}

/* ------------------------------------------------------------------ calls that are undone */

struct undo {
  int32_t number;
  struct calling calling;
};

static void keep_undo(struct target *target, const struct fg_call *call, struct fg_called *called) {
  target->undos = realloc(target->undos, ((size_t)target->undo_count + 1) * sizeof *target->undos);
  if (!target->undos) {
    abort();
  }
  called->number = target->undo_number++;
  target->undos[target->undo_count++] = (struct undo){
      called->number, {.function = call->function, .arguments = call->undo, .thread = called->thread}};
}

int32_t engine_call(struct target *target, const struct fg_call *call, struct fg_called *called,
                    struct fg_error *error) {
  const struct calling calling = {.function = call->function, .arguments = call->arguments};
  int32_t code = prepare_and_call(target, &calling, called, error);
  if (!code && call->has_undo) {
    keep_undo(target, call, called);
  }
  return code;
}

int32_t engine_uncall(struct target *target, int32_t number, struct fg_called *called, struct fg_error *error) {
  int32_t place = target->undo_count - 1;
  while (place >= 0 && target->undos[place].number != number) {
    place--;
  }
  if (place < 0) {
    return fail(error, FG_E_ARGUMENT, 0, "there is no call %d that can be undone", number);
  }
  int32_t code = prepare_and_call(target, &target->undos[place].calling, called, error);
  if (!code) {
    target->undo_count--;
    memmove(&target->undos[place], &target->undos[place + 1],
            (size_t)(target->undo_count - place) * sizeof *target->undos);
  }
  return code;
}

void calls_undo(struct target *target) {
  struct fg_called called;
  struct fg_error ignored;
  for (; target->undo_count; target->undo_count--) {
    prepare_and_call(target, &target->undos[target->undo_count - 1].calling, &called, &ignored);
  }
}

/* ------------------------------------------------------------------ libraries */

/* Finds a function's address in a library's file, which must be one that the process could load. */
static int32_t look_into(const struct target *target, const char *path, const char *function, uint64_t *address,
                         struct fg_error *error) {
  char name[FG_PATH + 32];
  struct image *image = NULL;
  struct fg_error why;
  snprintf(name, sizeof name, "/proc/%d/root%s", target->pid, path);
  int fd = open(name, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return fail(error, FG_E_NO_LIBRARY, errno, "process %d cannot open %.150s: %s", target->pid, path, strerror(errno));
  }
  int32_t code = image_read(fd, "/usr/lib/debug", &image, &why);
  close(fd);
  if (code) {
    return fail(error, FG_E_NO_LIBRARY, 0, "%.100s is not a library: %.120s", path, why.text);
  }
  *address = image_symbol(image, function);
  int is_loadable = image->flags & IMAGE_DYNAMIC_BASE && !image->is_32_bit;
  image_free(image);
  if (!is_loadable) {
    return fail(error, FG_E_NO_LIBRARY, 0, "%.150s is not a 64-bit shared library", path);
  }
  return *address ? FG_OK : fail(error, FG_E_NO_LIBRARY, 0, "%.150s has no function %.60s", path, function);
}

/* Asks the dynamic linker why it failed, on the thread on which it did. */
static void explain(struct target *target, int32_t thread, char *text, size_t size) {
  struct calling ask = {.thread = thread};
  struct fg_called said;
  struct fg_error ignored;
  ask.function = modules_symbol(target, "libc.so", "dlerror");
  ask.function = ask.function ? ask.function : modules_symbol(target, "libdl.so", "dlerror");
  size_t got = 0;
  if (ask.function && !call_it(target, &ask, &said, &ignored) && said.whole) {
    got = tracee_read_some(&target->tracee, said.whole, text, size - 1);
  }
  text[got] = 0;
}

/* Loads a library. place: what its addresses are relative to. */
static int32_t load(struct target *target, const char *path, uint64_t *place, int64_t *stopped_ns,
                    struct fg_error *error) {
  struct calling call = {.arguments = {.whole = {inject_text(target), NOW}}, .text = path};
  struct fg_called called;
  char why[120];
  call.function = modules_symbol(target, "libc.so", "dlopen");
  call.function = call.function ? call.function : modules_symbol(target, "libdl.so", "dlopen");
  if (!call.function) {
    return fail(error, FG_E_NO_LIBRARY, 0, "process %d has no dynamic linker that could load a library",
                target->pid);
  }
  int32_t code = call_it(target, &call, &called, error);
  if (code) {
    return code;
  }
  *stopped_ns = called.stopped_ns;
  if (!called.whole) {
    explain(target, called.thread, why, sizeof why);
    return fail(error, FG_E_NO_LIBRARY, 0, "process %d could not load the library: %s", target->pid, why);
  }
  /* The handle is a struct link_map, which begins with that place. */
  return tracee_read(&target->tracee, called.whole, place, sizeof *place)
             ? fail(error, FG_E_SYSTEM, errno, "the library cannot be found in process %d", target->pid)
             : FG_OK;
}

static int32_t load_function(struct target *target, const char *path, const char *function, uint64_t *address,
                             int64_t *stopped_ns, struct fg_error *error) {
  uint64_t place = 0;
  int32_t code = prepare(target, error);
  code = code ? code : look_into(target, path, function, address, error);
  code = code ? code : load(target, path, &place, stopped_ns, error);
  code = code ? code : modules_refresh(target, error);
  if (code) {
    return code;
  }
  *address += place;
  const struct module *module = modules_at(target, *address);
  return module && module->image ? FG_OK
                                 : fail(error, FG_E_NO_LIBRARY, 0, "the library that process %d has loaded is not the file %.150s",
                                        target->pid, path);
}

int32_t engine_load(struct target *target, const char *path, const char *function, uint64_t *address,
                    int64_t *stopped_ns, struct fg_error *error) {
  *address = 0;
  *stopped_ns = 0;
  int32_t code = follow_lend(target, error);
  if (!code) {
    code = load_function(target, path, function, address, stopped_ns, error);
    follow_take_back(target);
  }
  return code;
}
