/* The memory shared with a process. The process may write anything to it. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/target.h"

static void fill_header(struct target *target, struct fg_shm_header *header) {
  header->magic = FG_SHM_MAGIC;
  header->version = FG_SHM_VERSION;
  header->header_size = sizeof *header;
  header->size = FG_SHM_SIZE;
  header->regions = FG_REGIONS;
  header->threads = FG_THREADS;
  header->records = FG_RECORDS;
  header->record_size = sizeof(struct fg_shm_record);
  header->regions_at = FG_REGIONS_AT;
  header->threads_at = FG_THREADS_AT;
  header->records_at = FG_RECORDS_AT;
  header->tsc_hz = host.tsc_hz;
  header->tsc0 = host.tsc0;
  header->unix0_ns = host.unix0_ns;
  header->start_ticks = target->start_ticks;
  header->pid = target->pid;
}

/* Gives a new file its size and its seals, and checks that it has them: nobody can make it smaller
   under a reader. */
static int seal(int descriptor) {
  enum { SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL };
  struct stat facts;
  return ftruncate(descriptor, (off_t)FG_SHM_SIZE) || fchmod(descriptor, 0600) ||
         fcntl(descriptor, F_ADD_SEALS, SEALS) ||
         (fcntl(descriptor, F_GET_SEALS) & SEALS) != SEALS || fstat(descriptor, &facts) ||
         facts.st_size != (off_t)FG_SHM_SIZE;
}

/* Takes over an empty memfd; its descriptor then belongs to the target, or is closed on failure. */
int32_t memory_adopt(struct target *target, int descriptor, struct fg_error *error) {
  void *at = seal(descriptor)
                 ? MAP_FAILED
                 : mmap(NULL, FG_SHM_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (at == MAP_FAILED) {
    int why = errno;
    close(descriptor);
    return fail(error, FG_E_SYSTEM, why, "the shared memory of process %d could not be set up: %s",
                target->pid, strerror(why));
  }
  target->memory = descriptor;
  target->header = at;
  fill_header(target, target->header);
  return FG_OK;
}

struct fg_shm_region *memory_region(struct target *target, int32_t region) {
  return (struct fg_shm_region *)((char *)target->header + sizeof *target->header) + region;
}

uint64_t memory_calls(struct target *target, uint64_t *calls) {
  uint32_t used = __atomic_load_n(&target->header->used_records, __ATOMIC_ACQUIRE);
  const struct fg_shm_record *record =
      (const struct fg_shm_record *)((char *)target->header + FG_RECORDS_AT);
  used = used > FG_RECORDS ? FG_RECORDS : used;
  memset(calls, 0, FG_REGIONS * sizeof *calls);
  uint64_t all = 0;
  for (uint32_t i = 0; i < used; i++) {
    uint32_t region = __atomic_load_n(&record[i].region, __ATOMIC_RELAXED);
    uint64_t count = __atomic_load_n(&record[i].count, __ATOMIC_RELAXED);
    if (region < FG_REGIONS) {
      calls[region] += count;
      all += count;
    }
  }
  return all;
}

void memory_readings(struct target *target, uint64_t *readings) {
  uint32_t used = __atomic_load_n(&target->header->used_records, __ATOMIC_ACQUIRE);
  const char *at = (const char *)target->header;
  const struct fg_shm_record *record = (const struct fg_shm_record *)(at + FG_RECORDS_AT);
  const struct fg_shm_counts *counts = (const struct fg_shm_counts *)(at + FG_COUNTS_AT);
  used = used > FG_RECORDS ? FG_RECORDS : used;
  memset(readings, 0, FG_REGIONS * sizeof *readings);
  for (uint32_t i = 0; i < used; i++) {
    uint32_t region = __atomic_load_n(&record[i].region, __ATOMIC_RELAXED);
    uint64_t most = __atomic_load_n(&record[i].cpu_count, __ATOMIC_RELAXED);
    for (uint32_t k = 0; k < FG_COUNTERS; k++) {
      uint64_t calls = __atomic_load_n(&counts[i].of[k].calls, __ATOMIC_RELAXED);
      most = calls > most ? calls : most;
    }
    if (region < FG_REGIONS) {
      readings[region] += most;
    }
  }
}

/* Bytes of records from which it is worth stopping a thread to free the memory. */
enum { MUCH = 1 << 20 };

int memory_is_large(const struct target *target) {
  uint64_t record = sizeof(struct fg_shm_record) + sizeof(struct fg_shm_counts);
  return target->agent && target->switched &&
         __atomic_load_n(&target->header->used_records, __ATOMIC_RELAXED) * record > MUCH;
}

void memory_give_back(struct target *target) {
  struct room none = {0, 0};
  struct fg_error ignored;
  int64_t stop_ns;
  if (memory_is_large(target)) {
    target->gives_back = 1;
    inject(target, &none, 0, &stop_ns, &ignored);
  }
}

void memory_close(struct target *target) {
  if (target->header) {
    munmap(target->header, FG_SHM_SIZE);
  }
  if (target->memory >= 0) {
    close(target->memory);
  }
  target->header = NULL;
  target->memory = -1;
}
