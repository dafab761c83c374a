#define _GNU_SOURCE 1

#include "image/image.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "image/image_debug.h"
#include "image/image_memory.h"

#define PAGE 4096u
#define MOST_DYNAMIC_BYTES (1u << 20)

static int32_t no_memory(struct fg_error *error) {
  return fail(error, FG_E_LIMIT, 0, "there is no memory for the functions of the file, or it has too many");
}

static void read_extent(struct image *image, const struct image_file *file) {
  image->low = UINT64_MAX;
  for (size_t i = 0; i < file->segment_count; i++) {
    const Elf64_Phdr *segment = &file->segments[i];
    if (!image_segment_is_loaded(file, segment)) {
      continue;
    }
    if (segment->p_vaddr < image->low) {
      image->low = segment->p_vaddr;
      image->first_load_offset = segment->p_offset;
    }
    if (segment->p_vaddr + segment->p_memsz > image->high) {
      image->high = segment->p_vaddr + segment->p_memsz;
    }
  }
  if (image->low == UINT64_MAX) {
    image->low = 0;
  }
  image->first_load_offset -= image->low % PAGE < image->first_load_offset ? image->low % PAGE
                                                                           : image->first_load_offset;
  image->low -= image->low % PAGE;
  image->high = (image->high + PAGE - 1) / PAGE * PAGE;
}

static int read_debug_symbols(struct image_memory *memory, const struct image_file *file,
                              const struct build_id *id, const char *root, int *has_symbols) {
  struct image_file debug;
  int added = 1, fd = image_debug_open(file, id, root);

  if (fd < 0) {
    return 1;
  }
  if (image_file_open(fd, &debug, NULL) == FG_OK && image_file_is_native(&debug)) {
    const Elf64_Shdr *table = image_section_of_type(&debug, SHT_SYMTAB);
    *has_symbols = table != NULL;
    added = found_symbols(&memory->found, &debug, table);
  }
  image_file_close(&debug);
  close(fd);
  return added;
}

static int read_found(struct image *image, const struct image_file *file, const struct build_id *id,
                      const char *root) {
  struct image_memory *memory = image->memory;
  const Elf64_Shdr *table = image_section_of_type(file, SHT_SYMTAB);
  int has_symbols = table != NULL;

  if (!found_symbols(&memory->found, file, image_section_of_type(file, SHT_DYNSYM)) ||
      !found_symbols(&memory->found, file, table) ||
      (!has_symbols && !read_debug_symbols(memory, file, id, root, &has_symbols)) ||
      !found_unwind(&memory->found, file)) {
    return 0;
  }
  found_imports(&memory->found, file);
  image->flags |= found_flags(&memory->found) | (has_symbols ? 0 : IMAGE_STRIPPED);
  found_sort(&memory->found);
  return 1;
}

/* Reads the soname from the dynamic segment, as the dynamic linker does, because sections may be missing. */
static void read_soname(struct image *image, const struct image_file *file) {
  const Elf64_Phdr *segment = image_segment_of_type(file, PT_DYNAMIC);
  Elf64_Dyn *entries =
      segment == NULL ? NULL : image_file_read(file, segment->p_offset, segment->p_filesz, MOST_DYNAMIC_BYTES);
  uint64_t strings = 0, name = 0;

  for (size_t i = 0; entries != NULL && i < segment->p_filesz / sizeof *entries && entries[i].d_tag != DT_NULL; i++) {
    strings = entries[i].d_tag == DT_STRTAB ? entries[i].d_un.d_ptr : strings;
    name = entries[i].d_tag == DT_SONAME ? entries[i].d_un.d_val : name;
  }
  free(entries);
  const Elf64_Phdr *around = name == 0 ? NULL : image_segment_at(file, strings);
  if (around != NULL) {
    uint64_t at = around->p_offset + (strings - around->p_vaddr) + name;
    size_t count = image_file_fill(file->fd, image->soname, sizeof image->soname, at);
    if (memchr(image->soname, 0, count) == NULL) {
      image->soname[0] = 0;
    }
  }
}

