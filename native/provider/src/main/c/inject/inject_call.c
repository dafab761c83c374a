/* Calls a function on a lent thread, as part of the order that it carries out. */
#include <cpuid.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "inject/injection.h"
#include "inject/safe_point.h"

enum {
  FIRST_MS = 500, /* for this long, only the first thread is checked */
  LOOK_MS = 2000,
  LOOK_US = 500, /* between checks */
  CALL_MS = 2500,
  LATE_TURNS = 500
};

#define CALL_HEAD offsetof(struct agent_call, vectors)

static uint64_t call_at(const struct target *target) {
  return target->agent + AGENT_CALL;
}

uint64_t inject_text(const struct target *target) {
  return call_at(target) + offsetof(struct agent_call, text);
}

/* ------------------------------------------------------------------ the thread */

/* Stops a thread if it is at a safe point. */
static int32_t try_thread(struct injection *injection, int32_t thread, int *is_safe, struct fg_error *error) {
  struct target *target = injection->target;
  int32_t code = tracee_stop_one(&target->tracee, thread, INJECTION_STOP_MS, error);
  *is_safe = 0;
  if (code) {
    return code;
  }
  injection->thread = thread;
  injection->stopped_at_ns = tracee_now_ns();
  int is_known = !tracee_registers(thread, &injection->registers);
  struct user_regs_struct own = inject_own_registers(target, &injection->registers);
  *is_safe = is_known && own.cs == 0x33 && own.fs_base && !lent_is_in_sequence(injection) && is_safe_point(target, &own);
  if (!*is_safe) {
    tracee_let_go(&target->tracee);
  }
  return FG_OK;
}

static int32_t try_all(struct injection *injection, int *is_safe, struct fg_error *error) {
  int32_t count, code = FG_OK;
  int32_t *threads = process_list_threads(injection->target->pid, &count);
  for (int32_t i = 0; i < count && !*is_safe; i++) {
    code = try_thread(injection, threads[i], is_safe, error);
    if (code == FG_E_TRACED || code == FG_E_PERMISSION) {
      break;
    }
  }
  free(threads);
  return code;
}

int32_t lend_at_safe_point(struct injection *injection, int32_t wanted, struct fg_error *error) {
  int32_t pid = injection->target->pid;
  int64_t begin = tracee_now_ns(), passed = 0;
  for (; passed < LOOK_MS * 1000000ll; passed = tracee_now_ns() - begin) {
    int is_safe = 0;
    int32_t code = try_thread(injection, wanted ? wanted : pid, &is_safe, error);
    if (code == FG_E_TRACED || code == FG_E_PERMISSION) {
      return code;
    }
    if (code && wanted) { /* it has ended */
      wanted = 0;
      continue;
    }
    if (!is_safe && passed > FIRST_MS * 1000000ll) {
      code = try_all(injection, &is_safe, error);
    }
    if (is_safe || code == FG_E_TRACED || code == FG_E_PERMISSION) {
      return code;
    }
    usleep(LOOK_US);
  }
  return fail(error, FG_E_NO_SAFE_POINT, 0,
              "no thread of process %d was found outside the C library, or waiting in it, within %d s", pid,
              LOOK_MS / 1000);
}

/* ------------------------------------------------------------------ the end of calls that fail */

static int read_head(const struct injection *injection, struct agent_call *call) {
  return tracee_read(&injection->target->tracee, call_at(injection->target), call, CALL_HEAD);
}

