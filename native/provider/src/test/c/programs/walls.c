/*
 * A process that restricts itself as its environment variable WALL says: strict, no_memfd (seccomp, a
 * forbidden call kills), errno, harmless (a forbidden call fails), dumpable, files, space (limits
 * used up), space_N, data_N (may map N megabytes more), locked (locks all memory that it maps),
 * mappings, near (nothing free near the code).
 *
 *   allocate N   whether it can map N megabytes more
 */
#define COUNTED(X) X(probed)
#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

KEEP uint64_t probed(uint64_t x) {
  BARRIER();
  return x * 3 + 1;
}

static void must(int holds, const char *what) {
  if (!holds) {
    perror(what);
    exit(4);
  }
}

static void forbid(uint32_t call, uint32_t action) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), BPF_STMT(BPF_RET | BPF_K, action),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog filter = {.len = sizeof code / sizeof code[0], .filter = code};
  must(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "no_new_privs");
  must(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0, "seccomp");
}

/* From here on, it may only read and write. */
static void strict(void) {
  char byte;
  uint64_t sum = 1;
  must(prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) == 0, "seccomp strict");
  must(write(1, "ready\n", 6) == 6, "write");
  while (read(0, &byte, 1) == 1) {
    sum = probed(sum);
    if (byte == '\n' && write(1, "sum ok\n.\n", 9) != 9) {
      break;
    }
  }
  syscall(SYS_exit, sum == 0);
}

static void use_up_files(void) {
  struct rlimit limit = {64, 64};
  must(setrlimit(RLIMIT_NOFILE, &limit) == 0, "RLIMIT_NOFILE");
  while (dup(0) >= 0) {
  }
  must(errno == EMFILE, "dup");
}

static void use_up_space(void) {
  long pages = 0;
  FILE *statm = fopen("/proc/self/statm", "r");
  must(statm != NULL && fscanf(statm, "%ld", &pages) == 1, "statm");
  fclose(statm);
  struct rlimit limit;
  limit.rlim_cur = limit.rlim_max = (rlim_t)(pages + 2100 * worker_count + 100) * 4096;
  must(setrlimit(RLIMIT_AS, &limit) == 0, "RLIMIT_AS");
}

/* Returns a fact of the process in kilobytes. */
static long fact(const char *name) {
  char line[256];
  long value = -1;
  FILE *status = fopen("/proc/self/status", "r");
  must(status != NULL, "status");
  while (fgets(line, sizeof line, status) != NULL) {
    if (strncmp(line, name, strlen(name)) == 0) {
      value = atol(line + strlen(name));
    }
  }
  fclose(status);
  must(value >= 0, name);
  return value;
}

static void limit(int what, const char *name, long megabytes) {
  rlim_t most = ((rlim_t)fact(name) + 1024 * (rlim_t)megabytes) * 1024;
  struct rlimit limit = {most, most};
  must(setrlimit(what, &limit) == 0, name);
}

static void make_mappings(void) {
  for (int i = 0; i < 10000; i++) {
    void *page = mmap(NULL, 8192, i % 2 ? PROT_READ : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(page != MAP_FAILED, "mmap");
    must(mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0, "mprotect");
  }
}

/* Maps all free memory within more than 2 GB of the code, from large pieces to single pages. */
static void fill_neighbourhood(void) {
  uintptr_t code = (uintptr_t)probed, reach = 3ull << 30;
  uintptr_t low = code > reach + (1 << 20) ? code - reach : 1 << 20;
  for (size_t piece = 1ull << 30; piece >= 4096; piece /= 4) {
    for (uintptr_t at = low & ~(piece - 1); at < code + reach; at += piece) {
      mmap((void *)at, piece, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
           -1, 0);
    }
  }
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = (uint64_t)seed;
  for (long i = 0; i < rounds; i++) {
    sum = probed(sum);
    ENDED(probed);
  }
  return sum;
}

static void prepare(void) {
  const char *wall = getenv("WALL");
  const uint32_t fails = SECCOMP_RET_ERRNO | EPERM;
  if (wall == NULL) {
    return;
  } else if (strcmp(wall, "strict") == 0) {
    strict();
  } else if (strcmp(wall, "no_memfd") == 0) {
    forbid(SYS_memfd_create, SECCOMP_RET_KILL_PROCESS);
  } else if (strcmp(wall, "errno") == 0) {
    forbid(SYS_memfd_create, fails);
  } else if (strcmp(wall, "harmless") == 0) {
    forbid(SYS_reboot, fails);
  } else if (strcmp(wall, "dumpable") == 0) {
    must(prctl(PR_SET_DUMPABLE, 0) == 0, "dumpable");
  } else if (strcmp(wall, "files") == 0) {
    use_up_files();
  } else if (strcmp(wall, "space") == 0) {
    use_up_space();
  } else if (strncmp(wall, "space_", 6) == 0) {
    limit(RLIMIT_AS, "VmSize:", atol(wall + 6));
  } else if (strncmp(wall, "data_", 5) == 0) {
    limit(RLIMIT_DATA, "VmData:", atol(wall + 5));
  } else if (strcmp(wall, "locked") == 0) {
    must(mlockall(MCL_CURRENT | MCL_FUTURE) == 0, "mlockall");
  } else if (strcmp(wall, "mappings") == 0) {
    make_mappings();
  } else if (strcmp(wall, "near") == 0) {
    fill_neighbourhood();
  }
}

static int special(const char *command) {
  if (strncmp(command, "allocate ", 9) != 0) {
    return 0;
  }
  void *more = malloc((size_t)atol(command + 9) << 20);
  fprintf(answers, more == NULL ? "no memory\n" : "allocated\n");
  free(more);
  return 1;
}

static void finish(void) {}
