/* Symbol tables. */
#define _GNU_SOURCE 1

#include <stdlib.h>
#include <string.h>

#include "image/image.h"
#include "image/image_found.h"

#define MOST_FOUND (4u << 20)
#define MOST_SYMBOL_BYTES (512u << 20)
#define MOST_STRING_BYTES (1u << 30)
#define LONGEST_NAME 32768

int found_add(struct found_list *list, struct found item) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity == 0 ? 1024 : list->capacity * 2;
    struct found *items = capacity > MOST_FOUND ? NULL : realloc(list->items, capacity * sizeof *items);
    if (items == NULL) {
      return 0;
    }
    list->items = items;
    list->capacity = capacity;
  }
  list->items[list->count++] = item;
  return 1;
}

void found_free(struct found_list *list) {
  for (size_t i = 0; i < list->text_count; i++) {
    free(list->texts[i]);
  }
  free(list->texts);
  free(list->items);
  memset(list, 0, sizeof *list);
}

static int compare_found(const void *left, const void *right) {
  const struct found *a = left, *b = right;

  if (a->address != b->address) {
    return a->address < b->address ? -1 : 1;
  }
  if ((a->name == NULL) != (b->name == NULL)) {
    return a->name == NULL ? 1 : -1;
  }
  int names = a->name == NULL ? 0 : strcmp(a->name, b->name);
  return names != 0 ? names : a->kind - b->kind;
}

void found_sort(struct found_list *list) {
  if (list->count > 0) {
    qsort(list->items, list->count, sizeof *list->items, compare_found);
  }
}

/* Keeps the text until the list is freed; frees it at once if there is no memory to keep it. */
static int keep_text(struct found_list *list, char *text) {
  char **texts = realloc(list->texts, (list->text_count + 1) * sizeof *texts);

  if (texts == NULL) {
    free(text);
    return 0;
  }
  list->texts = texts;
  list->texts[list->text_count++] = text;
  return 1;
}

/* Whether a function creates stacks, or belongs to code that copies parts of a stack away and back, as Python's greenlets
   do; saving and restoring contexts on one stack does no harm. */
static int makes_stacks(const char *name) {
  static const char *const makers[] = {"makecontext",    "make_fcontext",      "jump_fcontext",
                                       "ontop_fcontext", "co_create",          "coroutine_transfer",
                                       "caml_runstack",  "rust_psm_on_stack",  "rust_psm_replace_stack",
                                       "libucontext_makecontext", "PyInit__greenlet"};

  for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
    if (strcmp(name, makers[i]) == 0) {
      return 1;
    }
  }
  return 0;
}

/* Whether a name shows that the module may define functions that create stacks without using them: a C library offers all
   that it defines, but a static program contains only what it uses. OpenSSL has stacks for its jobs, but no job runs unless the
   program asks for asynchronous mode. */
static int only_offers_stacks(const char *name, int dynamic) {
  return (dynamic && strcmp(name, "__libc_start_main") == 0) || strcmp(name, "ASYNC_start_job") == 0;
}

/* Whether a name shows that return addresses on the stack are looked up: OCaml's garbage collector finds values by those of
   compiled functions, and V8 identifies its callers and callees by them. An imported name counts, too, because a module that
   uses V8's interface is called by V8's code. */
static int reads_stacks(const char *name) {
  return strcmp(name, "caml_call_gc") == 0 || strncmp(name, "_ZN2v8", 6) == 0;
}

static void look_at_name(struct found_list *list, const char *name, int is_defined, int dynamic) {
  if (makes_stacks(name)) {
    list->makes_stacks = 1;
  }
  if (is_defined && only_offers_stacks(name, dynamic)) {
    list->offers_stacks = 1;
  }
  if (is_defined && dynamic && strcmp(name, "JNI_CreateJavaVM") == 0) {
    list->creates_jvm = 1;
  }
  if (is_defined && dynamic && strcmp(name, "JVM_MonitorNotify") == 0) {
    list->has_monitors = 1;
  }
  if (is_defined && strcmp(name, "_Unwind_SetGR") == 0) {
    list->unwinds = 1;
  }
  if (reads_stacks(name)) {
    list->reads_stacks = 1;
  }
}

