/* Reads changed and cut copies of ELF files: image_fuzz ROUNDS FILE... */
#define _GNU_SOURCE 1

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "demangle/demangle.h"
#include "image/image.h"

#define LONGEST_ROUND_MS 4000.0

static uint64_t state = 88172645463325252ull;

static uint64_t any(uint64_t below) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return below == 0 ? 0 : state % below;
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static uint64_t odd_value(void) {
  static const uint64_t odd[] = {0, 1, 7, 0x7f, 0xff, 0x1000, 0x7fffffff, 0xffffffff, 1ull << 40, ~0ull >> 1, ~0ull};
  return odd[any(sizeof odd / sizeof *odd)];
}

/* Chooses a place where a change matters most: in the headers or section headers, else anywhere. */
static size_t a_place(const uint8_t *bytes, size_t size) {
  Elf64_Ehdr header;
  uint64_t around;

  memcpy(&header, bytes, sizeof header);
  switch (any(4)) {
  case 0:
    around = any(sizeof header + header.e_phnum * sizeof(Elf64_Phdr));
    break;
  case 1:
    around = header.e_shoff + any(header.e_shnum * sizeof(Elf64_Shdr));
    break;
  default:
    around = any(size);
  }
  return around + 8 <= size ? around : any(size - 8);
}

static size_t change(uint8_t *bytes, size_t size) {
  int changes = (int)any(6) + 1;

  for (int i = 0; i < changes; i++) {
    size_t place = a_place(bytes, size);
    uint64_t value = any(2) ? odd_value() : state;
    size_t width = (size_t)1 << any(4);
    memcpy(bytes + place / width * width, &value, width);
  }
  return any(5) == 0 ? any(size) : size;
}

static void use(struct image *image) {
  size_t available;

  for (size_t i = 0; i < image->function_count; i += 1 + any(50)) {
    const struct image_function *each = &image->functions[i];
    if (each->size == 0 || each->name == NULL || image_at(image, each->address) == NULL) {
      abort();
    }
    const uint8_t *bytes = image_bytes(image, each->address, &available);
    if (bytes != NULL && (available == 0 || bytes[available - 1] + 1 == 0)) {
      abort();
    }
    image_jumped_into(image, each->address, each->address + 5);
  }
  image_symbol(image, "main");
  image_jumped_into(image, any(1u << 24), ~0ull);
}

static void round_with(const uint8_t *original, size_t size, uint8_t *copy, int fd) {
  struct fg_error error;
  struct image *image;

  memcpy(copy, original, size);
  size_t length = change(copy, size);
  if (ftruncate(fd, 0) != 0 || pwrite(fd, copy, length, 0) != (ssize_t)length) {
    abort();
  }
  double begin = milliseconds();
  if (image_read(fd, "/nonexistent", &image, &error) == FG_OK) {
    use(image);
    image_free(image);
  }
  if (milliseconds() - begin > LONGEST_ROUND_MS) {
    printf("a round took %.0f ms\n", milliseconds() - begin);
    exit(1);
  }
}

static void fuzz_file(const char *path, long rounds) {
  struct stat status;
  int file = open(path, O_RDONLY), fd = memfd_create("fuzz", 0);

  if (file < 0 || fd < 0 || fstat(file, &status) != 0) {
    abort();
  }
  size_t size = (size_t)status.st_size;
  uint8_t *original = malloc(size), *copy = malloc(size);
  if (original == NULL || copy == NULL || read(file, original, size) != (ssize_t)size) {
    abort();
  }
  for (long i = 0; i < rounds; i++) {
    round_with(original, size, copy, fd);
  }
  free(original);
  free(copy);
  close(fd);
  close(file);
}

/* Tries names made of the letters that the grammars use. */
static void fuzz_names(long rounds) {
  static const char letters[] = "_RZNCMXYIBvst0123456789ETFDLKGUAPOQRSpunCkabcdefhijlmo$.GLTu7e";
  char name[120], plain[200];

  for (long i = 0; i < rounds; i++) {
    size_t length = any(sizeof name - 3) + 2;
    for (size_t j = 0; j < length; j++) {
      name[j] = letters[any(sizeof letters - 1)];
    }
    name[length] = 0;
    memcpy(name, any(2) ? "_R" : any(2) ? "_ZN" : "__a_MOD_", 2);
    size_t size = any(sizeof plain) + 1;
    int all[] = {demangle_rust_v0(name, plain, size), demangle_rust_legacy(name, plain, size),
                 demangle_fortran(name, plain, size)};
    for (int j = 0; j < 3; j++) {
      if (all[j] < 0 || (size_t)all[j] >= size) {
        abort();
      }
    }
  }
}

int main(int argc, char **argv) {
  long rounds = atol(argv[1]);

  fuzz_names(rounds * 50);
  for (int i = 2; i < argc; i++) {
    fuzz_file(argv[i], rounds);
  }
  printf("ok\n");
  return 0;
}
