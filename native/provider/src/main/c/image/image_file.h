/* Bounded access to an ELF64 file: offsets and sizes in it are checked against its size before use. */
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
  Elf64_Shdr *sections; /* NULL if they are missing or do not fit into the file */
  size_t section_count;
  char *names; /* of the sections, names_size bytes and a 0 */
  size_t names_size;
};

/* Reads the headers. For a 32-bit file or one of another machine, only the header is read. */
int32_t image_file_open(int fd, struct image_file *file, struct fg_error *error);
void image_file_close(struct image_file *file);

int image_file_is_native(const struct image_file *file);

/* Returns size bytes from an offset on, followed by a 0; NULL if they are not in the file, are more than the
   limit, or there is no memory for them. The caller frees them. */
void *image_file_read(const struct image_file *file, uint64_t offset, uint64_t size, uint64_t limit);

/* Reads up to size bytes; returns how many there were. */
size_t image_file_fill(int fd, void *bytes, size_t size, uint64_t offset);

const char *image_section_name(const struct image_file *file, const Elf64_Shdr *section);
const Elf64_Shdr *image_section(const struct image_file *file, const char *name);
const Elf64_Shdr *image_section_of_type(const struct image_file *file, uint32_t type);

/* Returns the bytes of a section; NULL if it has none in the file or too many. */
void *image_section_read(const struct image_file *file, const Elf64_Shdr *section, uint64_t limit);

/* Returns the first segment of a type, or NULL. */
const Elf64_Phdr *image_segment_of_type(const struct image_file *file, uint32_t type);

/* Returns the loaded segment that contains an address, or NULL. */
const Elf64_Phdr *image_segment_at(const struct image_file *file, uint64_t address);

/* Whether a segment is loaded and its addresses and file offsets are valid. */
int image_segment_is_loaded(const struct image_file *file, const Elf64_Phdr *segment);

#endif
