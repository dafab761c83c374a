/* Images of files, shared between processes and kept for the next attach, as reading a large file takes
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
  uint64_t used; /* when, counted */
};

/* The image of an open file, used by one more; users goes down by one when it is not any more. NULL with
   the reason if the file cannot be read; an entry without an image if it makes no sense. */
struct kept *kept_open(int fd, struct fg_error *error);

/* Whether more are in use, or have been, than are kept without. */
int kept_are_many(void);

/* Whether a file has been written to since it was read. */
int kept_is_outdated(const struct kept *entry, const struct stat *file);

#endif
