/* rustc's v0 names. The grammar is that of RFC 2603; what a name means is printed while it is parsed. */
#define _GNU_SOURCE 1

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "demangle.h"

#define DEEPEST 200
#define MOST_STEPS 20000 /* back references can make a short name endless */

struct printer {
  const char *name; /* behind _R */
  size_t at, length;
  char *plain;
  size_t printed, size;
  int depth, steps, failed;
  int silent;               /* parses, but prints nothing */
  uint64_t bound_lifetimes; /* by the binders around */
};

struct identifier {
  const char *text;
  size_t length;
  uint64_t disambiguator;
  int is_punycode;
};

static void print_path(struct printer *p, int in_value);
static void print_type(struct printer *p);
static void print_const(struct printer *p);

static void fail(struct printer *p) { p->failed = 1; }

__attribute__((format(printf, 2, 3))) static void print(struct printer *p, const char *format, ...) {
  va_list arguments;

  if (p->silent || p->failed) {
    return;
  }
  va_start(arguments, format);
  int count = vsnprintf(p->plain + p->printed, p->size - p->printed, format, arguments);
  va_end(arguments);
  if (count < 0 || (size_t)count >= p->size - p->printed) {
    fail(p);
  } else {
    p->printed += (size_t)count;
  }
}

static int enter(struct printer *p) {
  p->steps++;
  if (++p->depth > DEEPEST || p->steps > MOST_STEPS) {
    fail(p);
  }
  return !p->failed;
}

static void leave(struct printer *p) { p->depth--; }

static char peek(const struct printer *p) { return p->failed || p->at >= p->length ? 0 : p->name[p->at]; }

static char take(struct printer *p) {
  char c = peek(p);

  if (c == 0) {
    fail(p);
  } else {
    p->at++;
  }
  return c;
}

