/*
 * Looks up the bytes that follow an opcode in a table of 256 entries per opcode map. The few opcodes
 * whose operands depend on more than the opcode are handled by functions.
 */
#include "decode/decode_parts.h"

/* Two columns each, so that the tables can be read as tables. */
#define __ NOTHING
#define M_ MODRM
#define B_ BYTE
#define W_ WORD
#define Z_ SIZED
#define F_ FULL
#define A_ ADDRESS
#define MB (MODRM | BYTE)
#define MZ (MODRM | SIZED)
#define WB (WORD | BYTE)
#define JB (RELATIVE | BYTE)
#define JZ (RELATIVE | SIZED)
#define XX INVALID

/* Prefixes and escapes never get here; they are marked invalid, too. */
static const uint8_t one_byte[256] = {
  /*        0   1   2   3   4   5   6   7   8   9   a   b   c   d   e   f */
  /* 0 */ M_, M_, M_, M_, B_, Z_, XX, XX, M_, M_, M_, M_, B_, Z_, XX, XX,
  /* 1 */ M_, M_, M_, M_, B_, Z_, XX, XX, M_, M_, M_, M_, B_, Z_, XX, XX,
  /* 2 */ M_, M_, M_, M_, B_, Z_, XX, XX, M_, M_, M_, M_, B_, Z_, XX, XX,
  /* 3 */ M_, M_, M_, M_, B_, Z_, XX, XX, M_, M_, M_, M_, B_, Z_, XX, XX,
  /* 4 */ XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
  /* 5 */ __, __, __, __, __, __, __, __, __, __, __, __, __, __, __, __,
  /* 6 */ XX, XX, XX, M_, XX, XX, XX, XX, Z_, MZ, B_, MB, __, __, __, __,
  /* 7 */ JB, JB, JB, JB, JB, JB, JB, JB, JB, JB, JB, JB, JB, JB, JB, JB,
  /* 8 */ MB, MZ, XX, MB, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_,
  /* 9 */ __, __, __, __, __, __, __, __, __, __, XX, __, __, __, __, __,
  /* a */ A_, A_, A_, A_, __, __, __, __, B_, Z_, __, __, __, __, __, __,
  /* b */ B_, B_, B_, B_, B_, B_, B_, B_, F_, F_, F_, F_, F_, F_, F_, F_,
  /* c */ MB, MB, W_, __, XX, XX, MB, MZ, WB, __, W_, __, __, B_, XX, __,
  /* d */ M_, M_, M_, M_, XX, XX, XX, __, M_, M_, M_, M_, M_, M_, M_, M_,
  /* e */ JB, JB, JB, JB, B_, B_, B_, B_, JZ, JZ, XX, JB, __, __, __, __,
  /* f */ XX, __, XX, XX, __, __, M_, M_, __, __, __, __, __, __, M_, M_,
};

/* After 0f. */
static const uint8_t two_byte[256] = {
  /*        0   1   2   3   4   5   6   7   8   9   a   b   c   d   e   f */
  /* 0 */ M_, M_, M_, M_, XX, __, __, __, __, __, XX, __, XX, M_, __, MB,
  /* 1 */ M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_,
  /* 2 */ M_, M_, M_, M_, XX, XX, XX, XX, M_, M_, M_, M_, M_, M_, M_, M_,
  /* 3 */ __, __, __, __, __, __, XX, __, XX, XX, XX, XX, XX, XX, XX, XX,
  /* 4 */ M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_,
  /* 5 */ M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_,
  /* 6 */ M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_,
  /* 7 */ MB, MB, MB, MB, M_, M_, M_, __, M_, M_, XX, XX, M_, M_, M_, M_,
  /* 8 */ JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ, JZ,
  /* 9 */ M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_,
  /* a */ __, __, __, M_, MB, M_, M_, M_, __, __, __, M_, MB, M_, M_, M_,
  /* b */ M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, MB, M_, M_, M_, M_, M_,
  /* c */ M_, M_, MB, M_, MB, MB, MB, M_, __, __, __, __, __, __, __, __,
  /* d */ M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_,
  /* e */ M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_,
  /* f */ M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_, M_,
};

/* test is the only one of f6 and f7 that has an immediate operand. */
static uint8_t follows_group_3(const struct cursor *c) {
  uint8_t test = c->opcode == 0xf6 ? MB : MZ;
  return has(c, 1) && (c->bytes[c->at] & 0x38) > 0x08 ? M_ : test;
}

/* extrq and insertq, which the prefix distinguishes from vmread. */
static uint8_t follows_0f78(const struct cursor *c) {
  return c->operand_16 || c->repeat == 0xf2 ? MODRM | WORD : MODRM;
}

static uint8_t follows_legacy(const struct cursor *c) {
  switch (c->map) {
  case ONE_BYTE:
    return c->opcode == 0xf6 || c->opcode == 0xf7 ? follows_group_3(c) : one_byte[c->opcode];
  case MAP_0F:
    return c->opcode == 0x78 ? follows_0f78(c) : two_byte[c->opcode];
  case MAP_0F38:
    return M_;
  default:
    return MB;
  }
}

/* Shifts, compares, inserts, extracts and shuffles of map 0f. */
static uint8_t follows_vector_0f(const struct cursor *c) {
  if (c->opcode == 0x77 && c->encoding == VEX) {
    return NOTHING; /* vzeroupper */
  }
  int immediate = (c->opcode >= 0x70 && c->opcode <= 0x73) || c->opcode == 0xc2 ||
                  (c->opcode >= 0xc4 && c->opcode <= 0xc6);
  return immediate ? MB : M_;
}

static uint8_t follows_xop(const struct cursor *c) {
  switch (c->map) {
  case MAP_XOP8:
    return MB;
  case MAP_XOP9:
    return M_;
  case MAP_XOPA:
    return MODRM | SIZED;
  default:
    return INVALID;
  }
}

static uint8_t follows_vector(const struct cursor *c) {
  switch (c->map) {
  case MAP_0F:
    return follows_vector_0f(c);
  case MAP_0F38:
    return M_;
  case MAP_0F3A:
    return MB;
  case 5: /* AVX512-FP16 */
  case 6:
    return c->encoding == EVEX ? M_ : INVALID;
  default:
    return INVALID;
  }
}

uint8_t decode_follows(const struct cursor *c) {
  if (c->encoding == LEGACY) {
    return follows_legacy(c);
  }
  return c->encoding == XOP ? follows_xop(c) : follows_vector(c);
}
