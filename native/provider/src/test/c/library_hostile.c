/*
 * Calls all functions of the library with a helper that was taken over. No call may crash, hang or
 * write beyond the caller's memory; the sanitizers and the fences here detect that.
 *
 * Argument: how many rounds.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flowgauge.h"

#define FENCE 0x5a
#define MANY 8

static void check(int good, const char *what) {
  if (!good) {
    fprintf(stderr, "%s\n", what);
    exit(1);
  }
}

static void check_fence(const void *at, size_t used, size_t all) {
  for (size_t k = used; k < all; k++) {
    check(((const unsigned char *)at)[k] == FENCE, "written beyond the room given");
  }
}

static void check_error(int32_t code, const struct fg_error *error) {
  check(code == error->code, "the code is not that of the error");
  check(memchr(error->text, 0, sizeof error->text) != NULL, "the sentence has no end");
}

static void check_functions(int64_t handle) {
  struct fg_function functions[MANY];
  char names[64 + 64];
  memset(names, FENCE, sizeof names);
  int32_t count = 0;
  struct fg_error error;
  int32_t code = fg_functions(handle, 0, 0, functions, MANY, names, 64, &count, &error);
  check_error(code, &error);
  check_fence(names, 64, sizeof names);
  check(code != FG_OK || (count >= 0 && count <= MANY), "more functions than there is room for");
  for (int32_t k = 0; code == FG_OK && k < count; k++) {
    if (functions[k].name_length > 0) {
      check(strlen(names + functions[k].name) <= 64, "a name outside the names");
    }
  }
}

static void check_modules(int64_t handle) {
  struct fg_module modules[MANY];
  memset(modules, FENCE, sizeof modules);
  int32_t count = 0;
  struct fg_error error;
  int32_t code = fg_modules(handle, modules, 2, &count, &error);
  check_error(code, &error);
  check_fence(modules, 2 * sizeof *modules, sizeof modules);
  for (int32_t k = 0; code == FG_OK && k < count && k < 2; k++) {
    check(memchr(modules[k].path, 0, sizeof modules[k].path) != NULL, "a path has no end");
    check(modules[k].build_id_length <= sizeof modules[k].build_id, "too long a build id");
  }
}

static void check_sensors(int64_t handle) {
  struct fg_probe probes[2] = {{.region = 0}, {.region = 1}};
  struct fg_verdict verdicts[3];
  struct fg_stats stats;
  struct fg_error error;
  int32_t regions[2] = {0, 1};
  memset(verdicts, FENCE, sizeof verdicts);
  check_error(fg_check(handle, probes, 2, verdicts, &error), &error);
  check_error(fg_insert(handle, probes, 2, verdicts, &stats, &error), &error);
  check_error(fg_remove(handle, regions, 2, verdicts, NULL, &error), &error);
  check_fence(&verdicts[2], 0, sizeof verdicts[2]);
}

static int mapped, distrusted; /* shared memories that were accepted, and refused */

static void check_memory(int64_t handle) {
  int64_t size = 0;
  char path[32];
  struct fg_error error;
  int32_t dirty;
  if (fg_map(handle, &size, path, sizeof path, &error) == FG_OK) {
    FILE *file = fopen(path, "r");
    check(file != NULL && fseek(file, 0, SEEK_END) == 0 && ftell(file) == size, "not what it says");
    check(fcntl(fileno(file), F_GET_SEALS) & F_SEAL_SHRINK, "memory that can be cut short was taken");
    mapped++;
    fclose(file);
    check(fg_wait(handle, 1, 1, &dirty, &error) == FG_OK, "it cannot be waited for");
  } else {
    check(error.code != FG_OK, "refused without a reason");
    distrusted += strstr(error.text, "valid shared memory") != NULL;
  }
}

static void round_of_calls(void) {
  struct fg_error error;
  struct fg_host host;
  struct fg_state state;
  int64_t handle;
  struct fg_variable variable = {.address = 4096, .size = 4};
  uint64_t before;
  check_error(fg_host_info(&host, &error), &error);
  if (fg_open(4711, &handle, &error) != FG_OK) {
    return;
  }
  check_modules(handle);
  check_functions(handle);
  check_sensors(handle);
  check_memory(handle);
  check_error(fg_status(handle, &state, &error), &error);
  check_error(fg_set(handle, &variable, &before, &error), &error);
  check_error(fg_sync(handle, &error), &error);
  check_error(fg_close(handle, &state, NULL, &error), &error);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 1;
  for (int k = 0; k < rounds; k++) {
    round_of_calls();
  }
  check(rounds < 100 || (mapped > 0 && distrusted > 0), "not both kinds of memory came");
  struct fg_error error;
  int64_t handle;
  int32_t pid;
  check(fg_open(0, &handle, &error) == FG_E_ARGUMENT, "pid 0");
  check(fg_open(1, NULL, NULL) == FG_E_ARGUMENT, "no handle");
  check(fg_launch("a", 0, NULL, 0, NULL, NULL, 0, &handle, &pid, &error) == FG_E_ARGUMENT, "no command");
  check(fg_launch("a", 1, NULL, 0, NULL, NULL, FG_LAUNCH_STREAMS, &handle, &pid, &error) == FG_E_ARGUMENT,
        "no streams");
  check(fg_map(99, NULL, NULL, 0, &error) == FG_E_ARGUMENT, "nowhere to");
  check(fg_wait(99, 0, 1, &pid, &error) == FG_E_ARGUMENT, "for nothing");
  puts("done");
  return 0;
}
