#include "inject/frames.h"

#include <elf.h>
#include <string.h>

enum { LONGEST_ENTRY = 4096, LONGEST_PARENT = 512, MOST_SEGMENTS = 32, CHUNK = 512 };

/* Pointer encodings (DW_EH_PE). */
enum { FORMAT = 0x0f, ABSOLUTE = 0x00, UDATA4 = 0x03, UDATA8 = 0x04, SDATA4 = 0x0b, SDATA8 = 0x0c, RELATIVE = 0x10,
       TABLE_ENCODING = 0x3b };

struct bytes {
  const uint8_t *at, *end;
  int failed;
};

static uint64_t take(struct bytes *from, size_t size) {
  uint64_t value = 0;
  if (from->failed || size > (size_t)(from->end - from->at)) {
    from->failed = 1;
    return 0;
  }
  memcpy(&value, from->at, size);
  from->at += size;
  return value;
}

static void skip(struct bytes *from, uint64_t size) {
  if (from->failed || size > (uint64_t)(from->end - from->at)) {
    from->failed = 1;
  } else {
    from->at += size;
  }
}

static uint64_t take_leb(struct bytes *from, int is_signed) {
  uint64_t value = 0, byte = 0x80;
  int shift = 0;
  while (byte & 0x80 && !from->failed && shift < 64) {
    byte = take(from, 1);
    value |= (byte & 0x7f) << shift;
    shift += 7;
  }
  return is_signed && byte & 0x40 && shift < 64 ? value | ~0ull << shift : value;
}

static uint64_t take_value(struct bytes *from, uint8_t encoding) {
  switch (encoding & FORMAT) {
    case SDATA4: return (uint64_t)(int64_t)(int32_t)take(from, 4);
    case UDATA4: return take(from, 4);
    case ABSOLUTE:
    case UDATA8:
    case SDATA8: return take(from, 8);
    default: from->failed = 1; return 0;
  }
}

/* ------------------------------------------------------------------ finding a function's entry */

/* Returns where a module's table of entries is in memory; 0 if it has none. */
static uint64_t table_of(const struct target *target, const struct module *module) {
  Elf64_Ehdr header;
  Elf64_Phdr segments[MOST_SEGMENTS];
  if (tracee_read(&target->tracee, module->public.base, &header, sizeof header) ||
      memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_phnum > MOST_SEGMENTS ||
      tracee_read(&target->tracee, module->public.base + header.e_phoff, segments,
                  header.e_phnum * sizeof *segments)) {
    return 0;
  }
  for (int i = 0; i < header.e_phnum; i++) {
    if (segments[i].p_type == PT_GNU_EH_FRAME) {
      return segments[i].p_vaddr + module->public.bias;
    }
  }
  return 0;
}

/* Returns the entry of the last function that begins at or before an address; 0 if there is none. */
static uint64_t entry_at(const struct target *target, uint64_t table, uint64_t address) {
  struct {
    uint8_t version, place, count, entries;
    int32_t frames;
    uint32_t entry_count;
  } head;
  int32_t entries[CHUNK][2];
  if (tracee_read(&target->tracee, table, &head, sizeof head) || head.version != 1 || head.count != UDATA4 ||
      head.entries != TABLE_ENCODING) {
    return 0;
  }
  uint64_t low = 0, high = head.entry_count, first = table + sizeof head, wanted = address - table;
  while (high - low > CHUNK) {
    uint64_t middle = low + (high - low) / 2;
    if (tracee_read(&target->tracee, first + middle * sizeof *entries, entries, sizeof *entries)) {
      return 0;
    }
    if ((int64_t)wanted < entries[0][0]) {
      high = middle;
    } else {
      low = middle;
    }
  }
  if (tracee_read(&target->tracee, first + low * sizeof *entries, entries, (high - low) * sizeof *entries)) {
    return 0;
  }
  for (uint64_t i = high - low; i > 0; i--) {
    if (entries[i - 1][0] <= (int64_t)wanted) {
      return table + (uint64_t)(int64_t)entries[i - 1][1];
    }
  }
  return 0;
}

/* ------------------------------------------------------------------ reading an entry */

struct parent {
  uint64_t code_factor, data_factor;
  uint8_t encoding;
  int is_extended, is_signal;
  struct bytes instructions;
};

static void read_letters(struct bytes *from, const char *letters, struct parent *parent) {
  for (; *letters && !from->failed; letters++) {
    switch (*letters) {
      case 'R': parent->encoding = (uint8_t)take(from, 1); break;
      case 'L': take(from, 1); break;
      case 'P': {
        uint8_t encoding = (uint8_t)take(from, 1);
        take_value(from, encoding);
        break;
      }
      case 'S': parent->is_signal = 1; break;
      default: from->failed = 1; break;
    }
  }
}

