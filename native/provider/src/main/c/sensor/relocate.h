/* Finds the bytes of a function that a jump replaces, and moves their instructions to another place. */
#ifndef FLOWGAUGE_RELOCATE_H
#define FLOWGAUGE_RELOCATE_H

#include <stdint.h>

#include "agent/agent.h"
#include "flowgauge.h"
#include "image/image.h"

#define RELOCATE_LONGEST 24 /* replaced bytes at most */
#define RELOCATE_CODE 192   /* bytes of moved code at most */

struct window {
  uint64_t address; /* in the process, of the first replaced byte, after endbr64 */
  uint32_t length;  /* whole instructions, and padding after a short function */
  uint8_t original[RELOCATE_LONGEST];
};

/* Checks a function in its file; bias is its address in the process less that in the file. Returns FG_OK, or
   the code of a refusal with its sentence in text. */
int32_t relocate_check(struct image *image, uint64_t bias, uint64_t address, uint64_t size,
                       struct window *window, struct fg_verdict *verdict);

/* Like relocate_check, but without the checks for functions that must not have a sensor. */
int32_t relocate_find(struct image *image, uint64_t bias, uint64_t address, uint64_t size,
                      struct window *window, struct fg_verdict *verdict);

/* Writes the window's instructions as moved to at, and a jump to the end of the window; returns the length,
   or 0 if an address they refer to is further than 2 GB from there. origin gets the places where each
   instruction begins. */
uint32_t relocate_emit(const struct window *window, uint64_t at, uint8_t code[RELOCATE_CODE],
                       struct agent_origin *origin);

#endif
