/* Constants in rustc's v0 names: arguments of generic code. */
#include "demangle/demangle_rust.h"

#include <stdio.h>
#include <string.h>

/* Reads hexadecimal digits up to '_'; returns how many there were, and their place in digits. */
static size_t take_hex(struct printer *p, const char **digits) {
  *digits = p->name + p->at;
  size_t count = 0;

  while (!p->failed && !rust_take_if(p, '_')) {
    char c = rust_take(p);
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
      rust_fail(p);
    }
    count++;
  }
  return count;
}

static void print_number(struct printer *p) {
  const char *digits;
  int is_negative = rust_take_if(p, 'n');
  size_t count = take_hex(p, &digits);
  unsigned long long value = 0;

  if (p->failed) {
    return;
  }
  rust_print(p, is_negative ? "-" : "");
  if (count > 16) {
    rust_print(p, "0x%.*s", (int)count, digits);
    return;
  }
  sscanf(digits, "%16llx", &value);
  rust_print(p, "%llu", count == 0 ? 0 : value);
}

static void print_truth(struct printer *p) {
  const char *digits;
  size_t count = take_hex(p, &digits);

  if (count != 1 || (digits[0] != '0' && digits[0] != '1')) {
    rust_fail(p);
    return;
  }
  rust_print(p, digits[0] == '1' ? "true" : "false");
}

static void print_character(struct printer *p) {
  const char *digits;
  size_t count = take_hex(p, &digits);
  unsigned int value = 0;

  if (p->failed || count > 6) {
    rust_fail(p);
    return;
  }
  sscanf(digits, "%6x", &value);
  if (value >= ' ' && value < 0x7f) {
    rust_print(p, "'%c'", (char)value);
  } else {
    rust_print(p, "'\\u{%x}'", value);
  }
}

static int is_integer(char tag) { return tag != 0 && strchr("ahijlmnostxy", tag) != NULL; }

void rust_print_const(struct printer *p) {
  if (!rust_enter(p)) {
    return;
  }
  char tag = rust_take(p);
  if (tag == 'p') {
    rust_print(p, "_");
  } else if (tag == 'B') {
    rust_print_back(p, rust_print_const);
  } else if (tag == 'b') {
    print_truth(p);
  } else if (tag == 'c') {
    print_character(p);
  } else if (is_integer(tag)) {
    print_number(p);
  } else {
    rust_fail(p); /* values of structures, still experimental */
  }
  rust_leave(p);
}