static int take_if(struct printer *p, char wanted) {
  int is = peek(p) == wanted;
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

/* "_" is 0, "0_" is 1, and so on. */
static uint64_t take_base_62(struct printer *p) {
  uint64_t value = 0;

  if (take_if(p, '_')) {
    return 0;
  }
  while (!p->failed && !take_if(p, '_')) {
    int digit = digit_62(take(p));
    if (digit < 0 || value > UINT64_MAX / 62 - 62) {
      fail(p);
      return 0;
    }
    value = value * 62 + (uint64_t)digit;
  }
  return value + 1;
}

static uint64_t take_optional_62(struct printer *p, char tag) {
  return take_if(p, tag) ? take_base_62(p) + 1 : 0;
}

static size_t take_decimal(struct printer *p) {
  size_t value = 0;

  if (peek(p) < '0' || peek(p) > '9') {
    fail(p);
  }
  if (take_if(p, '0')) {
    return 0;
  }
  while (peek(p) >= '0' && peek(p) <= '9' && value <= p->length) {
    value = value * 10 + (size_t)(take(p) - '0');
  }
  return value;
}

static struct identifier take_plain_identifier(struct printer *p) {
  struct identifier id = {0};

  id.is_punycode = take_if(p, 'u');
  id.length = take_decimal(p);
  take_if(p, '_');
  if (p->failed || id.length > p->length - p->at) {
    fail(p);
    id.length = 0;
    return id;
  }
  id.text = p->name + p->at;
  p->at += id.length;
  return id;
}

static struct identifier take_identifier(struct printer *p) {
  uint64_t disambiguator = take_optional_62(p, 's');
  struct identifier id = take_plain_identifier(p);

  id.disambiguator = disambiguator;
  return id;
}

static void print_identifier(struct printer *p, const struct identifier *id) {
  if (id->length > 0) {
    print(p, id->is_punycode ? "punycode{%.*s}" : "%.*s", (int)id->length, id->text);
  }
}

/* Prints what stands at an earlier place. Without output there is no need to go there. */
static void print_back(struct printer *p, void (*print_it)(struct printer *)) {
  size_t tag_at = p->at - 1;
  uint64_t target = take_base_62(p);

  if (p->failed || target >= tag_at) {
    fail(p);
    return;
  }
  if (!p->silent) {
    size_t here = p->at;
    p->at = (size_t)target;
    print_it(p);
    p->at = here;
  }
}

static void print_path_of_type(struct printer *p) { print_path(p, 0); }

static void print_path_of_value(struct printer *p) { print_path(p, 1); }

/* Lifetimes are numbered from the innermost binder; 'a is the outermost one's first. */
static void print_lifetime(struct printer *p, uint64_t number) {
  if (number == 0) {
    print(p, "'_");
  } else if (number > p->bound_lifetimes) {
    fail(p);
  } else {
    uint64_t depth = p->bound_lifetimes - number;
    if (depth < 26) {
      print(p, "'%c", (char)('a' + depth));
    } else {
      print(p, "'_%llu", (unsigned long long)depth);
    }
  }
}

/* "for<'a, 'b> "; returns how many lifetimes must be unbound later. */
static uint64_t print_binder(struct printer *p) {
  uint64_t count = take_optional_62(p, 'G');

  if (count > 64) {
    fail(p);
    return 0;
  }
  for (uint64_t i = 0; i < count; i++) {
    p->bound_lifetimes++;
    print(p, i == 0 ? "for<" : ", ");
    print_lifetime(p, 1);
  }
  if (count > 0) {
    print(p, "> ");
  }
  return count;
}

static void print_generic_argument(struct printer *p) {
  if (take_if(p, 'L')) {
    print_lifetime(p, take_base_62(p));
  } else if (take_if(p, 'K')) {
    print_const(p);
  } else {
    print_type(p);
  }
}

/* What is separated by commas up to an E; returns how many there were. */
static int print_list(struct printer *p, void (*print_one)(struct printer *)) {
  int count = 0;

  while (!p->failed && !take_if(p, 'E')) {
    print(p, "%s", count++ == 0 ? "" : ", ");
    print_one(p);
  }
  return count;
}

/* The place an impl stands at says nothing a reader wants. */
static void skip_impl_path(struct printer *p) {
  int silent = p->silent;

  p->silent = 1;
  take_optional_62(p, 's');
  print_path(p, 0);
  p->silent = silent;
}

static void print_special(struct printer *p, char namespace, const struct identifier *id) {
  if (namespace == 'C') {
    print(p, "::{closure");
  } else if (namespace == 'S') {
    print(p, "::{shim");
  } else {
    print(p, "::{%c", namespace);
  }
  if (id->length > 0) {
    print(p, ":");
    print_identifier(p, id);
  }
  print(p, "#%llu}", (unsigned long long)id->disambiguator);
}

static void print_nested(struct printer *p, int in_value) {
  char namespace = take(p);

  print_path(p, in_value);
  struct identifier id = take_identifier(p);
  if (namespace >= 'A' && namespace <= 'Z') {
    print_special(p, namespace, &id);
  } else if (id.length > 0) {
    print(p, "::");
    print_identifier(p, &id);
  }
}

static void print_trait_impl(struct printer *p) {
  print(p, "<");
  print_type(p);
  print(p, " as ");
  print_path(p, 0);
  print(p, ">");
}

static void print_own_impl(struct printer *p) {
  print(p, "<");
  print_type(p);
  print(p, ">");
}

static void print_generic(struct printer *p, int in_value) {
  print_path(p, in_value);
  print(p, in_value ? "::<" : "<");
  print_list(p, print_generic_argument);
  print(p, ">");
}

static void print_path(struct printer *p, int in_value) {
  struct identifier id;

  if (!enter(p)) {
    return;
  }
  switch (take(p)) {
  case 'C':
    id = take_identifier(p);
    print_identifier(p, &id);
    break;
  case 'N':
    print_nested(p, in_value);
    break;
  case 'M':
    skip_impl_path(p);
    print_own_impl(p);
    break;
  case 'X':
    skip_impl_path(p);
    print_trait_impl(p);
    break;
  case 'Y':
    print_trait_impl(p);
    break;
  case 'I':
    print_generic(p, in_value);
    break;
  case 'B':
    print_back(p, in_value ? print_path_of_value : print_path_of_type);
    break;
  default:
    fail(p);
  }
  leave(p);
}

static const char *basic_type(char tag) {
  static const char *const types[26] = {"i8",  "bool",  "char", "f64", "str",  "f32", NULL,  "u8",   "isize",
                                        "usize", NULL,  "i32",  "u32", "i128", "u128", "_",  NULL,   NULL,
                                        "i16", "u16",   "()",   "...", NULL,   "i64", "u64", "!"};

  return tag >= 'a' && tag <= 'z' ? types[tag - 'a'] : NULL;
}

static void print_reference(struct printer *p, int is_mutable) {
  print(p, "&");
  if (take_if(p, 'L')) {
    uint64_t lifetime = take_base_62(p);
    if (lifetime != 0) {
      print_lifetime(p, lifetime);
      print(p, " ");
    }
  }
  print(p, is_mutable ? "mut " : "");
  print_type(p);
}

static void print_array(struct printer *p, int has_length) {
  print(p, "[");
  print_type(p);
  if (has_length) {
    print(p, "; ");
    print_const(p);
  }
  print(p, "]");
}

static void print_tuple(struct printer *p) {
  print(p, "(");
  int count = print_list(p, print_type);
  print(p, count == 1 ? ",)" : ")");
}

/* "C", or an identifier in which '_' stands for '-'. */
static void print_calling_convention(struct printer *p) {
  print(p, "extern \"");
  if (take_if(p, 'C')) {
    print(p, "C");
  } else {
    struct identifier id = take_plain_identifier(p);
    for (size_t i = 0; i < id.length; i++) {
      print(p, "%c", id.text[i] == '_' ? '-' : id.text[i]);
    }
  }
  print(p, "\" ");
}

static void print_function_type(struct printer *p) {
  uint64_t bound = print_binder(p);

  print(p, take_if(p, 'U') ? "unsafe " : "");
  if (take_if(p, 'K')) {
    print_calling_convention(p);
  }
  print(p, "fn(");
  print_list(p, print_type);
  print(p, ")");
  if (!take_if(p, 'u')) { /* the unit type is not written */
    print(p, " -> ");
    print_type(p);
  }
  p->bound_lifetimes -= bound;
}

/* A path whose generic arguments stay open, for the associated types that follow. Returns whether
   they are. */
static int print_open_path(struct printer *p) {
  if (!enter(p)) {
    return 0;
  }
  int open = 0;
  if (take_if(p, 'I')) {
    print_path(p, 0);
    print(p, "<");
    print_list(p, print_generic_argument);
    open = 1;
  } else {
    print_path(p, 0);
  }
  leave(p);
  return open;
}

static void print_bound(struct printer *p) {
  int open = print_open_path(p);

  while (!p->failed && take_if(p, 'p')) {
    print(p, open ? ", " : "<");
    open = 1;
    struct identifier id = take_plain_identifier(p);
    print_identifier(p, &id);
    print(p, " = ");
    print_type(p);
  }
  print(p, open ? ">" : "");
}

static void print_dynamic(struct printer *p) {
  print(p, "dyn ");
  uint64_t bound = print_binder(p);
  for (int count = 0; !p->failed && !take_if(p, 'E'); count++) {
    print(p, count == 0 ? "" : " + ");
    print_bound(p);
  }
  p->bound_lifetimes -= bound;
  if (!take_if(p, 'L')) {
    fail(p);
    return;
  }
  uint64_t lifetime = take_base_62(p);
  if (lifetime != 0) {
    print(p, " + ");
    print_lifetime(p, lifetime);
  }
}

static void print_tagged_type(struct printer *p, char tag) {
  switch (tag) {
  case 'R':
  case 'Q':
    print_reference(p, tag == 'Q');
    break;
  case 'P':
  case 'O':
    print(p, tag == 'P' ? "*const " : "*mut ");
    print_type(p);
    break;
  case 'A':
  case 'S':
    print_array(p, tag == 'A');
    break;
  case 'T':
    print_tuple(p);
    break;
  case 'F':
    print_function_type(p);
    break;
  case 'D':
    print_dynamic(p);
    break;
  case 'B':
    print_back(p, print_type);
    break;
  default: /* a named type */
    p->at--;
    print_path(p, 0);
  }
}

static void print_type(struct printer *p) {
  if (!enter(p)) {
    return;
  }
  char tag = take(p);
  const char *basic = basic_type(tag);
  if (basic != NULL) {
    print(p, "%s", basic);
  } else if (!p->failed) {
    print_tagged_type(p, tag);
  }
  leave(p);
}

/* Hexadecimal digits up to '_'; how many there were, all of them in digits. */
static size_t take_hex(struct printer *p, const char **digits) {
  *digits = p->name + p->at;
  size_t count = 0;

  while (!p->failed && !take_if(p, '_')) {
    char c = take(p);
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
      fail(p);
    }
    count++;
  }
  return count;
}

