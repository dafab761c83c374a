/* Names that need no grammar: rustc's older ones, and gfortran's. */
#define _GNU_SOURCE 1

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "demangle/demangle.h"

#define HASH_LENGTH 17 /* h and 16 digits */
#define MODULE_MARK "_MOD_"

struct text {
  char *bytes;
  size_t length, size;
  int is_full;
};

static void append(struct text *text, const char *bytes, size_t count) {
  if (text->is_full || count >= text->size - text->length) {
    text->is_full = 1;
    return;
  }
  memcpy(text->bytes + text->length, bytes, count);
  text->length += count;
  text->bytes[text->length] = 0;
}

static int is_hash(const char *part, size_t length) {
  return length == HASH_LENGTH && part[0] == 'h' && strspn(part + 1, "0123456789abcdef") >= HASH_LENGTH - 1;
}

/* Reads the next part of a nested name, a length and a text; NULL if there is none. */
static const char *take_part(const char **at, size_t *length) {
  size_t number = 0;
  const char *c = *at;

  if (*c < '1' || *c > '9') {
    return NULL;
  }
  for (; *c >= '0' && *c <= '9'; c++) {
    number = number * 10 + (size_t)(*c - '0');
    if (number > 65535) {
      return NULL;
    }
  }
  if (strnlen(c, number) < number) {
    return NULL;
  }
  *length = number;
  *at = c + number;
  return c;
}

struct escape {
  const char *code, *text;
};

static const struct escape escapes[] = {{"SP", "@"}, {"BP", "*"}, {"RF", "&"}, {"LT", "<"},
                                        {"GT", ">"}, {"LP", "("}, {"RP", ")"}, {"C", ","}};

/* Returns the text of an escape between two dollars, or NULL. */
static const char *text_of(const char *code, size_t length, char *letter) {
  for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
    if (strlen(escapes[i].code) == length && memcmp(escapes[i].code, code, length) == 0) {
      return escapes[i].text;
    }
  }
  if (length < 2 || length > 3 || code[0] != 'u') {
    return NULL;
  }
  long value = strtol(code + 1, NULL, 16);
  letter[0] = (char)value;
  letter[1] = 0;
  return value >= ' ' && value < 0x7f ? letter : NULL;
}

/* Appends an escape and returns how long it was; 0 if it is none. */
static size_t append_escape(struct text *text, const char *at, size_t left) {
  char letter[2];
  const char *end = left < 2 ? NULL : memchr(at + 1, '$', left - 1);
  const char *meaning = end == NULL ? NULL : text_of(at + 1, (size_t)(end - at) - 1, letter);

  if (meaning == NULL) {
    return 0;
  }
  append(text, meaning, strlen(meaning));
  return (size_t)(end - at) + 1;
}

static void append_part(struct text *text, const char *part, size_t length) {
  size_t i = length > 1 && part[0] == '_' && part[1] == '$' ? 1 : 0;

  while (i < length) {
    size_t taken = part[i] == '$' ? append_escape(text, part + i, length - i) : 0;
    if (taken == 0 && i + 1 < length && part[i] == '.' && part[i + 1] == '.') {
      append(text, "::", 2);
      taken = 2;
    } else if (taken == 0) {
      append(text, part + i, 1);
      taken = 1;
    }
    i += taken;
  }
}

int demangle_rust_legacy(const char *name, char *plain, size_t size) {
  struct text text = {.bytes = plain, .size = size};
  const char *at = name + 3, *part;
  size_t length = 0;
  int ends_in_hash = 0;

  if (strncmp(name, "_ZN", 3) != 0 || size == 0) {
    return 0;
  }
  while ((part = take_part(&at, &length)) != NULL && !ends_in_hash) {
    if (is_hash(part, length) && at[0] == 'E') {
      ends_in_hash = 1;
    } else {
      append(&text, "::", text.length == 0 ? 0 : 2);
      append_part(&text, part, length);
    }
  }
  return ends_in_hash && *at == 'E' && !text.is_full ? (int)text.length : 0;
}

int demangle_fortran(const char *name, char *plain, size_t size) {
  const char *mark = strncmp(name, "__", 2) == 0 ? strstr(name, MODULE_MARK) : NULL;

  if (mark == NULL || mark == name + 2 || mark[strlen(MODULE_MARK)] == 0) {
    return 0;
  }
  int length = snprintf(plain, size, "%.*s::%s", (int)(mark - name - 2), name + 2, mark + strlen(MODULE_MARK));
  return length > 0 && (size_t)length < size ? length : 0;
}
