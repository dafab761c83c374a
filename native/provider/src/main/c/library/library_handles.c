/* The handles by which callers of the library name open processes. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "library/library.h"

pthread_mutex_t handle_lock = PTHREAD_MUTEX_INITIALIZER;
static struct handle *handles;
static int64_t last_number;

struct handle *handle_take(int64_t number) {
  pthread_mutex_lock(&handle_lock);
  struct handle *handle = handles;
  while (handle != NULL && handle->number != number) {
    handle = handle->next;
  }
  if (handle != NULL) {
    handle->users++;
  }
  pthread_mutex_unlock(&handle_lock);
  return handle;
}

void handle_give_back(struct handle *handle) {
  pthread_mutex_lock(&handle_lock);
  int left = --handle->users;
  pthread_mutex_unlock(&handle_lock);
  if (left == 0) {
    if (handle->header != NULL) {
      munmap(handle->header, sizeof *handle->header);
    }
    if (handle->memory >= 0) {
      close(handle->memory);
    }
    if (handle->programs >= 0) {
      close(handle->programs);
    }
    free(handle);
  }
}

int64_t handle_list(struct handle *handle) {
  pthread_mutex_lock(&handle_lock);
  handle->number = ++last_number;
  handle->users = 1;
  handle->next = handles;
  handles = handle;
  pthread_mutex_unlock(&handle_lock);
  return handle->number;
}

int handle_unlist(const struct handle *handle) {
  pthread_mutex_lock(&handle_lock);
  struct handle **at = &handles;
  while (*at != NULL && *at != handle) {
    at = &(*at)->next;
  }
  int found = *at != NULL;
  if (found) {
    *at = handle->next;
  }
  pthread_mutex_unlock(&handle_lock);
  return found;
}

void handle_forget_all(void) {
  pthread_mutex_init(&handle_lock, NULL);
  handles = NULL;
}
