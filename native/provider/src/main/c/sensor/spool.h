/* Writes to a process piece by piece. Adjacent pieces are written together, because each write is a system
   call. */
#ifndef FLOWGAUGE_SPOOL_H
#define FLOWGAUGE_SPOOL_H

#include "engine/target.h"

struct spool {
  struct target *target;
  uint64_t at; /* of the first byte */
  uint32_t used;
  int failed; /* errno of the first piece that could not be written */
  uint8_t bytes[16384];
};

void spool_put(struct spool *spool, uint64_t address, const void *bytes, uint32_t size);

/* Writes the remaining bytes. */
void spool_end(struct spool *spool);

#endif
