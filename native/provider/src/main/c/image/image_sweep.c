/*
 * Finds where direct branches go: the first bytes of a function must not be replaced if another
 * function jumps into them, and a function that is the target of a conditional branch is a part of
 * another.
 *
 * Decoding a whole module takes long. So this searches for bytes that look like the opcode of a branch whose
 * 32-bit displacement leads to the middle of another function; all such branches are among them. For the few
 * that lead to the bytes in question, the function they are in is decoded up to them. Branches with 8-bit
 * displacements are searched for only around the bytes in question.
 */
#define _GNU_SOURCE 1

#include <stdlib.h>
#include <string.h>

#include "decode/decode.h"
#include "image/image_memory.h"

#define MOST_BRANCHES (16u << 20)
#define MOST_LOOKED_AT 16          /* only hostile files have more candidates for one place */
#define MOST_DECODED (16u << 20)   /* or more bytes up to a candidate */
#define SHORT_REACH 130 /* of 8-bit displacements, with the instruction itself */
#define LEA 0x8d
#define RIP_RELATIVE_MODE 0x05 /* in the ModRM byte, without its register */

/* Bytes that a branch or an address of code can begin with, after its prefixes. */
enum first_byte { OTHER, NEAR, ESCAPE, XBEGIN, ADDRESS };

static const uint8_t first_bytes[256] = {
  [0xe8] = NEAR, [0xe9] = NEAR, [0x0f] = ESCAPE, [0xc7] = XBEGIN, [LEA] = ADDRESS};

/* Code from one start to the next. */
struct stretch {
  uint64_t begin, next;
  uint64_t end; /* of the function that begins here; equals begin if none does */
  const uint8_t *bytes;
};

static int has_start(const struct image_memory *memory, uint64_t address) {
  size_t above = image_first_above(memory->starts, memory->start_count, address);
  return above > 0 && memory->starts[above - 1] == address;
}

/* Returns 0 if the address is not in code, or its bytes cannot be read. */
static int find_stretch(const struct image *image, uint64_t address, struct stretch *stretch) {
  const struct image_memory *memory = image->memory;
  const struct image_range *range = image_range_at(memory, address);
  size_t available;

  if (range == NULL) {
    return 0;
  }
  size_t above = image_first_above(memory->starts, memory->start_count, address);
  int begins = above > 0 && memory->starts[above - 1] >= range->begin;
  int ends = above < memory->start_count && memory->starts[above] < range->end;
  stretch->begin = begins ? memory->starts[above - 1] : range->begin;
  stretch->next = ends ? memory->starts[above] : range->end;
  const struct image_function *function = begins ? image_at(image, stretch->begin) : NULL;
  stretch->end = function == NULL ? stretch->begin : function->address + function->size;
  stretch->bytes = image_bytes(image, stretch->begin, &available);
  return stretch->bytes != NULL && available >= stretch->next - stretch->begin;
}