static void read_flags(struct image *image, const struct image_file *file, const struct image_notes *notes) {
  image->flags |= file->header.e_type == ET_DYN ? IMAGE_DYNAMIC_BASE : 0;
  image->flags |= notes->is_go ? IMAGE_GO : 0;
  image->flags |= notes->has_shadow_stack ? IMAGE_SHADOW_STACK : 0;
  for (size_t i = 0; i < file->segment_count; i++) {
    image->flags |= file->segments[i].p_type == PT_INTERP ? IMAGE_INTERPRETED : 0;
  }
  const Elf64_Shdr *exceptions = image_section(file, ".gcc_except_table");
  image->flags |= exceptions != NULL && exceptions->sh_size > 0 ? IMAGE_MAY_THROW : 0;
  memcpy(image->build_id, notes->id.bytes, sizeof image->build_id);
  image->build_id_length = notes->id.length;
}

static int32_t read_native(struct image *image, const struct image_file *file, const char *root,
                           struct fg_error *error) {
  struct image_memory *memory = image->memory;
  struct image_notes notes;

  image->entry = file->header.e_entry;
  image_notes_read(file, &notes);
  read_flags(image, file, &notes);
  read_extent(image, file);
  read_soname(image, file);
  if (!image_read_code(image, file) || !image_read_ranges(image, file) ||
      !read_found(image, file, &notes.id, root) || !image_read_starts(memory) ||
      !image_read_functions(image)) {
    return no_memory(error);
  }
  memory->fd = fcntl(file->fd, F_DUPFD_CLOEXEC, 0);
  return FG_OK;
}

int32_t image_read(int fd, const char *debug_root, struct image **image, struct fg_error *error) {
  struct image_file file;
  struct image *made = calloc(1, sizeof *made);
  struct image_memory *memory = calloc(1, sizeof *memory);

  *image = NULL;
  if (made == NULL || memory == NULL) {
    free(made);
    free(memory);
    return no_memory(error);
  }
  memory->fd = -1;
  made->memory = memory;
  int32_t code = image_file_open(fd, &file, error);
  made->machine = file.header.e_machine;
  made->is_32_bit = file.header.e_ident[EI_CLASS] == ELFCLASS32;
  if (code == FG_OK && image_file_is_native(&file)) {
    code = read_native(made, &file, debug_root, error);
  }
  image_file_close(&file);
  if (code != FG_OK) {
    image_free(made);
    return code;
  }
  *image = made;
  return FG_OK;
}

void image_free(struct image *image) {
  if (image == NULL) {
    return;
  }
  struct image_memory *memory = image->memory;
  for (size_t i = 0; i < image->code_count && memory->code_bytes != NULL; i++) {
    free(memory->code_bytes[i]);
  }
  if (memory->fd >= 0) {
    close(memory->fd);
  }
  found_free(&memory->found);
  free(memory->hex_names);
  free(memory->plains);
  free(memory->code_offsets);
  free(memory->code_bytes);
  free(memory->ranges);
  free(memory->starts);
  free(memory->branches);
  free(memory->unwinders);
  free(memory);
  free(image->functions);
  free(image->code);
  free(image);
}

static uint64_t symbol_from(const struct image *image, const char *name, int32_t source) {
  for (size_t i = 0; i < image->function_count; i++) {
    if (image->functions[i].source == source && strcmp(image->functions[i].name, name) == 0) {
      return image->functions[i].address;
    }
  }
  return 0;
}

uint64_t image_symbol(const struct image *image, const char *name) {
  uint64_t address = symbol_from(image, name, FG_DYNSYM);
  return address != 0 ? address : symbol_from(image, name, FG_SYMTAB);
}

/* Functions within functions are rare; a few steps back find the enclosing one. */
const struct image_function *image_at(const struct image *image, uint64_t address) {
  size_t low = 0, high = image->function_count;

  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (image->functions[middle].address <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (int steps = 0; low > 0 && steps < 32; steps++, low--) {
    const struct image_function *function = &image->functions[low - 1];
    if (address - function->address < function->size) {
      return function;
    }
  }
  return NULL;
}