int call_give_up(struct injection *injection) {
  struct target *target = injection->target;
  struct agent_call call;
  struct user_regs_struct registers;
  if (!(injection->order.what & ORDER_CALL) || read_head(injection, &call) || !call.stack ||
      call.state != CALL_UNDER_WAY || tracee_registers(injection->thread, &registers)) {
    return 0;
  }
  uint32_t state = CALL_GIVEN_UP;
  tracee_write(&target->tracee, call_at(target) + CALL_STATE, &state, sizeof state);
  registers.rbx = call_at(target);
  registers.rip = target->agent + target->head.call_over;
  registers.rsp = call.stack;
  registers.orig_rax = ~0ull;
  if (ptrace(PTRACE_SETREGS, injection->thread, 0, &registers)) {
    return 0;
  }
  ptrace(PTRACE_CONT, injection->thread, 0, 0);
  return 1;
}

/* Whether the stopped thread is still in the function. */
static int is_under_way(struct injection *injection, struct user_regs_struct *registers) {
  struct agent_call call;
  return !read_head(injection, &call) && call.stack && call.state == CALL_UNDER_WAY &&
         !tracee_registers(injection->thread, registers);
}

/* Ends a call that takes too long, at a point where that does the least harm; if the thread does not reach
   one, leaves it in the call. */
static int32_t end_late(struct injection *injection, struct fg_error *error) {
  struct target *target = injection->target;
  struct user_regs_struct registers;
  for (int turn = 0; turn < LATE_TURNS && !order_stop_thread(injection); turn++) {
    if (!is_under_way(injection, &registers)) { /* it has just returned */
      ptrace(PTRACE_CONT, injection->thread, 0, 0);
      return FG_OK;
    }
    registers = inject_own_registers(target, &registers);
    if (is_safe_end(target, &registers) && call_give_up(injection)) {
      return fail(error, FG_E_CALL_FAILED, 0, "the called function did not return in time, and its call was abandoned");
    }
    ptrace(PTRACE_CONT, injection->thread, 0, 0);
    usleep(LOOK_US);
  }
  injection->taken_back = 1;
  return fail(error, FG_E_CALL_FAILED, 0,
              "the called function did not return in time, and still runs: it is within the C library, where it cannot be abandoned");
}

/* ------------------------------------------------------------------ calls */

static int is_done(const struct injection *injection) {
  uint32_t state;
  return tracee_read(&injection->target->tracee, call_at(injection->target) + CALL_STATE, &state, sizeof state) ||
         state == CALL_NONE;
}

/* Waits until the thread has called the function and has its state back, as far as the order does not restore
   it later. */
static int32_t await_call(struct injection *injection, struct fg_error *error) {
  int64_t until = tracee_now_ns() + CALL_MS * 1000000ll;
  int32_t failed = FG_OK;
  for (int turn = 0; !is_done(injection) && !injection->taken_back; turn++) {
    struct fg_error why;
    int32_t code = order_look_after(injection, &why);
    if (!code && !failed && tracee_now_ns() > until) {
      code = end_late(injection, &why);
    }
    if (code && !failed) {
      failed = code;
      *error = why;
    }
    order_pause(turn);
  }
  return failed;
}

/* Whether an order with a call was written but no thread carries it out: its thread was never sent, or has
   ended, because the instrumenter that wanted the call was killed. */
static int is_abandoned(struct target *target, const struct agent_call *call) {
  struct user_regs_struct registers;
  struct fg_error why;
  if (call->stack) { /* it has begun */
    return 0;
  }
  int32_t code = tracee_stop_one(&target->tracee, (int32_t)call->thread, INJECTION_STOP_MS, &why);
  int is_unknown = code ? code != FG_E_NO_PROCESS : tracee_registers((int32_t)call->thread, &registers);
  uint64_t rip = code || is_unknown ? 0 : inject_own_registers(target, &registers).rip;
  int is_sent = is_unknown || inject_is_order(target, rip) || rip - target->agent < AGENT_TEXT_SIZE;
  tracee_let_go(&target->tracee);
  return !is_sent;
}

/* Whether the vector registers to be restored fit into the agent's memory. */
static int vectors_fit(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) {
    return 0;
  }
  return __get_cpuid_count(0xd, 0, &a, &b, &c, &d) && b <= sizeof((struct agent_call *)NULL)->vectors;
}

