/* What the parts of the decoder share: an instruction as far as it has been read, the bytes that follow its
   opcode, and where it leads. */
#ifndef FLOWGAUGE_DECODE_PARTS_H
#define FLOWGAUGE_DECODE_PARTS_H

#include "decode/decode.h"

/* What follows an opcode, ored. */
enum follows {
  NOTHING = 0,
  MODRM = 1,
  BYTE = 2,      /* 8 bits */
  WORD = 4,      /* 16 bits */
  SIZED = 8,     /* 16 or 32 bits by operand size */
  FULL = 16,     /* 16, 32 or 64 bits by operand size */
  ADDRESS = 32,  /* 32 or 64 bits by address size */
  RELATIVE = 64, /* a branch target, with BYTE or SIZED */
  INVALID = 128
};

enum encoding { LEGACY, VEX, EVEX, XOP };

/* Opcode maps, numbered as VEX, EVEX and XOP number them; 0 is the map of the one-byte opcodes. */
enum map { ONE_BYTE = 0, MAP_0F = 1, MAP_0F38 = 2, MAP_0F3A = 3, MAP_XOP8 = 8, MAP_XOP9 = 9, MAP_XOPA = 10 };

struct cursor {
  const uint8_t *bytes;
  size_t length, at;
  int operand_16, address_32, repeat; /* prefixes 66, 67, and the last of f2 and f3 */
  uint8_t rex;
  int encoding, map;
  uint8_t opcode;
};

static inline int has(const struct cursor *c, size_t more) { return c->length - c->at >= more; }

/* decode_operands.c: enum follows, ored, for the opcode that was read; INVALID if it is none. */
uint8_t decode_follows(const struct cursor *c);

/* decode_flow.c: enum flow. */
int decode_flow(const struct cursor *c, uint8_t modrm);

#endif