/* Reads the content after the mark of a parent. */
static int read_parent(struct bytes from, struct parent *parent) {
  char letters[8] = {0};
  uint64_t version = take(&from, 1);
  size_t count = 0;
  memset(parent, 0, sizeof *parent);
  do {
    letters[count] = (char)take(&from, 1);
  } while (letters[count] && ++count < sizeof letters - 1);
  parent->code_factor = take_leb(&from, 0);
  parent->data_factor = take_leb(&from, 1);
  uint64_t returns = version == 1 ? take(&from, 1) : take_leb(&from, 0);
  if (letters[0] == 'z') {
    parent->is_extended = 1;
    uint64_t size = take_leb(&from, 0);
    struct bytes extra = from;
    read_letters(&extra, letters + 1, parent);
    skip(&from, size);
    from.failed |= extra.failed;
  } else if (letters[0]) {
    from.failed = 1;
  }
  parent->instructions = from;
  return !from.failed && returns == FRAME_RETURN;
}

/* Reads an entry's content; 0 if it cannot be read. */
static int read_entry(const struct target *target, uint64_t at, uint8_t *room, size_t size, struct bytes *content) {
  uint32_t length;
  if (tracee_read(&target->tracee, at, &length, sizeof length) || length < 4 || length > size ||
      tracee_read(&target->tracee, at + 4, room, length)) {
    return 0;
  }
  *content = (struct bytes){room, room + length, 0};
  return 1;
}

/* ------------------------------------------------------------------ its instructions */

enum how { SAME = 0, STORED, UNDEFINED, UNKNOWN };

struct row {
  uint64_t base; /* the register relative to which the frame's address is given; FRAME_REGISTERS: unknown */
  uint64_t distance;
  struct {
    enum how how;
    uint64_t distance; /* from the frame's address */
  } of[FRAME_REGISTERS];
};

#define REMEMBERED 8

struct run {
  const struct parent *parent;
  struct row row, initial, remembered[REMEMBERED];
  int depth;
  uint64_t here, until; /* distances from the function's beginning */
};

static void set(struct run *run, uint64_t number, enum how how, uint64_t distance) {
  if (number < FRAME_REGISTERS) {
    run->row.of[number].how = how;
    run->row.of[number].distance = distance;
  }
}

static void restore(struct run *run, uint64_t number) {
  if (number < FRAME_REGISTERS) {
    run->row.of[number] = run->initial.of[number];
  }
}

static void remember(struct run *run, struct bytes *from, int is_recall) {
  if (is_recall ? run->depth == 0 : run->depth == REMEMBERED) {
    from->failed = 1;
  } else if (is_recall) {
    run->row = run->remembered[--run->depth];
  } else {
    run->remembered[run->depth++] = run->row;
  }
}

static void step_base(struct run *run, struct bytes *from, uint64_t instruction) {
  switch (instruction) {
    case 0x0c: run->row.base = take_leb(from, 0); run->row.distance = take_leb(from, 0); break;
    case 0x0d: run->row.base = take_leb(from, 0); break;
    case 0x0e: run->row.distance = take_leb(from, 0); break;
    case 0x12:
      run->row.base = take_leb(from, 0);
      run->row.distance = take_leb(from, 1) * run->parent->data_factor;
      break;
    case 0x13: run->row.distance = take_leb(from, 1) * run->parent->data_factor; break;
    case 0x0f: run->row.base = FRAME_REGISTERS; skip(from, take_leb(from, 0)); break;
    default: from->failed = 1; break;
  }
}

static void step_register(struct run *run, struct bytes *from, uint64_t instruction) {
  uint64_t number = take_leb(from, 0);
  switch (instruction) {
    case 0x05: set(run, number, STORED, take_leb(from, 0) * run->parent->data_factor); break;
    case 0x06: restore(run, number); break;
    case 0x07: set(run, number, UNDEFINED, 0); break;
    case 0x08: set(run, number, SAME, 0); break;
    case 0x11: set(run, number, STORED, take_leb(from, 1) * run->parent->data_factor); break;
    case 0x09:
    case 0x14: take_leb(from, 0); set(run, number, UNKNOWN, 0); break;
    case 0x15: take_leb(from, 1); set(run, number, UNKNOWN, 0); break;
    case 0x10:
    case 0x16: skip(from, take_leb(from, 0)); set(run, number, UNKNOWN, 0); break;
    default: from->failed = 1; break;
  }
}

