/*
 * Unwind information (.eh_frame): where functions begin and end, whether they handle exceptions, and
 * which code is no function because its frame is already in place when it is entered.
 */
#define _GNU_SOURCE 1

#include <stdlib.h>
#include <string.h>

#include "image/image.h"
#include "image/image_found.h"

#define MOST_UNWIND_BYTES (256u << 20)

/* Pointer encodings (DW_EH_PE). */
enum { FORMAT = 0x0f, APPLICATION = 0x70, INDIRECT = 0x80, OMITTED = 0xff };
enum { ABSOLUTE = 0x00, ULEB = 0x01, UDATA2 = 0x02, UDATA4 = 0x03, UDATA8 = 0x04,
       SLEB = 0x09, SDATA2 = 0x0a, SDATA4 = 0x0b, SDATA8 = 0x0c };
enum { PC_RELATIVE = 0x10 };

/* Call frame instructions. CFA_HIGH: those with a register or a distance in their low six bits. */
enum { CFA_NOP = 0x00, CFA_SET_LOC = 0x01, CFA_ADVANCE_1 = 0x02, CFA_ADVANCE_2 = 0x03, CFA_ADVANCE_4 = 0x04,
       CFA_OFFSET_EXTENDED = 0x05, CFA_RESTORE_EXTENDED = 0x06, CFA_UNDEFINED = 0x07, CFA_SAME = 0x08,
       CFA_REGISTER = 0x09, CFA_REMEMBER = 0x0a, CFA_RECALL = 0x0b, CFA_DEF_CFA = 0x0c, CFA_DEF_REGISTER = 0x0d,
       CFA_DEF_OFFSET = 0x0e, CFA_DEF_EXPRESSION = 0x0f, CFA_EXPRESSION = 0x10, CFA_OFFSET_SIGNED = 0x11,
       CFA_DEF_SIGNED = 0x12, CFA_DEF_OFFSET_SIGNED = 0x13, CFA_VALUE_OFFSET = 0x14,
       CFA_VALUE_OFFSET_SIGNED = 0x15, CFA_VALUE_EXPRESSION = 0x16, CFA_ARGS_SIZE = 0x2e,
       CFA_OFFSET_NEGATIVE = 0x2f, CFA_ADVANCE = 0x40, CFA_OFFSET = 0x80, CFA_RESTORE = 0xc0, CFA_HIGH = 0xc0 };
/* Registers by bit; SCRATCH: those that no function has to preserve. */
enum { RAX = 1 << 0, RDX = 1 << 1, REGISTERS = 16, SCRATCH = 0x0f37 };
#define STACK_POINTER 7
#define RETURN_ADDRESS 16
#define ENTRY_OFFSET 8 /* only the return address is above the stack pointer */

struct reader {
  const uint8_t *bytes;
  size_t at, end;
  uint64_t address; /* of bytes[0] */
  int failed;
};

/* The frame that code is entered with. */
struct frame {
  uint64_t base, offset; /* its address: a register and a distance from it */
  int has_more;          /* besides the return address, or unknown */
};

struct cie {
  uint8_t pointer_encoding, lsda_encoding;
  int has_augmentation, is_signal_frame, is_known;
  struct frame frame; /* before an entry's own instructions */
};

static uint64_t take(struct reader *r, size_t size) {
  uint64_t value = 0;

  if (r->failed || size > r->end - r->at) {
    r->failed = 1;
    return 0;
  }
  memcpy(&value, r->bytes + r->at, size);
  r->at += size;
  return value;
}

static uint64_t take_uleb(struct reader *r) {
  uint64_t value = 0;

  for (int shift = 0; !r->failed; shift += 7) {
    uint64_t byte = take(r, 1);
    if (shift < 64) {
      value |= (byte & 0x7f) << shift;
    }
    if (!(byte & 0x80)) {
      break;
    }
  }
  return value;
}

