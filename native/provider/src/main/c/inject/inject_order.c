/* The order that a lent thread carries out, and the control of the thread meanwhile. */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inject/injection.h"

enum {
  RED_ZONE = 128,
  ORDER_MS = 2500, /* less than the thread waits for the next step */
  YIELDS = 20 /* before a check sleeps */
};

/* Sets the registers so that the interrupted system call begins again, as the kernel would do it. */
static void restart_call(struct user_regs_struct *registers) {
  enum {
    RESTART = -512,
    RESTART_NO_INTERRUPT = -513,
    RESTART_NO_HANDLER = -514,
    RESTART_BLOCK = -516,
    RESTART_SYSCALL = 219
  };
  if ((int64_t)registers->orig_rax < 0) {
    return;
  }
  switch ((int64_t)registers->rax) {
    case RESTART:
    case RESTART_NO_INTERRUPT:
    case RESTART_NO_HANDLER:
      registers->rax = registers->orig_rax;
      registers->rip -= 2;
      break;
    case RESTART_BLOCK:
      registers->rax = RESTART_SYSCALL;
      registers->rip -= 2;
      break;
    default:
      break;
  }
}

static void fill_registers(struct injection *injection) {
  struct user_regs_struct now = injection->registers;
  struct agent_order *order = &injection->order;
  restart_call(&now);
  uint64_t values[15] = {now.r15, now.r14, now.r13, now.r12, now.r11, now.r10, now.r9, now.r8,
                         now.rbp, now.rdi, now.rsi, now.rdx, now.rcx, now.rbx, now.rax};
  memcpy(order->registers, values, sizeof values);
  order->flags = now.eflags;
  order->stack = now.rsp - RED_ZONE - 8;
  injection->at = (order->stack - sizeof *order) & ~15ull;
}

/* Records where the thread continues after the order. A thread still on its way out of an earlier order
   continues after both where it would have after the first. */
static void note_lent(struct injection *injection, uint64_t go_on) {
  struct target *target = injection->target;
  if (target->lent_thread != injection->thread || !inject_is_order(target, go_on)) {
    target->lent_thread = injection->thread;
    target->lent_rip = go_on;
  }
}

int32_t order_send(struct injection *injection, struct fg_error *error) {
  struct target *target = injection->target;
  struct user_regs_struct now = injection->registers;
  restart_call(&now);
  uint64_t go_on = now.rip, own = inject_own_registers(target, &now).rip, all = ~0ull;
  fill_registers(injection);
  injection->order.mask = all;
  ptrace(PTRACE_GETSIGMASK, injection->thread, sizeof all, &injection->order.mask);
  if (tracee_write(&target->tracee, injection->order.stack, &go_on, sizeof go_on) ||
      tracee_write(&target->tracee, injection->at, &injection->order, sizeof injection->order)) {
    return fail(error, FG_E_SYSTEM, errno, "the stack of thread %d cannot be written",
                injection->thread);
  }
  if (injection->code && tracee_write(&target->tracee, injection->code,
                                      agent_image + target->head.order, injection->code_size)) {
    return fail(error, FG_E_SYSTEM, errno, "the code of process %d cannot be written", target->pid);
  }
  now = injection->registers;
  now.rip = injection->code ? injection->code : target->agent + target->head.order;
  now.rsp = injection->at;
  now.orig_rax = ~0ull;
  if (ptrace(PTRACE_SETREGS, injection->thread, 0, &now)) {
    return fail(error, FG_E_SYSTEM, errno, "the registers of thread %d cannot be set",
                injection->thread);
  }
  note_lent(injection, own);
  ptrace(PTRACE_SETSIGMASK, injection->thread, sizeof all, &all); /* a signal that is on its way waits */
  ptrace(PTRACE_CONT, injection->thread, 0, 0);
  return FG_OK;
}

static uint64_t order_word(struct injection *injection, size_t offset) {
  uint64_t word = 0;
  if (tracee_read(&injection->target->tracee, injection->at + offset, &word, sizeof word)) {
    return 0;
  }
  return word;
}

#define ORDER_WORD(injection, field) order_word(injection, offsetof(struct agent_order, field))

static void put_go(struct injection *injection, uint64_t go) {
  tracee_write(&injection->target->tracee, injection->at + offsetof(struct agent_order, go), &go,
               sizeof go);
}

int order_stop_thread(struct injection *injection) {
  int status = 0, got = 0;
  ptrace(PTRACE_INTERRUPT, injection->thread, 0, 0);
  for (int turn = 0; turn < 1000 && (got = tracee_look(injection->thread, &status)) == 0; turn++) {
    usleep(1000);
  }
  if (got <= 0 || !WIFSTOPPED(status)) {
    return -1;
  }
  tracee_mend_call(injection->thread);
  return 0;
}

/* Restores the signal mask and registers of the stopped thread. The kernel then restarts the thread's own
   system call, or ends it for a signal that was held back meanwhile, as it would have done. The registers are
   restored last: until then, the order would do the rest. */
static void restore(const struct injection *injection, uint64_t mask) {
  ptrace(PTRACE_SETSIGMASK, injection->thread, sizeof mask, &mask);
  ptrace(PTRACE_SETREGS, injection->thread, 0, &injection->registers);
  tracee_mend_call(injection->thread); /* the order may have brought the agent that completes a transfer */
}

