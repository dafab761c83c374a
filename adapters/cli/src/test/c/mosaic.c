/*
 * One step of an image mosaic. Called as "fg-project IN OUT ROUNDS", it reads an image, resamples it ROUNDS
 * times, and writes it. Called as "fg-add OUT ROUNDS IN...", it adds images up.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PIXELS (1 << 18)
#define BLOCK (1 << 14)

static double image[PIXELS], other[PIXELS];

static int transfer(int fd, int isWrite) {
  char *at = (char *)image, *end = at + sizeof image;
  while (at < end) {
    ssize_t n = isWrite ? write(fd, at, BLOCK) : read(fd, at, BLOCK);
    if (n <= 0) {
      return 0;
    }
    at += n;
  }
  return 1;
}

static int load(const char *name) {
  int fd = open(name, O_RDONLY);
  int ok = fd >= 0 && transfer(fd, 0);
  if (fd >= 0) {
    close(fd);
  }
  return ok;
}

static int store(const char *name) {
  int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  int ok = fd >= 0 && transfer(fd, 1) && fsync(fd) == 0;
  if (fd >= 0) {
    close(fd);
  }
  return ok;
}

__attribute__((noinline)) static void resample(double *to, const double *from) {
  for (long k = 1; k < PIXELS - 1; k++) {
    to[k] = 0.25 * from[k - 1] + 0.5 * from[k] + 0.25 * from[k + 1];
  }
}

static void project(int rounds) {
  for (int k = 0; k < rounds; k++) {
    resample(other, image);
    resample(image, other);
  }
}

int main(int argc, char **argv) {
  if (strstr(argv[0], "fg-project") != NULL && argc == 4) {
    if (!load(argv[1])) {
      return 1;
    }
    project(atoi(argv[3]));
    return store(argv[2]) ? 0 : 1;
  }
  if (strstr(argv[0], "fg-add") == NULL || argc < 4) {
    return 2;
  }
  static double sum[PIXELS];
  for (int k = 3; k < argc; k++) {
    if (!load(argv[k])) {
      return 1;
    }
    project(atoi(argv[2]));
    for (long p = 0; p < PIXELS; p++) {
      sum[p] += image[p];
    }
  }
  memcpy(image, sum, sizeof image);
  return store(argv[1]) ? 0 : 1;
}
