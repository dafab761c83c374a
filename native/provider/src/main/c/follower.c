/*
 * The follower of a command. A program is stopped at exec, brought to its beginning and offered; so is a
 * forked child of a program with sensors. Whoever traces gets the stops of all threads; here they are let go
 * on at once but for those of programs that are held. All is driven by stops, as one program may wait for
 * another: nothing here waits for a single one, but where it is lent.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "beginning.h"
#include "follow.h"
#include "process.h"
#include "tracee.h"

#define LEND_NS 3000000000 /* until all threads have stopped to be lent */
#define FORKED_NS 1000000000 /* a forked child waits so long for what its parent's stop says of it */

enum phase {
  FORKED,   /* has stopped for the first time; whether it is wanted is not known yet */
  EXPECTED, /* its fork was told, it has not stopped yet */
  BEGINS,   /* on its way from exec to its beginning */
  HELD,
  RUNS
};

struct program {
  int32_t pid;
  enum phase phase;
  int is_lent;     /* not traced here */
  int is_stopped;  /* by SIGSTOP, as it was lent while it was held */
  int is_wanted;   /* EXPECTED: to be offered; RUNS: has sensors */
  int64_t since_ns; /* FORKED */
  struct beginning beginning;
};

static struct program *programs;
static int32_t program_count, program_capacity;

static int32_t root; /* the command */
static int has_begun, follows, has_helper = 1;
static int helper, offers, report; /* descriptors: socket to the helper, pipe of programs, why exec failed */
static int32_t lending; /* the process whose threads are let go for good where they stop, 0 for none */

static struct program *find(int32_t pid) {
  for (int32_t i = 0; i < program_count; i++) {
    if (programs[i].pid == pid) {
      return &programs[i];
    }
  }
  return NULL;
}

static struct program *add(int32_t pid, enum phase phase) {
  if (program_count == program_capacity) {
    program_capacity = program_capacity ? 2 * program_capacity : 64;
    programs = realloc(programs, (size_t)program_capacity * sizeof *programs);
    if (!programs) {
      abort();
    }
  }
  programs[program_count] = (struct program){.pid = pid, .phase = phase};
  return &programs[program_count++];
}

static void forget(struct program *program) { *program = programs[--program_count]; }

/* That the helper has gone shows where its messages are taken. */
static void tell(enum follow_kind kind, int32_t pid, int32_t value) {
  struct follow_message message = {kind, pid, value};
  send(helper, &message, sizeof message, MSG_NOSIGNAL);
}

/* ------------------------------------------------------------------ going on */

static long options(void) {
  long children = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE;
  return PTRACE_O_TRACEEXEC | PTRACE_O_TRACESYSGOOD | (follows ? children : 0);
}

static void go(int32_t thread, int request, int signal) {
  ptrace(request, thread, 0, signal); /* fails where it was killed meanwhile */
}

/* The process of a thread; 0 if it has gone. */
static int32_t process_of(int32_t thread) {
  struct process_facts facts;
  return process_facts(thread, &facts) ? 0 : facts.process;
}

static void go_on(int32_t thread, int signal) {
  int is_lent = lending && process_of(thread) == lending;
  go(thread, is_lent ? PTRACE_DETACH : PTRACE_CONT, signal);
}

/* Seizes all threads; whether there was one. */
static int seize_all(int32_t pid) {
  enum { MOST = 4096 };
  static int32_t threads[MOST];
  int has_any = 0;
  for (int added = 1; added;) {
    int32_t count = process_threads(pid, threads, MOST);
    added = 0;
    for (int32_t i = 0; i < count && i < MOST; i++) {
      added += !ptrace(PTRACE_SEIZE, threads[i], 0, options());
    }
    has_any |= added;
  }
  return has_any;
}

static void take_back(struct program *program) {
  if (!follows || !program->is_lent) {
    return;
  }
  program->is_lent = 0;
  if (!seize_all(program->pid) && program->pid != root) { /* the root is waited for as a child */
    tell(FOLLOW_ENDED, program->pid, FOLLOW_UNKNOWN);
    forget(program);
  }
}