/* Takes back a thread that has faulted in the order or makes no progress: restores its registers, unless it
   is in a call, after which the order continues. */
static void take_back(struct injection *injection, int is_stopped) {
  if (is_stopped && call_give_up(injection)) {
    return;
  }
  injection->taken_back = 1;
  if (!is_stopped) {
    order_stop_thread(injection);
  }
  restore(injection, ORDER_WORD(injection, mask));
}

/* Whether a signal shows a fault of the thread; all other signals are held back. */
static int is_fault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGSYS || signal == SIGFPE ||
         signal == SIGTRAP || signal == SIGABRT;
}

int32_t order_look_after(struct injection *injection, struct fg_error *error) {
  int status;
  pid_t got = tracee_look(injection->thread, &status);
  if (got == 0) {
    return FG_OK;
  }
  if (got < 0 || !WIFSTOPPED(status)) {
    injection->taken_back = 1;
    return fail(error, FG_E_NO_PROCESS, 0,
                "process %d ended or became another program in the meantime",
                injection->target->pid);
  }
  int signal = status >> 16 ? 0 : WSTOPSIG(status);
  if (is_fault(signal) && injection->order.what & ORDER_CALL) {
    take_back(injection, 1);
    return fail(error, FG_E_CALL_FAILED, 0, "the called function caused signal %d, and its call was abandoned", signal);
  }
  if (is_fault(signal)) {
    take_back(injection, 1);
    return fail(error, FG_E_SECCOMP, 0,
                "process %d could not be prepared: it got signal %d while it ran the agent's code",
                injection->target->pid, signal);
  }
  ptrace(PTRACE_CONT, injection->thread, 0, signal);
  return FG_OK;
}

void order_pause(int turn) {
  if (turn < YIELDS) {
    sched_yield();
  } else {
    usleep(20);
  }
}

/* Waits until the order has reached a state. */
static int32_t await(struct injection *injection, uint64_t state, struct fg_error *error) {
  int64_t until = tracee_now_ns() + ORDER_MS * 1000000ll;
  int turn = 0;
  for (uint64_t now = 0; now < state;) {
    now = ORDER_WORD(injection, state);
    if (now >= state) {
      break;
    }
    int32_t code = order_look_after(injection, error);
    if (code) {
      return code;
    }
    if (tracee_now_ns() > until) {
      take_back(injection, 0);
      return fail(error, FG_E_NOT_STOPPABLE, 0,
                  "thread %d of process %d made no progress while it ran the agent's code", injection->thread,
                  injection->target->pid);
    }
    order_pause(turn++);
  }
  return FG_OK;
}

/* Fills the files of the order while it waits. */
static int32_t fill_files(struct injection *injection, struct fg_error *error) {
  int32_t code = await(injection, ORDER_WAITS, error);
  if (code || ORDER_WORD(injection, state) == ORDER_DONE) {
    return code;
  }
  if (injection->order.what & ORDER_MEMORY) {
    code = fill_memory(injection->target, (int64_t)ORDER_WORD(injection, descriptors[0]), error);
  }
  if (!code && injection->order.what & ORDER_AGENT) {
    code = fill_agent(injection, (int64_t)ORDER_WORD(injection, descriptors[1]), error);
  }
  put_go(injection, code ? GO_GIVE_UP : GO_ON);
  return code;
}

static int32_t explain_error(struct injection *injection, int64_t result, struct fg_error *error) {
  int why = (int)-result;
  int32_t pid = injection->target->pid;
  if (why == EPERM || why == ENOSYS || why == EACCES) {
    return fail(error, FG_E_SECCOMP, why,
                "process %d may not map the agent (%s): a seccomp filter or security module "
                "forbids it",
                pid, strerror(why));
  }
  if (why == ENOMEM || why == EMFILE || why == ENFILE || why == EAGAIN) { /* EAGAIN: the limit of locked memory */
    return fail(error, FG_E_LIMIT, why, "process %d has reached a limit of its own: %s", pid,
                strerror(why));
  }
  return fail(error, FG_E_SYSTEM, why, "process %d could not be prepared: %s", pid, strerror(why));
}

int32_t order_carry_out(struct injection *injection, struct fg_error *error) {
  int32_t code = order_send(injection, error);
  if (code) {
    return code;
  }
  code = fill_files(injection, error);
  if (injection->taken_back) {
    return code;
  }
  struct fg_error late;
  int32_t end = await(injection, ORDER_DONE, &late);
  if (!code && end) {
    *error = late;
    code = end;
  }
  if (injection->taken_back) {
    return code;
  }
  tracee_read(&injection->target->tracee, injection->at, &injection->order,
              sizeof injection->order);
  /* The thread continues when it is released or started: a process that waits at its beginning must not
     continue before its sensors are inserted. A thread that does not stop leaves the order on its own. */
  if (tracee_stop_again(&injection->target->tracee, injection->thread, INJECTION_STOP_MS)) {
    put_go(injection, GO_BACK);
  } else {
    restore(injection, injection->order.mask);
  }
  if (!code && injection->order.error) {
    code = explain_error(injection, injection->order.error, error);
  }
  return code;
}