static int32_t check(struct target *target, struct fg_error *error) {
  struct agent_call call;
  if (!vectors_fit()) {
    return fail(error, FG_E_UNSUPPORTED, 0, "this processor cannot save its registers in the way that calls need");
  }
  if (!modules_symbol(target, "libc.so", "__errno_location")) {
    return fail(error, FG_E_NO_SAFE_POINT, 0,
                "process %d is not dynamically linked with a C library, so it is unknown whether a thread is in the C library",
                target->pid);
  }
  if (tracee_read(&target->tracee, call_at(target), &call, CALL_HEAD)) {
    return fail(error, FG_E_SYSTEM, errno, "the agent in process %d cannot be reached", target->pid);
  }
  return call.state != CALL_NONE && !is_abandoned(target, &call)
             ? fail(error, FG_E_CALL_FAILED, 0, "an earlier call in process %d has not returned yet", target->pid)
             : FG_OK;
}

static uint64_t bit_of(int signal) {
  return 1ull << (signal - 1);
}

static int put_call(const struct injection *injection, const struct calling *calling) {
  struct target *target = injection->target;
  struct agent_call made = {.function = calling->function,
                            .state = CALL_UNDER_WAY,
                            .number = injection->order.call,
                            .thread = (uint64_t)injection->thread};
  made.mask = ~(bit_of(SIGSEGV) | bit_of(SIGBUS) | bit_of(SIGILL) | bit_of(SIGSYS) | bit_of(SIGFPE) |
                bit_of(SIGTRAP) | bit_of(SIGABRT));
  made.errno_of = modules_symbol(target, "libc.so", "__errno_location");
  memcpy(made.whole, calling->arguments.whole, sizeof made.whole);
  memcpy(made.fraction, calling->arguments.fraction, sizeof made.fraction);
  return (calling->text &&
          tracee_write(&target->tracee, inject_text(target), calling->text, strlen(calling->text) + 1)) ||
         tracee_write(&target->tracee, call_at(target), &made, CALL_HEAD);
}

static int32_t take_result(struct injection *injection, struct fg_called *called, struct fg_error *error) {
  struct agent_call call;
  if (read_head(injection, &call)) {
    return fail(error, FG_E_NO_PROCESS, errno, "process %d has ended", injection->target->pid);
  }
  called->whole = call.result;
  called->fraction = call.fraction_result;
  called->thread = injection->thread;
  return FG_OK;
}

/* Writes the call only when a thread has been found for it: a call that is never made must not prevent later
   ones. */
static int32_t call_on(struct injection *injection, const struct calling *calling, struct fg_called *called,
                       struct fg_error *error) {
  struct target *target = injection->target;
  injection->order.call = (uint64_t)injection->stopped_at_ns;
  int32_t code = put_call(injection, calling)
                     ? fail(error, FG_E_SYSTEM, errno, "the agent in process %d cannot be reached", target->pid)
                     : order_send(injection, error);
  code = code ? code : await_call(injection, error);
  tracee_let_go(&target->tracee);
  called->stopped_ns = tracee_now_ns() - injection->stopped_at_ns;
  return code ? code : take_result(injection, called, error);
}

int32_t inject_call(struct target *target, const struct calling *calling, struct fg_called *called,
                    struct fg_error *error) {
  struct injection injection = {.target = target};
  memset(called, 0, sizeof *called);
  called->number = -1;
  injection.order.what = ORDER_CALL;
  injection.order.base = target->agent;
  injection.order.descriptors[0] = injection.order.descriptors[1] = -1;
  injection.order.patience = 3 * host.tsc_hz;
  injection.order.go = GO_BACK; /* the result is not on the thread's stack */
  int32_t code = check(target, error);
  code = code ? code : lend_at_safe_point(&injection, calling->thread, error);
  return code ? code : call_on(&injection, calling, called, error);
}