static int32_t read_32(const uint8_t *bytes) {
  int32_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

/* Returns how many bytes the opcode that begins here has before the displacement; 0 if it is none. */
static size_t opcode_size(const uint8_t *bytes) {
  switch (first_bytes[bytes[0]]) {
  case NEAR:
    return 1;
  case ESCAPE:
    return (bytes[1] & 0xf0) == 0x80 ? 2 : 0;
  case XBEGIN:
    return bytes[1] == 0xf8 ? 2 : 0;
  case ADDRESS:
    return (bytes[1] & 0xc7) == RIP_RELATIVE_MODE ? 2 : 0;
  default:
    return 0;
  }
}

static int keep_branch(struct image_memory *memory, uint64_t place, uint64_t target) {
  if (memory->branch_count == memory->branch_capacity) {
    size_t capacity = memory->branch_capacity == 0 ? 1024 : memory->branch_capacity * 2;
    struct image_branch *branches =
        capacity > MOST_BRANCHES ? NULL : realloc(memory->branches, capacity * sizeof *branches);
    if (branches == NULL) {
      return 0;
    }
    memory->branches = branches;
    memory->branch_capacity = capacity;
  }
  memory->branches[memory->branch_count++] = (struct image_branch){target, place};
  return 1;
}

/* Whether a branch stays within one function, between its start and the next one, and so does not matter. */
static int is_own(const struct stretch *stretch, uint64_t place, uint64_t target) {
  return place < stretch->end && target >= stretch->begin && target < stretch->next;
}

/* Branches to the beginnings of functions, which most are, are not kept unless they are conditional: these
   targets are known. */
static int search_stretch(struct image_memory *memory, const struct stretch *stretch) {
  size_t length = stretch->next - stretch->begin;

  for (size_t i = 0; i + 5 <= length; i++) {
    size_t size = first_bytes[stretch->bytes[i]] == OTHER ? 0 : opcode_size(stretch->bytes + i);
    if (size == 0 || i + size + 4 > length) {
      continue;
    }
    uint64_t place = stretch->begin + i + size;
    uint64_t target = place + 4 + (uint64_t)(int64_t)read_32(stretch->bytes + i + size);
    if ((stretch->bytes[i] == LEA || !is_own(stretch, place, target)) &&
        image_range_at(memory, target) != NULL &&
        (first_bytes[stretch->bytes[i]] == ESCAPE || !has_start(memory, target)) &&
        !keep_branch(memory, place, target)) {
      return 0;
    }
  }
  return 1;
}

static int compare_branches(const void *left, const void *right) {
  const struct image_branch *a = left, *b = right;
  return a->target < b->target ? -1 : a->target > b->target;
}

static int search_all(struct image *image) {
  struct image_memory *memory = image->memory;
  struct stretch stretch;

  for (size_t i = 0; i < memory->range_count; i++) {
    for (uint64_t at = memory->ranges[i].begin; at < memory->ranges[i].end; at = stretch.next) {
      if (!find_stretch(image, at, &stretch) || !search_stretch(memory, &stretch)) {
        return 0;
      }
    }
  }
  if (memory->branch_count > 0) {
    qsort(memory->branches, memory->branch_count, sizeof *memory->branches, compare_branches);
  }
  return 1;
}

/* Whether there is really a displacement at a place, and its instruction is a branch or an address of code
   that leads out of its function. */
static int is_branch(const struct image *image, uint64_t place, uint64_t target) {
  struct stretch stretch;
  struct instruction found;

  if (!find_stretch(image, place, &stretch)) {
    return 1;
  }
  size_t length = stretch.next - stretch.begin, wanted = place - stretch.begin;
  if (wanted > MOST_DECODED) {
    return 1;
  }
  for (size_t i = 0; i <= wanted;) {
    int taken = decode(stretch.bytes + i, length - i, &found);
    size_t behind = i + (taken > 0 ? (size_t)taken : 1);
    if (taken > 0 && behind > wanted) {
      int branches = found.target_size > 0 && i + found.target_at == wanted;
      int addresses = found.rip_relative && i + found.displacement_at == wanted;
      return (branches && !is_own(&stretch, place, target)) || addresses;
    }
    i = behind;
  }
  return 0;
}

static int has_near_branch(const struct image *image, uint64_t from, uint64_t to) {
  const struct image_memory *memory = image->memory;
  size_t low = 0, high = memory->branch_count;

  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (memory->branches[middle].target <= from) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (int looked = 0; low < memory->branch_count && memory->branches[low].target < to; low++) {
    if (++looked > MOST_LOOKED_AT || is_branch(image, memory->branches[low].place, memory->branches[low].target)) {
      return 1;
    }
  }
  return 0;
}

static int is_conditional(uint8_t byte) {
  return (byte & 0xf0) == 0x70 || (byte & 0xfc) == 0xe0;
}

static int has_short_branch(const struct image *image, uint64_t from, uint64_t to, int on_condition) {
  const struct image_range *range = image_range_at(image->memory, from);
  size_t available;

  if (range == NULL) {
    return 0;
  }
  uint64_t begin = from - range->begin > SHORT_REACH ? from - SHORT_REACH : range->begin;
  uint64_t end = range->end - to > SHORT_REACH && to < range->end ? to + SHORT_REACH : range->end;
  const uint8_t *bytes = image_bytes(image, begin, &available);
  if (bytes == NULL || available < end - begin) {
    return 1;
  }
  int looked = 0;
  for (size_t i = 0; i + 2 <= end - begin; i++) {
    uint64_t place = begin + i + 1;
    uint64_t target = place + 1 + (uint64_t)(int64_t)(int8_t)bytes[i + 1];
    int may_be_one = is_conditional(bytes[i]) || (bytes[i] == 0xeb && !on_condition);
    if (may_be_one && target > from && target < to &&
        (++looked > MOST_LOOKED_AT || is_branch(image, place, target))) {
      return 1;
    }
  }
  return 0;
}

static int has_start_between(const struct image_memory *memory, uint64_t from, uint64_t to) {
  size_t above = image_first_above(memory->starts, memory->start_count, from);
  return above < memory->start_count && memory->starts[above] < to;
}

static const struct image_memory *searched(struct image *image) {
  struct image_memory *memory = image->memory;

  if (!memory->is_searched) {
    memory->is_unknown = !search_all(image);
    memory->is_searched = 1;
  }
  return memory;
}

int image_jumped_into(struct image *image, uint64_t from, uint64_t to) {
  const struct image_memory *memory = searched(image);

  return memory->is_unknown || has_start_between(memory, from, to) || has_near_branch(image, from, to) ||
         has_short_branch(image, from, to, 0);
}

int image_is_part(struct image *image, const struct image_function *function) {
  uint64_t from = function->address - 1, to = function->address + 1;

  return function->source == FG_FDE && (searched(image)->is_unknown || has_near_branch(image, from, to) ||
                                        has_short_branch(image, from, to, 1));
}
