/* Replaces functions' first bytes. */
#include <errno.h>
#include <string.h>

#include "sensor/change.h"

enum { NEAR = 4096 /* bytes that are read and written together */ };

void change_copy_pages(struct target *target, const struct changes *changes) {
  uint64_t last = 0;
  for (int32_t i = 0; i < changes->count; i++) {
    const struct window *window = &changes->at[i].sensor->window;
    uint64_t page = window->address & ~0xfffull;
    uint8_t byte;
    if (page != last && !tracee_read(&target->tracee, window->address, &byte, 1)) {
      tracee_write(&target->tracee, window->address, &byte, 1);
    }
    last = page;
  }
}

/* Replaces a change's bytes in memory that was read from an address of the process on, if they are as
   expected. */
static int replace_in(uint8_t *bytes, uint64_t from, struct change *change) {
  const struct window *window = &change->sensor->window;
  uint8_t *at = bytes + (window->address - from);
  if (change->verdict->code) {
    return 0;
  }
  if (memcmp(at, change->before, window->length) != 0) {
    if (!memcmp(at, window->original, window->length)) {
      refuse(change->verdict, FG_E_NOT_INSTALLED, "it no longer has a sensor, because its module has been reloaded");
    } else {
      refuse(change->verdict, FG_E_BYTES_CHANGED, "its first bytes have changed: by another tool, or because another module is there now");
    }
    return 0;
  }
  memcpy(at, change->after, window->length);
  return 1;
}

/* Replaces the bytes of changes that are near each other with one read and one write for all. */
static void replace_near(struct target *target, struct change *changes, int32_t count, uint64_t from,
                         uint64_t end) {
  uint8_t bytes[NEAR + RELOCATE_LONGEST];
  int32_t replaced = 0, code = FG_OK, why = 0;
  if (tracee_read(&target->tracee, from, bytes, end - from)) {
    code = FG_E_NO_CODE;
  }
  for (int32_t i = 0; i < count && !code; i++) {
    replaced += replace_in(bytes, from, &changes[i]);
  }
  if (replaced && tracee_write(&target->tracee, from, bytes, end - from)) {
    code = FG_E_SYSTEM;
    why = errno;
  }
  for (int32_t i = 0; i < count && code; i++) {
    if (!changes[i].verdict->code) {
      refuse(changes[i].verdict, code, code == FG_E_SYSTEM ? "its code cannot be written: %.60s"
                                                           : "its module is no longer mapped",
             strerror(why));
    }
  }
}

void change_write(struct target *target, struct changes *changes) {
  for (int32_t first = 0, next; first < changes->count; first = next) {
    uint64_t from = changes->at[first].sensor->window.address, end = from;
    for (next = first; next < changes->count; next++) {
      const struct window *window = &changes->at[next].sensor->window;
      if (window->address + window->length - from > NEAR && next > first) {
        break;
      }
      end = window->address + window->length > end ? window->address + window->length : end;
    }
    replace_near(target, &changes->at[first], next - first, from, end);
  }
}
