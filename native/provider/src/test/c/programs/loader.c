/* Loads a library, calls it, and unloads it; the library's path is in the environment variable PLUGIN, that
   of another library in OTHER. */
#define COUNTED(X) X(plugin_step) X(plugin_call) X(looks_up)
#include "target.h"

#include <dlfcn.h>

static void *library;
static uint64_t (*call)(uint64_t);
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

static void load(const char *path) {
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  call = library == NULL ? NULL : (uint64_t(*)(uint64_t))dlsym(library, "plugin_call");
  if (call == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(4);
  }
}

static void unload(void) {
  dlclose(library);
  library = NULL;
  call = NULL;
}

/* Looks up the definition after this program's own, which the linker finds by the caller's address. */
static KEEP void *looks_up(void) {
  void *next = dlsym(RTLD_NEXT, "atoi");
  BARRIER();
  return next;
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = (uint64_t)seed;
  void *atoi_is = dlsym(RTLD_DEFAULT, "atoi");
  for (long i = 0; i < rounds; i++) {
    pthread_mutex_lock(&loading);
    int loaded = library != NULL;
    if (!loaded) {
      load(getenv("PLUGIN"));
    }
    sum = call(sum);
    if (!loaded) {
      unload();
    }
    pthread_mutex_unlock(&loading);
    CHECK(looks_up() == atoi_is);
    ENDED(plugin_call), ENDED(plugin_step), ENDED(looks_up);
  }
  return sum;
}

static void prepare(void) {}

static int special(const char *command) {
  if (strcmp(command, "load") == 0) {
    load(getenv("PLUGIN"));
  } else if (strcmp(command, "other") == 0) {
    load(getenv("OTHER"));
  } else if (strcmp(command, "unload") == 0) {
    unload();
  } else {
    return 0;
  }
  return 1;
}

static void finish(void) {}
