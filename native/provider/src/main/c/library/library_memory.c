/* The memory shared with a process, which stays readable after the helper or the process has ended. */
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "library/library.h"

/* Whether a descriptor may be mapped: it has the right size, and cannot become shorter. */
static int is_sound(int fd) {
  struct stat status;
  int seals = fcntl(fd, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK) && fstat(fd, &status) == 0 &&
         (uint64_t)status.st_size == FG_SHM_SIZE;
}

/* Asks for the shared memory once. The handle keeps its descriptor and first page. */
static int32_t ensure_memory(struct handle *handle, struct fg_error *error) {
  pthread_mutex_lock(&handle_lock);
  int known = handle->memory >= 0;
  pthread_mutex_unlock(&handle_lock);
  if (known) {
    return FG_OK;
  }
  struct reply reply;
  int32_t code = session_ask(handle->number, (struct request){.call = CALL_MEMORY}, NULL, 0, &reply, error);
  void *page = MAP_FAILED;
  if (code == FG_OK && reply.fd >= 0 && is_sound(reply.fd)) {
    page = mmap(NULL, sizeof *handle->header, PROT_READ | PROT_WRITE, MAP_SHARED, reply.fd, 0);
  }
  if (code == FG_OK && page == MAP_FAILED) {
    code = fail(error, FG_E_HELPER, 0, "the helper did not send valid shared memory");
  }
  pthread_mutex_lock(&handle_lock);
  if (code == FG_OK && handle->memory < 0) {
    handle->memory = reply.fd;
    handle->header = page;
    reply.fd = -1;
    page = MAP_FAILED;
  }
  pthread_mutex_unlock(&handle_lock);
  if (page != MAP_FAILED) {
    munmap(page, sizeof *handle->header);
  }
  reply_drop(&reply);
  return code;
}

int32_t fg_map(int64_t number, int64_t *size, char *path, int32_t capacity, struct fg_error *error) {
  if (size == NULL || path == NULL || capacity < 32) {
    return bad_argument(error, "size must not be NULL, and path have 32 bytes");
  }
  struct handle *handle = handle_take(number);
  if (handle == NULL) {
    return bad_argument(error, "the handle is not open");
  }
  int32_t code = ensure_memory(handle, error);
  if (code == FG_OK) {
    *size = (int64_t)FG_SHM_SIZE;
    snprintf(path, (size_t)capacity, "/proc/self/fd/%d", handle->memory);
    succeed(error);
  }
  handle_give_back(handle);
  return code;
}

static void wait_for(struct handle *handle, uint32_t regions, int64_t deadline) {
  uint32_t *dirty = &handle->header->dirty;
  while (!atomic_load(&handle->closed)) {
    uint32_t now = __atomic_load_n(dirty, __ATOMIC_ACQUIRE);
    int64_t left = deadline - library_now_ns();
    if (now >= regions || left <= 0) {
      return;
    }
    struct timespec longest = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
    syscall(SYS_futex, dirty, FUTEX_WAIT, now, &longest, NULL, 0);
  }
}

/* Begins the next flush. The count is reset before the flush number increases, so that an update in between
   is counted once too often rather than not at all. */
static int32_t next_flush(struct fg_shm_header *header) {
  uint32_t dirty = __atomic_exchange_n(&header->dirty, 0, __ATOMIC_ACQ_REL);
  __atomic_add_fetch(&header->flush, 1, __ATOMIC_ACQ_REL);
  return dirty > INT32_MAX ? INT32_MAX : (int32_t)dirty;
}

int32_t fg_wait(int64_t number, int32_t regions, int32_t timeout_ms, int32_t *dirty,
                struct fg_error *error) {
  if (regions < 1 || timeout_ms < 0 || dirty == NULL) {
    return bad_argument(error, "regions must be 1 or more, the time 0 or more, dirty not NULL");
  }
  struct handle *handle = handle_take(number);
  if (handle == NULL) {
    return bad_argument(error, "the handle is not open");
  }
  int32_t code = ensure_memory(handle, error);
  if (code == FG_OK) {
    __atomic_store_n(&handle->header->wake_at, (uint32_t)regions, __ATOMIC_RELEASE);
    wait_for(handle, (uint32_t)regions, library_now_ns() + timeout_ms * 1000000ll);
    *dirty = next_flush(handle->header);
    succeed(error);
  }
  handle_give_back(handle);
  return code;
}