static void skip(struct reader *r, uint64_t size) {
  if (size > r->end - r->at) {
    r->failed = 1;
  } else {
    r->at += size;
  }
}

static uint64_t sign_extend(uint64_t value, int bits) {
  uint64_t sign = 1ull << (bits - 1);
  return (value ^ sign) - sign;
}

static uint64_t take_value(struct reader *r, uint8_t encoding) {
  switch (encoding & FORMAT) {
  case ULEB:
  case SLEB:
    return take_uleb(r);
  case UDATA2:
    return take(r, 2);
  case SDATA2:
    return sign_extend(take(r, 2), 16);
  case UDATA4:
    return take(r, 4);
  case SDATA4:
    return sign_extend(take(r, 4), 32);
  case ABSOLUTE:
  case UDATA8:
  case SDATA8:
    return take(r, 8);
  default:
    r->failed = 1;
    return 0;
  }
}

static uint64_t take_pointer(struct reader *r, uint8_t encoding) {
  uint64_t here = r->address + r->at;
  uint64_t value = take_value(r, encoding);
  uint8_t application = encoding & APPLICATION;

  if (application != 0 && application != PC_RELATIVE) {
    r->failed = 1;
  }
  return application == PC_RELATIVE ? value + here : value;
}

/* Reads the bytes of the augmentation that the letters after 'z' announce. */
static void read_augmentation(struct reader *r, const char *letters, struct cie *cie) {
  for (; *letters != 0 && !r->failed; letters++) {
    switch (*letters) {
    case 'R':
      cie->pointer_encoding = (uint8_t)take(r, 1);
      break;
    case 'L':
      cie->lsda_encoding = (uint8_t)take(r, 1);
      break;
    case 'P': {
      uint8_t encoding = (uint8_t)take(r, 1);
      take_value(r, encoding);
      break;
    }
    case 'S':
      cie->is_signal_frame = 1;
      break;
    default: /* 'B', 'G': nothing follows */
      break;
    }
  }
}

static int advances(uint64_t instruction) {
  return (instruction & CFA_HIGH) == CFA_ADVANCE ||
         (instruction >= CFA_SET_LOC && instruction <= CFA_ADVANCE_4);
}

/* Returns a frame after the instructions up to the first one for a later place. */
static struct frame frame_after(struct frame frame, struct reader r) {
  while (r.at < r.end && !r.failed) {
    uint64_t instruction = take(&r, 1);
    if (advances(instruction)) {
      break;
    }
    switch (instruction) {
    case CFA_NOP: case CFA_REMEMBER:
      break;
    case CFA_ARGS_SIZE: case CFA_OFFSET | RETURN_ADDRESS:
      take_uleb(&r);
      break;
    case CFA_DEF_CFA:
      frame.base = take_uleb(&r);
      frame.offset = take_uleb(&r);
      break;
    case CFA_DEF_REGISTER:
      frame.base = take_uleb(&r);
      break;
    case CFA_DEF_OFFSET:
      frame.offset = take_uleb(&r);
      break;
    default:
      frame.has_more = 1;
      return frame;
    }
  }
  return frame;
}

/* Whether a frame is that of a call just made; otherwise its code is jumped to from the middle of a function,
   or entered by the kernel. */
static int is_of_call(const struct frame *frame) {
  return frame->base == STACK_POINTER && frame->offset == ENTRY_OFFSET && !frame->has_more;
}

static struct cie read_cie(struct reader r) {
  struct cie cie = {.lsda_encoding = OMITTED};
  char letters[16] = {0};
  size_t length = 0;
  uint64_t version = take(&r, 1), letter = 0;