uint32_t found_flags(const struct found_list *list) {
  uint32_t flags = list->throws ? IMAGE_MAY_THROW : 0;

  if (list->makes_stacks && !list->offers_stacks) {
    flags |= IMAGE_SWITCHES_STACKS;
  }
  if (list->creates_jvm && list->has_monitors) {
    flags |= IMAGE_JVM;
  }
  if (list->unwinds) {
    flags |= IMAGE_UNWINDS;
  }
  if (list->reads_stacks) {
    flags |= IMAGE_READS_STACKS;
  }
  return flags;
}

/* Whether a name is that of code that a compiler moved out of a function, which jumps to it. */
static int is_moved_part(const char *name) {
  const char *cold = strstr(name, ".cold");
  return (cold != NULL && (cold[5] == 0 || cold[5] == '.')) || strstr(name, ".__part.") != NULL;
}

static int kind_of(const Elf64_Sym *symbol, const char *name, int dynamic) {
  switch (ELF64_ST_TYPE(symbol->st_info)) {
  case STT_FUNC:
    if (is_moved_part(name)) {
      return FOUND_EXCLUDED;
    }
    return dynamic ? FOUND_DYNAMIC : FOUND_SYMBOL;
  case STT_GNU_IFUNC: /* its code only selects the function */
    return FOUND_EXCLUDED;
  case STT_NOTYPE:
    return FOUND_LABEL;
  default:
    return -1;
  }
}

/* Version suffixes are cut off in place; a name that shares the end of another is cut with it. */
static char *name_of(const Elf64_Sym *symbol, char *strings, size_t size) {
  if (symbol->st_name >= size) {
    return NULL;
  }
  char *name = strings + symbol->st_name;
  size_t length = strnlen(name, LONGEST_NAME + 1);
  if (length == 0 || length > LONGEST_NAME) {
    return NULL;
  }
  char *version = strchr(name, '@');
  if (version != NULL && version != name) {
    *version = 0;
  }
  return name;
}

static int add_symbol(struct found_list *list, const Elf64_Sym *symbol, const char *name, int dynamic) {
  int kind = kind_of(symbol, name, dynamic);

  if (kind < 0 || symbol->st_value == 0) {
    return 1;
  }
  struct found item = {symbol->st_value, symbol->st_size, name, kind};
  return found_add(list, item);
}

static int add_symbols(struct found_list *list, const Elf64_Sym *symbols, size_t count, char *strings,
                       size_t size, int dynamic) {
  int added = 1;

  for (size_t i = 1; i < count && added; i++) {
    char *name = name_of(&symbols[i], strings, size);
    if (name == NULL) {
      continue;
    }
    int is_defined = symbols[i].st_shndx != SHN_UNDEF;
    look_at_name(list, name, is_defined, dynamic);
    if (is_defined && symbols[i].st_shndx != SHN_ABS) {
      added = add_symbol(list, &symbols[i], name, dynamic);
    }
  }
  return added;
}

int found_symbols(struct found_list *list, const struct image_file *file, const Elf64_Shdr *table) {
  int added = 1;

  if (table == NULL || table->sh_entsize != sizeof(Elf64_Sym) || table->sh_link >= file->section_count) {
    return 1;
  }
  const Elf64_Shdr *strings = &file->sections[table->sh_link];
  Elf64_Sym *symbols = image_section_read(file, table, MOST_SYMBOL_BYTES);
  char *text = symbols == NULL ? NULL : image_section_read(file, strings, MOST_STRING_BYTES);
  if (text != NULL) {
    added = keep_text(list, text) && add_symbols(list, symbols, table->sh_size / sizeof *symbols, text,
                                                 strings->sh_size, table->sh_type == SHT_DYNSYM);
  }
  free(symbols);
  return added;
}
