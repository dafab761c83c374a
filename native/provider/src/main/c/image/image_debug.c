#define _GNU_SOURCE 1

#include "image/image_debug.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_NOTE_BYTES (1u << 20)
#define MOST_LINK_BYTES 4096
#define MOST_SUMMED_BYTES (1ull << 30)

#define NOTE_PROPERTY 5 /* NT_GNU_PROPERTY_TYPE_0 */
#define NOTE_GO_BUILD_ID 4
#define PROPERTY_X86_AND 0xc0000002u
#define PROPERTY_SHADOW_STACK 2u

static size_t padded(uint64_t size, size_t to) { return (size + to - 1) / to * to; }

static void read_properties(const uint8_t *bytes, size_t size, struct image_notes *notes) {
  uint32_t type, length, bits;

  for (size_t at = 0; size - at >= 12; at += padded(length, 8)) {
    memcpy(&type, bytes + at, 4);
    memcpy(&length, bytes + at + 4, 4);
    at += 8;
    if (length > size - at) {
      return;
    }
    if (type == PROPERTY_X86_AND && length >= 4) {
      memcpy(&bits, bytes + at, 4);
      notes->has_shadow_stack = (bits & PROPERTY_SHADOW_STACK) != 0;
    }
    if (padded(length, 8) > size - at) {
      return;
    }
  }
}

static void read_note(uint32_t type, const char *name, const uint8_t *content, size_t size,
                      struct image_notes *notes) {
  if (strcmp(name, "GNU") == 0 && type == NT_GNU_BUILD_ID && size <= sizeof notes->id.bytes) {
    memcpy(notes->id.bytes, content, size);
    notes->id.length = (uint32_t)size;
  } else if (strcmp(name, "GNU") == 0 && type == NOTE_PROPERTY) {
    read_properties(content, size, notes);
  } else if (strcmp(name, "Go") == 0 && type == NOTE_GO_BUILD_ID) {
    notes->is_go = 1;
  }
}

static void read_notes(const uint8_t *bytes, size_t size, size_t alignment, struct image_notes *notes) {
  Elf64_Nhdr note;
  size_t at = 0;

  while (size - at >= sizeof note) {
    memcpy(&note, bytes + at, sizeof note);
    at += sizeof note;
    size_t name_size = padded(note.n_namesz, 4), content_size = padded(note.n_descsz, alignment);
    if (name_size > size - at || note.n_descsz > size - at - name_size) {
      return;
    }
    char name[8] = {0};
    memcpy(name, bytes + at, note.n_namesz < sizeof name - 1 ? note.n_namesz : sizeof name - 1);
    at += name_size;
    read_note(note.n_type, name, bytes + at, note.n_descsz, notes);
    if (content_size > size - at) {
      return;
    }
    at += content_size;
  }
}

static void read_notes_at(const struct image_file *file, uint64_t offset, uint64_t size, uint64_t alignment,
                          struct image_notes *notes) {
  uint8_t *bytes = image_file_read(file, offset, size, MOST_NOTE_BYTES);

  if (bytes != NULL) {
    read_notes(bytes, size, alignment == 8 ? 8 : 4, notes);
    free(bytes);
  }
}

/* Debug files keep the section of the build id, but not the segment's contents. */
void image_notes_read(const struct image_file *file, struct image_notes *notes) {
  memset(notes, 0, sizeof *notes);
  for (size_t i = 0; i < file->section_count; i++) {
    const Elf64_Shdr *section = &file->sections[i];
    if (section->sh_type == SHT_NOTE) {
      read_notes_at(file, section->sh_offset, section->sh_size, section->sh_addralign, notes);
    }
  }
  for (size_t i = 0; i < file->segment_count && file->section_count == 0; i++) {
    const Elf64_Phdr *segment = &file->segments[i];
    if (segment->p_type == PT_NOTE) {
      read_notes_at(file, segment->p_offset, segment->p_filesz, segment->p_align, notes);
    }
  }
}

/* Opens a regular file. Checks that before it opens the file, because opening a device or a pipe may have
   effects. */
