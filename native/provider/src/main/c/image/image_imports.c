/*
 * Imported functions that unwinders use. A stripped program has no names of its own functions, but still names
 * those that the dynamic linker must find for it.
 */
#include <stdlib.h>
#include <string.h>

#include "image/image_found.h"

#define MOST_RELOCATION_BYTES (512u << 20)
#define MOST_SYMBOL_BYTES (512u << 20)
#define MOST_STRING_BYTES (1u << 30)

struct imports {
  Elf64_Rela *relocations;
  Elf64_Sym *symbols;
  char *strings;
  size_t count, symbol_count, string_size;
};

static int is_look_up(const char *name) {
  return strcmp(name, "dl_iterate_phdr") == 0 || strcmp(name, "_dl_find_object") == 0;
}

/* Returns the name of the function that a relocation points to; "" if it is no pointer to a function. */
static const char *name_of(const struct imports *imports, const Elf64_Rela *relocation) {
  size_t symbol = ELF64_R_SYM(relocation->r_info);
  uint32_t type = ELF64_R_TYPE(relocation->r_info);
  int is_pointer = type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;

  if (!is_pointer || symbol >= imports->symbol_count || imports->symbols[symbol].st_name >= imports->string_size) {
    return "";
  }
  return imports->strings + imports->symbols[symbol].st_name;
}

static void keep_look_ups(struct found_list *list, const struct imports *imports) {
  size_t room = sizeof list->look_ups / sizeof *list->look_ups;

  for (size_t i = 0; i < imports->count && list->look_up_count < room; i++) {
    if (is_look_up(name_of(imports, &imports->relocations[i]))) {
      list->look_ups[list->look_up_count++] = imports->relocations[i].r_offset;
    }
  }
}

static void read_table(struct found_list *list, const struct image_file *file, const Elf64_Shdr *table) {
  const Elf64_Shdr *dynamic = &file->sections[table->sh_link];
  if (dynamic->sh_type != SHT_DYNSYM || dynamic->sh_link >= file->section_count) {
    return;
  }
  const Elf64_Shdr *names = &file->sections[dynamic->sh_link];
  struct imports imports = {
      .relocations = image_section_read(file, table, MOST_RELOCATION_BYTES),
      .symbols = image_section_read(file, dynamic, MOST_SYMBOL_BYTES),
      .strings = image_section_read(file, names, MOST_STRING_BYTES),
      .count = table->sh_size / sizeof(Elf64_Rela),
      .symbol_count = dynamic->sh_size / sizeof(Elf64_Sym),
      .string_size = names->sh_size};

  if (imports.relocations != NULL && imports.symbols != NULL && imports.strings != NULL) {
    keep_look_ups(list, &imports);
  }
  free(imports.relocations);
  free(imports.symbols);
  free(imports.strings);
}

void found_imports(struct found_list *list, const struct image_file *file) {
  for (size_t i = 0; i < file->section_count; i++) {
    const Elf64_Shdr *section = &file->sections[i];
    if (section->sh_type == SHT_RELA && section->sh_link < file->section_count) {
      read_table(list, file, section);
    }
  }
}
