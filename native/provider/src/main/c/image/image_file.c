#define _GNU_SOURCE 1

#include "image/image_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_SEGMENTS 256
#define MOST_SECTIONS 65536
#define MOST_NAMES (64u << 20)

size_t image_file_fill(int fd, void *bytes, size_t size, uint64_t offset) {
  size_t filled = 0;

  while (filled < size) {
    ssize_t count = pread(fd, (char *)bytes + filled, size - filled, (off_t)(offset + filled));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      break;
    }
    filled += (size_t)count;
  }
  return filled;
}

static int is_inside(const struct image_file *file, uint64_t offset, uint64_t size) {
  return offset <= file->size && size <= file->size - offset;
}

void *image_file_read(const struct image_file *file, uint64_t offset, uint64_t size, uint64_t limit) {
  if (size > limit || !is_inside(file, offset, size)) {
    return NULL;
  }
  char *bytes = malloc(size + 1);
  if (bytes != NULL && image_file_fill(file->fd, bytes, size, offset) != size) {
    free(bytes); /* the file has become shorter */
    return NULL;
  }
  if (bytes != NULL) {
    bytes[size] = 0;
  }
  return bytes;
}

int image_file_is_native(const struct image_file *file) {
  return file->header.e_ident[EI_CLASS] == ELFCLASS64 && file->header.e_ident[EI_DATA] == ELFDATA2LSB &&
         file->header.e_machine == EM_X86_64;
}

static int32_t read_header(struct image_file *file, struct fg_error *error) {
  size_t least = sizeof(Elf32_Ehdr);
  size_t count = image_file_fill(file->fd, &file->header, sizeof file->header, 0);

  if (count < least || memcmp(file->header.e_ident, ELFMAG, SELFMAG) != 0) {
    return fail(error, FG_E_NO_CODE, 0, "the file is not an ELF file");
  }
  if (image_file_is_native(file) && count < sizeof file->header) {
    return fail(error, FG_E_NO_CODE, 0, "the ELF file ends within its header");
  }
  return FG_OK;
}

static int32_t read_segments(struct image_file *file, struct fg_error *error) {
  size_t count = file->header.e_phnum;

  if (count == 0) {
    return FG_OK;
  }
  if (count > MOST_SEGMENTS || file->header.e_phentsize != sizeof(Elf64_Phdr)) {
    return fail(error, FG_E_NO_CODE, 0, "the ELF file has malformed program headers");
  }
  file->segments = image_file_read(file, file->header.e_phoff, count * sizeof(Elf64_Phdr), UINT32_MAX);
  if (file->segments == NULL) {
    return fail(error, FG_E_NO_CODE, 0, "the ELF file ends within its program headers");
  }
  file->segment_count = count;
  return FG_OK;
}

/* A count that does not fit into the header is in the first section header. */
static void read_counts(const struct image_file *file, uint64_t *count, uint64_t *names) {
  *count = file->header.e_shnum;
  *names = file->header.e_shstrndx;
  if (*count != 0 && *names != SHN_XINDEX) {
    return;
  }
  Elf64_Shdr *first = image_file_read(file, file->header.e_shoff, sizeof *first, sizeof *first);
  if (first != NULL) {
    *count = *count == 0 ? first->sh_size : *count;
    *names = *names == SHN_XINDEX ? first->sh_link : *names;
    free(first);
  }
}

/* Sections are optional: a file without them, or with invalid ones, is read by its segments. */
static void read_sections(struct image_file *file) {
  uint64_t count, names;

  if (file->header.e_shoff == 0 || file->header.e_shentsize != sizeof(Elf64_Shdr)) {
    return;
  }
  read_counts(file, &count, &names);
  if (count == 0 || count > MOST_SECTIONS) {
    return;
  }
  file->sections = image_file_read(file, file->header.e_shoff, count * sizeof(Elf64_Shdr), UINT32_MAX);
  if (file->sections == NULL) {
    return;
  }
  file->section_count = count;
  if (names < count) {
    file->names = image_section_read(file, &file->sections[names], MOST_NAMES);
    file->names_size = file->names == NULL ? 0 : file->sections[names].sh_size;
  }
}

int32_t image_file_open(int fd, struct image_file *file, struct fg_error *error) {
  struct stat status;

  memset(file, 0, sizeof *file);
  file->fd = fd;
  if (fstat(fd, &status) != 0) {
    return fail(error, FG_E_SYSTEM, errno, "the file cannot be read: %s", strerror(errno));
  }
  file->size = status.st_size < 0 ? 0 : (uint64_t)status.st_size;
  int32_t code = read_header(file, error);
  if (code != FG_OK || !image_file_is_native(file)) {
    return code;
  }
  code = read_segments(file, error);
  if (code == FG_OK) {
    read_sections(file);
  }
  return code;
}

void image_file_close(struct image_file *file) {
  free(file->segments);
  free(file->sections);
  free(file->names);
  memset(file, 0, sizeof *file);
}

const char *image_section_name(const struct image_file *file, const Elf64_Shdr *section) {
  return section->sh_name < file->names_size ? file->names + section->sh_name : "";
}

const Elf64_Shdr *image_section(const struct image_file *file, const char *name) {
  for (size_t i = 0; i < file->section_count; i++) {
    if (strcmp(image_section_name(file, &file->sections[i]), name) == 0) {
      return &file->sections[i];
    }
  }
  return NULL;
}

const Elf64_Shdr *image_section_of_type(const struct image_file *file, uint32_t type) {
  for (size_t i = 0; i < file->section_count; i++) {
    if (file->sections[i].sh_type == type) {
      return &file->sections[i];
    }
  }
  return NULL;
}

void *image_section_read(const struct image_file *file, const Elf64_Shdr *section, uint64_t limit) {
  if (section == NULL || section->sh_type == SHT_NOBITS || section->sh_flags & SHF_COMPRESSED) {
    return NULL;
  }
  return image_file_read(file, section->sh_offset, section->sh_size, limit);
}

const Elf64_Phdr *image_segment_of_type(const struct image_file *file, uint32_t type) {
  for (size_t i = 0; i < file->segment_count; i++) {
    if (file->segments[i].p_type == type) {
      return &file->segments[i];
    }
  }
  return NULL;
}

int image_segment_is_loaded(const struct image_file *file, const Elf64_Phdr *segment) {
  return segment->p_type == PT_LOAD && segment->p_filesz <= segment->p_memsz &&
         segment->p_vaddr <= UINT64_MAX / 4 && segment->p_memsz <= UINT64_MAX / 4 &&
         is_inside(file, segment->p_offset, segment->p_filesz);
}

const Elf64_Phdr *image_segment_at(const struct image_file *file, uint64_t address) {
  for (size_t i = 0; i < file->segment_count; i++) {
    const Elf64_Phdr *segment = &file->segments[i];
    if (image_segment_is_loaded(file, segment) && address >= segment->p_vaddr &&
        address - segment->p_vaddr < segment->p_memsz) {
      return segment;
    }
  }
  return NULL;
}
