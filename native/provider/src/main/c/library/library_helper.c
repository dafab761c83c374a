/* The helper process. It is embedded and started from a memfd, so no file of it exists anywhere. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "library/library.h"

#define SOCKET_IN_HELPER 3
#define ABOVE_STANDARD 10 /* our own descriptors are no lower, so that dup2 to 3 overwrites none */

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010u
#endif

extern const unsigned char helper_image[], helper_image_end[];

int helper_socket = -1;
pid_t helper_pid;
uint64_t helper_session;

void helper_end(void) {
  if (helper_socket >= 0) {
    close(helper_socket);
    helper_socket = -1;
  }
  if (helper_pid > 0) {
    kill(helper_pid, SIGKILL);
    while (waitpid(helper_pid, NULL, 0) < 0 && errno == EINTR) {
    }
    helper_pid = 0;
  }
}

static int above_standard(int fd) {
  if (fd < 0 || fd >= ABOVE_STANDARD) {
    return fd;
  }
  int higher = fcntl(fd, F_DUPFD_CLOEXEC, ABOVE_STANDARD);
  int saved = errno;
  close(fd);
  errno = saved;
  return higher;
}

static int write_whole(int fd, const unsigned char *from, const unsigned char *end) {
  while (from < end) {
    ssize_t n = write(fd, from, (size_t)(end - from));
    if (n < 0 && errno != EINTR) {
      return 0;
    }
    from += n > 0 ? n : 0;
  }
  return 1;
}

/* Returns a descriptor of the helper program in memory; -1 with errno. */
static int helper_program(void) {
  int fd = memfd_create("flowgauge-helper", MFD_CLOEXEC | MFD_EXEC);
  if (fd < 0 && errno == EINVAL) { /* before Linux 6.3 */
    fd = memfd_create("flowgauge-helper", MFD_CLOEXEC);
  }
  fd = above_standard(fd);
  if (fd >= 0 && !write_whole(fd, helper_image, helper_image_end)) {
    int saved = errno;
    close(fd);
    errno = saved;
    return -1;
  }
  return fd;
}

/* Whether a variable of the host's environment would make the linker load a library into the helper, too. A
   program may need another malloc or another clock, but these must not affect the helper's measurements. */
static int is_for_linker(const char *variable) {
  return !strncmp(variable, "LD_PRELOAD=", 11) || !strncmp(variable, "LD_AUDIT=", 9);
}

/* Returns the host's environment without these variables, which the caller must free; NULL if there is no
   memory. */
static char **helper_environment(void) {
  size_t count = 0, kept = 0;
  while (environ && environ[count]) {
    count++;
  }
  char **variables = calloc(count + 1, sizeof *variables);
  for (size_t i = 0; variables && i < count && environ[i]; i++) {
    if (!is_for_linker(environ[i])) {
      variables[kept++] = environ[i];
    }
  }
  return variables;
}

static int spawn(int program, int end) {
  char path[40], parent[24];
  snprintf(path, sizeof path, "/proc/self/fd/%d", program);
  snprintf(parent, sizeof parent, "%d", (int)getpid());
  char *arguments[] = {(char[]){"flowgauge-helper"}, (char[]){"3"}, parent, NULL};
  char **environment = helper_environment();
  if (!environment) {
    return ENOMEM;
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, end, SOCKET_IN_HELPER);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &none);
  int failed = posix_spawn(&helper_pid, path, &actions, &attributes, arguments, environment);
  free(environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) {
    helper_pid = 0;
  }
  return failed;
}

static void limit_waiting(int socket) {
  struct timeval longest = {.tv_sec = ANSWER_SECONDS};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest);
}

static int32_t cannot_start(struct fg_error *error, int why, const char *step) {
  return fail(error, FG_E_HELPER, why,
              "the helper could not be started: %s failed (%s); it runs from memory, which "
              "vm.memfd_noexec=2, a seccomp filter or a missing /proc can forbid",
              step, strerror(why));
}

int32_t helper_start(struct fg_error *error) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return cannot_start(error, errno, "socketpair");
  }
  ends[0] = above_standard(ends[0]);
  ends[1] = above_standard(ends[1]);
  int program = helper_program();
  int why = errno;
  int failed = program < 0 || ends[0] < 0 || ends[1] < 0 ? -1 : spawn(program, ends[1]);
  if (program >= 0) {
    close(program);
  }
  if (ends[1] >= 0) {
    close(ends[1]);
  }
  if (failed != 0) {
    if (ends[0] >= 0) {
      close(ends[0]);
    }
    return cannot_start(error, failed < 0 ? why : failed, failed < 0 ? "memfd_create" : "execve");
  }
  helper_socket = ends[0];
  helper_session++;
  limit_waiting(helper_socket);
  return FG_OK;
}
