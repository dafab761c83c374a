/* Finds room in a process's address space. */
#include <string.h>

#include "inject/injection.h"

enum { AREA_SIZE = 0x10000, PAGE = 4096 };

uint64_t space_far(const struct mappings *mappings, uint64_t size) {
  uint64_t low = 0x10000, best = 0, best_size = 0;
  for (int32_t i = 0; i < mappings->count; i++) {
    const struct mapping *next = &mappings->at[i];
    uint64_t gap = next->low > low && next->low < 1ull << 47 ? next->low - low : 0;
    if (gap > best_size && gap > size + 0x400000) {
      best_size = gap;
      best = (low + gap / 2 - size / 2) & ~0x1fffffull;
    }
    low = next->high;
  }
  return best;
}

/* Returns free memory as near to an address as possible, at a distance from mapped memory, so that guard
   pages stay. */
static uint64_t near_gap(const struct mappings *mappings, uint64_t near, uint64_t size) {
  enum { GUARD = 0x10000 };
  uint64_t low = 0x10000, best = 0, best_distance = 0x78000000;
  for (int32_t i = 0; i <= mappings->count; i++) {
    uint64_t high = i < mappings->count ? mappings->at[i].low : 0x7ffffffff000;
    if (high > low && high < 1ull << 47 && high - low >= size + 2 * GUARD) {
      uint64_t at = near < low ? low + GUARD : high - GUARD - size;
      uint64_t distance = at > near ? at - near : near - at;
      if (distance < best_distance) {
        best_distance = distance;
        best = at & ~0xfffull;
      }
    }
    if (i < mappings->count) {
      low = mappings->at[i].high;
    }
  }
  return best;
}

static int is_near(uint64_t at, uint64_t near) {
  uint64_t distance = at > near ? at - near : near - at;
  return distance < 0x78000000;
}

/* Returns the area for a room, or NULL if it has to be made. */
static const struct agent_area *area_for(const struct target *target, const struct room *room) {
  for (uint32_t i = 0; i < target->area_count; i++) {
    const struct agent_area *area = &target->area[i];
    if (is_near(area->base, room->near) && area->size - area->used >= room->size) {
      return area;
    }
  }
  return NULL;
}

void space_want(struct injection *injection, const struct mappings *mappings, const struct room *rooms,
                int32_t count) {
  struct target *target = injection->target;
  uint64_t(*areas)[2] = injection->order.areas;
  uint32_t wanted = 0, limit = sizeof injection->order.areas / sizeof injection->order.areas[0];
  for (int32_t i = 0; i < count && wanted < limit && target->area_count + wanted < AGENT_AREAS;
       i++) {
    if (area_for(target, &rooms[i])) {
      continue;
    }
    uint64_t size = (rooms[i].size + AREA_SIZE - 1ull) & ~(AREA_SIZE - 1ull);
    uint64_t at = near_gap(mappings, rooms[i].near, size);
    if (at) {
      areas[wanted][0] = at;
      areas[wanted++][1] = size;
    }
  }
}

/* Reads the last page of a mapping of code; whether it is one. */
static int read_end(const struct target *target, const struct mapping *mapping, uint8_t page[PAGE]) {
  return mapping->access == (MAPPING_READ | MAPPING_EXECUTE) && mapping->path[0] != 0 &&
         !tracee_read(&target->tracee, mapping->high - PAGE, page, PAGE);
}

static uint64_t place_in(const struct target *target, const struct mapping *mapping) {
  return (mapping->high - (target->head.order_end - target->head.order) - 16) & ~15ull;
}

static int has_code(const struct target *target, const struct mapping *mapping, const uint8_t page[PAGE]) {
  return !memcmp(page + (place_in(target, mapping) - (mapping->high - PAGE)),
                 agent_image + target->head.order, target->head.order_end - target->head.order);
}

uint64_t space_with_code(const struct target *target, const struct mapping *mapping) {
  uint8_t page[PAGE];
  return read_end(target, mapping, page) && has_code(target, mapping, page) ? place_in(target, mapping) : 0;
}

/* Finds zeros at the end of a mapping of code, enough for the order's code, or that code from an earlier
   time; 0 if there are none. */
static uint64_t zeros_in(const struct target *target, const struct mapping *mapping) {
  uint8_t page[PAGE];
  uint32_t zeros = 0;
  if (!read_end(target, mapping, page)) {
    return 0;
  }
  while (zeros < PAGE && page[PAGE - 1 - zeros] == 0) {
    zeros++;
  }
  int has_room = zeros >= target->head.order_end - target->head.order + 64;
  return has_room || has_code(target, mapping, page) ? place_in(target, mapping) : 0;
}

int32_t space_for_code(struct injection *injection, const struct mappings *mappings, struct fg_error *error) {
  for (int pass = 0; pass < 2 && !injection->code; pass++) {
    for (int32_t i = 0; i < mappings->count && !injection->code; i++) {
      int is_vdso = !strcmp(mappings->at[i].path, "[vdso]");
      if (is_vdso == !pass) {
        injection->code = zeros_in(injection->target, &mappings->at[i]);
      }
    }
  }
  if (!injection->code) {
    return fail(error, FG_E_NO_NEAR_SPACE, 0,
                "process %d has no unused bytes at the end of its code, from which the agent could be loaded", injection->target->pid);
  }
  return FG_OK;
}
