#include "sensor/spool.h"

#include <errno.h>
#include <string.h>

void spool_end(struct spool *spool) {
  if (spool->used && tracee_write(&spool->target->tracee, spool->at, spool->bytes, spool->used) &&
      !spool->failed) {
    spool->failed = errno;
  }
  spool->used = 0;
}

void spool_put(struct spool *spool, uint64_t address, const void *bytes, uint32_t size) {
  if (address != spool->at + spool->used || spool->used + size > sizeof spool->bytes) {
    spool_end(spool);
    spool->at = address;
  }
  memcpy(spool->bytes + spool->used, bytes, size);
  spool->used += size;
}
