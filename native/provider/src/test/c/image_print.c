/* Prints the contents that image.c reads from a file. */
#define _GNU_SOURCE 1

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "image/image.h"

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void print_functions(const struct image *image) {
  for (size_t i = 0; i < image->function_count; i++) {
    const struct image_function *each = &image->functions[i];
    printf("%llx %llu %d %u %s%s%s\n", (unsigned long long)each->address, (unsigned long long)each->size,
           each->source, each->aliases, each->name, each->plain == NULL ? "" : "\t",
           each->plain == NULL ? "" : each->plain);
  }
}

static void print_head(const struct image *image) {
  printf("flags %x machine %u 32-bit %u entry %llx low %llx high %llx offset %llx functions %zu id ", image->flags,
         image->machine, image->is_32_bit, (unsigned long long)image->entry, (unsigned long long)image->low,
         (unsigned long long)image->high, (unsigned long long)image->first_load_offset, image->function_count);
  for (uint32_t i = 0; i < image->build_id_length; i++) {
    printf("%02x", image->build_id[i]);
  }
  printf("\n");
}

/* Counts the functions whose first five bytes are the target of a jump. */
static long sweep(struct image *image) {
  long jumped = 0;

  for (size_t i = 0; i < image->function_count; i++) {
    const struct image_function *each = &image->functions[i];
    jumped += each->size >= 5 && image_jumped_into(image, each->address, each->address + 5);
  }
  return jumped;
}

static void print_unwinders(struct image *image) {
  for (size_t i = 0; i < image->function_count; i++) {
    const struct image_function *each = &image->functions[i];
    if (image_is_unwinder(image, each->address)) {
      printf("%llx %llu %d %u %s\n", (unsigned long long)each->address, (unsigned long long)each->size,
             each->source, each->aliases, each->name);
    }
  }
}

int main(int argc, char **argv) {
  struct fg_error error = {0};
  struct image *image;
  double begin = milliseconds();
  const char *what = argc > 2 ? argv[2] : "head";

  if (argc < 2 || image_read(open(argv[1], O_RDONLY), argc > 3 ? argv[3] : "/usr/lib/debug", &image, &error)) {
    printf("%d %s\n", error.code, error.text);
    return 1;
  }
  double read = milliseconds();
  print_head(image);
  if (strcmp(what, "functions") == 0) {
    print_functions(image);
  } else if (strcmp(what, "plain") == 0) {
    image_demangle(image);
    print_functions(image);
  } else if (strcmp(what, "unwinders") == 0) {
    print_unwinders(image);
  } else if (strcmp(what, "sweep") == 0) {
    long jumped = sweep(image);
    printf("jumped into %ld, read %.1f ms, sweep %.1f ms\n", jumped, read - begin, milliseconds() - read);
  }
  image_free(image);
  return 0;
}