static void let_go(struct program *program) {
  int32_t pid = program->pid;
  int is_stopped = program->is_stopped;
  program->phase = RUNS;
  program->is_stopped = 0;
  if (is_stopped) {
    take_back(program);
    kill(pid, SIGCONT);
  } else if (follows) {
    go(pid, PTRACE_CONT, 0);
  } else {
    program->is_lent = 1;
    go(pid, PTRACE_DETACH, 0);
  }
}

/* The program stays stopped until somebody has looked at it. */
static void offer(struct program *program) {
  program->phase = HELD;
  program->is_wanted = 0;
  if (!has_begun && program->pid == root) {
    has_begun = 1;
    tell(FOLLOW_STARTED, root, 0);
  } else if (!has_helper || write(offers, &program->pid, sizeof program->pid) != sizeof program->pid) {
    let_go(program);
  }
}

/* ------------------------------------------------------------------ stops */

static void step(struct program *program, enum beginning_step step, struct way way) {
  if (step == BEGINNING_GOES_ON) {
    go(program->pid, way.request, way.signal);
    return;
  }
  ptrace(PTRACE_SETOPTIONS, program->pid, 0, options());
  if (step == BEGINNING_REACHED) {
    offer(program);
  } else if (!has_begun) {
    kill(program->pid, SIGKILL);
  } else {
    let_go(program);
  }
}

static void on_exec(int32_t pid) {
  struct program *program = find(pid);
  struct way way;
  if (!program) {
    program = add(pid, BEGINS);
  }
  *program = (struct program){.pid = pid, .phase = BEGINS};
  /* With a breakpoint in it that nobody takes out, it would end another way. */
  ptrace(PTRACE_SETOPTIONS, pid, 0, options() | PTRACE_O_EXITKILL);
  enum beginning_step first = beginning_start(&program->beginning, pid, &way);
  step(program, first, way);
}

static void decide(struct program *child, int is_wanted) {
  if (is_wanted) {
    offer(child);
  } else {
    let_go(child);
  }
}

/* A child whose memory is its parent's until exec is not wanted. */
static void on_fork(int32_t parent, int32_t child, int has_own_memory) {
  const struct program *before = find(process_of(parent));
  int is_wanted = has_own_memory && before && before->is_wanted;
  struct program *program = find(child);
  if (!program) {
    add(child, EXPECTED)->is_wanted = is_wanted;
  } else if (program->phase == FORKED) {
    decide(program, is_wanted);
  }
}

/* A child's first stop, and what its parent's says of it, come in any order. */
static void on_first_stop(int32_t pid) {
  struct program *program = find(pid);
  if (program) {
    decide(program, program->is_wanted);
  } else {
    add(pid, FORKED)->since_ns = tracee_now_ns();
  }
}

