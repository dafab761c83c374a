/* Separate debug files: where the symbols of a stripped file may be. */
#ifndef FLOWGAUGE_IMAGE_DEBUG_H
#define FLOWGAUGE_IMAGE_DEBUG_H

#include "image/image_file.h"

struct build_id {
  uint8_t bytes[20];
  uint32_t length; /* 0: none */
};

/* The contents of the notes. */
struct image_notes {
  struct build_id id;
  int is_go, has_shadow_stack;
};

void image_notes_read(const struct image_file *file, struct image_notes *notes);

/* Opens the debug file of a file: by build id below root, else by its debug link next to the file, in .debug
   there, or below root. Only a regular file with the same build id, or the check sum of the link, is
   accepted. Returns a descriptor, or -1. */
int image_debug_open(const struct image_file *file, const struct build_id *id, const char *root);

#endif
