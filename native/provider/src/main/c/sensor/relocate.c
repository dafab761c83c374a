#include "sensor/relocate.h"

#include <string.h>

#include "decode/decode.h"
#include "shared/error.h"

enum { JUMP = 5 }; /* bytes of the jump that replaces others */

static const uint8_t endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};

/* ------------------------------------------------------------------ the window */

/* Whether a function returns more than once, is not entered by a call, or uses its return address. */
static int is_special(const char *name) {
  static const char *const names[] = {
      "setjmp", "_setjmp", "__setjmp", "sigsetjmp", "__sigsetjmp", "vfork", "__vfork",
      "__libc_vfork", "getcontext", "__getcontext", "setcontext", "__setcontext", "swapcontext",
      "__swapcontext", "makecontext", "__makecontext", "__start_context", "_start", "_dl_start",
      "_dl_start_user", "_dlstart", "_start_c", "__restore_rt", "__restore", "_dl_runtime_resolve",
      "_dl_runtime_profile", "jump_fcontext", "make_fcontext", "ontop_fcontext", "clone", "__clone",
      "clone3", "__clone3", "__clone_internal", "mcount", "_mcount", "__fentry__", "__tls_get_addr",
      "__tls_get_addr_slow",
      /* LLVM's and HP's unwinders begin where these return to; gcc's is found by the functions it calls. */
      "unw_getcontext", "__unw_getcontext", "_Ux86_64_getcontext", "_Ux86_64_getcontext_trace",
      /* These use their return address. */
      "dlsym", "dlvsym", "dlopen", "dlmopen", "dl_iterate_phdr", "__libc_dlopen_mode",
      "__libc_dlsym", "__libc_dlvsym", "___dlsym", "___dlvsym", "___dlopen", "___dlmopen",
      "__dlsym", "__dlopen"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (!strcmp(name, names[i])) return 1;
  return !strncmp(name, "_dl_runtime_resolve_", 20) || !strncmp(name, "_dl_runtime_profile_", 20) ||
         !strncmp(name, "_dl_tlsdesc_", 12) || !strncmp(name, "_Unwind_", 8);
}

/* Whether bytes are padding that compilers put between functions. */
static int is_padding(const uint8_t *bytes, size_t length) {
  static const uint8_t used[] = {0x90, 0xcc, 0x66, 0x2e, 0x0f, 0x1f, 0x00, 0x40, 0x44, 0x80, 0x84};
  for (size_t i = 0; i < length; i++)
    if (!memchr(used, bytes[i], sizeof used)) return 0;
  return length == 0 || bytes[0] == 0x90 || bytes[0] == 0xcc || bytes[0] == 0x66 ||
         bytes[0] == 0x0f || bytes[0] == 0x2e;
}

/* Returns the beginning of the first function after an address, or ~0. */
static uint64_t next_function(const struct image *image, uint64_t address) {
  size_t low = 0, high = image->function_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (image->functions[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low == image->function_count ? ~0ull : image->functions[low].address;
}

static int ends(const struct instruction *instruction) {
  return instruction->flow == FLOW_RETURN || instruction->flow == FLOW_JUMP ||
         instruction->flow == FLOW_JUMP_INDIRECT || instruction->flow == FLOW_TRAP;
}

/* Whether an indirect call can be moved: as push and jump, if its operand is not relative to the stack
   pointer. */
static int call_can_move(const uint8_t *bytes, const struct instruction *instruction) {
  uint8_t modrm = bytes[instruction->opcode_at + 1];
  if (bytes[instruction->opcode_at] != 0xff || ((modrm >> 3) & 7) != 2) return 0;
  if (modrm >> 6 == 3) return (modrm & 7) != 4;
  return (modrm & 7) != 4;
}

/* Returns the reason why an instruction cannot be moved, or FG_OK. end: of the instruction, from the window's
 * beginning. */
static int32_t check_instruction(const uint8_t *bytes, const struct instruction *instruction,
                                 uint32_t end, struct fg_verdict *verdict) {
  switch (instruction->flow) {
    case FLOW_CALL:
      if (end < JUMP) return refuse(verdict, FG_E_MID_CALL, "its first %d bytes contain a call", JUMP);
      return FG_OK;
    case FLOW_CALL_INDIRECT:
      if (end < JUMP) return refuse(verdict, FG_E_MID_CALL, "its first %d bytes contain a call", JUMP);
      if (!call_can_move(bytes, instruction))
        return refuse(verdict, FG_E_MID_CALL, "its first bytes end in a call that cannot be moved");
      return FG_OK;
    case FLOW_LOOP:
      return refuse(verdict, FG_E_RELATIVE,
                    "its first bytes contain a loop or jrcxz instruction, which cannot be moved");
    case FLOW_XBEGIN:
      return refuse(verdict, FG_E_RELATIVE,
                    "its first bytes begin a transaction, which cannot be moved");
    default:
      if (bytes[0] == 0x0f && bytes[1] == 0x05)
        return refuse(verdict, FG_E_RELATIVE,
                      "its first bytes contain a system call, which cannot be moved");
      return FG_OK;
  }
}

static int32_t find_window(const struct image *image, const uint8_t *bytes, size_t available,
                           uint64_t address, uint64_t size, struct window *window, struct fg_verdict *verdict) {
  uint32_t at = 0;
  int ended = 0;
  while (at < JUMP && at < size && !ended) {
    struct instruction instruction;
    if (!decode(bytes + at, available - at, &instruction))
      return refuse(verdict, FG_E_UNDECODABLE, "its bytes from offset %u on are not a known instruction", at);
    if (at == 0 && bytes[0] == 0xcc)
      return refuse(verdict, FG_E_ALREADY_PATCHED, "it begins with a breakpoint");
    int32_t code = check_instruction(bytes + at, &instruction, at + instruction.length, verdict);
    if (code) return code;
    at += instruction.length;
    ended = ends(&instruction);
  }
  window->length = at;
  if (at >= JUMP) return FG_OK;
  uint64_t room = next_function(image, address) - address;
  if (room > available) room = available;
  if (at < size || room < JUMP || !is_padding(bytes + at, JUMP - at))
    return refuse(verdict, FG_E_TOO_SHORT, "only %u of its bytes can be replaced, but a jump takes %d", at,
                  JUMP);
  window->length = JUMP;
  return FG_OK;
}

/* ------------------------------------------------------------------ jumps into it */

static int aims_inside(const struct instruction *instruction, uint64_t next, uint64_t begin,
                       uint64_t patch, uint64_t end) {
  if (!instruction->target_size) return 0;
  uint64_t target = next + (uint64_t)instruction->target;
  if (instruction->flow == FLOW_CALL) return target > patch && target < end;
  return target >= begin && target < end;
}

/* Whether the function itself jumps back into the window or to its own beginning, which would look like
   another call. */
static int jumps_back(const uint8_t *bytes, uint64_t address, uint64_t size, uint64_t patch,
                      uint64_t end) {
  for (uint64_t at = 0; at < size;) {
    struct instruction instruction;
    int length = decode(bytes + at, size - at, &instruction);
    if (length && aims_inside(&instruction, address + at + (uint64_t)length, address, patch, end))
      return 1;
    at += length ? (uint64_t)length : 1;
  }
  return 0;
}

int32_t relocate_find(struct image *image, uint64_t bias, uint64_t address, uint64_t size,
                      struct window *window, struct fg_verdict *verdict) {
  uint64_t in_file = address - bias;
  size_t available = 0;
  const uint8_t *bytes = image_bytes(image, in_file, &available);
  const struct image_function *function = image_at(image, in_file);
  memset(window, 0, sizeof *window);
  if (!bytes) return refuse(verdict, FG_E_NO_CODE, "there is no executable code at %#lx", address);
  if (!size && function && function->address == in_file) size = function->size;
  if (size > available) size = available;
  uint32_t skip =
      size >= sizeof endbr64 && !memcmp(bytes, endbr64, sizeof endbr64) ? sizeof endbr64 : 0;
  int32_t code =
      find_window(image, bytes + skip, available - skip, in_file + skip, size - skip, window, verdict);
  if (code) return code;
  window->address = address + skip;
  memcpy(window->original, bytes + skip, window->length);
  uint64_t patch = in_file + skip, end = patch + window->length;
  if (jumps_back(bytes, in_file, size, patch, end))
    return refuse(verdict, FG_E_BACK_JUMP, "it jumps back into the bytes that would be replaced");
  if (image_jumped_into(image, patch, end))
    return refuse(verdict, FG_E_CROSS_JUMP,
                  "another function jumps into the bytes that would be replaced");
  return FG_OK;
}

int32_t relocate_check(struct image *image, uint64_t bias, uint64_t address, uint64_t size,
                       struct window *window, struct fg_verdict *verdict) {
  uint64_t in_file = address - bias;
  const struct image_function *function = image_at(image, in_file);
  if (function && function->address == in_file &&
      (is_special(function->name) || in_file == image->entry || image_is_unwinder(image, in_file))) {
    memset(window, 0, sizeof *window);
    return refuse(
        verdict, FG_E_RETURNS_TWICE,
        "it returns more than once, uses its return address, or is not entered by a call");
  }
  int32_t code = relocate_find(image, bias, address, size, window, verdict);
  if (!code && function && function->address == in_file && image_is_part(image, function))
    return refuse(verdict, FG_E_CROSS_JUMP, "it is a part of another function, which jumps to it");
  return code;
}

/* ------------------------------------------------------------------ moved code */

struct output {
  uint8_t *code;
  uint32_t length;
  uint64_t at;
  int failed; /* an address is too far away */
};

static void put(struct output *output, const void *bytes, uint32_t length) {
  if (output->length + length > RELOCATE_CODE) output->failed = 1;
  if (output->failed) return;
  memcpy(output->code + output->length, bytes, length);
  output->length += length;
}

static void put_byte(struct output *output, uint8_t byte) {
  put(output, &byte, 1);
}

static void put_word(struct output *output, uint32_t word) {
  put(output, &word, 4);
}

/* Writes the distance of an address from the end of the 4-byte field that holds it. */
static void put_distance(struct output *output, uint64_t target) {
  int64_t distance = (int64_t)(target - (output->at + output->length + 4));
  if (distance != (int32_t)distance) output->failed = 1;
  put_word(output, (uint32_t)distance);
}

static void put_jump(struct output *output, uint64_t target) {
  put_byte(output, 0xe9);
  put_distance(output, target);
}

/* Pushes the original return address, so that the callee returns into the function's own code and
   unwinding stays exact: push $low; movl $high, 4(%rsp). Flags stay. */
static void put_push(struct output *output, uint64_t value) {
  put_byte(output, 0x68);
  put_word(output, (uint32_t)value);
  put(output, "\xc7\x44\x24\x04", 4);
  put_word(output, (uint32_t)(value >> 32));
}

/* Writes a copy of an instruction, with an operand relative to the instruction pointer adjusted. */
static void put_copy(struct output *output, const uint8_t *bytes,
                     const struct instruction *instruction, uint64_t source) {
  uint32_t start = output->length;
  put(output, bytes, instruction->length);
  if (!instruction->rip_relative || output->failed) return;
  uint64_t operand = source + instruction->length + (uint64_t)(int64_t)instruction->displacement;
  int64_t distance = (int64_t)(operand - (output->at + start + instruction->length));
  if (distance != (int32_t)distance) output->failed = 1;
  int32_t displacement = (int32_t)distance;
  memcpy(output->code + start + instruction->displacement_at, &displacement, 4);
}

static void put_indirect_call(struct output *output, const uint8_t *bytes,
                              const struct instruction *instruction, uint64_t source) {
  uint8_t jump[16];
  memcpy(jump, bytes, instruction->length);
  jump[instruction->opcode_at + 1] = (uint8_t)((jump[instruction->opcode_at + 1] & 0xc7) | 4 << 3);
  put_push(output, source + instruction->length);
  put_copy(output, jump, instruction, source);
}

static void put_moved(struct output *output, const uint8_t *bytes,
                      const struct instruction *instruction, uint64_t source) {
  uint64_t next = source + instruction->length, target = next + (uint64_t)instruction->target;
  switch (instruction->flow) {
    case FLOW_JUMP:
      put_jump(output, target);
      break;
    case FLOW_BRANCH:
      put_byte(output, 0x0f);
      put_byte(output, (uint8_t)(0x80 | (bytes[instruction->opcode_at] & 0x0f)));
      put_distance(output, target);
      break;
    case FLOW_CALL:
      put_push(output, next);
      put_jump(output, target);
      break;
    case FLOW_CALL_INDIRECT:
      put_indirect_call(output, bytes, instruction, source);
      break;
    default:
      put_copy(output, bytes, instruction, source);
  }
}

static void note_origin(struct agent_origin *origin, struct output *output, uint32_t original) {
  if (origin->instructions == AGENT_INSTRUCTIONS) output->failed = 1;
  if (output->failed) return;
  uint32_t next = origin->instructions++;
  origin->moved[next] = (uint8_t)output->length;
  origin->original[next] = (uint8_t)original;
}

uint32_t relocate_emit(const struct window *window, uint64_t at, uint8_t code[RELOCATE_CODE],
                       struct agent_origin *origin) {
  struct output output = {code, 0, at, 0};
  uint32_t done = 0;
  int ended = 0;
  *origin = (struct agent_origin){.address = window->address};
  while (done < window->length && !ended) {
    struct instruction instruction;
    if (!decode(window->original + done, window->length - done, &instruction)) return 0;
    note_origin(origin, &output, done);
    put_moved(&output, window->original + done, &instruction, window->address + done);
    ended = ends(&instruction) || instruction.flow == FLOW_CALL ||
            instruction.flow == FLOW_CALL_INDIRECT;
    done += instruction.length;
  }
  if (!ended) {
    note_origin(origin, &output, window->length);
    put_jump(&output, window->address + window->length);
  }
  return output.failed ? 0 : output.length;
}
