/* What the tables of an ELF file say about addresses, before it is made into functions. */
#ifndef FLOWGAUGE_IMAGE_FOUND_H
#define FLOWGAUGE_IMAGE_FOUND_H

#include <stddef.h>
#include <stdint.h>

#include "image/image_file.h"

enum found_kind {
  FOUND_SYMBOL,   /* of a function */
  FOUND_DYNAMIC,  /* of an exported function */
  FOUND_LABEL,    /* a symbol without a type: may name a range */
  FOUND_RANGE,    /* a function's code, by unwind information */
  FOUND_PART,     /* code that is jumped to with a frame in place: no function */
  FOUND_EXCLUDED, /* a symbol that names something else than the function it stands for */
  FOUND_UNWINDER  /* besides a range: it ends by going on in a frame further up the stack */
};

struct found {
  uint64_t address, size; /* size 0: not said */
  const char *name;       /* NULL for ranges and parts */
  int32_t kind;
};

struct found_list {
  struct found *items;
  size_t count, capacity;
  char **texts; /* string tables the names are in, owned */
  size_t text_count;
  int makes_stacks, offers_stacks, creates_jvm, has_monitors, unwinds; /* by the names */
  uint64_t look_ups[4]; /* the pointers to imported functions by which unwinders look up loaded objects */
  size_t look_up_count;
  int throws;                                                         /* by the unwind information */
};

/* Returns 0 if there is no memory, or there are too many. */
int found_add(struct found_list *list, struct found item);
void found_free(struct found_list *list);

/* By address, then name, those without one last. */
void found_sort(struct found_list *list);

/* The symbols of a table with its strings, and what they say about the program. Returns 0 if there is
   no memory. A table that makes no sense adds nothing. */
int found_symbols(struct found_list *list, const struct image_file *file, const Elf64_Shdr *table);

/* Pointers to imported functions, as the file's relocations say. */
void found_imports(struct found_list *list, const struct image_file *file);

/* The enum image_flags all tables together amount to. */
uint32_t found_flags(const struct found_list *list);

/* Ranges and parts of .eh_frame; the section or, without sections, what PT_GNU_EH_FRAME points to. */
int found_unwind(struct found_list *list, const struct image_file *file);

#endif
