/*
 * A library to be preloaded (LD_PRELOAD) into a file server: logs the start and end of every block
 * that is read from or written to a file, and sent to or received from a socket, joined by the
 * transfer that they belong to. Nothing is logged until the trigger file that FLOWGAUGE_TRIGGER
 * names says so.
 *
 *     cc -std=c11 -O2 -fPIC -shared -fvisibility=hidden -I native/log/src/main/c \
 *       samples/file-server/block_io.c native/log/src/main/c/flowgauge_log.c \
 *       -o block_io.so -pthread -ldl
 *
 * A transfer begins when a regular file is opened that is not part of the system, and ends when it
 * is closed; what a socket takes or gives meanwhile, in blocks of a KiB and more, is the transfer's.
 * So servers with one transfer at a time in a process are told apart exactly, others by file only.
 */
#define _GNU_SOURCE
#include "flowgauge_log.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

FG_LOG_TYPE(transfer_start, "transfer.start", FG_LIFELINE_INT64(TRANSFER), FG_INT32(FD),
            FG_INT64(SIZE), FG_STRING(FILE))
FG_LOG_TYPE(transfer_end, "transfer.end", FG_LIFELINE_INT64(TRANSFER), FG_INT64(BYTES))
FG_LOG_TYPE(read_start, "disk.read.start", FG_LIFELINE_INT64(TRANSFER), FG_INT32(FD))
FG_LOG_TYPE(read_end, "disk.read.end", FG_LIFELINE_INT64(TRANSFER), FG_INT64(BYTES))
FG_LOG_TYPE(write_start, "disk.write.start", FG_LIFELINE_INT64(TRANSFER), FG_INT32(FD))
FG_LOG_TYPE(write_end, "disk.write.end", FG_LIFELINE_INT64(TRANSFER), FG_INT64(BYTES))
FG_LOG_TYPE(send_start, "net.send.start", FG_LIFELINE_INT64(TRANSFER), FG_INT32(FD))
FG_LOG_TYPE(send_end, "net.send.end", FG_LIFELINE_INT64(TRANSFER), FG_INT64(BYTES))
FG_LOG_TYPE(receive_start, "net.receive.start", FG_LIFELINE_INT64(TRANSFER), FG_INT32(FD))
FG_LOG_TYPE(receive_end, "net.receive.end", FG_LIFELINE_INT64(TRANSFER), FG_INT64(BYTES))

enum { FILES = 4096, BLOCK = 1024, TRANSFERS_PER_PROCESS = 1 << 20 };

static fg_log *event_log;
static int forked;
static int64_t transfers;        /* begun in this process */
static int64_t current;          /* the transfer sockets work for; 0 for none */
static int64_t transfer[FILES];  /* by descriptor of a regular file */
static int64_t bytes_of[FILES];

static __typeof__(&read) real_read;
static __typeof__(&write) real_write;
static __typeof__(&pread) real_pread;
static __typeof__(&pwrite) real_pwrite;
static __typeof__(&readv) real_readv;
static __typeof__(&writev) real_writev;
static __typeof__(&send) real_send;
static ssize_t (*real_sendto)(int, const void *, size_t, int, const struct sockaddr *, socklen_t);
static __typeof__(&sendmsg) real_sendmsg;
static __typeof__(&recv) real_recv;
static __typeof__(&sendfile) real_sendfile;
static int (*real_open)(const char *, int, ...);
static int (*real_open64)(const char *, int, ...);
static __typeof__(&close) real_close;

/* The next library's function; calls can come before our constructor. */
#define REAL(name) \
  (real_##name == NULL ? (*(void **)(&real_##name) = dlsym(RTLD_NEXT, #name), real_##name) : real_##name)

static void note_fork(void) {
  forked = 1;
}

__attribute__((constructor)) static void begin(void) {
  fg_options options = {0};
  if (fg_log_open(&options, &event_log) != FG_OK) {
    return; /* The server is served without. */
  }
  transfer_start_declare(event_log, NULL, 0);
  transfer_end_declare(event_log, NULL, 0);
  read_start_declare(event_log, NULL, 0);
  read_end_declare(event_log, NULL, 0);
  write_start_declare(event_log, NULL, 0);
  write_end_declare(event_log, NULL, 0);
  send_start_declare(event_log, NULL, 0);
  send_end_declare(event_log, NULL, 0);
  receive_start_declare(event_log, NULL, 0);
  receive_end_declare(event_log, NULL, 0);
  pthread_atfork(NULL, NULL, note_fork);
}

static int64_t of_file(int fd) {
  return fd >= 0 && fd < FILES ? __atomic_load_n(&transfer[fd], __ATOMIC_RELAXED) : 0;
}

/* The transfer a socket works for now, if what it does is a block. */
static int64_t of_socket(int fd, size_t bytes) {
  return bytes >= BLOCK && of_file(fd) == 0 && !fg_log_is_background()
             ? __atomic_load_n(&current, __ATOMIC_RELAXED)
             : 0;
}

static int is_of_the_system(const char *path) {
  static const char *const folders[] = {"/proc/", "/sys/", "/dev/", "/etc/", "/usr/", "/lib", "/var/"};
  for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
    if (strncmp(path, folders[k], strlen(folders[k])) == 0) {
      return 1;
    }
  }
  return 0;
}

static int opened(int fd, const char *path) {
  struct stat status;
  int error = errno;
  if (fd < 0 || fd >= FILES || fg_log_is_background() || is_of_the_system(path)) {
    return fd;
  }
  if (forked && event_log != NULL) { /* A server that forks for each transfer. */
    forked = 0;
    fg_log_restart(event_log);
  }
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
    int64_t id = (int64_t)getpid() * TRANSFERS_PER_PROCESS +
                 __atomic_add_fetch(&transfers, 1, __ATOMIC_RELAXED);
    transfer[fd] = id;
    bytes_of[fd] = 0;
    __atomic_store_n(&current, id, __ATOMIC_RELAXED);
    transfer_start_log(id, fd, status.st_size, fg_text_of(path));
  }
  errno = error;
  return fd;
}