static int is_stopping(int signal) {
  return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

/* A first stop, one of the whole process by a signal or its end, or one that was asked for to lend it. */
static void on_event_stop(int32_t thread, int status) {
  const struct program *program = find(thread);
  int32_t process = process_of(thread);
  if (lending && process == lending) {
    tracee_mend_call(thread, status);
    go(thread, PTRACE_DETACH, 0);
  } else if (is_stopping(WSTOPSIG(status))) {
    go(thread, PTRACE_LISTEN, 0);
  } else if (program ? program->phase == EXPECTED : process == thread) {
    on_first_stop(thread);
  } else {
    go(thread, PTRACE_CONT, 0);
  }
}

static void on_event(int32_t thread, int status) {
  int event = status >> 16;
  unsigned long child = 0;
  if (event == PTRACE_EVENT_EXEC) {
    on_exec(thread);
  } else if (event == PTRACE_EVENT_STOP) {
    on_event_stop(thread, status);
  } else {
    ptrace(PTRACE_GETEVENTMSG, thread, 0, &child);
    if (event != PTRACE_EVENT_CLONE || process_of((int32_t)child) == (int32_t)child) {
      on_fork(thread, (int32_t)child, event == PTRACE_EVENT_FORK);
    }
    go_on(thread, 0);
  }
}

static void on_stop(int32_t thread, int status) {
  struct program *program = find(thread);
  if (status >> 16) {
    on_event(thread, status);
  } else if (program && program->phase == BEGINS) {
    struct way way = {PTRACE_CONT, 0};
    enum beginning_step next = beginning_next(&program->beginning, status, &way);
    step(program, next, way);
  } else {
    go_on(thread, WSTOPSIG(status));
  }
}

static void on_end(int32_t pid, int status) {
  struct program *program = find(pid);
  int why = 0;
  if (pid == root && !has_begun) {
    ssize_t got = read(report, &why, sizeof why);
    tell(FOLLOW_FAILED, pid, got == sizeof why ? why : 0);
  } else if (program) {
    tell(FOLLOW_ENDED, pid, status);
  }
  if (program) {
    forget(program);
  }
}

/* Takes in all that has happened; whether there is anything left that could. */
static int take_in(void) {
  int status;
  pid_t pid;
  while ((pid = waitpid(-1, &status, __WALL | WNOHANG)) > 0) {
    if (WIFSTOPPED(status)) {
      on_stop(pid, status);
    } else {
      on_end(pid, status);
    }
  }
  return pid == 0 || errno == EINTR;
}

/* ------------------------------------------------------------------ lending */

/* Only SIGSTOP keeps a process stopped that nobody traces. */
static int32_t lend_held(struct program *program) {
  int64_t until = tracee_now_ns() + LEND_NS;
  struct process_life life;
  kill(program->pid, SIGSTOP);
  go(program->pid, PTRACE_DETACH, 0);
  program->is_stopped = program->is_lent = 1;
  while (!process_life(program->pid, &life) && life.state != 'T' && life.state != 'Z') {
    if (tracee_now_ns() > until) {
      return FG_E_NOT_STOPPABLE;
    }
    usleep(20);
  }
  return FG_OK;
}

/* How many threads of the process are traced here; tells them to stop. */
static int32_t interrupt_all(int32_t pid) {
  enum { MOST = 4096 };
  static int32_t threads[MOST];
  int32_t count = process_threads(pid, threads, MOST), traced = 0;
  for (int32_t i = 0; i < count && i < MOST; i++) {
    traced += !ptrace(PTRACE_INTERRUPT, threads[i], 0, 0);
  }
  return traced;
}

static int32_t lend_running(int32_t pid) {
  int64_t until = tracee_now_ns() + LEND_NS;
  int32_t code = FG_OK;
  if (find(pid)->phase != RUNS) {
    return FG_E_EXECED;
  }
  lending = pid;
  while (code == FG_OK && interrupt_all(pid)) {
    usleep(50);
    take_in();
    const struct program *program = find(pid);
    code = !program || program->phase != RUNS ? FG_E_EXECED
           : tracee_now_ns() > until          ? FG_E_NOT_STOPPABLE
                                              : FG_OK;
  }
  lending = 0;
  struct program *program = find(pid);
  if (program && program->phase == RUNS) {
    program->is_lent = 1;
    if (code) {
      take_back(program);
    }
  }
  return code;
}

static int32_t lend(int32_t pid) {
  struct program *program = find(pid);
  if (!program || program->is_lent) {
    return FG_OK;
  }
  return program->phase == HELD ? lend_held(program) : lend_running(pid);
}

/* ------------------------------------------------------------------ what is asked */

static void obey(const struct follow_message *message) {
  struct program *program = find(message->pid);
  if (message->kind == FOLLOW_LEND) {
    tell(FOLLOW_LENT, message->pid, lend(message->pid));
  } else if (message->kind == FOLLOW_TAKE_BACK && program && program->phase == RUNS) {
    program->is_wanted = message->value;
    take_back(program);
  } else if (message->kind == FOLLOW_GO_ON && program) {
    program->is_wanted = message->value;
    if (program->phase == HELD) {
      let_go(program);
    }
  }
}

/* The helper has gone, or does not want to know any more: nothing is held from now on. */
static void let_all_go(void) {
  has_helper = 0;
  for (int32_t i = program_count - 1; i >= 0; i--) { /* one that is forgotten makes room for the last */
    if (programs[i].phase == HELD || programs[i].phase == FORKED) {
      let_go(&programs[i]);
    }
  }
}

static void converse(void) {
  struct follow_message message;
  ssize_t got = recv(helper, &message, sizeof message, MSG_DONTWAIT);
  if (got == sizeof message) {
    obey(&message);
  } else if (got >= 0 || (errno != EAGAIN && errno != EINTR)) {
    let_all_go();
  }
}

/* A parent that was killed before its stop says nothing of its child. */
static int let_orphans_go(void) {
  int left = 0;
  for (int32_t i = 0; i < program_count; i++) {
    if (programs[i].phase == FORKED) {
      int is_late = tracee_now_ns() - programs[i].since_ns > FORKED_NS;
      if (is_late) {
        let_go(&programs[i]);
      }
      left |= !is_late;
    }
  }
  return left;
}

static int has_phase(enum phase phase) {
  for (int32_t i = 0; i < program_count; i++) {
    if (programs[i].phase == phase) {
      return 1;
    }
  }
  return 0;
}

/* A process that is lent may come back when nothing else is left to wait for. */
static int is_any_lent(void) {
  for (int32_t i = 0; i < program_count; i++) {
    if (programs[i].is_lent) {
      return 1;
    }
  }
  return 0;
}

static void serve(void) {
  sigset_t all_but_children, child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &all_but_children);
  while (take_in() || (has_helper && is_any_lent())) {
    if (!has_helper && !has_phase(BEGINS)) {
      return;
    }
    struct pollfd polled = {.fd = has_helper ? helper : -1, .events = POLLIN};
    struct timespec soon = {.tv_nsec = 100000000};
    if (ppoll(&polled, 1, let_orphans_go() ? &soon : NULL, &all_but_children) > 0) {
      converse();
    }
  }
}

