/*
 * A family of processes. Each process calls leaf as often as asked, says so by one byte in a file, and does
 * what the first letter of its word says, with the rest of the word as the next one's:
 *
 *   f forks   e becomes the program anew   s posix_spawn   v vfork, then exec   t forks in another thread
 *   p stops, and is sent on by a child of its own   a raises a signal that it handles
 *   i waits in a call that the signal of a child's end, which it ignores, must not cut short
 *   d forks, and ends at once, so that the child loses its parent
 *
 * family FILE CALLS WORD
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char **arguments;
static volatile long sink;
static volatile sig_atomic_t raised;

__attribute__((noinline)) void leaf(long value) { sink += value * 3; }

static void live(const char *word);

static void work(void) {
  int file = open(arguments[1], O_WRONLY | O_APPEND | O_CREAT, 0600);
  for (long i = 0; i < atol(arguments[2]); i++) {
    leaf(i);
  }
  if (write(file, "x", 1) != 1) {
    _exit(9);
  }
  close(file);
}

/* Passes on a child's status, so that the first process's status stands for all. */
static void await(pid_t child) {
  int status;
  if (child < 0 || waitpid(child, &status, 0) != child || status) {
    _exit(8);
  }
}

static char **anew(const char *word) {
  static char *all[5];
  all[0] = arguments[0];
  all[1] = arguments[1];
  all[2] = arguments[2];
  all[3] = (char *)word;
  return all;
}

static pid_t child_with(const char *word) {
  pid_t child = fork();
  if (child == 0) {
    work();
    live(word);
    _exit(0);
  }
  return child;
}

static void *fork_there(void *word) {
  await(child_with(word));
  return NULL;
}

static void on_signal(int signal) { raised += signal == SIGUSR1; }

static void stop_and_go_on(void) {
  pid_t self = getpid(), child = fork();
  if (child == 0) {
    char state[64] = "", name[64];
    snprintf(name, sizeof name, "/proc/%d/stat", self);
    for (int i = 0; i < 5000 && state[0] != 'T' && state[0] != 't'; i++) {
      FILE *file = fopen(name, "r");
      if (file && fscanf(file, "%*d %*s %60s", state) != 1) {
        _exit(7);
      }
      if (file) {
        fclose(file);
      }
      usleep(1000);
    }
    kill(self, SIGCONT);
    _exit(0);
  }
  raise(SIGSTOP);
  await(child);
}

static void wait_while_child_ends(void) {
  struct epoll_event event;
  int events = epoll_create1(EPOLL_CLOEXEC);
  pid_t child = fork();
  if (child == 0) {
    usleep(50000);
    _exit(0);
  }
  if (epoll_wait(events, &event, 1, 200) != 0) {
    perror("epoll_wait");
    _exit(10);
  }
  close(events);
  await(child);
}

static void live(const char *word) {
  pid_t child = 0;
  pthread_t thread;
  switch (*word) {
    case 'f': await(child_with(word + 1)); break;
    case 'e': execve("/proc/self/exe", anew(word + 1), environ); _exit(6);
    case 's':
      if (posix_spawn(&child, "/proc/self/exe", NULL, NULL, anew(word + 1), environ)) {
        _exit(5);
      }
      await(child);
      break;
    case 'v':
      child = vfork();
      if (child == 0) {
        execve("/proc/self/exe", anew(word + 1), environ);
        _exit(4);
      }
      await(child);
      break;
    case 't':
      if (pthread_create(&thread, NULL, fork_there, (void *)(word + 1)) || pthread_join(thread, NULL)) {
        _exit(3);
      }
      break;
    case 'p':
      stop_and_go_on();
      live(word + 1);
      break;
    case 'a':
      signal(SIGUSR1, on_signal);
      raise(SIGUSR1);
      if (raised != 1) {
        _exit(2);
      }
      raised = 0;
      live(word + 1);
      break;
    case 'i':
      wait_while_child_ends();
      live(word + 1);
      break;
    case 'd':
      child_with(word + 1);
      break;
    default: break;
  }
}

int main(int argc, char **argv) {
  if (argc != 4) {
    return 1;
  }
  arguments = argv;
  work();
  live(argv[3]);
  return 0;
}
