/* Makes functions from the facts about addresses that the tables contain. */
#define _GNU_SOURCE 1

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image/image_memory.h"

#define HEX_NAME 24 /* "fn_", 16 digits, and a 0 */

/* The items found at one address. */
struct group {
  const struct found *items;
  size_t count;
  uint64_t address, range_size; /* size by the unwind information */
  int has_symbol, has_range, is_excluded;
  const char *label;
};

static size_t take_group(const struct found_list *found, size_t from, struct group *group) {
  size_t i = from;

  *group = (struct group){.items = &found->items[from], .address = found->items[from].address};
  for (; i < found->count && found->items[i].address == group->address; i++) {
    const struct found *item = &found->items[i];
    group->has_symbol |= item->kind == FOUND_SYMBOL || item->kind == FOUND_DYNAMIC;
    group->has_range |= item->kind == FOUND_RANGE;
    group->is_excluded |= item->kind == FOUND_PART || item->kind == FOUND_EXCLUDED;
    if (item->kind == FOUND_LABEL) {
      group->label = item->name;
    }
    if (item->kind == FOUND_RANGE || item->kind == FOUND_PART) {
      group->range_size = item->size;
    }
  }
  group->count = i - from;
  return i;
}

static int is_only_label(const struct group *group) {
  return !group->has_symbol && !group->has_range && !group->is_excluded;
}

int image_read_starts(struct image_memory *memory) {
  struct group group;

  memory->starts = calloc(memory->found.count + 1, sizeof *memory->starts);
  if (memory->starts == NULL) {
    return 0;
  }
  for (size_t i = 0; i < memory->found.count;) {
    i = take_group(&memory->found, i, &group);
    if (!is_only_label(&group) && image_range_at(memory, group.address) != NULL) {
      memory->starts[memory->start_count++] = group.address;
    }
  }
  return 1;
}

/* Returns the size of a function: up to the next start if neither its symbol nor unwind information gives it,
   and never beyond the code. */
static uint64_t size_of(const struct image_memory *memory, const struct group *group, uint64_t said) {
  uint64_t most = image_range_at(memory, group->address)->end - group->address;
  size_t next = image_first_above(memory->starts, memory->start_count, group->address);
  uint64_t size = said != 0 ? said : group->range_size;

  if (size == 0 && next < memory->start_count) {
    size = memory->starts[next] - group->address;
  }
  return size == 0 || size > most ? most : size;
}

static void add_named(struct image *image, const struct group *group, const struct found *item) {
  const struct image_memory *memory = image->memory;
  struct image_function *last = image->function_count == 0 ? NULL : &image->functions[image->function_count - 1];
  int32_t source = item->kind == FOUND_DYNAMIC ? FG_DYNSYM : FG_SYMTAB;
  uint64_t size = size_of(memory, group, item->size);

  if (last != NULL && last->address == group->address && strcmp(last->name, item->name) == 0) {
    last->source = source == FG_DYNSYM ? source : last->source;
    last->size = last->size > size ? last->size : size;
    return;
  }
  image->functions[image->function_count++] =
      (struct image_function){group->address, size, item->name, NULL, 0, source};
}

static void add_names(struct image *image, const struct group *group) {
  size_t first = image->function_count;

  for (size_t i = 0; i < group->count; i++) {
    if (group->items[i].kind == FOUND_SYMBOL || group->items[i].kind == FOUND_DYNAMIC) {
      add_named(image, group, &group->items[i]);
    }
  }
  for (size_t i = first; i < image->function_count; i++) {
    image->functions[i].aliases = (uint32_t)(image->function_count - first - 1);
  }
}

/* Adds a function known by its unwind information alone. Its name is made when all functions are counted. */
static void add_range(struct image *image, const struct group *group) {
  image->functions[image->function_count++] = (struct image_function){
      group->address, size_of(image->memory, group, 0), group->label, NULL, 0, FG_FDE};
}

static void add_functions(struct image *image) {
  struct image_memory *memory = image->memory;
  struct group group;
  uint64_t covered = 0; /* by functions that have symbols */

  for (size_t i = 0; i < memory->found.count;) {
    i = take_group(&memory->found, i, &group);
    if (group.is_excluded || group.address == image->entry || image_range_at(memory, group.address) == NULL) {
      continue;
    }
    if (group.has_symbol) {
      add_names(image, &group);
      const struct image_function *last = &image->functions[image->function_count - 1];
      covered = last->address + last->size > covered ? last->address + last->size : covered;
    } else if (group.has_range && group.address >= covered) {
      add_range(image, &group);
    }
  }
}

static int name_ranges(struct image *image) {
  struct image_memory *memory = image->memory;
  size_t nameless = 0;

  for (size_t i = 0; i < image->function_count; i++) {
    nameless += image->functions[i].name == NULL;
  }
  memory->hex_names = malloc(nameless * HEX_NAME + 1);
  char *name = memory->hex_names;
  for (size_t i = 0; i < image->function_count && name != NULL; i++) {
    if (image->functions[i].name == NULL) {
      snprintf(name, HEX_NAME, "fn_%llx", (unsigned long long)image->functions[i].address);
      image->functions[i].name = name;
      name += HEX_NAME;
    }
  }
  return memory->hex_names != NULL;
}

int image_read_functions(struct image *image) {
  struct image_memory *memory = image->memory;

  image->functions = calloc(memory->found.count + 1, sizeof *image->functions);
  if (image->functions == NULL) {
    return 0;
  }
  add_functions(image);
  return name_ranges(image);
}