  do {
    letter = take(&r, 1);
    letters[length] = (char)letter;
  } while (letter != 0 && ++length < sizeof letters - 1 && !r.failed);
  if (r.failed || letter != 0 || (letters[0] != 0 && letters[0] != 'z')) {
    return cie; /* not written by any compiler for twenty years */
  }
  take_uleb(&r); /* factors of code and data */
  take_uleb(&r);
  if (version == 1) {
    take(&r, 1);
  } else {
    take_uleb(&r);
  }
  if (letters[0] == 'z') {
    cie.has_augmentation = 1;
    uint64_t size = take_uleb(&r);
    struct reader augmentation = r;
    skip(&r, size);
    augmentation.end = r.at;
    read_augmentation(&augmentation, letters + 1, &cie);
    r.failed |= augmentation.failed;
  }
  cie.frame = frame_after(cie.frame, r);
  cie.is_known = !r.failed;
  return cie;
}

/* Reads the next entry; its end becomes the reader's end. Returns 0 at the end of all entries. */
static int take_entry(struct reader *all, struct reader *entry) {
  uint64_t length = take(all, 4);

  if (length == UINT32_MAX) {
    length = take(all, 8);
  }
  if (all->failed || length == 0 || length > all->end - all->at) {
    return 0;
  }
  *entry = *all;
  entry->end = all->at + length;
  all->at = entry->end;
  return 1;
}

static unsigned bit_of(uint64_t number) {
  return number < REGISTERS ? 1u << number : 0;
}

/* Returns the bit of the register whose saved place an instruction gives, 0 if it gives none. Fails if it is
   no instruction. */
static unsigned take_instruction(struct reader *r, uint64_t instruction, uint8_t pointer_encoding) {
  uint64_t given = instruction & ~(uint64_t)CFA_HIGH;

  if ((instruction & CFA_HIGH) == CFA_OFFSET) {
    take_uleb(r);
    return bit_of(given);
  }
  if (instruction & CFA_HIGH) {
    return 0;
  }
  switch (instruction) {
  case CFA_NOP: case CFA_REMEMBER: case CFA_RECALL:
    return 0;
  case CFA_SET_LOC:
    take_value(r, pointer_encoding);
    return 0;
  case CFA_ADVANCE_1: case CFA_ADVANCE_2: case CFA_ADVANCE_4:
    skip(r, 1u << (instruction - CFA_ADVANCE_1));
    return 0;
  case CFA_OFFSET_EXTENDED: case CFA_OFFSET_SIGNED: case CFA_OFFSET_NEGATIVE: {
    uint64_t saved = take_uleb(r);
    take_uleb(r);
    return bit_of(saved);
  }
  case CFA_RESTORE_EXTENDED: case CFA_UNDEFINED: case CFA_SAME: case CFA_DEF_REGISTER:
  case CFA_DEF_OFFSET: case CFA_DEF_OFFSET_SIGNED: case CFA_ARGS_SIZE:
    take_uleb(r);
    return 0;
  case CFA_REGISTER: case CFA_DEF_CFA: case CFA_DEF_SIGNED: case CFA_VALUE_OFFSET:
  case CFA_VALUE_OFFSET_SIGNED:
    take_uleb(r);
    take_uleb(r);
    return 0;
  case CFA_EXPRESSION: case CFA_VALUE_EXPRESSION:
    take_uleb(r);
    skip(r, take_uleb(r));
    return 0;
  case CFA_DEF_EXPRESSION:
    skip(r, take_uleb(r));
    return 0;
  default:
    r->failed = 1;
    return 0;
  }
}

/* Whether a function saves rax and rdx, but no other register that need not be preserved. Only functions do
   that end by continuing in a frame further up the stack (gcc's __builtin_eh_return), where both then hold
   the exception. */
static int goes_on_elsewhere(struct reader r, uint8_t pointer_encoding) {
  unsigned saved = 0;

  while (r.at < r.end && !r.failed) {
    saved |= take_instruction(&r, take(&r, 1), pointer_encoding);
  }
  return (saved & SCRATCH) == (RAX | RDX);
}

