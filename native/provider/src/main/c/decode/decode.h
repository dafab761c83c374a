/* Lengths and branches of x86-64 instructions: the part of decoding that moving a function's first bytes
   needs. */
#ifndef FLOWGAUGE_DECODE_H
#define FLOWGAUGE_DECODE_H

#include <stddef.h>
#include <stdint.h>

enum flow {
  FLOW_NEXT,           /* continues with the next instruction */
  FLOW_JUMP,           /* relative */
  FLOW_BRANCH,         /* relative, on a condition of the flags */
  FLOW_LOOP,           /* relative, 8 bits only: loop, jrcxz */
  FLOW_CALL,           /* relative */
  FLOW_RETURN,
  FLOW_JUMP_INDIRECT,
  FLOW_CALL_INDIRECT,
  FLOW_TRAP,           /* int3, ud2, hlt */
  FLOW_XBEGIN          /* relative */
};

struct instruction {
  uint8_t length;
  uint8_t flow;                          /* enum flow */
  uint8_t opcode_at;                     /* place of the opcode's last byte */
  uint8_t rip_relative;                  /* 1 if it has an operand at displacement(%rip) */
  uint8_t displacement_at;
  uint8_t target_at, target_size;        /* place of a relative branch's target; size 0: none */
  int32_t displacement;
  int64_t target;                        /* relative to the instruction's end */
};

/* Decodes the instruction at the beginning of length bytes; returns its length, or 0 if the bytes are no
   instruction or only a part of one. */
int decode(const uint8_t *bytes, size_t length, struct instruction *instruction);

#endif
