/*
 * What follows an opcode is looked up in a table of 256 entries per opcode map; how the maps are
 * reached (escape bytes, VEX, EVEX, XOP) and the few opcodes whose operands depend on more than the
 * opcode are code. 64-bit mode only; what is no instruction there has length 0.
 */
#include "decode.h"

#include <string.h>

#define LONGEST 15

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

/* Behind 0f. */
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

enum encoding { LEGACY, VEX, EVEX, XOP };

/* Opcode maps, numbered as VEX, EVEX and XOP number them; 0 is that of the one-byte opcodes. */
enum map { ONE_BYTE = 0, MAP_0F = 1, MAP_0F38 = 2, MAP_0F3A = 3, MAP_XOP8 = 8, MAP_XOP9 = 9, MAP_XOPA = 10 };

struct cursor {
  const uint8_t *bytes;
  size_t length, at;
  int operand_16, address_32, repeat; /* prefixes 66, 67, and the last of f2 and f3 */
  uint8_t rex;
  int encoding, map;
  uint8_t opcode;
};

static int has(const struct cursor *c, size_t more) { return c->length - c->at >= more; }

static int is_wide(const struct cursor *c) { return (c->rex & 8) != 0; }

static int64_t read_signed(const uint8_t *bytes, int size) {
  int8_t byte;
  int16_t word;
  int32_t dword;

  switch (size) {
  case 1:
    memcpy(&byte, bytes, sizeof byte);
    return byte;
  case 2:
    memcpy(&word, bytes, sizeof word);
    return word;
  default:
    memcpy(&dword, bytes, sizeof dword);
    return dword;
  }
}

/* Returns whether the byte is a legacy prefix. */
static int take_legacy_prefix(struct cursor *c, uint8_t byte) {
  switch (byte) {
  case 0x66:
    c->operand_16 = 1;
    return 1;
  case 0x67:
    c->address_32 = 1;
    return 1;
  case 0xf2:
  case 0xf3:
    c->repeat = byte;
    return 1;
  case 0xf0: /* lock, then segments */
  case 0x26:
  case 0x2e:
  case 0x36:
  case 0x3e:
  case 0x64:
  case 0x65:
    return 1;
  default:
    return 0;
  }
}

/* A REX prefix counts only directly before the opcode. */
static int take_prefixes(struct cursor *c) {
  for (; has(c, 1); c->at++) {
    uint8_t byte = c->bytes[c->at];
    if (take_legacy_prefix(c, byte)) {
      c->rex = 0;
    } else if ((byte & 0xf0) == 0x40) {
      c->rex = byte;
    } else {
      return 1;
    }
  }
  return 0;
}

/* VEX, EVEX and XOP: the map's number is in the first byte behind the escape, REX.W's twin is the
   highest bit of the second. */
static int take_vector_prefix(struct cursor *c, int encoding, size_t size) {
  const uint8_t *prefix = c->bytes + c->at;

  if (!has(c, size + 1)) {
    return 0;
  }
  c->encoding = encoding;
  c->map = prefix[1] & (encoding == EVEX ? 7 : 31);
  c->rex = prefix[2] & 0x80 ? 8 : 0;
  c->at += size;
  return 1;
}

static int take_short_vex(struct cursor *c) {
  if (!has(c, 3)) {
    return 0;
  }
  c->encoding = VEX;
  c->map = MAP_0F;
  c->at += 2;
  return 1;
}

static int take_escape(struct cursor *c) {
  c->at++;
  if (!has(c, 1)) {
    return 0;
  }
  c->map = MAP_0F;
  if (c->bytes[c->at] == 0x38 || c->bytes[c->at] == 0x3a) {
    c->map = c->bytes[c->at] == 0x38 ? MAP_0F38 : MAP_0F3A;
    c->at++;
  }
  return has(c, 1);
}

static int is_xop(const struct cursor *c) { return has(c, 2) && (c->bytes[c->at + 1] & 31) >= MAP_XOP8; }

/* Behind REX, the vector prefixes are no prefixes. */
static int take_opcode(struct cursor *c) {
  uint8_t byte = c->bytes[c->at];
  int taken = 1, vector = c->rex == 0;

  if (byte == 0x0f) {
    taken = take_escape(c);
  } else if (byte == 0xc5 && vector) {
    taken = take_short_vex(c);
  } else if (byte == 0xc4 && vector) {
    taken = take_vector_prefix(c, VEX, 3);
  } else if (byte == 0x62 && vector) {
    taken = take_vector_prefix(c, EVEX, 4);
  } else if (byte == 0x8f && vector && is_xop(c)) {
    taken = take_vector_prefix(c, XOP, 3);
  }
  if (taken) {
    c->opcode = c->bytes[c->at++];
  }
  return taken;
}

/* test is the only one of f6 and f7 that has an immediate operand. */
static uint8_t follows_group_3(const struct cursor *c) {
  uint8_t test = c->opcode == 0xf6 ? MB : MZ;
  return has(c, 1) && (c->bytes[c->at] & 0x38) > 0x08 ? M_ : test;
}

/* extrq and insertq, which the prefix tells from vmread. */
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

static uint8_t follows(const struct cursor *c) {
  if (c->encoding == LEGACY) {
    return follows_legacy(c);
  }
  return c->encoding == XOP ? follows_xop(c) : follows_vector(c);
}

static int displacement_size(int mod, int base) {
  if (mod == 1) {
    return 1;
  }
  return mod == 2 || (mod == 0 && base == 5) ? 4 : 0;
}

