/* For every line it reads, calls functions and prints the arguments that they get; "N" makes N threads call
   them a million times first. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline, noclone)) int64_t six(int a, unsigned b, int64_t c, int d, uint64_t e, short f) {
  __asm__ volatile("");
  return a + 10ll * b + 100ll * c + 1000ll * d + 10000ll * (int64_t)e + 100000ll * f;
}

__attribute__((noinline, noclone)) int pointed(const int *at, int other) {
  __asm__ volatile("");
  return (at ? *at : -1) + other;
}

/* The result does not depend on the last argument. */
__attribute__((noinline, noclone)) int64_t step(int64_t sum, int64_t k, int64_t unused) {
  __asm__ volatile("" : : "r"(unused));
  return sum * 31 + k;
}

static void *run(void *sum) {
  int64_t all = 0;
  for (int64_t k = 0; k < 1000000; k++) {
    all = step(all, k, 7);
  }
  *(int64_t *)sum = all;
  return NULL;
}

static int buffer(void) {
  int socket_fd = socket(AF_INET, SOCK_STREAM, 0), size = 8192;
  socklen_t length = sizeof size;
  setsockopt(socket_fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  getsockopt(socket_fd, SOL_SOCKET, SO_RCVBUF, &size, &length);
  close(socket_fd);
  return size;
}

int main(void) {
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    int threads = atoi(line);
    pthread_t all[64];
    int64_t sums[64] = {0}, sum = 0;
    for (int k = 0; k < threads && k < 64; k++) {
      pthread_create(&all[k], NULL, run, &sums[k]);
    }
    for (int k = 0; k < threads && k < 64; k++) {
      pthread_join(all[k], NULL);
      sum ^= sums[k] + k;
    }
    const int five = 5;
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      _exit((int)(six(1, 0, 0, 0, 0, 0) & 0x7f));
    }
    waitpid(child, &status, 0);
    printf("%lld %d %d %d %d %lld\n", (long long)six(1, 2, 3, 4, 5, 6), pointed(&five, 100), pointed(NULL, 100), buffer(),
           WEXITSTATUS(status), (long long)sum);
    fflush(stdout);
  }
  return 0;
}