static int open_regular(const char *path) {
  char again[64];
  struct stat status;
  int place = open(path, O_PATH | O_CLOEXEC);
  int fd = -1;

  if (place < 0) {
    return -1;
  }
  if (fstat(place, &status) == 0 && S_ISREG(status.st_mode)) {
    snprintf(again, sizeof again, "/proc/self/fd/%d", place);
    fd = open(again, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  }
  close(place);
  return fd;
}

static int has_build_id(int fd, const struct build_id *id) {
  struct image_file file;
  struct image_notes notes = {0};

  if (image_file_open(fd, &file, NULL) == FG_OK && image_file_is_native(&file)) {
    image_notes_read(&file, &notes);
  }
  image_file_close(&file);
  return notes.id.length == id->length && memcmp(notes.id.bytes, id->bytes, id->length) == 0;
}

static int open_by_build_id(const struct build_id *id, const char *root) {
  char path[PATH_MAX], hex[2 * sizeof id->bytes + 1];

  for (uint32_t i = 0; i < id->length; i++) {
    snprintf(hex + 2 * i, 3, "%02x", id->bytes[i]);
  }
  snprintf(path, sizeof path, "%s/.build-id/%.2s/%s.debug", root, hex, hex + 2);
  int fd = open_regular(path);
  if (fd >= 0 && !has_build_id(fd, id)) {
    close(fd);
    return -1;
  }
  return fd;
}

/* The check sum of debug links: CRC-32 with the reflected polynomial edb88320. */
static uint32_t check_sum(uint32_t sum, const uint8_t *bytes, size_t size) {
  static uint32_t table[256];

  if (table[1] == 0) {
    for (uint32_t i = 0; i < 256; i++) {
      uint32_t value = i;
      for (int bit = 0; bit < 8; bit++) {
        value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
      }
      table[i] = value;
    }
  }
  sum = ~sum;
  for (size_t i = 0; i < size; i++) {
    sum = table[(sum ^ bytes[i]) & 0xff] ^ sum >> 8;
  }
  return ~sum;
}

static int has_check_sum(int fd, uint32_t wanted) {
  static uint8_t bytes[1 << 16];
  uint32_t sum = 0;
  size_t count;
  uint64_t at = 0;

  while ((count = image_file_fill(fd, bytes, sizeof bytes, at)) > 0 && at < MOST_SUMMED_BYTES) {
    sum = check_sum(sum, bytes, count);
    at += count;
  }
  return sum == wanted;
}

struct debug_link {
  char *name;
  uint32_t sum;
};

/* Reads the debug link: a name without folders, padded to four bytes, and the check sum. */
static int read_link(const struct image_file *file, struct debug_link *link) {
  const Elf64_Shdr *section = image_section(file, ".gnu_debuglink");
  char *bytes = section == NULL ? NULL : image_section_read(file, section, MOST_LINK_BYTES);

  if (bytes == NULL) {
    return 0;
  }
  size_t sum_at = padded(strlen(bytes) + 1, 4);
  if (bytes[0] == 0 || strchr(bytes, '/') != NULL || sum_at + 4 > section->sh_size) {
    free(bytes);
    return 0;
  }
  memcpy(&link->sum, bytes + sum_at, 4);
  link->name = bytes;
  return 1;
}

static int is_file(int fd, const struct image_file *file, const struct debug_link *link,
                   const struct build_id *id) {
  struct stat own, other;

  if (fstat(fd, &other) != 0 || fstat(file->fd, &own) != 0 ||
      (own.st_dev == other.st_dev && own.st_ino == other.st_ino)) {
    return 0;
  }
  return (id->length > 0 && has_build_id(fd, id)) || has_check_sum(fd, link->sum);
}

static int open_by_link(const struct image_file *file, const struct debug_link *link,
                        const struct build_id *id, const char *root) {
  char self[64], folder[PATH_MAX], path[3 * PATH_MAX];

  snprintf(self, sizeof self, "/proc/self/fd/%d", file->fd);
  ssize_t length = readlink(self, folder, sizeof folder - 1);
  if (length <= 0 || folder[0] != '/') {
    return -1;
  }
  folder[length] = 0;
  *strrchr(folder, '/') = 0;
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s%s%s/%s", i == 2 ? root : "", folder, i == 1 ? "/.debug" : "", link->name);
    int fd = open_regular(path);
    if (fd >= 0 && is_file(fd, file, link, id)) {
      return fd;
    }
    if (fd >= 0) {
      close(fd);
    }
  }
  return -1;
}

int image_debug_open(const struct image_file *file, const struct build_id *id, const char *root) {
  struct debug_link link;
  int fd = id->length > 1 ? open_by_build_id(id, root) : -1;

  if (fd < 0 && read_link(file, &link)) {
    fd = open_by_link(file, &link, id, root);
    free(link.name);
  }
  return fd;
}