static int add_range(struct found_list *list, struct reader r, const struct cie *cie) {
  uint64_t begin = take_pointer(&r, cie->pointer_encoding);
  uint64_t size = take_value(&r, cie->pointer_encoding & FORMAT);
  uint64_t augmentation = cie->has_augmentation ? take_uleb(&r) : 0;

  if (r.failed || augmentation > r.end - r.at || size == 0 || begin == 0) {
    return 1;
  }
  if (cie->lsda_encoding != OMITTED && augmentation > 0) {
    struct reader lsda = r;
    list->throws |= take_value(&lsda, cie->lsda_encoding) != 0;
  }
  skip(&r, augmentation);
  struct frame frame = frame_after(cie->frame, r);
  int whole = !cie->is_signal_frame && is_of_call(&frame);
  if (whole && goes_on_elsewhere(r, cie->pointer_encoding) &&
      !found_add(list, (struct found){begin, size, NULL, FOUND_UNWINDER})) {
    return 0;
  }
  struct found item = {begin, size, NULL, whole ? FOUND_RANGE : FOUND_PART};
  return found_add(list, item);
}

/* Entries that follow each other mostly have the same parent. */
static int add_ranges(struct found_list *list, struct reader all) {
  struct reader entry;
  struct cie cie = {0};
  size_t cie_at = SIZE_MAX;

  while (take_entry(&all, &entry)) {
    size_t here = entry.at;
    uint64_t distance = take(&entry, 4);
    if (entry.failed || distance == 0 || distance > here) {
      continue; /* a parent, or malformed */
    }
    if (cie_at != here - distance) {
      struct reader parent = {all.bytes, here - distance, all.end, all.address, 0};
      struct reader content;
      cie_at = here - distance;
      cie = (struct cie){0};
      if (take_entry(&parent, &content) && take(&content, 4) == 0 && !content.failed) {
        cie = read_cie(content);
      }
    }
    if (cie.is_known && !add_range(list, entry, &cie)) {
      return 0;
    }
  }
  return 1;
}

/* Without sections: the header of unwind information begins with version and three encodings, then the place
   of .eh_frame, which extends to its end mark or the segment's end. */
static uint64_t unwind_address(const struct image_file *file, const Elf64_Phdr *header) {
  uint8_t bytes[16] = {0};

  image_file_fill(file->fd, bytes, sizeof bytes, header->p_offset);
  struct reader r = {bytes, 4, sizeof bytes, header->p_vaddr, 0};
  uint64_t address = take_pointer(&r, bytes[1]);
  return bytes[0] == 1 && !r.failed ? address : 0;
}

static uint8_t *unwind_of_segments(const struct image_file *file, uint64_t *address, size_t *size) {
  for (size_t i = 0; i < file->segment_count; i++) {
    if (file->segments[i].p_type != PT_GNU_EH_FRAME) {
      continue;
    }
    *address = unwind_address(file, &file->segments[i]);
    const Elf64_Phdr *segment = image_segment_at(file, *address);
    if (*address == 0 || segment == NULL || *address - segment->p_vaddr >= segment->p_filesz) {
      return NULL;
    }
    uint64_t skipped = *address - segment->p_vaddr;
    *size = segment->p_filesz - skipped;
    return image_file_read(file, segment->p_offset + skipped, *size, MOST_UNWIND_BYTES);
  }
  return NULL;
}

int found_unwind(struct found_list *list, const struct image_file *file) {
  const Elf64_Shdr *section = image_section(file, ".eh_frame");
  uint64_t address = 0;
  size_t size = 0;
  uint8_t *bytes;

  if (section != NULL) {
    address = section->sh_addr;
    size = section->sh_size;
    bytes = image_section_read(file, section, MOST_UNWIND_BYTES);
  } else {
    bytes = unwind_of_segments(file, &address, &size);
  }
  if (bytes == NULL) {
    return 1;
  }
  struct reader all = {bytes, 0, size, address, 0};
  int added = add_ranges(list, all);
  free(bytes);
  return added;
}
