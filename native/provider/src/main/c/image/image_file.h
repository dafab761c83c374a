/* Bounded access to an ELF64 file: what it says about itself is compared with its size first. */
#ifndef FLOWGAUGE_IMAGE_FILE_H
#define FLOWGAUGE_IMAGE_FILE_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

#include "shared/error.h"

struct image_file {
  int fd; /* the caller's */
  uint64_t size;
  Elf64_Ehdr header;
  Elf64_Phdr *segments;
  size_t segment_count;
  Elf64_Shdr *sections; /* none if they are missing or do not fit into the file */
  size_t section_count;
  char *names; /* of the sections, names_size bytes and a 0 */
  size_t names_size;
};

/* Reads the headers. A 32-bit file or one of another machine has a header and nothing else. */
int32_t image_file_open(int fd, struct image_file *file, struct fg_error *error);
void image_file_close(struct image_file *file);

int image_file_is_native(const struct image_file *file);

/* size bytes from an offset on, and a 0 behind them; NULL if they are not in the file, more than the
   limit, or there is no memory for them. The caller frees them. */
void *image_file_read(const struct image_file *file, uint64_t offset, uint64_t size, uint64_t limit);

/* Reads as many bytes as there are; returns how many. */
size_t image_file_fill(int fd, void *bytes, size_t size, uint64_t offset);

const char *image_section_name(const struct image_file *file, const Elf64_Shdr *section);
const Elf64_Shdr *image_section(const struct image_file *file, const char *name);
const Elf64_Shdr *image_section_of_type(const struct image_file *file, uint32_t type);

/* The bytes of a section that has some in the file; NULL if none or too many. */
void *image_section_read(const struct image_file *file, const Elf64_Shdr *section, uint64_t limit);

/* The first segment of a type, or NULL. */
const Elf64_Phdr *image_segment_of_type(const struct image_file *file, uint32_t type);

/* The loaded segment an address is in, or NULL. */
const Elf64_Phdr *image_segment_at(const struct image_file *file, uint64_t address);

/* Whether a segment is loaded and its addresses and file contents make sense. */
int image_segment_is_loaded(const struct image_file *file, const Elf64_Phdr *segment);

#endif