/* Moves to and from control and debug registers ignore the mode. */
static int is_register_operand(const struct cursor *c, int mod) {
  int special = c->encoding == LEGACY && c->map == MAP_0F && c->opcode >= 0x20 && c->opcode <= 0x23;
  return mod == 3 || special;
}

static int take_modrm(struct cursor *c, struct instruction *found) {
  if (!has(c, 1)) {
    return 0;
  }
  uint8_t modrm = c->bytes[c->at++];
  int mod = modrm >> 6, base = modrm & 7;
  if (is_register_operand(c, mod)) {
    return 1;
  }
  found->rip_relative = mod == 0 && base == 5;
  if (base == 4) {
    if (!has(c, 1)) {
      return 0;
    }
    base = c->bytes[c->at++] & 7;
  }
  int size = displacement_size(mod, base);
  if (!has(c, (size_t)size)) {
    return 0;
  }
  if (size > 0) {
    found->displacement_at = (uint8_t)c->at;
    found->displacement = (int32_t)read_signed(c->bytes + c->at, size);
    c->at += (size_t)size;
  }
  return 1;
}

static int is_xbegin(const struct cursor *c, const struct instruction *found) {
  return c->encoding == LEGACY && c->map == ONE_BYTE && c->opcode == 0xc7 &&
         c->bytes[found->opcode_at + 1] == 0xf8;
}

/* Near branches have 32 bits with or without an operand-size prefix, but for xbegin. */
static size_t immediate_size(const struct cursor *c, uint8_t what) {
  int narrow = c->operand_16 && !is_wide(c) && c->encoding == LEGACY;
  size_t sized = narrow && !(what & RELATIVE) ? 2 : 4;
  size_t size = what & SIZED ? sized : 0;

  if (what & BYTE) {
    size += 1;
  }
  if (what & WORD) {
    size += 2;
  }
  if (what & FULL) {
    size += is_wide(c) ? 8 : sized;
  }
  if (what & ADDRESS) {
    size += c->address_32 ? 4 : 8;
  }
  return size;
}

static int take_immediate(struct cursor *c, uint8_t what, struct instruction *found) {
  size_t size = immediate_size(c, what);

  if (!has(c, size)) {
    return 0;
  }
  if ((what & RELATIVE) || (what == MZ && is_xbegin(c, found))) {
    found->target_at = (uint8_t)c->at;
    found->target_size = (uint8_t)size;
    found->target = read_signed(c->bytes + c->at, (int)size);
  }
  c->at += size;
  return 1;
}

/* Group 5: inc, dec, call, far call, jmp, far jmp, push. */
static int flow_of_group_5(uint8_t modrm) {
  switch (modrm >> 3 & 7) {
  case 2:
  case 3:
    return FLOW_CALL_INDIRECT;
  case 4:
  case 5:
    return FLOW_JUMP_INDIRECT;
  default:
    return FLOW_NEXT;
  }
}

static int flow_of_one_byte(uint8_t opcode, uint8_t modrm) {
  switch (opcode) {
  case 0xc2:
  case 0xc3:
  case 0xca:
  case 0xcb:
  case 0xcf:
    return FLOW_RETURN;
  case 0xc7:
    return modrm == 0xf8 ? FLOW_XBEGIN : FLOW_NEXT;
  case 0xcc:
  case 0xf1:
  case 0xf4:
    return FLOW_TRAP;
  case 0xe0:
  case 0xe1:
  case 0xe2:
  case 0xe3:
    return FLOW_LOOP;
  case 0xe8:
    return FLOW_CALL;
  case 0xe9:
  case 0xeb:
    return FLOW_JUMP;
  case 0xff:
    return flow_of_group_5(modrm);
  default:
    return (opcode & 0xf0) == 0x70 ? FLOW_BRANCH : FLOW_NEXT;
  }
}

static int flow_of_two_byte(uint8_t opcode) {
  if (opcode == 0x0b || opcode == 0xb9 || opcode == 0xff) {
    return FLOW_TRAP; /* ud2, ud1, ud0 */
  }
  return (opcode & 0xf0) == 0x80 ? FLOW_BRANCH : FLOW_NEXT;
}

static int flow_of(const struct cursor *c, uint8_t modrm) {
  if (c->encoding != LEGACY || c->map > MAP_0F) {
    return FLOW_NEXT;
  }
  return c->map == ONE_BYTE ? flow_of_one_byte(c->opcode, modrm) : flow_of_two_byte(c->opcode);
}

static int is_undefined_group_5(const struct cursor *c, uint8_t modrm) {
  return c->encoding == LEGACY && c->map == ONE_BYTE && c->opcode == 0xff && (modrm & 0x38) == 0x38;
}

int decode(const uint8_t *bytes, size_t length, struct instruction *instruction) {
  struct cursor c = {.bytes = bytes, .length = length < LONGEST ? length : LONGEST};
  struct instruction found = {0};

  memset(instruction, 0, sizeof *instruction);
  if (!take_prefixes(&c) || !take_opcode(&c)) {
    return 0;
  }
  uint8_t what = follows(&c);
  uint8_t modrm = what & MODRM && has(&c, 1) ? c.bytes[c.at] : 0;
  if (what & INVALID || is_undefined_group_5(&c, modrm)) {
    return 0;
  }
  found.opcode_at = (uint8_t)(c.at - 1);
  found.flow = (uint8_t)flow_of(&c, modrm);
  if (what & MODRM && !take_modrm(&c, &found)) {
    return 0;
  }
  if (!take_immediate(&c, what, &found)) {
    return 0;
  }
  found.length = (uint8_t)c.at;
  *instruction = found;
  return found.length;
}
