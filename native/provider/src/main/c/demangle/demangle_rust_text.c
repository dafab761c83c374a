/* Reads v0 names letter by letter and prints their meaning: the functions that paths, types and constants
   share. */
#include "demangle/demangle_rust.h"

#include <stdarg.h>
#include <stdio.h>

#define DEEPEST 200
#define MOST_STEPS 20000 /* back references can make a short name endless */

void rust_fail(struct printer *p) { p->failed = 1; }

void rust_print(struct printer *p, const char *format, ...) {
  va_list arguments;

  if (p->silent || p->failed) {
    return;
  }
  va_start(arguments, format);
  int count = vsnprintf(p->plain + p->printed, p->size - p->printed, format, arguments);
  va_end(arguments);
  if (count < 0 || (size_t)count >= p->size - p->printed) {
    rust_fail(p);
  } else {
    p->printed += (size_t)count;
  }
}

int rust_enter(struct printer *p) {
  p->steps++;
  if (++p->depth > DEEPEST || p->steps > MOST_STEPS) {
    rust_fail(p);
  }
  return !p->failed;
}

void rust_leave(struct printer *p) { p->depth--; }

char rust_peek(const struct printer *p) { return p->failed || p->at >= p->length ? 0 : p->name[p->at]; }

char rust_take(struct printer *p) {
  char c = rust_peek(p);

  if (c == 0) {
    rust_fail(p);
  } else {
    p->at++;
  }
  return c;
}

int rust_take_if(struct printer *p, char wanted) {
  int is = rust_peek(p) == wanted;
  p->at += is ? 1 : 0;
  return is;
}

static int digit_62(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'a' && c <= 'z') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'Z' ? c - 'A' + 36 : -1;
}

/* Reads a number to base 62: "_" is 0, and digits before it mean their value plus 1. */
uint64_t rust_take_base_62(struct printer *p) {
  uint64_t value = 0;

  if (rust_take_if(p, '_')) {
    return 0;
  }
  while (!p->failed && !rust_take_if(p, '_')) {
    int digit = digit_62(rust_take(p));
    if (digit < 0 || value > UINT64_MAX / 62 - 62) {
      rust_fail(p);
      return 0;
    }
    value = value * 62 + (uint64_t)digit;
  }
  return value + 1;
}

uint64_t rust_take_optional_62(struct printer *p, char tag) {
  return rust_take_if(p, tag) ? rust_take_base_62(p) + 1 : 0;
}

static size_t take_decimal(struct printer *p) {
  size_t value = 0;

  if (rust_peek(p) < '0' || rust_peek(p) > '9') {
    rust_fail(p);
  }
  if (rust_take_if(p, '0')) {
    return 0;
  }
  while (rust_peek(p) >= '0' && rust_peek(p) <= '9' && value <= p->length) {
    value = value * 10 + (size_t)(rust_take(p) - '0');
  }
  return value;
}

struct identifier rust_take_plain_identifier(struct printer *p) {
  struct identifier id = {0};

  id.is_punycode = rust_take_if(p, 'u');
  id.length = take_decimal(p);
  rust_take_if(p, '_');
  if (p->failed || id.length > p->length - p->at) {
    rust_fail(p);
    id.length = 0;
    return id;
  }
  id.text = p->name + p->at;
  p->at += id.length;
  return id;
}

struct identifier rust_take_identifier(struct printer *p) {
  uint64_t disambiguator = rust_take_optional_62(p, 's');
  struct identifier id = rust_take_plain_identifier(p);

  id.disambiguator = disambiguator;
  return id;
}

void rust_print_identifier(struct printer *p, const struct identifier *id) {
  if (id->length > 0) {
    rust_print(p, id->is_punycode ? "punycode{%.*s}" : "%.*s", (int)id->length, id->text);
  }
}

/* Prints the item at an earlier place, which is not parsed again if nothing is to be printed. */
void rust_print_back(struct printer *p, void (*print_it)(struct printer *)) {
  size_t tag_at = p->at - 1;
  uint64_t target = rust_take_base_62(p);

  if (p->failed || target >= tag_at) {
    rust_fail(p);
    return;
  }
  if (!p->silent) {
    size_t here = p->at;
    p->at = (size_t)target;
    print_it(p);
    p->at = here;
  }
}

/* Lifetimes are numbered from the innermost binder; 'a is the outermost one's first. */
void rust_print_lifetime(struct printer *p, uint64_t number) {
  if (number == 0) {
    rust_print(p, "'_");
  } else if (number > p->bound_lifetimes) {
    rust_fail(p);
  } else {
    uint64_t depth = p->bound_lifetimes - number;
    if (depth < 26) {
      rust_print(p, "'%c", (char)('a' + depth));
    } else {
      rust_print(p, "'_%llu", (unsigned long long)depth);
    }
  }
}

/* Prints a binder, "for<'a, 'b> "; returns how many lifetimes must be unbound later. */
uint64_t rust_print_binder(struct printer *p) {
  uint64_t count = rust_take_optional_62(p, 'G');

  if (count > 64) {
    rust_fail(p);
    return 0;
  }
  for (uint64_t i = 0; i < count; i++) {
    p->bound_lifetimes++;
    rust_print(p, i == 0 ? "for<" : ", ");
    rust_print_lifetime(p, 1);
  }
  if (count > 0) {
    rust_print(p, "> ");
  }
  return count;
}

/* Prints items up to an E, separated by commas; returns how many there were. */
int rust_print_list(struct printer *p, void (*print_one)(struct printer *)) {
  int count = 0;

  while (!p->failed && !rust_take_if(p, 'E')) {
    rust_print(p, "%s", count++ == 0 ? "" : ", ");
    print_one(p);
  }
  return count;
}
