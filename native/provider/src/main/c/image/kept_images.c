#include "image/kept_images.h"

#include <errno.h>
#include <stdlib.h>

#include "shared/error.h"

enum { KEPT = 256 /* unless more are in use */ };

static struct kept **kept;
static int count;
static uint64_t uses;

static void kept_free(struct kept *entry) {
  if (entry->image) {
    image_free(entry->image);
  }
  free(entry);
}

int kept_are_many(void) {
  return count > KEPT;
}

/* Finds a place for another image: a new one, or the place of the unused one that was used least recently. */
static struct kept **kept_place(void) {
  struct kept **oldest = NULL;
  for (int i = 0; i < count && count >= KEPT; i++) {
    if (!kept[i]->users && (!oldest || kept[i]->used < (*oldest)->used)) {
      oldest = &kept[i];
    }
  }
  if (oldest) {
    kept_free(*oldest);
    return oldest;
  }
  kept = realloc(kept, (size_t)(count + 1) * sizeof *kept);
  if (!kept) {
    abort();
  }
  return &kept[count++];
}

static int64_t changed_ns(const struct stat *facts) {
  return facts->st_mtim.tv_sec * 1000000000ll + facts->st_mtim.tv_nsec;
}

static int is_of(const struct kept *entry, const struct stat *facts) {
  return entry->device == facts->st_dev && entry->inode == facts->st_ino;
}

static int is_as_read(const struct kept *entry, const struct stat *facts) {
  return entry->size == (uint64_t)facts->st_size && entry->changed_ns == changed_ns(facts);
}

int kept_is_outdated(const struct kept *entry, const struct stat *file) {
  return is_of(entry, file) && !is_as_read(entry, file);
}

static struct kept *kept_find(const struct stat *facts) {
  for (int i = 0; i < count; i++) {
    if (is_of(kept[i], facts) && is_as_read(kept[i], facts)) {
      return kept[i];
    }
  }
  return NULL;
}

struct kept *kept_open(int fd, struct fg_error *error) {
  struct stat facts;
  if (fstat(fd, &facts) || !S_ISREG(facts.st_mode)) {
    fail(error, FG_E_SYSTEM, errno, "a mapped file cannot be read");
    return NULL;
  }
  struct kept *entry = kept_find(&facts);
  if (!entry) {
    entry = calloc(1, sizeof *entry);
    if (!entry) {
      abort();
    }
    *kept_place() = entry;
    entry->device = facts.st_dev;
    entry->inode = facts.st_ino;
    entry->size = (uint64_t)facts.st_size;
    entry->changed_ns = changed_ns(&facts);
    if (image_read(fd, "/usr/lib/debug", &entry->image, &entry->error)) {
      entry->image = NULL;
    }
  }
  entry->users++;
  entry->used = ++uses;
  return entry;
}
