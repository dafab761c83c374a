/* The parts of the printer of rustc's v0 names. */
#ifndef FLOWGAUGE_DEMANGLE_RUST_H
#define FLOWGAUGE_DEMANGLE_RUST_H

#include <stddef.h>
#include <stdint.h>

struct printer {
  const char *name; /* after _R */
  size_t at, length;
  char *plain;
  size_t printed, size;
  int depth, steps, failed;
  int silent;               /* parses, but prints nothing */
  uint64_t bound_lifetimes; /* number of lifetimes bound by the enclosing binders */
};

struct identifier {
  const char *text;
  size_t length;
  uint64_t disambiguator;
  int is_punycode;
};

/* demangle_rust_text.c */

/* Marks the name as invalid; nothing is read or printed after that. */
void rust_fail(struct printer *p);
__attribute__((format(printf, 2, 3))) void rust_print(struct printer *p, const char *format, ...);

/* Called around everything that nests; 0 if it nests too deeply. */
int rust_enter(struct printer *p);
void rust_leave(struct printer *p);

/* The next letter, 0 at the end. */
char rust_peek(const struct printer *p);
char rust_take(struct printer *p);
int rust_take_if(struct printer *p, char wanted);
uint64_t rust_take_base_62(struct printer *p);

/* 0 if the tag does not come next. */
uint64_t rust_take_optional_62(struct printer *p, char tag);

struct identifier rust_take_plain_identifier(struct printer *p);
struct identifier rust_take_identifier(struct printer *p);
void rust_print_identifier(struct printer *p, const struct identifier *id);

/* Prints the item at an earlier place, which a back reference names. */
void rust_print_back(struct printer *p, void (*print_it)(struct printer *));

/* Prints items up to an E, separated by commas; returns how many there were. */
int rust_print_list(struct printer *p, void (*print_one)(struct printer *));

void rust_print_lifetime(struct printer *p, uint64_t number);

/* Returns how many lifetimes must be unbound later. */
uint64_t rust_print_binder(struct printer *p);

/* demangle_rust.c, demangle_rust_types.c, demangle_rust_constants.c */

void rust_print_path(struct printer *p, int in_value);
void rust_print_type(struct printer *p);
void rust_print_generic_argument(struct printer *p);
void rust_print_const(struct printer *p);

#endif
