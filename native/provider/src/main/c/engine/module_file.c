#include "engine/module_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME = 400 };

/* The last copy of the vDSO. Most processes of a kernel have the same one, and with one file for all of them
   it is read as one image. */
static struct {
  int fd;
  size_t size;
  char *bytes;
} vdso = {.fd = -1};

static int write_vdso(const char *bytes, size_t size) {
  int fd = memfd_create("flowgauge-vdso", MFD_CLOEXEC);
  if (fd >= 0 && write(fd, bytes, size) != (ssize_t)size) {
    close(fd);
    fd = -1;
  }
  return fd;
}

/* Opens a copy of the vDSO, which is in no file. */
static int open_vdso(struct target *target, const struct mapping *mapping) {
  size_t size = mapping->high - mapping->low;
  char *bytes = malloc(size);
  if (!bytes || tracee_read(&target->tracee, mapping->low, bytes, size)) {
    free(bytes);
    return -1;
  }
  if (vdso.fd >= 0 && vdso.size == size && memcmp(vdso.bytes, bytes, size) == 0) {
    free(bytes);
  } else {
    if (vdso.fd >= 0) {
      close(vdso.fd);
    }
    free(vdso.bytes);
    vdso.fd = write_vdso(bytes, size);
    vdso.size = size;
    vdso.bytes = bytes;
  }
  return vdso.fd < 0 ? -1 : fcntl(vdso.fd, F_DUPFD_CLOEXEC, 0);
}

static int is_same(int fd, const struct mapping *mapping) {
  struct stat facts;
  return !fstat(fd, &facts) && facts.st_ino == mapping->inode && S_ISREG(facts.st_mode);
}

/* Builds the path of a file as the process sees it. */
static void name_file(const struct target *target, const struct mapping *mapping, char *name, size_t size) {
  snprintf(name, size, "/proc/%d/root%s", target->pid, mapping->path);
}

int module_file_is_outdated(const struct target *target, const struct kept *kept, const struct mapping *mapping) {
  char name[NAME];
  struct stat facts;
  name_file(target, mapping, name, sizeof name);
  return mapping->path[0] == '/' && !mapping->deleted && !stat(name, &facts) && kept_is_outdated(kept, &facts);
}

int module_file(struct target *target, const struct mapping *mapping) {
  char name[NAME];
  if (mapping->path[0] == '[') {
    return open_vdso(target, mapping);
  }
  name_file(target, mapping, name, sizeof name);
  int fd = mapping->deleted ? -1 : open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd >= 0 && is_same(fd, mapping)) {
    return fd;
  }
  if (fd >= 0) {
    close(fd);
  }
  snprintf(name, sizeof name, "/proc/%d/map_files/%lx-%lx", target->pid, mapping->low,
           mapping->high);
  return open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}
