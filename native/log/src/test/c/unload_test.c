/* Loads a library that contains the writer, logs with it in threads of the host, and unloads it: unload_test
 * LIBRARY FILE. With -DLIBRARY, this file is that library. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef LIBRARY
#include "flowgauge_log.h"

FG_LOG_TYPE(loaded, "loaded", FG_INT32(n))

FG_API int plugin_open(const char *destination);
FG_API void plugin_log(int n);

int plugin_open(const char *destination) {
  fg_options options = {0};
  fg_log *log = NULL;
  options.destination = destination;
  int result = fg_log_open(&options, &log);
  return result == FG_OK ? loaded_declare(log, NULL, 0) : result;
}

void plugin_log(int n) {
  loaded_log(n);
}
#else
static void require(int condition, const char *what) {
  if (!condition) {
    fprintf(stderr, "%s\n", what);
    abort();
  }
}

static void *call_plugin(void *plugin) {
  void (*log_one)(int);
  *(void **)&log_one = dlsym(plugin, "plugin_log");
  for (int n = 0; n < 1000; n++) {
    log_one(n);
  }
  return NULL;
}

static void *outlive_plugin(void *barrier) {
  void **both = barrier;
  call_plugin(both[0]);
  pthread_barrier_wait(both[1]);
  pthread_barrier_wait(both[1]); /* Ends after the library is gone. */
  return NULL;
}

int main(int count, char **arguments) {
  char destination[512];
  pthread_t thread;
  pthread_barrier_t barrier;
  require(count == 3, "LIBRARY FILE expected");
  for (int round = 0; round < 10; round++) {
    void *plugin = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    require(plugin != NULL, "cannot load");
    int (*open_log)(const char *);
    *(void **)&open_log = dlsym(plugin, "plugin_open");
    snprintf(destination, sizeof destination, "file:%s", arguments[2]);
    require(open_log(destination) == 0, "cannot open");
    void *both[2] = {plugin, &barrier};
    pthread_barrier_init(&barrier, NULL, 2);
    require(pthread_create(&thread, NULL, outlive_plugin, both) == 0, "no thread");
    pthread_barrier_wait(&barrier);
    call_plugin(plugin);
    require(dlclose(plugin) == 0, "cannot unload");
    require(dlopen(arguments[1], RTLD_NOLOAD | RTLD_NOW) == NULL, "still loaded");
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
  }
  return 0;
}
#endif
