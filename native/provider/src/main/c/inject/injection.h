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
  uint64_t at;   /* of the order, on the thread's stack */
  uint64_t code; /* of the code that carries it out, if it was written for that */
  uint32_t code_size;
  int64_t stopped_at_ns; /* the thread, for a call */
  int taken_back; /* the thread did not finish it, and has its registers back, or has ended, or is left to it */
};

/* ---- inject_space.c: address space ---- */

/* The middle of the largest gap: neither the heap nor later mappings come there soon. */
uint64_t space_far(const struct mappings *mappings, uint64_t size);

/* Asks for the areas that are missing; two rooms near each other share one. */
void space_want(struct injection *injection, const struct mappings *mappings, const struct room *rooms,
                int32_t count);

/* Where the order's code can be written: in bytes that are part of no function. */
int32_t space_for_code(struct injection *injection, const struct mappings *mappings, struct fg_error *error);

/* The order's code that an earlier time left in a mapping; 0 if it did not. */
uint64_t space_with_code(const struct target *target, const struct mapping *mapping);

/* ---- inject_thread.c: the thread that is lent ---- */

/* Stops a thread that can lend itself, the main thread first. */
int32_t lend_thread(struct injection *injection, struct fg_error *error);

/* Whether the thread is in a restartable sequence. The kernel restarts that where the thread goes on after a stop, but
   not where it goes on elsewhere first: it would end what it has begun, on another processor perhaps. */
int lent_is_in_sequence(const struct injection *injection);

/* Where in its control block the thread's number is, 0 if it is nowhere. */
uint64_t lent_mark(struct injection *injection);

/* ---- inject_order.c: the order ---- */

/* Stops the thread that was sent to it; 0, or -1 if it does not stop. */
int order_stop_thread(struct injection *injection);

/* Sends the stopped thread to carry out the order, and looks after it while it does so. */
int32_t order_send(struct injection *injection, struct fg_error *error);
int32_t order_look_after(struct injection *injection, struct fg_error *error);

/* For the thread, which may need this processor. */
void order_pause(int turn);

/* Has the thread carry out the order; it is stopped again then, or ended. */
int32_t order_carry_out(struct injection *injection, struct fg_error *error);

/* ---- inject_call.c: a call in the order ---- */

/* Stops a thread that has come to a safe point: the one that is wanted, if it is there, else the first thread, and
   after a while any. */
int32_t lend_at_safe_point(struct injection *injection, int32_t wanted, struct fg_error *error);

/* Ends the call that a stopped thread makes, and lets it go on in the order; 0 if it makes none. */
int call_give_up(struct injection *injection);

/* ---- inject_files.c: memory files of the process ---- */

/* Writes the agent into a memfd the process has made for it. */
int32_t fill_agent(struct injection *injection, int64_t descriptor, struct fg_error *error);
int32_t fill_memory(struct target *target, int64_t descriptor, struct fg_error *error);

#endif
