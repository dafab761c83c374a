/* Decodes the executable sections of the files named with Zydis and with decode(), side by side. */
#include <Zydis/Zydis.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/decode.h"

#define SHOWN 20

static ZydisDecoder decoder;
static long instructions, mismatches;

static void report(const char *what, const uint8_t *bytes, size_t length) {
  if (mismatches++ < SHOWN) {
    printf("%s:", what);
    for (size_t i = 0; i < length; i++) {
      printf(" %02x", bytes[i]);
    }
    printf("\n");
  }
}

static int zydis_flow(const ZydisDecodedInstruction *z, int relative) {
  switch (z->mnemonic) {
  case ZYDIS_MNEMONIC_JMP:
    return relative ? FLOW_JUMP : FLOW_JUMP_INDIRECT;
  case ZYDIS_MNEMONIC_CALL:
    return relative ? FLOW_CALL : FLOW_CALL_INDIRECT;
  case ZYDIS_MNEMONIC_XBEGIN:
    return FLOW_XBEGIN;
  case ZYDIS_MNEMONIC_JRCXZ:
  case ZYDIS_MNEMONIC_JECXZ:
  case ZYDIS_MNEMONIC_LOOP:
  case ZYDIS_MNEMONIC_LOOPE:
  case ZYDIS_MNEMONIC_LOOPNE:
    return FLOW_LOOP;
  case ZYDIS_MNEMONIC_XEND:
    return FLOW_NEXT;
  case ZYDIS_MNEMONIC_INT3:
  case ZYDIS_MNEMONIC_INT1:
  case ZYDIS_MNEMONIC_UD0:
  case ZYDIS_MNEMONIC_UD1:
  case ZYDIS_MNEMONIC_UD2:
  case ZYDIS_MNEMONIC_HLT:
    return FLOW_TRAP;
  case ZYDIS_MNEMONIC_RET:
  case ZYDIS_MNEMONIC_IRET:
  case ZYDIS_MNEMONIC_IRETD:
  case ZYDIS_MNEMONIC_IRETQ:
    return FLOW_RETURN;
  default:
    return z->meta.category == ZYDIS_CATEGORY_COND_BR ? FLOW_BRANCH : FLOW_NEXT;
  }
}

static int is_rip_relative(const ZydisDecodedInstruction *z) {
  return (z->attributes & ZYDIS_ATTRIB_IS_RELATIVE) && z->raw.modrm.offset != 0 && z->raw.modrm.mod == 0 &&
         z->raw.modrm.rm == 5;
}

static void compare_displacement(const ZydisDecodedInstruction *z, const struct instruction *ours,
                                 const uint8_t *bytes) {
  int rip = is_rip_relative(z);

  if (rip != ours->rip_relative) {
    report("rip-relative or not", bytes, z->length);
  } else if (rip && (z->raw.disp.value != ours->displacement || z->raw.disp.offset != ours->displacement_at)) {
    report("displacement", bytes, z->length);
  }
}

static void compare_flow(const ZydisDecodedInstruction *z, const ZydisDecodedOperand *operands,
                         const struct instruction *ours, const uint8_t *bytes) {
  const ZydisDecodedOperand *target = NULL;

  for (int i = 0; i < z->operand_count; i++) {
    if (operands[i].type == ZYDIS_OPERAND_TYPE_IMMEDIATE && operands[i].imm.is_relative) {
      target = &operands[i];
    }
  }
  if ((target != NULL) != (ours->target_size != 0) || (target && target->imm.value.s != ours->target)) {
    report("target", bytes, z->length);
  }
  if (zydis_flow(z, target != NULL) != ours->flow) {
    report("flow", bytes, z->length);
  }
}

/* Branches of Knights Corner, which was a coprocessor: no x86-64 processor has them. */
static int is_of_coprocessor(const ZydisDecodedInstruction *z) {
  return z->mnemonic == ZYDIS_MNEMONIC_JKZD || z->mnemonic == ZYDIS_MNEMONIC_JKNZD;
}

/* Returns the instruction's length, 1 if Zydis recognises none. */
static size_t compare(const uint8_t *bytes, size_t length) {
  ZydisDecodedInstruction z;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  struct instruction ours;

  if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes, length, &z, operands))) {
    return 1;
  }
  if (is_of_coprocessor(&z)) {
    return z.length;
  }
  instructions++;
  if (decode(bytes, length, &ours) != z.length) {
    report("length", bytes, z.length);
  } else {
    compare_displacement(&z, &ours, bytes);
    compare_flow(&z, operands, &ours, bytes);
  }
  return z.length;
}

static uint8_t *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  uint8_t *bytes = NULL;
  long length = 0;

  *size = 0;
  if (file == NULL) {
    return NULL;
  }
  if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) > 0 && (bytes = malloc((size_t)length)) != NULL) {
    rewind(file);
    *size = fread(bytes, 1, (size_t)length, file);
  }
  fclose(file);
  return bytes;
}

static void compare_file(const uint8_t *bytes, size_t size) {
  Elf64_Ehdr header;

  if (bytes == NULL || size < sizeof header || memcmp(bytes, ELFMAG, SELFMAG) != 0) {
    return;
  }
  memcpy(&header, bytes, sizeof header);
  for (int i = 0; i < header.e_shnum; i++) {
    Elf64_Shdr section;
    memcpy(&section, bytes + header.e_shoff + (size_t)i * header.e_shentsize, sizeof section);
    if (section.sh_type == SHT_PROGBITS && section.sh_flags & SHF_EXECINSTR) {
      for (size_t at = 0; at < section.sh_size;) {
        at += compare(bytes + section.sh_offset + at, section.sh_size - at);
      }
    }
  }
}

/* Random bytes cover instructions that compilers do not use. Zydis refuses more (wrong prefixes, registers
   that do not exist), so only instructions it accepts are compared. */
static void compare_random(long count) {
  static const uint8_t escapes[] = {0x0f, 0x66, 0x67, 0xf2, 0xf3, 0x48, 0x4f, 0xc4, 0xc5, 0x62, 0x8f, 0xc7};
  uint8_t bytes[15];

  srand(7);
  for (long i = 0; i < count; i++) {
    for (size_t j = 0; j < sizeof bytes; j++) {
      bytes[j] = (uint8_t)(rand() >> 7);
    }
    for (int j = 0; j < i % 4; j++) {
      bytes[j] = escapes[(size_t)(rand() >> 7) % sizeof escapes];
    }
    compare(bytes, sizeof bytes);
  }
}

int main(int argc, char **argv) {
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  if (argc > 1) {
    compare_random(atol(argv[1]));
  }
  printf("random instructions %ld, mismatches %ld\n", instructions, mismatches);
  for (int i = 2; i < argc; i++) {
    size_t size;
    uint8_t *bytes = read_file(argv[i], &size);
    compare_file(bytes, size);
    free(bytes);
  }
  printf("instructions %ld, mismatches %ld\n", instructions, mismatches);
  return mismatches != 0;
}
