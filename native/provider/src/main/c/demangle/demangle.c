/*
 * Plain names of an image's functions. C++'s are made by the C++ library of this host, where there is
 * one: in a child process, because a hostile name may make it crash, take all memory, or never end.
 */
#define _GNU_SOURCE 1

#include "demangle/demangle.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "image/image_memory.h"

#define LONGEST_PLAIN 16384
#define MOST_PLAIN_BYTES (256u << 20)
#define SHARED_BYTES (32u << 20) /* answers of one child; when they are full, the next child continues */
#define CHILD_MEMORY (512ull << 20)
#define MOST_CHILDREN 64
#define PATIENCE_MS 300      /* for one name */
#define ALL_PATIENCE_MS 8000 /* for all names of an image */
#define NO_LIBRARY 3

typedef char *demangler(const char *name, char *output, size_t *length, int *status);

/* Written by the child, read by the parent: answers one after another, each a function's number,
   a length, and that many bytes. */
struct shared {
  volatile uint32_t next; /* number of the function in work, or the number of functions at the end */
  volatile uint32_t used; /* of answers */
  char answers[SHARED_BYTES];
};

/* Plain names while they are collected; they move, so their places are kept as numbers. */
struct plains {
  char *bytes;
  size_t used, size;
  size_t *places; /* by function; 0: none. Place 0 is not used. */
};

static int keep_plain(struct plains *plains, size_t function, const char *plain, size_t length) {
  if (plains->used + length + 1 > plains->size) {
    size_t size = plains->size * 2 + length + 4096;
    char *bytes = size > MOST_PLAIN_BYTES ? NULL : realloc(plains->bytes, size);
    if (bytes == NULL) {
      return 0;
    }
    plains->bytes = bytes;
    plains->size = size;
  }
  plains->places[function] = plains->used;
  memcpy(plains->bytes + plains->used, plain, length);
  plains->bytes[plains->used + length] = 0;
  plains->used += length + 1;
  return 1;
}

static int is_cxx(const char *name) { return name[0] == '_' && name[1] == 'Z'; }

static int plain_of(const char *name, char *plain, size_t size) {
  if (name[0] != '_') {
    return 0;
  }
  switch (name[1]) {
  case 'Z':
    return demangle_rust_legacy(name, plain, size);
  case 'R':
    return demangle_rust_v0(name, plain, size);
  case '_':
    return demangle_fortran(name, plain, size);
  default:
    return 0;
  }
}

/* Returns whether names for the child are left. */
static int demangle_own(const struct image *image, struct plains *plains) {
  static char plain[LONGEST_PLAIN];
  int has_cxx = 0;

  for (size_t i = 0; i < image->function_count; i++) {
    const char *name = image->functions[i].name;
    int length = plain_of(name, plain, sizeof plain);
    if (length > 0) {
      keep_plain(plains, i, plain, (size_t)length);
    } else {
      has_cxx |= is_cxx(name);
    }
  }
  return has_cxx;
}

/* Limits the child's memory to CHILD_MEMORY more than the parent has, prevents core files, and lets the child
   die with its parent. */
static void limit_child(pid_t parent) {
  unsigned long long pages = 0;
  FILE *statm = fopen("/proc/self/statm", "r");

  if (statm == NULL || fscanf(statm, "%llu", &pages) != 1) {
    _exit(NO_LIBRARY);
  }
  fclose(statm);
  rlim_t memory = pages * (unsigned long long)sysconf(_SC_PAGESIZE) + CHILD_MEMORY;
  setrlimit(RLIMIT_AS, &(struct rlimit){memory, memory});
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) { /* the parent has already died */
    _exit(NO_LIBRARY);
  }
  for (int number = 1; number < 32; number++) {
    signal(number, SIG_DFL);
  }
}

static demangler *find_demangler(void) {
  static const char *const libraries[] = {"libstdc++.so.6", "libc++abi.so.1", "libc++abi.so"};
  void *found = NULL;

  for (size_t i = 0; i < sizeof libraries / sizeof *libraries && found == NULL; i++) {
    void *library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
    found = library == NULL ? NULL : dlsym(library, "__cxa_demangle");
  }
  demangler *function = NULL;
  memcpy(&function, &found, sizeof function);
  return function;
}

/* Returns 0 if there is no room left. */
static int answer(struct shared *shared, uint32_t function, const char *plain) {
  size_t length = strnlen(plain, LONGEST_PLAIN);
  uint32_t head[2] = {function, (uint32_t)length};

  if (length == LONGEST_PLAIN) {
    return 1;
  }
  if (sizeof head + length > SHARED_BYTES - shared->used) {
    return 0;
  }
  memcpy(shared->answers + shared->used, head, sizeof head);
  memcpy(shared->answers + shared->used + sizeof head, plain, length);
  shared->used += (uint32_t)(sizeof head + length);
  return 1;
}