static void print_number(struct printer *p) {
  const char *digits;
  int is_negative = take_if(p, 'n');
  size_t count = take_hex(p, &digits);
  unsigned long long value = 0;

  if (p->failed) {
    return;
  }
  print(p, is_negative ? "-" : "");
  if (count > 16) {
    print(p, "0x%.*s", (int)count, digits);
    return;
  }
  sscanf(digits, "%16llx", &value);
  print(p, "%llu", count == 0 ? 0 : value);
}

static void print_truth(struct printer *p) {
  const char *digits;
  size_t count = take_hex(p, &digits);

  if (count != 1 || (digits[0] != '0' && digits[0] != '1')) {
    fail(p);
    return;
  }
  print(p, digits[0] == '1' ? "true" : "false");
}

static void print_character(struct printer *p) {
  const char *digits;
  size_t count = take_hex(p, &digits);
  unsigned int value = 0;

  if (p->failed || count > 6) {
    fail(p);
    return;
  }
  sscanf(digits, "%6x", &value);
  if (value >= ' ' && value < 0x7f) {
    print(p, "'%c'", (char)value);
  } else {
    print(p, "'\\u{%x}'", value);
  }
}

static int is_integer(char tag) { return tag != 0 && strchr("ahijlmnostxy", tag) != NULL; }

static void print_const(struct printer *p) {
  if (!enter(p)) {
    return;
  }
  char tag = take(p);
  if (tag == 'p') {
    print(p, "_");
  } else if (tag == 'B') {
    print_back(p, print_const);
  } else if (tag == 'b') {
    print_truth(p);
  } else if (tag == 'c') {
    print_character(p);
  } else if (is_integer(tag)) {
    print_number(p);
  } else {
    fail(p); /* values of structures, still experimental */
  }
  leave(p);
}

/* What may follow: the crate that made the instance, and what LLVM appends. */
int demangle_rust_v0(const char *name, char *plain, size_t size) {
  struct printer p = {.plain = plain, .size = size};

  if (strncmp(name, "_R", 2) != 0 || name[2] < 'A' || name[2] > 'Z' || size == 0) {
    return 0;
  }
  p.name = name + 2;
  p.length = strcspn(p.name, ".$");
  plain[0] = 0;
  print_path(&p, 1);
  if (!p.failed && p.at < p.length) {
    p.silent = 1;
    print_path(&p, 0);
  }
  return p.failed || p.at < p.length ? 0 : (int)p.printed;
}
