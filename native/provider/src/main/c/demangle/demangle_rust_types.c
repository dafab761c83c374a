/* Types in rustc's v0 names. */
#include "demangle/demangle_rust.h"

static const char *basic_type(char tag) {
  static const char *const types[26] = {"i8",  "bool",  "char", "f64", "str",  "f32", NULL,  "u8",   "isize",
                                        "usize", NULL,  "i32",  "u32", "i128", "u128", "_",  NULL,   NULL,
                                        "i16", "u16",   "()",   "...", NULL,   "i64", "u64", "!"};

  return tag >= 'a' && tag <= 'z' ? types[tag - 'a'] : NULL;
}

static void print_reference(struct printer *p, int is_mutable) {
  rust_print(p, "&");
  if (rust_take_if(p, 'L')) {
    uint64_t lifetime = rust_take_base_62(p);
    if (lifetime != 0) {
      rust_print_lifetime(p, lifetime);
      rust_print(p, " ");
    }
  }
  rust_print(p, is_mutable ? "mut " : "");
  rust_print_type(p);
}

static void print_array(struct printer *p, int has_length) {
  rust_print(p, "[");
  rust_print_type(p);
  if (has_length) {
    rust_print(p, "; ");
    rust_print_const(p);
  }
  rust_print(p, "]");
}

static void print_tuple(struct printer *p) {
  rust_print(p, "(");
  int count = rust_print_list(p, rust_print_type);
  rust_print(p, count == 1 ? ",)" : ")");
}

/* "C", or an identifier in which '_' stands for '-'. */
static void print_calling_convention(struct printer *p) {
  rust_print(p, "extern \"");
  if (rust_take_if(p, 'C')) {
    rust_print(p, "C");
  } else {
    struct identifier id = rust_take_plain_identifier(p);
    for (size_t i = 0; i < id.length; i++) {
      rust_print(p, "%c", id.text[i] == '_' ? '-' : id.text[i]);
    }
  }
  rust_print(p, "\" ");
}

static void print_function_type(struct printer *p) {
  uint64_t bound = rust_print_binder(p);

  rust_print(p, rust_take_if(p, 'U') ? "unsafe " : "");
  if (rust_take_if(p, 'K')) {
    print_calling_convention(p);
  }
  rust_print(p, "fn(");
  rust_print_list(p, rust_print_type);
  rust_print(p, ")");
  if (!rust_take_if(p, 'u')) { /* the unit type is not written */
    rust_print(p, " -> ");
    rust_print_type(p);
  }
  p->bound_lifetimes -= bound;
}

/* Prints a path and leaves its list of generic arguments open for the associated types that follow. Returns
   whether there is such a list. */
static int print_open_path(struct printer *p) {
  if (!rust_enter(p)) {
    return 0;
  }
  int open = 0;
  if (rust_take_if(p, 'I')) {
    rust_print_path(p, 0);
    rust_print(p, "<");
    rust_print_list(p, rust_print_generic_argument);
    open = 1;
  } else {
    rust_print_path(p, 0);
  }
  rust_leave(p);
  return open;
}

static void print_bound(struct printer *p) {
  int open = print_open_path(p);

  while (!p->failed && rust_take_if(p, 'p')) {
    rust_print(p, open ? ", " : "<");
    open = 1;
    struct identifier id = rust_take_plain_identifier(p);
    rust_print_identifier(p, &id);
    rust_print(p, " = ");
    rust_print_type(p);
  }
  rust_print(p, open ? ">" : "");
}

static void print_dynamic(struct printer *p) {
  rust_print(p, "dyn ");
  uint64_t bound = rust_print_binder(p);
  for (int count = 0; !p->failed && !rust_take_if(p, 'E'); count++) {
    rust_print(p, count == 0 ? "" : " + ");
    print_bound(p);
  }
  p->bound_lifetimes -= bound;
  if (!rust_take_if(p, 'L')) {
    rust_fail(p);
    return;
  }
  uint64_t lifetime = rust_take_base_62(p);
  if (lifetime != 0) {
    rust_print(p, " + ");
    rust_print_lifetime(p, lifetime);
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
    rust_print(p, tag == 'P' ? "*const " : "*mut ");
    rust_print_type(p);
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
    rust_print_back(p, rust_print_type);
    break;
  default: /* a named type */
    p->at--;
    rust_print_path(p, 0);
  }
}

void rust_print_type(struct printer *p) {
  if (!rust_enter(p)) {
    return;
  }
  char tag = rust_take(p);
  const char *basic = basic_type(tag);
  if (basic != NULL) {
    rust_print(p, "%s", basic);
  } else if (!p->failed) {
    print_tagged_type(p, tag);
  }
  rust_leave(p);
}

void rust_print_generic_argument(struct printer *p) {
  if (rust_take_if(p, 'L')) {
    rust_print_lifetime(p, rust_take_base_62(p));
  } else if (rust_take_if(p, 'K')) {
    rust_print_const(p);
  } else {
    rust_print_type(p);
  }
}
