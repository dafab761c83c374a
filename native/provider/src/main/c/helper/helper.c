/*
 * The helper process: everything that traces happens here, on one thread. Its parent is the process
 * that uses the library; when that process ends, the helper removes all sensors and ends, too.
 *
 * Arguments: the descriptor of the socket, and the parent's pid.
 *
 * PR_SET_PDEATHSIG is not suitable: its signal comes when the thread that started the helper ends.
 * The parent's end is seen as the end of the socket, and by its pidfd if a forked child still holds
 * the socket.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/engine.h"
#include "helper/helper.h"

static volatile sig_atomic_t ended;

/* Handles one request; 0 if the library has gone or the request is malformed. */
static int converse(int socket) {
  struct request request;
  const uint8_t *payload;
  if (!request_receive(socket, &request, &payload)) {
    return 0;
  }
  struct answer answer = {.call = request.call};
  int fd = -1;
  helper_serve(&request, payload, &answer, &fd);
  if (answer.error.code != FG_OK) {
    helper_name_processes(&answer.error);
  }
  int is_sent = answer_send(socket, &answer, fd);
  if (request.call == CALL_LAUNCH && fd >= 0) { /* the library has it from now on */
    close(fd);
  }
  return is_sent;
}

static int greet(int socket) {
  struct answer answer = {.call = CALL_HELLO};
  struct fg_host *host = answer_payload(&answer, sizeof *host);
  if (host != NULL && helper_settle(&answer, engine_start(host, &answer.error)) == FG_OK) {
    host->abi = FG_ABI;
    host->helper_pid = getpid();
  }
  return answer_send(socket, &answer, -1) && answer.error.code == FG_OK;
}

static void on_terminate(int signal) {
  (void)signal;
  ended = 1;
}

static void on_nothing(int signal) { (void)signal; }

static void handle(int signal, void (*handler)(int)) {
  struct sigaction before;
  if (sigaction(signal, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
    struct sigaction action = {.sa_handler = handler};
    sigaction(signal, &action, NULL);
  }
}

/* Ctrl-C and a closed terminal reach the whole process group; the parent decides what they mean, and needs the helper
   to remove sensors. Ctrl-Z reaches the helper, too: if that suspended it, threads that it has just stopped would
   stay stopped until it is resumed. Handlers instead of SIG_IGN, because exec resets them for a launched program,
   and signals that were ignored before stay ignored for it. */
static void set_signals(void) {
  handle(SIGINT, on_nothing);
  handle(SIGQUIT, on_nothing);
  handle(SIGTSTP, on_nothing);
  handle(SIGHUP, on_nothing);
  handle(SIGPIPE, on_nothing);
  handle(SIGXFSZ, on_nothing); /* for memory files larger than ulimit -f allows */
  handle(SIGTERM, on_terminate);
}

/* Opens descriptors below 3 that are closed: they would be reused otherwise, and be taken for standard
   streams. */
static void fill_standard_streams(void) {
  int fd;
  do {
    fd = open("/dev/null", O_RDWR);
  } while (fd >= 0 && fd <= 2);
  if (fd > 2) {
    close(fd);
  }
}

static void close_others(int socket) {
  fill_standard_streams();
  if (socket > 3) {
    syscall(SYS_close_range, 3u, (unsigned)socket - 1, 0u);
  }
  if (syscall(SYS_close_range, (unsigned)socket + 1, ~0u, 0u) != 0) {
    long most = sysconf(_SC_OPEN_MAX);
    for (int fd = 3; fd < (most > 0 && most < 65536 ? most : 65536); fd++) {
      if (fd != socket) {
        close(fd);
      }
    }
  }
  fcntl(socket, F_SETFD, FD_CLOEXEC);
}

/* Serves until the parent has gone. Ticks at the latest after the time that the engine asked for. */
static void serve_all(int socket, int parent) {
  struct pollfd polled[] = {{.fd = socket, .events = POLLIN}, {.fd = parent, .events = POLLIN}};
  while (!ended) {
    int ready = poll(polled, 2, engine_tick());
    if (ready < 0 && errno != EINTR) {
      return;
    }
    if (ready > 0 && (polled[1].revents != 0 || (polled[0].revents != 0 && !converse(socket)))) {
      return;
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "flowgauge: this program can be started only by libflowgauge.so\n");
    return 2;
  }
  int socket = atoi(argv[1]), parent_pid = atoi(argv[2]);
  prctl(PR_SET_NAME, "flowgauge");
  close_others(socket);
  set_signals();
  /* Before Linux 5.3 there is no pidfd, and only the socket shows the parent's end; poll ignores -1. */
  int parent = (int)syscall(SYS_pidfd_open, parent_pid, 0u);
  if (parent >= 0) {
    fcntl(parent, F_SETFD, FD_CLOEXEC);
  }
  if (getppid() == parent_pid && greet(socket)) {
    serve_all(socket, parent);
  }
  engine_end();
  return 0;
}