static _Noreturn void run_child(pid_t parent, const struct image *image, const struct plains *plains,
                                struct shared *shared) {
  limit_child(parent);
  demangler *demangle = find_demangler();
  if (demangle == NULL) {
    _exit(NO_LIBRARY);
  }
  for (uint32_t i = shared->next; i < image->function_count; i++) {
    int status = 0;
    shared->next = i;
    if (!is_cxx(image->functions[i].name) || plains->places[i] != 0) {
      continue;
    }
    char *plain = demangle(image->functions[i].name, NULL, NULL, &status);
    if (plain != NULL && !answer(shared, i, plain)) {
      _exit(0);
    }
    free(plain);
  }
  shared->next = (uint32_t)image->function_count;
  _exit(0);
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Returns a descriptor that becomes readable when the child ends; -1 on kernels before 5.3, where only the
   timeout ends a wait. */
static int open_pid(pid_t child) { return (int)syscall(SYS_pidfd_open, child, 0); }

static int has_ended(pid_t child, int *status) { return waitpid(child, status, WNOHANG) != 0; }

/* Waits for a child, and kills it if it takes too long for one name or for all. Returns its wait status. */
static int await(pid_t child, const struct shared *shared, int64_t deadline) {
  struct pollfd end = {.fd = open_pid(child), .events = POLLIN};
  uint32_t last = shared->next;
  int64_t last_ms = now_ms();
  int status = 0;

  while (!has_ended(child, &status)) {
    int64_t now = now_ms();
    if (shared->next != last) {
      last = shared->next;
      last_ms = now;
    }
    if (now - last_ms > PATIENCE_MS || now > deadline) {
      kill(child, SIGKILL);
    }
    poll(&end, 1, end.fd < 0 ? 2 : PATIENCE_MS / 4);
  }
  if (end.fd >= 0) {
    close(end.fd);
  }
  return status;
}

/* Reads a child's answers. A malicious name may have taken over the child, so its answers are trusted no more
   than the file. */
static void take_answers(struct plains *plains, const struct shared *shared, size_t functions) {
  size_t used = shared->used < SHARED_BYTES ? shared->used : SHARED_BYTES;
  uint32_t head[2];

  for (size_t at = 0; used - at >= sizeof head;) {
    memcpy(head, shared->answers + at, sizeof head);
    at += sizeof head;
    if (head[0] >= functions || head[1] >= LONGEST_PLAIN || head[1] > used - at) {
      return;
    }
    if (head[1] > 0 && memchr(shared->answers + at, 0, head[1]) == NULL &&
        !keep_plain(plains, head[0], shared->answers + at, head[1])) {
      return;
    }
    at += head[1];
  }
}

/* Returns whether another child should continue at shared->next. */
static int demangle_in_child(const struct image *image, struct plains *plains, struct shared *shared,
                             int64_t deadline) {
  uint32_t first = shared->next;
  pid_t self = getpid(), child = fork();

  if (child < 0) {
    return 0;
  }
  if (child == 0) {
    run_child(self, image, plains, shared);
  }
  int status = await(child, shared, deadline);
  take_answers(plains, shared, image->function_count);
  shared->used = 0;
  if (shared->next < first || (WIFEXITED(status) && WEXITSTATUS(status) == NO_LIBRARY)) {
    return 0;
  }
  if (!WIFEXITED(status)) {
    shared->next++; /* the name that ended it */
  }
  return shared->next < image->function_count && now_ms() < deadline;
}

static void demangle_cxx(const struct image *image, struct plains *plains) {
  int64_t deadline = now_ms() + ALL_PATIENCE_MS;
  struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (shared == MAP_FAILED) {
    return;
  }
  for (int i = 0; i < MOST_CHILDREN && demangle_in_child(image, plains, shared, deadline); i++) {
  }
  munmap(shared, sizeof *shared);
}

void image_demangle(struct image *image) {
  struct image_memory *memory = image->memory;
  struct plains plains = {.used = 1};

  if (memory->plains != NULL || image->function_count >= UINT32_MAX) {
    return;
  }
  plains.places = calloc(image->function_count + 1, sizeof *plains.places);
  if (plains.places == NULL) {
    return;
  }
  if (demangle_own(image, &plains)) {
    demangle_cxx(image, &plains);
  }
  for (size_t i = 0; i < image->function_count; i++) {
    image->functions[i].plain = plains.places[i] == 0 ? NULL : plains.bytes + plains.places[i];
  }
  memory->plains = plains.bytes;
  free(plains.places);
}
