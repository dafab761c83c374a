/* The private part of an image. */
#ifndef FLOWGAUGE_IMAGE_MEMORY_H
#define FLOWGAUGE_IMAGE_MEMORY_H

#include "image/image.h"
#include "image/image_found.h"

struct image_range {
  uint64_t begin, end;
};

/* A displacement, and where it leads. */
struct image_branch {
  uint64_t target, place;
};

struct image_memory {
  int fd;                      /* a duplicate, closed when all code has been read; -1 */
  struct found_list found;     /* owns the names */
  char *hex_names;             /* of functions without symbols */
  char *plains;                /* demangled names */
  uint64_t *code_offsets;      /* of image.code, in the file */
  uint8_t **code_bytes;        /* owned; NULL until they are wanted */
  struct image_range *ranges;  /* where there is code: sections, or segments if there are no sections */
  size_t range_count;
  uint64_t *starts;            /* sorted: addresses where code begins, functions or not */
  size_t start_count;
  struct image_branch *branches; /* sorted: possible branches to the middle of another function */
  size_t branch_count, branch_capacity;
  uint64_t *unwinders;         /* sorted: functions that belong to an unwinder */
  size_t unwinder_count;
  int is_searched, is_unknown; /* unknown: the search failed, so everything may be a target */
  uint64_t finder;             /* gcc's _Unwind_Find_FDE, 0 if it was not found */
  int has_unwinders, has_finder; /* whether they have been searched for */
};

/* Read the executable segments, whose bytes are read on first use, and the ranges that contain code. Both
   return 0 if there is no memory. */
int image_read_code(struct image *image, const struct image_file *file);
int image_read_ranges(struct image *image, const struct image_file *file);
const struct image_range *image_range_at(const struct image_memory *memory, uint64_t address);

/* Make the starts and the functions from the items found; 0 if there is no memory. */
int image_read_starts(struct image_memory *memory);
int image_read_functions(struct image *image);

/* Returns the index of the first sorted address that is greater; count if none is. */
size_t image_first_above(const uint64_t *sorted, size_t count, uint64_t address);

#endif
