/* The code of an image: where it is, and its bytes. */
#define _GNU_SOURCE 1

#include <stdlib.h>
#include <string.h>

#include "image/image_memory.h"

#define MOST_CODE_BYTES (512ull << 20) /* of all segments */

size_t image_first_above(const uint64_t *sorted, size_t count, uint64_t address) {
  size_t low = 0, high = count;

  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (sorted[middle] <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static int is_code_segment(const struct image_file *file, const Elf64_Phdr *segment) {
  return image_segment_is_loaded(file, segment) && segment->p_flags & PF_X && segment->p_filesz > 0;
}

int image_read_code(struct image *image, const struct image_file *file) {
  struct image_memory *memory = image->memory;
  uint64_t all = 0;

  image->code = calloc(file->segment_count + 1, sizeof *image->code);
  memory->code_offsets = calloc(file->segment_count + 1, sizeof *memory->code_offsets);
  memory->code_bytes = calloc(file->segment_count + 1, sizeof *memory->code_bytes);
  if (image->code == NULL || memory->code_offsets == NULL || memory->code_bytes == NULL) {
    return 0;
  }
  for (size_t i = 0; i < file->segment_count; i++) {
    const Elf64_Phdr *segment = &file->segments[i];
    if (is_code_segment(file, segment) && segment->p_filesz <= MOST_CODE_BYTES - all) {
      all += segment->p_filesz;
      memory->code_offsets[image->code_count] = segment->p_offset;
      image->code[image->code_count++] =
          (struct image_code){segment->p_vaddr, segment->p_filesz, NULL};
    }
  }
  return 1;
}

static const struct image_code *code_at(const struct image *image, uint64_t address) {
  for (size_t i = 0; i < image->code_count; i++) {
    if (address >= image->code[i].address && address - image->code[i].address < image->code[i].size) {
      return &image->code[i];
    }
  }
  return NULL;
}

/* Whether a section contains code of functions; the linker's stubs belong to none. */
static int is_code_section(const struct image_file *file, const Elf64_Shdr *section) {
  return section->sh_type == SHT_PROGBITS && section->sh_flags & SHF_EXECINSTR &&
         section->sh_flags & SHF_ALLOC &&
         strncmp(image_section_name(file, section), ".plt", 4) != 0 &&
         strcmp(image_section_name(file, section), ".iplt") != 0;
}

static int compare_ranges(const void *left, const void *right) {
  const struct image_range *a = left, *b = right;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/* Sorts the ranges, and joins overlapping ones, which only hostile files have. */
static void join_ranges(struct image_memory *memory) {
  size_t kept = 0;

  if (memory->range_count == 0) {
    return;
  }
  qsort(memory->ranges, memory->range_count, sizeof *memory->ranges, compare_ranges);
  for (size_t i = 1; i < memory->range_count; i++) {
    struct image_range *last = &memory->ranges[kept];
    if (memory->ranges[i].begin >= last->end) {
      memory->ranges[++kept] = memory->ranges[i];
    } else if (memory->ranges[i].end > last->end) {
      last->end = memory->ranges[i].end;
    }
  }
  memory->range_count = kept + 1;
}

int image_read_ranges(struct image *image, const struct image_file *file) {
  struct image_memory *memory = image->memory;

  memory->ranges = calloc(file->section_count + image->code_count + 1, sizeof *memory->ranges);
  if (memory->ranges == NULL) {
    return 0;
  }
  for (size_t i = 0; i < file->section_count; i++) {
    const Elf64_Shdr *section = &file->sections[i];
    const struct image_code *code = code_at(image, section->sh_addr);
    if (is_code_section(file, section) && code != NULL && section->sh_size > 0 &&
        section->sh_size <= code->size - (section->sh_addr - code->address)) {
      memory->ranges[memory->range_count++] =
          (struct image_range){section->sh_addr, section->sh_addr + section->sh_size};
    }
  }
  for (size_t i = 0; i < image->code_count && file->section_count == 0; i++) {
    memory->ranges[memory->range_count++] =
        (struct image_range){image->code[i].address, image->code[i].address + image->code[i].size};
  }
  join_ranges(memory);
  return 1;
}

const struct image_range *image_range_at(const struct image_memory *memory, uint64_t address) {
  size_t low = 0, high = memory->range_count;

  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (memory->ranges[middle].begin <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low > 0 && address < memory->ranges[low - 1].end ? &memory->ranges[low - 1] : NULL;
}

/* Code is read once, at first use; if the file has become shorter, there is none. */
static const uint8_t *bytes_of(const struct image *image, const struct image_code *code) {
  struct image_memory *memory = image->memory;
  size_t number = (size_t)(code - image->code);

  if (memory->code_bytes[number] == NULL && memory->fd >= 0) {
    uint8_t *bytes = malloc(code->size);
    if (bytes != NULL &&
        image_file_fill(memory->fd, bytes, code->size, memory->code_offsets[number]) != code->size) {
      free(bytes);
      bytes = NULL;
    }
    memory->code_bytes[number] = bytes;
    image->code[number].bytes = bytes;
  }
  return memory->code_bytes[number];
}

const uint8_t *image_bytes(const struct image *image, uint64_t address, size_t *available) {
  const struct image_code *code = code_at(image, address);
  const uint8_t *bytes = code == NULL ? NULL : bytes_of(image, code);

  *available = 0;
  if (bytes == NULL) {
    return NULL;
  }
  *available = code->size - (address - code->address);
  return bytes + (address - code->address);
}
