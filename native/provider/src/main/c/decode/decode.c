/*
 * Reads an instruction byte by byte: first how its opcode map is reached (escape bytes, VEX, EVEX,
 * XOP), then the bytes that follow the opcode. 64-bit mode only; bytes that are no instruction there
 * have length 0.
 */
#include "decode/decode_parts.h"

#include <string.h>

#define LONGEST 15

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

/* VEX, EVEX and XOP: the map's number is in the first byte after the escape; the counterpart of REX.W is the
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

/* After REX, the vector prefixes are no prefixes. */
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

/* Near branches except xbegin have 32 bits with or without an operand-size prefix. */
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
  if ((what & RELATIVE) || (what == (MODRM | SIZED) && is_xbegin(c, found))) {
    found->target_at = (uint8_t)c->at;
    found->target_size = (uint8_t)size;
    found->target = read_signed(c->bytes + c->at, (int)size);
  }
  c->at += size;
  return 1;
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
  uint8_t what = decode_follows(&c);
  uint8_t modrm = what & MODRM && has(&c, 1) ? c.bytes[c.at] : 0;
  if (what & INVALID || is_undefined_group_5(&c, modrm)) {
    return 0;
  }
  found.opcode_at = (uint8_t)(c.at - 1);
  found.flow = (uint8_t)decode_flow(&c, modrm);
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
