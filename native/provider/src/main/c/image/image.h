/* The contents of ELF files that instrumentation needs: functions, code, and reasons against probes. Files
   may be hostile: everything is checked against the file's size, nothing in it is trusted. */
#ifndef FLOWGAUGE_IMAGE_H
#define FLOWGAUGE_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "flowgauge.h"

/* Addresses are those in the file; add the module's bias to get those in the process. */
struct image_function {
  uint64_t address, size; /* size > 0: from the symbol, else from unwind information, else up to the next function */
  const char *name;       /* as linked; "fn_<hex>" for a function that only unwind information knows */
  const char *plain;      /* demangled, or NULL if it is the same; filled in by image_demangle */
  uint32_t aliases;       /* further names of the same address */
  int32_t source;         /* fg_source */
};

struct image_code {       /* an executable segment */
  uint64_t address, size;
  const uint8_t *bytes;   /* from the file; NULL until image_bytes is first called for one of them */
};

enum image_flags {
  IMAGE_DYNAMIC_BASE = 1,   /* ET_DYN: library or PIE */
  IMAGE_INTERPRETED = 2,    /* has a dynamic linker */
  IMAGE_STRIPPED = 4,       /* no .symtab, in the file or in its debug file */
  IMAGE_GO = 8,
  IMAGE_MAY_THROW = 16,     /* has language-specific unwind data (LSDA) */
  IMAGE_SWITCHES_STACKS = 32, /* imports or contains swapcontext, makecontext, boost's jump_fcontext ... */
  IMAGE_SHADOW_STACK = 64,  /* marked for CET's shadow stack (x86 property note) */
  IMAGE_JVM = 128,          /* is libjvm */
  IMAGE_UNWINDS = 256,      /* defines _Unwind_SetGR, as unwinders of exceptions do */
  IMAGE_READS_STACKS = 512  /* looks up return addresses on its stacks, as OCaml and V8 do */
};

struct image {
  uint32_t flags;
  uint32_t machine;         /* e_machine */
  uint32_t is_32_bit;
  uint64_t entry, low, high; /* entry point, and bounds of the loaded segments, page-aligned */
  uint64_t first_load_offset; /* low's place in the file */
  struct image_function *functions; /* by address, then name */
  size_t function_count;
  struct image_code *code;
  size_t code_count;
  uint8_t build_id[20];
  uint32_t build_id_length;
  char soname[96];          /* DT_SONAME; empty if there is none, or it is longer */
  void *memory;             /* the reader's own */
};

/* Reads the ELF file behind a descriptor, which the caller keeps, with the symbols of its separate debug file
   if there is one (by build id or debug link, below debug_root, usually /usr/lib/debug). */
int32_t image_read(int fd, const char *debug_root, struct image **image, struct fg_error *error);
void image_free(struct image *image);

/* Returns the address of a defined function of that name, dynamic symbols first; 0 if there is none. */
uint64_t image_symbol(const struct image *image, const char *name);

/* Returns the function whose code contains an address, or NULL. */
const struct image_function *image_at(const struct image *image, uint64_t address);

/* Returns the bytes at an address of the file's code, and how many are available there in that segment; NULL
   if none. */
const uint8_t *image_bytes(const struct image *image, uint64_t address, size_t *available);

/* Whether some direct branch of the module, outside the function itself, goes to an address strictly between
   from and to. An address of code taken with lea counts as a branch, wherever it is taken, and so does a
   function that begins there. The first call searches all code. */
int image_jumped_into(struct image *image, uint64_t from, uint64_t to);

/* Whether a function that only unwind information knows is a part of another function that branches to it on
   a condition: data that the other function keeps below the stack pointer is then in use there. The first
   call searches all code. */
int image_is_part(struct image *image, const struct image_function *function);

/* Whether a function belongs to an unwinder of stacks: it ends by continuing in a frame further up, or is
   called by a function that does, and may start from the frame of its caller; or it is the unwinder's finder,
   whose beginning is replaced to hide sensors. */
int image_is_unwinder(struct image *image, uint64_t address);

/* Whether the image has the functions of gcc's unwinder that continue in a frame further up. */
int image_has_unwinder(struct image *image);

/* Returns the address of gcc's _Unwind_Find_FDE, found by its name or, in a stripped program linked with the
   C library, by what it calls; 0 if it is not found. */
uint64_t image_finder(struct image *image);

/* Fills in the plain names of C++ and Rust functions; if a demangler is missing or dies on a hostile name,
   names stay as they are. */
void image_demangle(struct image *image);

#endif
