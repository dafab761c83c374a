/* Which bytes of a function a jump replaces, and the same instructions at another place. */
#ifndef FLOWGAUGE_RELOCATE_H
#define FLOWGAUGE_RELOCATE_H

#include <stdint.h>

#include "agent/agent.h"
#include "flowgauge.h"
#include "image/image.h"

#define RELOCATE_LONGEST 24 /* replaced bytes at most */
#define RELOCATE_CODE 192   /* bytes of moved code at most */

struct window {
  uint64_t address; /* in the process, of the first replaced byte: behind endbr64 */
  uint32_t length;  /* whole instructions, and padding behind a short function */
  uint8_t original[RELOCATE_LONGEST];
};

/* Looks at a function in its file; bias is the process's address less the file's. Returns FG_OK or
   the refusal's code with its sentence in text. */
int32_t relocate_check(struct image *image, uint64_t bias, uint64_t address, uint64_t size,
                       struct window *window, struct fg_verdict *verdict);

/* The same, whatever else the function does: for those that a sensor must leave alone. */
int32_t relocate_find(struct image *image, uint64_t bias, uint64_t address, uint64_t size,
                      struct window *window, struct fg_verdict *verdict);

/* Writes the window's instructions, moved to at, and a jump behind the window; returns the length,
   or 0 if something they refer to is further than 2 GB from there. origin gets where each begins. */
uint32_t relocate_emit(const struct window *window, uint64_t at, uint8_t code[RELOCATE_CODE],
                       struct agent_origin *origin);

#endif
