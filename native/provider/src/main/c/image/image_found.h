/* Facts about addresses from the tables of an ELF file, before they are made into functions. */
#ifndef FLOWGAUGE_IMAGE_FOUND_H
#define FLOWGAUGE_IMAGE_FOUND_H

#include <stddef.h>
#include <stdint.h>

#include "image/image_file.h"

enum found_kind {
  FOUND_SYMBOL,   /* of a function */
  FOUND_DYNAMIC,  /* of an exported function */
  FOUND_LABEL,    /* a symbol without a type, which may name a range */
  FOUND_RANGE,    /* a function's code, by unwind information */
  FOUND_PART,     /* code that is jumped to with a frame in place: no function */
  FOUND_EXCLUDED, /* a symbol whose code is not the function of its name */
  FOUND_UNWINDER  /* besides a range: the function ends by continuing in a frame further up the stack */
};

struct found {
  uint64_t address, size; /* size 0: unknown */
  const char *name;       /* NULL for ranges and parts */
  int32_t kind;
};

struct found_list {
  struct found *items;
  size_t count, capacity;
  char **texts; /* string tables the names are in, owned */
  size_t text_count;
  int makes_stacks, offers_stacks, creates_jvm, has_monitors, unwinds, reads_stacks; /* judged by the names */
  uint64_t look_ups[4]; /* the pointers to imported functions by which unwinders look up loaded objects */
  size_t look_up_count;
  int throws;                                                         /* judged by the unwind information */
};

/* Returns 0 if there is no memory, or the list is too long. */
int found_add(struct found_list *list, struct found item);
void found_free(struct found_list *list);

/* Sorts by address, then by name, items without a name last. */
void found_sort(struct found_list *list);

/* Adds the symbols of a table with its strings, and their facts about the program. Returns 0 if there is no
   memory. A malformed table adds nothing. */
int found_symbols(struct found_list *list, const struct image_file *file, const Elf64_Shdr *table);

/* Adds the pointers to imported functions, according to the file's relocations. */
void found_imports(struct found_list *list, const struct image_file *file);

/* Returns the enum image_flags that follow from all tables together. */
uint32_t found_flags(const struct found_list *list);

/* Adds the ranges and parts of .eh_frame: of the section or, without sections, of the place PT_GNU_EH_FRAME
   points to. */
int found_unwind(struct found_list *list, const struct image_file *file);

#endif
