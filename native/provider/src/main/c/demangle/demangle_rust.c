/* Paths in rustc's v0 names. The grammar is that of RFC 2603; the meaning of a name is printed while it is
   parsed. */
#include "demangle/demangle_rust.h"

#include <string.h>

#include "demangle/demangle.h"

static void print_path_of_type(struct printer *p) { rust_print_path(p, 0); }

static void print_path_of_value(struct printer *p) { rust_print_path(p, 1); }

/* Skips the path of the place of an impl, which is of no use to readers. */
static void skip_impl_path(struct printer *p) {
  int silent = p->silent;

  p->silent = 1;
  rust_take_optional_62(p, 's');
  rust_print_path(p, 0);
  p->silent = silent;
}

static void print_special(struct printer *p, char namespace, const struct identifier *id) {
  if (namespace == 'C') {
    rust_print(p, "::{closure");
  } else if (namespace == 'S') {
    rust_print(p, "::{shim");
  } else {
    rust_print(p, "::{%c", namespace);
  }
  if (id->length > 0) {
    rust_print(p, ":");
    rust_print_identifier(p, id);
  }
  rust_print(p, "#%llu}", (unsigned long long)id->disambiguator);
}

static void print_nested(struct printer *p, int in_value) {
  char namespace = rust_take(p);

  rust_print_path(p, in_value);
  struct identifier id = rust_take_identifier(p);
  if (namespace >= 'A' && namespace <= 'Z') {
    print_special(p, namespace, &id);
  } else if (id.length > 0) {
    rust_print(p, "::");
    rust_print_identifier(p, &id);
  }
}

static void print_trait_impl(struct printer *p) {
  rust_print(p, "<");
  rust_print_type(p);
  rust_print(p, " as ");
  rust_print_path(p, 0);
  rust_print(p, ">");
}

static void print_own_impl(struct printer *p) {
  rust_print(p, "<");
  rust_print_type(p);
  rust_print(p, ">");
}

static void print_generic(struct printer *p, int in_value) {
  rust_print_path(p, in_value);
  rust_print(p, in_value ? "::<" : "<");
  rust_print_list(p, rust_print_generic_argument);
  rust_print(p, ">");
}

void rust_print_path(struct printer *p, int in_value) {
  struct identifier id;

  if (!rust_enter(p)) {
    return;
  }
  switch (rust_take(p)) {
  case 'C':
    id = rust_take_identifier(p);
    rust_print_identifier(p, &id);
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
    rust_print_back(p, in_value ? print_path_of_value : print_path_of_type);
    break;
  default:
    rust_fail(p);
  }
  rust_leave(p);
}

/* After the path may follow the crate that made the instance, and a suffix of LLVM's; both are left out. */
int demangle_rust_v0(const char *name, char *plain, size_t size) {
  struct printer p = {.plain = plain, .size = size};

  if (strncmp(name, "_R", 2) != 0 || name[2] < 'A' || name[2] > 'Z' || size == 0) {
    return 0;
  }
  p.name = name + 2;
  p.length = strcspn(p.name, ".$");
  plain[0] = 0;
  rust_print_path(&p, 1);
  if (!p.failed && p.at < p.length) {
    p.silent = 1;
    rust_print_path(&p, 0);
  }
  return p.failed || p.at < p.length ? 0 : (int)p.printed;
}
