/* Finds the numbers of two of the kernel's functions in its type information. */
#define _GNU_SOURCE 1

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image/image_file.h"
#include "uprobe/uprobe_bpf.h"

#define MAGIC 0xeb9f
#define MOST_BYTES (64u << 20)
#define KIND_FUNCTION 12

struct btf_header {
  uint16_t magic;
  uint8_t version, flags;
  uint32_t header_size, types_at, types_size, strings_at, strings_size;
};

struct btf_type {
  uint32_t name, info, size_or_type;
};

struct btf {
  uint8_t *bytes;
  size_t size;
  struct btf_header header;
};

/* How many bytes follow a type of a kind, alone and per member; -1 for unknown kinds. */
static const int8_t alone[] = {-1, 4, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 4, 0, 0};
static const int8_t per_member[] = {0, 0, 0, 0, 12, 12, 8, 0, 0, 0, 0, 0, 0, 8, 0, 12, 0, 0, 0, 12};

static int read_btf(struct btf *btf) {
  struct stat status;
  int fd = open("/sys/kernel/btf/vmlinux", O_RDONLY | O_CLOEXEC);

  memset(btf, 0, sizeof *btf);
  if (fd < 0) {
    return 0;
  }
  if (fstat(fd, &status) == 0 && status.st_size > 0 && status.st_size < MOST_BYTES) {
    btf->bytes = calloc(1, (size_t)status.st_size + 1);
    btf->size = btf->bytes == NULL ? 0 : image_file_fill(fd, btf->bytes, (size_t)status.st_size, 0);
  }
  close(fd);
  if (btf->size < sizeof btf->header) {
    return 0;
  }
  memcpy(&btf->header, btf->bytes, sizeof btf->header);
  uint64_t types_end = (uint64_t)btf->header.header_size + btf->header.types_at + btf->header.types_size;
  uint64_t strings_end = (uint64_t)btf->header.header_size + btf->header.strings_at + btf->header.strings_size;
  return btf->header.magic == MAGIC && types_end <= btf->size && strings_end <= btf->size;
}

static const char *name_of(const struct btf *btf, uint32_t name) {
  const char *strings = (const char *)btf->bytes + btf->header.header_size + btf->header.strings_at;
  return name < btf->header.strings_size ? strings + name : "";
}

static void take_function(struct uprobe_functions *functions, const char *name, uint32_t number) {
  if (strcmp(name, "bpf_session_is_return") == 0) {
    functions->is_return = number;
  } else if (strcmp(name, "bpf_session_cookie") == 0) {
    functions->cookie = number;
  }
}

/* Searches the types, which are numbered from 1 in their order there. */
static void search_types(const struct btf *btf, struct uprobe_functions *functions) {
  const uint8_t *types = btf->bytes + btf->header.header_size + btf->header.types_at;
  struct btf_type type;

  for (size_t at = 0, number = 1; at + sizeof type <= btf->header.types_size; number++) {
    memcpy(&type, types + at, sizeof type);
    uint32_t kind = type.info >> 24 & 31, members = type.info & 0xffff;
    if (kind >= sizeof alone || alone[kind] < 0) {
      return;
    }
    if (kind == KIND_FUNCTION) {
      take_function(functions, name_of(btf, type.name), (uint32_t)number);
    }
    at += sizeof type + (size_t)alone[kind] + (size_t)per_member[kind] * members;
  }
}

struct uprobe_functions uprobe_functions_read(void) {
  struct uprobe_functions functions = {0, 0};
  struct btf btf;

  if (read_btf(&btf)) {
    search_types(&btf, &functions);
  }
  free(btf.bytes);
  return functions;
}
