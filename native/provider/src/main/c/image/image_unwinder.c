/*
 * Finds the functions of an unwinder, as in gcc's libgcc, in a library or in the program itself, with
 * names or without. The unwinder finds its caller's frame by the return address of one of its own
 * functions and unwinds from there: a sensor on that function would make it begin in the sensor's
 * code.
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

/* The code of a function, in which next_call finds the calls. */
struct body {
  const uint8_t *bytes;
  size_t size, at;
  uint64_t address;
};

static struct body body_of(const struct image *image, uint64_t address, uint64_t size) {
  size_t available = 0;
  struct body body = {.bytes = image_bytes(image, address, &available), .address = address};

  body.size = size < available ? size : available;
  body.size = body.bytes == NULL ? 0 : body.size < MOST_DECODED ? body.size : MOST_DECODED;
  return body;
}

/* Finds the next call; target: the function's address or, if indirect, the address of the pointer to it.
   Returns 0 at the end. */
static int next_call(struct body *body, struct instruction *call, uint64_t *target) {
  while (body->at < body->size) {
    int length = decode(body->bytes + body->at, body->size - body->at, call);
    body->at += length > 0 ? (size_t)length : 1;
    int is_indirect = call->flow == FLOW_CALL_INDIRECT && call->rip_relative;
    if (length > 0 && (call->flow == FLOW_CALL || is_indirect)) {
      *target = body->address + body->at + (uint64_t)(is_indirect ? call->displacement : call->target);
      return 1;
    }
  }
  return 0;
}

/* Keeps the functions that a function calls directly. */
static int keep_called(struct image *image, const struct found *caller) {
  struct body body = body_of(image, caller->address, caller->size);
  struct instruction call;

  for (uint64_t target; next_call(&body, &call, &target);) {
    if (call.flow == FLOW_CALL && !keep(image->memory, target)) {
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

/* ------------------------------------------------------------------ the finder */

static int is_look_up(const struct image_memory *memory, uint64_t pointer) {
  for (size_t i = 0; i < memory->found.look_up_count; i++) {
    if (memory->found.look_ups[i] == pointer) {
      return 1;
    }
  }
  return 0;
}

/* Whether an address is an entry of the linkage table that leads to a function for looking up loaded
   objects. */
static int leads_to_look_up(const struct image *image, uint64_t entry) {
  size_t available = 0, at = 0;
  const uint8_t *bytes = image_bytes(image, entry, &available);
  struct instruction jump;

  for (int i = 0; i < 2 && bytes != NULL; i++) { /* endbr64 may come first */
    int length = decode(bytes + at, available - at, &jump);
    at += (size_t)length;
    if (length > 0 && jump.flow == FLOW_JUMP_INDIRECT && jump.rip_relative) {
      return is_look_up(image->memory, entry + at + (uint64_t)(int64_t)jump.displacement);
    }
    if (length <= 0 || jump.flow != FLOW_NEXT) {
      return 0;
    }
  }
  return 0;
}

static int looks_up(const struct image *image, const struct image_function *function) {
  struct body body = body_of(image, function->address, function->size);
  struct instruction call;

  for (uint64_t target; next_call(&body, &call, &target);) {
    if (call.flow == FLOW_CALL ? leads_to_look_up(image, target) : is_look_up(image->memory, target)) {
      return 1;
    }
  }
  return 0;
}

/* Finds the only function that the unwinder's functions call and that looks up loaded objects; 0 if none or
   several do. */
static uint64_t find_finder(struct image *image) {
  const struct image_memory *memory = with_unwinders(image);
  uint64_t found = 0;

  for (size_t i = 0; i < memory->unwinder_count; i++) {
    const struct image_function *caller = image_at(image, memory->unwinders[i]);
    struct body body = body_of(image, memory->unwinders[i], caller == NULL ? 0 : caller->size);
    struct instruction call;
    for (uint64_t target; next_call(&body, &call, &target);) {
      const struct image_function *called = call.flow == FLOW_CALL ? image_at(image, target) : NULL;
      if (called == NULL || called->address != target || target == found || !looks_up(image, called)) {
        continue;
      }
      if (found != 0) {
        return 0;
      }
      found = target;
    }
  }
  return found;
}

uint64_t image_finder(struct image *image) {
  struct image_memory *memory = image->memory;

  if (!memory->has_finder) {
    uint64_t named = image_symbol(image, "_Unwind_Find_FDE");
    memory->finder = named != 0 ? named : find_finder(image);
    memory->has_finder = 1;
  }
  return memory->finder;
}

int image_is_unwinder(struct image *image, uint64_t address) {
  struct image_memory *memory = with_unwinders(image);
  size_t above = image_first_above(memory->unwinders, memory->unwinder_count, address);
  return (above > 0 && memory->unwinders[above - 1] == address) ||
         (memory->unwinder_count > 0 && image_finder(image) == address);
}
