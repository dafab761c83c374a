/* The command of a follower. */
#include <errno.h>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "follower/follower.h"

/* Opens files in place of the standard streams, and a new session, so that the program gets no signals of the
   terminal. */
static int open_streams(char *const *streams) {
  for (int fd = 0; fd < 3; fd++) {
    follower_tell(FOLLOW_OPENS, getpid(), FOLLOW_INPUT + fd);
    int file = open(streams[fd], fd == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (file < 0 || dup2(file, fd) < 0) {
      return errno;
    }
    if (file != fd) {
      close(file);
    }
  }
  setsid();
  return 0;
}

/* Becomes the command, in the child. A failure is reported through the pipe, which exec closes. */
static void become(const struct command *command, int told, int go_ahead, pid_t tracer) {
  char byte;
  int why = 0;
  if (read(go_ahead, &byte, 1) != 1 || getppid() != tracer) {
    _exit(127); /* this process is not traced */
  }
  follower_tell(FOLLOW_OPENS, getpid(), FOLLOW_FOLDER);
  if (command->directory[0] && chdir(command->directory)) {
    why = errno;
  }
  if (!why && command->streams) {
    why = open_streams(command->streams);
  }
  if (!why) {
    follower_tell(FOLLOW_OPENS, getpid(), FOLLOW_PROGRAM);
    execvpe(command->argv[0], command->argv, command->environment);
    why = errno;
  }
  _exit(write(told, &why, sizeof why) == sizeof why ? 127 : 126);
}

int follower_start(const struct command *command) {
  int told[2], go_ahead[2];
  if (pipe2(told, O_CLOEXEC) || pipe2(go_ahead, O_CLOEXEC)) {
    return errno;
  }
  pid_t self = getpid();
  follower.root = fork();
  if (follower.root == 0) {
    close(told[0]);
    close(go_ahead[1]);
    become(command, told[1], go_ahead[0], self);
  }
  int why = errno;
  close(told[1]);
  close(go_ahead[0]);
  follower.report = told[0];
  /* Before exec it may wait for a file forever, so it must end with this process. */
  long options = program_options() | PTRACE_O_EXITKILL;
  if (follower.root > 0 && !ptrace(PTRACE_SEIZE, follower.root, 0, options)) {
    program_add(follower.root, RUNS);
    why = write(go_ahead[1], "", 1) == 1 ? 0 : errno;
  } else if (follower.root > 0) {
    why = errno;
  }
  close(go_ahead[1]); /* without a byte the child ends */
  return why;
}
