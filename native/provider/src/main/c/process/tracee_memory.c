/* The memory of a process that is being changed. */
#include <errno.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "process/tracee.h"

int tracee_read(const struct tracee *tracee, uint64_t address, void *bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t got = pread(tracee->memory, (char *)bytes + done, size - done, (off_t)(address + done));
    if (got <= 0) {
      if (got == 0) {
        errno = EIO;
      }
      return -1;
    }
    done += (size_t)got;
  }
  return 0;
}

size_t tracee_read_some(const struct tracee *tracee, uint64_t address, void *bytes, size_t size) {
  ssize_t got = pread(tracee->memory, bytes, size, (off_t)address);
  return got < 0 ? 0 : (size_t)got;
}

/* Writes word by word, for kernels that do not allow writing through /proc/PID/mem to memory that the
   process may not write. */
static int poke(const struct tracee *tracee, uint64_t address, const void *bytes, size_t size) {
  if (tracee->count == 0) {
    errno = EIO;
    return -1;
  }
  for (size_t done = 0; done < size;) {
    uint64_t at = (address + done) & ~7ull, word;
    size_t skip = (address + done) - at, length = 8 - skip < size - done ? 8 - skip : size - done;
    if (tracee_read(tracee, at, &word, 8)) {
      return -1;
    }
    uint64_t before = word;
    memcpy((char *)&word + skip, (const char *)bytes + done, length);
    if (word != before && ptrace(PTRACE_POKETEXT, tracee->threads[0], at, word)) {
      return -1;
    }
    done += length;
  }
  return 0;
}

int tracee_write(const struct tracee *tracee, uint64_t address, const void *bytes, size_t size) {
  ssize_t written = pwrite(tracee->memory, bytes, size, (off_t)address);
  if (written == (ssize_t)size) {
    return 0;
  }
  return poke(tracee, address, bytes, size);
}
