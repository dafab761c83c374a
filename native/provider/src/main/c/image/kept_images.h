/* Images of files, shared between processes and kept for the next attach, because reading a large file takes
   milliseconds. */
#ifndef FLOWGAUGE_KEPT_IMAGES_H
#define FLOWGAUGE_KEPT_IMAGES_H

#include <sys/stat.h>

#include "image/image.h"

struct kept {
  uint64_t device, inode, size;
  int64_t changed_ns;
  struct image *image;
  struct fg_error error; /* why there is no image */
  int32_t users, demangled;
  uint64_t used; /* the time of the last use, as a count */
};

/* Returns the image of an open file, with one more user; the caller decrements users when it no longer needs
   the image. NULL with the reason if the file cannot be read; an entry without an image if the file is
   malformed. */
struct kept *kept_open(int fd, struct fg_error *error);

/* Whether more images are or have been in use than are kept without users. */
int kept_are_many(void);

/* Whether a file has been written to since it was read. */
int kept_is_outdated(const struct kept *entry, const struct stat *file);

#endif
