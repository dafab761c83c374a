/* The threads and the memory of a process that is being changed. */
#ifndef FLOWGAUGE_TRACEE_H
#define FLOWGAUGE_TRACEE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/user.h>

#include "flowgauge.h"

/* Threads that are traced by this process, and stopped. */
struct tracee {
  int32_t pid;
  int memory; /* /proc/PID/mem, open for reading and writing; -1 */
  int32_t *threads;
  int32_t count, capacity;
  int32_t *signals;    /* to be delivered when a thread goes on, 0 for none; below 0: it runs */
  int64_t begun_ns;    /* when the first thread was told to stop, asleep or not */
  int64_t stopping_ns; /* when the first thread that was not asleep was told to stop */
};

int64_t tracee_now_ns(void);

/* Why a process may not be traced, as exactly as can be known. */
int32_t tracee_explain(int32_t pid, int sys_errno, struct fg_error *error);

/* 0, or -1 with errno. Writing needs a stopped thread where the kernel forbids it otherwise. */
int tracee_read(const struct tracee *tracee, uint64_t address, void *bytes, size_t size);
int tracee_write(const struct tracee *tracee, uint64_t address, const void *bytes, size_t size);

/* Seizes and stops one thread. FG_E_NOT_STOPPABLE if it does not stop in time. */
int32_t tracee_stop_one(struct tracee *tracee, int32_t thread, int timeout_ms,
                        struct fg_error *error);

/* Stops a thread that was stopped by tracee_stop_one and sent on; 0, or -1 if it does not stop in time. */
int tracee_stop_again(int32_t thread, int timeout_ms);

/* Seizes all threads; they run on. */
int32_t tracee_seize_all(struct tracee *tracee, struct fg_error *error);

/* Stops all threads, the ones that start meanwhile, too; those that sleep first, as they may take long to
   come to a processor, and miss nothing. After a failure none is left stopped. */
int32_t tracee_stop_all(struct tracee *tracee, int timeout_ms, struct fg_error *error);

/* Lets all go on, and go. */
void tracee_let_go(struct tracee *tracee);

/* Threads that did not stop when they were to be let go are let go when they do; returns how many
 * are left. */
int32_t tracee_let_go_late(void);

int tracee_registers(int32_t thread, struct user_regs_struct *registers);

/* Whether a status of waitpid is the stop that was asked for, or a group stop. */
int tracee_is_event_stop(int status);

#endif
