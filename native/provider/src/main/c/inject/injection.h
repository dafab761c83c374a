/* The parts of bringing the agent into a process. */
#ifndef FLOWGAUGE_INJECTION_H
#define FLOWGAUGE_INJECTION_H

#include "engine/target.h"

/* Milliseconds for one thread. */
#define INJECTION_STOP_MS 200

struct injection {
  struct target *target;
  int32_t thread;
  struct user_regs_struct registers; /* the thread's own */
  struct agent_order order;
  struct process_room left;
  uint64_t at;   /* address of the order, on the thread's stack */
  uint64_t code; /* address of the code that carries it out, if it was written for that */
  uint32_t code_size;
  int64_t stopped_at_ns; /* when the thread was stopped, for a call */
  int taken_back; /* the order was not finished: the thread has its registers back, has ended, or is left in the call */
};

/* ---- inject_space.c: address space ---- */

/* Returns the middle of the largest gap, which neither the heap nor later mappings reach soon. */
uint64_t space_far(const struct mappings *mappings, uint64_t size);

/* Puts the missing areas into the order; two rooms near each other share one. */
void space_want(struct injection *injection, const struct mappings *mappings, const struct room *rooms,
                int32_t count);

/* Finds where the order's code can be written: in bytes that are part of no function. */
int32_t space_for_code(struct injection *injection, const struct mappings *mappings, struct fg_error *error);

/* Returns the address of the order's code that was left in a mapping earlier; 0 if there is none. */
uint64_t space_with_code(const struct target *target, const struct mapping *mapping);

/* ---- inject_thread.c: the thread that is lent ---- */

/* Stops a thread that can lend itself, the main thread first. */
int32_t lend_thread(struct injection *injection, struct fg_error *error);

/* Whether the thread is in a restartable sequence. The kernel restarts the sequence if the thread continues
   there after a stop, but not if it continues elsewhere first: it would then finish the sequence, perhaps on
   another processor. */
int lent_is_in_sequence(const struct injection *injection);

/* Returns where in its control block the thread's number is, 0 if it is not found. */
uint64_t lent_mark(struct injection *injection);

/* ---- inject_order.c: the order ---- */

/* Stops the thread that was sent to the order; 0, or -1 if it does not stop. */
int order_stop_thread(struct injection *injection);

/* Sends the stopped thread to carry out the order, and looks after it while it does so. */
int32_t order_send(struct injection *injection, struct fg_error *error);
int32_t order_look_after(struct injection *injection, struct fg_error *error);

/* Pauses, because the thread may need this processor. */
void order_pause(int turn);

/* Makes the thread carry out the order; afterwards it is stopped again, or has ended. */
int32_t order_carry_out(struct injection *injection, struct fg_error *error);

/* ---- inject_call.c: a call in the order ---- */

/* Stops a thread at a safe point: the wanted thread if it exists, else the first thread, and after a while
   any thread. */
int32_t lend_at_safe_point(struct injection *injection, int32_t wanted, struct fg_error *error);

/* Ends the call that a stopped thread is making, and lets the thread continue in the order; 0 if it is making
   none. */
int call_give_up(struct injection *injection);

/* ---- inject_files.c: memory files of the process ---- */

/* Writes the agent into a memfd the process has made for it. */
int32_t fill_agent(struct injection *injection, int64_t descriptor, struct fg_error *error);
int32_t fill_memory(struct target *target, int64_t descriptor, struct fg_error *error);

#endif
