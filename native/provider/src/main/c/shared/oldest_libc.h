/* Included before every source of the library and the helper, so that both run on C libraries from glibc 2.28
 * on, even if they are built with a newer one. Where the linker would choose the newest version of a symbol,
 * this names the first version for x86-64, which all later C libraries keep for older programs. */
#if !defined FG_OLDEST_LIBC_H && !defined __ASSEMBLER__
#define FG_OLDEST_LIBC_H

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FG_FIRST_VERSION(symbol) __asm__(".symver " #symbol "," #symbol "@GLIBC_2.2.5")

FG_FIRST_VERSION(dlopen);
FG_FIRST_VERSION(dlsym);
FG_FIRST_VERSION(pthread_attr_setstacksize);
FG_FIRST_VERSION(pthread_create);
FG_FIRST_VERSION(pthread_join);
FG_FIRST_VERSION(pthread_sigmask);

/* These are functions only since glibc 2.33; before, they were inline calls of other functions. The kernel's
   structure is the same. */
static inline int fg_fstat(int fd, struct stat *status) {
  return (int)syscall(SYS_fstat, fd, status);
}

static inline int fg_stat(const char *path, struct stat *status) {
  return (int)syscall(SYS_stat, path, status);
}

#define fstat fg_fstat
/* A macro with parameters, because the structure has the same name. */
#define stat(path, status) fg_stat(path, status)

#endif