EXPORTED int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  return opened(REAL(open)(path, flags, mode), path);
}

EXPORTED int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  return opened(REAL(open64)(path, flags, mode), path);
}

EXPORTED int close(int fd) {
  int64_t id = of_file(fd);
  if (id != 0) {
    transfer_end_log(id, bytes_of[fd]);
    transfer[fd] = 0;
    __atomic_store_n(&current, 0, __ATOMIC_RELAXED);
  }
  return REAL(close)(fd);
}

/* Events about a call, which is made between them. */
#define LOGGED(type, id, fd, call)                                  \
  do {                                                              \
    int64_t id_ = fg_type_is_enabled(&type##_end_type) ? (id) : 0;  \
    if (id_ == 0) {                                                 \
      return call;                                                  \
    }                                                               \
    type##_start_log(id_, fd);                                      \
    ssize_t done_ = call;                                           \
    type##_end_log(id_, done_);                                     \
    return done_;                                                   \
  } while (0)

/* As LOGGED, counting what a file gave or took. */
#define LOGGED_FILE(type, fd, call)                                             \
  do {                                                                          \
    int64_t file_ = of_file(fd);                                                \
    int64_t id_ = fg_type_is_enabled(&type##_end_type) ? file_ : 0;             \
    if (id_ != 0) {                                                             \
      type##_start_log(id_, fd);                                                \
    }                                                                           \
    ssize_t done_ = call;                                                       \
    if (id_ != 0) {                                                             \
      type##_end_log(id_, done_);                                               \
    }                                                                           \
    bytes_of[fd] += file_ != 0 && done_ > 0 ? done_ : 0;                        \
    return done_;                                                               \
  } while (0)

EXPORTED ssize_t read(int fd, void *to, size_t bytes) {
  if (of_file(fd) != 0) {
    LOGGED_FILE(read, fd, REAL(read)(fd, to, bytes));
  }
  LOGGED(receive, of_socket(fd, bytes), fd, REAL(read)(fd, to, bytes));
}

EXPORTED ssize_t write(int fd, const void *from, size_t bytes) {
  if (of_file(fd) != 0) {
    LOGGED_FILE(write, fd, REAL(write)(fd, from, bytes));
  }
  LOGGED(send, of_socket(fd, bytes), fd, REAL(write)(fd, from, bytes));
}

EXPORTED ssize_t pread(int fd, void *to, size_t bytes, off_t offset) {
  if (of_file(fd) != 0) {
    LOGGED_FILE(read, fd, REAL(pread)(fd, to, bytes, offset));
  }
  return REAL(pread)(fd, to, bytes, offset);
}

EXPORTED ssize_t pwrite(int fd, const void *from, size_t bytes, off_t offset) {
  if (of_file(fd) != 0) {
    LOGGED_FILE(write, fd, REAL(pwrite)(fd, from, bytes, offset));
  }
  return REAL(pwrite)(fd, from, bytes, offset);
}

static size_t total(const struct iovec *parts, size_t count) {
  size_t bytes = 0;
  for (size_t k = 0; k < count; k++) {
    bytes += parts[k].iov_len;
  }
  return bytes;
}

EXPORTED ssize_t readv(int fd, const struct iovec *parts, int count) {
  if (of_file(fd) != 0) {
    LOGGED_FILE(read, fd, REAL(readv)(fd, parts, count));
  }
  LOGGED(receive, of_socket(fd, total(parts, (size_t)count)), fd, REAL(readv)(fd, parts, count));
}

EXPORTED ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (of_file(fd) != 0) {
    LOGGED_FILE(write, fd, REAL(writev)(fd, parts, count));
  }
  LOGGED(send, of_socket(fd, total(parts, (size_t)count)), fd, REAL(writev)(fd, parts, count));
}

EXPORTED ssize_t send(int fd, const void *from, size_t bytes, int flags) {
  LOGGED(send, of_socket(fd, bytes), fd, REAL(send)(fd, from, bytes, flags));
}

EXPORTED ssize_t sendto(int fd, const void *from, size_t bytes, int flags,
                        const struct sockaddr *to, socklen_t to_bytes) {
  LOGGED(send, of_socket(fd, bytes), fd, REAL(sendto)(fd, from, bytes, flags, to, to_bytes));
}

EXPORTED ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  LOGGED(send, of_socket(fd, total(message->msg_iov, message->msg_iovlen)), fd,
         REAL(sendmsg)(fd, message, flags));
}

EXPORTED ssize_t recv(int fd, void *to, size_t bytes, int flags) {
  LOGGED(receive, of_socket(fd, bytes), fd, REAL(recv)(fd, to, bytes, flags));
}

EXPORTED ssize_t sendfile(int to, int from, off_t *offset, size_t bytes) {
  LOGGED(send, of_file(from), to, REAL(sendfile)(to, from, offset, bytes));
}

#if defined(__LP64__)
/* What programs call that were built for large files: the same, where off_t is wide. */
EXPORTED ssize_t pread64(int fd, void *to, size_t bytes, off_t offset)
    __attribute__((alias("pread")));
EXPORTED ssize_t pwrite64(int fd, const void *from, size_t bytes, off_t offset)
    __attribute__((alias("pwrite")));
EXPORTED ssize_t sendfile64(int to, int from, off_t *offset, size_t bytes)
    __attribute__((alias("sendfile")));
#endif