/* ------------------------------------------------------------------ the command */

/* In the child; what fails is told through the pipe, which closes by itself at exec. */
static void become(const struct command *command, int told, int go_ahead, pid_t tracer) {
  char byte;
  int why = 0;
  if (read(go_ahead, &byte, 1) != 1 || getppid() != tracer) {
    _exit(127); /* nobody traces this */
  }
  if (command->directory[0] && chdir(command->directory)) {
    why = errno;
  }
  if (!why) {
    execvpe(command->argv[0], command->argv, command->environment);
    why = errno;
  }
  _exit(write(told, &why, sizeof why) == sizeof why ? 127 : 126);
}

/* Starts the command and traces it; 0, or errno. */
static int start(const struct command *command) {
  int told[2], go_ahead[2];
  if (pipe2(told, O_CLOEXEC) || pipe2(go_ahead, O_CLOEXEC)) {
    return errno;
  }
  pid_t self = getpid();
  root = fork();
  if (root == 0) {
    close(told[0]);
    close(go_ahead[1]);
    become(command, told[1], go_ahead[0], self);
  }
  int why = errno;
  close(told[1]);
  close(go_ahead[0]);
  report = told[0];
  if (root > 0 && !ptrace(PTRACE_SEIZE, root, 0, options())) {
    add(root, RUNS);
    why = write(go_ahead[1], "", 1) == 1 ? 0 : errno;
  } else if (root > 0) {
    why = errno;
  }
  close(go_ahead[1]); /* without a byte it ends */
  return why;
}

static void on_nothing(int signal) { (void)signal; }

/* Only the end of the helper, or of all it follows, ends this. exec sets handlers back for the command, but
   not what is ignored. */
static void set_signals(void) {
  struct sigaction action = {.sa_handler = on_nothing};
  sigaction(SIGCHLD, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

/* What the helper has open is not this process's; above all not its socket, whose end tells that it has gone. */
static void close_others(void) {
  int low = helper < offers ? helper : offers, high = helper < offers ? offers : helper;
  unsigned from = 3;
  for (int i = 0; i < 2; i++) {
    int kept = i ? high : low;
    if (kept >= 3 && (unsigned)kept > from) {
      syscall(SYS_close_range, from, (unsigned)kept - 1, 0u);
    }
    from = kept >= 3 ? (unsigned)kept + 1 : from;
  }
  syscall(SYS_close_range, from, ~0u, 0u);
}

void follower_run(const struct command *command, int has_children, int socket, int told) {
  follows = has_children;
  helper = socket;
  offers = told;
  prctl(PR_SET_NAME, "flowgauge-follow");
  close_others();
  set_signals();
  int why = start(command);
  if (why) {
    tell(FOLLOW_FAILED, 0, why);
  } else {
    serve();
  }
  _exit(0);
}
