/* Fills the memory files that a process makes for the agent. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inject/injection.h"

enum { SEAL_EXEC = 0x20 /* F_SEAL_EXEC of newer headers */ };

/* Opens a memfd of the process, and makes sure that it is an empty memfd without a name that can be sealed,
   so that no other file of the process is ever written. -1 if it is not. */
static int open_memory_file(struct target *target, int64_t descriptor) {
  char name[64];
  struct stat facts;
  snprintf(name, sizeof name, "/proc/%d/fd/%d", target->pid, (int)descriptor);
  int path = open(name, O_PATH | O_CLOEXEC);
  int ok = path >= 0 && !fstat(path, &facts) && S_ISREG(facts.st_mode) && facts.st_nlink == 0 &&
           facts.st_size == 0;
  if (!ok) {
    if (path >= 0) {
      close(path);
    }
    return -1;
  }
  snprintf(name, sizeof name, "/proc/self/fd/%d", path);
  int fd = open(name, O_RDWR | O_CLOEXEC);
  close(path);
  if (fd >= 0 && (fcntl(fd, F_GET_SEALS) & ~SEAL_EXEC) != 0) {
    close(fd);
    return -1;
  }
  return fd;
}

/* Writes the place of the mark into the code, which addresses it directly, before the file is mapped. */
static int put_marks(const struct target *target, int fd, uint64_t mark_at) {
  uint32_t place = (uint32_t)mark_at;
  for (int i = 0; i < 2; i++) {
    if (pwrite(fd, &place, sizeof place, target->head.mark_at[i]) != sizeof place) {
      return -1;
    }
  }
  return 0;
}

int32_t fill_agent(struct injection *injection, int64_t descriptor, struct fg_error *error) {
  struct target *target = injection->target;
  uint64_t mark_at = injection->order.mark_at;
  uint32_t contexts = injection->order.contexts;
  size_t size = (size_t)(agent_image_end - agent_image);
  int fd = open_memory_file(target, descriptor);
  int64_t written = fd < 0 ? -1 : write(fd, agent_image, size);
  int failed = written != (int64_t)size || put_marks(target, fd, mark_at) ||
               ftruncate(fd, AGENT_TEXT_SIZE + (off_t)contexts * AGENT_CONTEXT_SIZE);
  int why = errno;
  if (fd >= 0) {
    close(fd);
  }
  if (failed) {
    return fail(error, FG_E_SYSTEM, why, "the agent's file in process %d cannot be written: %s",
                target->pid, strerror(why));
  }
  return FG_OK;
}

int32_t fill_memory(struct target *target, int64_t descriptor, struct fg_error *error) {
  int fd = open_memory_file(target, descriptor);
  if (fd < 0) {
    return fail(error, FG_E_SYSTEM, errno, "the shared memory of process %d cannot be opened",
                target->pid);
  }
  return memory_adopt(target, fd, error);
}
