/*
 * The functions of an unwinder, as gcc's libgcc has it, in a library or in the program itself, with
 * names or without. It finds its own caller's frame by the return address of one of its functions and
 * unwinds from there: a sensor on that one would make it begin in the sensor's code.
 */
#define _GNU_SOURCE 1

#include <stdlib.h>

#include "decode/decode.h"
#include "image/image_memory.h"

enum { MOST_UNWINDERS = 256, MOST_DECODED = 1 << 16 }; /* libgcc has 4, of 1 kB; more is no unwinder */

static int keep(struct image_memory *memory, uint64_t address) {
  if (memory->unwinder_count == MOST_UNWINDERS) {
    return 0;
  }
  memory->unwinders[memory->unwinder_count++] = address;
  return 1;
}

/* The functions one calls directly. */
static int keep_called(struct image *image, const struct found *caller) {
  size_t available;
  const uint8_t *bytes = image_bytes(image, caller->address, &available);
  size_t size = caller->size < available ? caller->size : available;

  size = size < MOST_DECODED ? size : MOST_DECODED;
  for (size_t at = 0; bytes != NULL && at < size;) {
    struct instruction found;
    int length = decode(bytes + at, size - at, &found);
    at += length > 0 ? (size_t)length : 1;
    if (length > 0 && found.flow == FLOW_CALL &&
        !keep(image->memory, caller->address + at + (uint64_t)found.target)) {
      return 0;
    }
  }
  return 1;
}

static int compare(const void *left, const void *right) {
  const uint64_t *a = left, *b = right;
  return *a < *b ? -1 : *a > *b;
}

static void look_for_unwinders(struct image *image) {
  struct image_memory *memory = image->memory;

  memory->has_unwinders = 1;
  for (size_t i = 0; i < memory->found.count; i++) {
    const struct found *item = &memory->found.items[i];
    if (item->kind != FOUND_UNWINDER) {
      continue;
    }
    if (memory->unwinders == NULL) {
      memory->unwinders = calloc(MOST_UNWINDERS, sizeof *memory->unwinders);
    }
    if (memory->unwinders == NULL || !keep(memory, item->address) || !keep_called(image, item)) {
      break;
    }
  }
  if (memory->unwinder_count > 0) {
    qsort(memory->unwinders, memory->unwinder_count, sizeof *memory->unwinders, compare);
  }
}

static struct image_memory *with_unwinders(struct image *image) {
  struct image_memory *memory = image->memory;

  if (!memory->has_unwinders) {
    look_for_unwinders(image);
  }
  return memory;
}

int image_has_unwinder(struct image *image) {
  return with_unwinders(image)->unwinder_count > 0;
}

int image_is_unwinder(struct image *image, uint64_t address) {
  struct image_memory *memory = with_unwinders(image);
  size_t above = image_first_above(memory->unwinders, memory->unwinder_count, address);
  return above > 0 && memory->unwinders[above - 1] == address;
}
