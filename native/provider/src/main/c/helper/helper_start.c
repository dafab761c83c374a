/* A program linked on glibc 2.34 or later starts with a version of __libc_start_main that older versions of
 * glibc lack. The linker's options redirect that call to this function. */

typedef int main_function(int count, char **arguments, char **environment);

extern int start_first_version(main_function *, int, char **, void (*)(void), void (*)(void),
                               void (*)(void), void *);
__asm__(".symver start_first_version,__libc_start_main@GLIBC_2.2.5");

int __wrap___libc_start_main(main_function *, int, char **, void (*)(void), void (*)(void),
                             void (*)(void), void *);

int __wrap___libc_start_main(main_function *program, int count, char **arguments,
                             void (*begin)(void), void (*end)(void), void (*end_of_loader)(void),
                             void *stack) {
  return start_first_version(program, count, arguments, begin, end, end_of_loader, stack);
}