/* Executes one instruction; those that advance only add to the distance. */
static void step(struct run *run, struct bytes *from) {
  uint64_t instruction = take(from, 1), low = instruction & 0x3f;
  switch (instruction & 0xc0) {
    case 0x40: run->here += low * run->parent->code_factor; return;
    case 0x80: set(run, low, STORED, take_leb(from, 0) * run->parent->data_factor); return;
    case 0xc0: restore(run, low); return;
    default: break;
  }
  switch (instruction) {
    case 0x00: return;
    case 0x02: run->here += take(from, 1) * run->parent->code_factor; return;
    case 0x03: run->here += take(from, 2) * run->parent->code_factor; return;
    case 0x04: run->here += take(from, 4) * run->parent->code_factor; return;
    case 0x0a: remember(run, from, 0); return;
    case 0x0b: remember(run, from, 1); return;
    case 0x2e: take_leb(from, 0); return;
    case 0x0c:
    case 0x0d:
    case 0x0e:
    case 0x0f:
    case 0x12:
    case 0x13: step_base(run, from, instruction); return;
    default: step_register(run, from, instruction); return;
  }
}

/* Executes instructions up to the wanted address, whose row results; 0 if they are not understood. */
static int run_to(struct run *run, struct bytes from) {
  while (from.at < from.end && !from.failed && run->here <= run->until) {
    step(run, &from);
  }
  return !from.failed;
}

/* Finds the row of a function's frame that continues at an address. */
static int find_row(struct target *target, uint64_t entry, uint64_t address, struct row *row) {
  uint8_t own[LONGEST_ENTRY], parents[LONGEST_PARENT];
  struct bytes content, above;
  struct parent parent;
  if (!read_entry(target, entry, own, sizeof own, &content)) {
    return 0;
  }
  uint64_t distance = take(&content, 4);
  if (!distance || !read_entry(target, entry + 4 - distance, parents, sizeof parents, &above) ||
      take(&above, 4) != 0 || !read_parent(above, &parent) || parent.is_signal ||
      ((parent.encoding & ~FORMAT) != RELATIVE && (parent.encoding & ~FORMAT) != 0)) {
    return 0;
  }
  uint64_t begin = take_value(&content, parent.encoding);
  begin += parent.encoding & RELATIVE ? entry + 8 : 0;
  uint64_t size = take_value(&content, parent.encoding & FORMAT);
  if (parent.is_extended) {
    skip(&content, take_leb(&content, 0));
  }
  if (content.failed || address - begin >= size) {
    return 0;
  }
  struct run run = {.parent = &parent, .until = address - begin};
  if (!run_to(&run, parent.instructions)) {
    return 0;
  }
  run.initial = run.row;
  run.here = 0;
  int is_understood = run_to(&run, content);
  *row = run.row;
  return is_understood;
}

/* ------------------------------------------------------------------ frames */

void frame_first(const struct user_regs_struct *registers, struct frame *frame) {
  const uint64_t values[FRAME_REGISTERS] = {
      registers->rax, registers->rdx, registers->rcx, registers->rbx, registers->rsi, registers->rdi,
      registers->rbp, registers->rsp, registers->r8,  registers->r9,  registers->r10, registers->r11,
      registers->r12, registers->r13, registers->r14, registers->r15, registers->rip};
  memcpy(frame->registers, values, sizeof values);
  frame->is_first = 1;
}

enum frame_above frame_up(struct target *target, const struct module *module, struct frame *frame) {
  uint64_t address = frame->registers[FRAME_RETURN] - (frame->is_first ? 0 : 1);
  uint64_t table = table_of(target, module);
  uint64_t entry = table ? entry_at(target, table, address) : 0;
  struct frame above = *frame;
  struct row row;
  if (!entry || !find_row(target, entry, address, &row) || row.base >= FRAME_REGISTERS) {
    return FRAME_LOST;
  }
  if (row.of[FRAME_RETURN].how == UNDEFINED) {
    return FRAME_OUTERMOST;
  }
  uint64_t at = frame->registers[row.base] + row.distance;
  for (int i = 0; i < FRAME_REGISTERS; i++) {
    if (row.of[i].how == STORED && tracee_read(&target->tracee, at + row.of[i].distance, &above.registers[i], 8)) {
      return FRAME_LOST;
    }
  }
  if (row.of[FRAME_RETURN].how != STORED || at <= frame->registers[FRAME_STACK]) {
    return FRAME_LOST;
  }
  above.registers[FRAME_STACK] = at;
  above.is_first = 0;
  *frame = above;
  return above.registers[FRAME_RETURN] ? FRAME_FOUND : FRAME_OUTERMOST;
}
