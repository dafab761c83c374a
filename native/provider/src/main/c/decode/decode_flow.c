/* Where an instruction leads. */
#include "decode/decode_parts.h"

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

int decode_flow(const struct cursor *c, uint8_t modrm) {
  if (c->encoding != LEGACY || c->map > MAP_0F) {
    return FLOW_NEXT;
  }
  return c->map == ONE_BYTE ? flow_of_one_byte(c->opcode, modrm) : flow_of_two_byte(c->opcode);
}
