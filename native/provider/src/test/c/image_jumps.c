/* Prints the functions of a file into whose first five bytes other code jumps. */
#include <fcntl.h>
#include <stdio.h>

#include "image/image.h"

int main(int argc, char **argv) {
  struct fg_error error = {0};
  struct image *image;

  if (argc != 2 || image_read(open(argv[1], O_RDONLY), "/nonexistent", &image, &error)) {
    printf("%d %s\n", error.code, error.text);
    return 1;
  }
  for (size_t i = 0; i < image->function_count; i++) {
    const struct image_function *each = &image->functions[i];
    if (each->size >= 5 && image_jumped_into(image, each->address, each->address + 5)) {
      printf("%s\n", each->name);
    }
    if (image_is_part(image, each)) {
      printf("part %s\n", each->name);
    }
  }
  image_free(image);
  return 0;
}
