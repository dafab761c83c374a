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
  int32_t asleep;      /* number of threads, the first ones, that slept when they were stopped */
  int32_t *signals;    /* to be delivered when a thread continues, 0 for none; below 0: it runs */
  int is_held_up;      /* whether the threads did not stop because one was in uninterruptible sleep */
  int has_lost;        /* whether a thread is gone: it has ended, or is now the first of its process */
  int64_t begun_ns;    /* when the first thread was asked to stop, asleep or not */
  int64_t stopping_ns; /* when the first thread that was not asleep was asked to stop */
  int64_t gone_on_ns;  /* when the last thread that was not asleep continued */
};

int64_t tracee_now_ns(void);

/* Explains why a process cannot be traced, as exactly as possible. */
int32_t tracee_explain(int32_t pid, int sys_errno, struct fg_error *error);

/* Return 0, or -1 with errno. Writing needs a stopped thread if the kernel forbids it otherwise. */
int tracee_read(const struct tracee *tracee, uint64_t address, void *bytes, size_t size);
int tracee_write(const struct tracee *tracee, uint64_t address, const void *bytes, size_t size);

/* Reads as much as possible, which may be nothing. */
size_t tracee_read_some(const struct tracee *tracee, uint64_t address, void *bytes, size_t size);

/* Seizes and stops one thread. FG_E_NOT_STOPPABLE if it does not stop in time. */
int32_t tracee_stop_one(struct tracee *tracee, int32_t thread, int timeout_ms,
                        struct fg_error *error);

/* Stops a thread again that was stopped by tracee_stop_one and then resumed; 0, or -1 if it does not stop in
   time. */
int tracee_stop_again(struct tracee *tracee, int32_t thread, int timeout_ms);

/* Seizes a thread, which may be done more than once; -1 with errno. */
int tracee_seize(int32_t pid, int32_t thread, uintptr_t options);

/* Seizes all threads, which continue to run. */
int32_t tracee_seize_all(struct tracee *tracee, struct fg_error *error);

/* Seizes all threads, and stops those that sleep: they may take long to get a processor, and are not
   disturbed by a stop. Work that can be done while only they are stopped shortens the stop of the others. First
   waits for threads in uninterruptible sleep. After a failure no thread is left stopped, and is_held_up says
   whether trying again may help. */
int32_t tracee_stop_sleepers(struct tracee *tracee, int timeout_ms, struct fg_error *error);

/* Stops the other threads afterwards, including those that start meanwhile. After a failure no thread is left
   stopped. */
int32_t tracee_stop_others(struct tracee *tracee, int timeout_ms, struct fg_error *error);

/* Stops all threads: the sleeping ones, then the others. */
int32_t tracee_stop_all(struct tracee *tracee, int timeout_ms, struct fg_error *error);

/* Resumes and releases all threads, those that slept last. */
void tracee_let_go(struct tracee *tracee);

/* Releases threads that did not stop when they were to be released but have stopped since, except those of a
 * process that is held (0 for none); returns how many are left. */
int32_t tracee_let_go_late(int32_t held);

/* Restarts a system call of a stopped thread that the kernel ends with EINTR because of a stop, so that the
   program does not notice the stop. A signal with a handler still ends the call. If the process has an agent, a
   transfer that the stop has cut short continues with the rest. */
void tracee_mend_call(int32_t thread);

int tracee_registers(int32_t thread, struct user_regs_struct *registers);

/* Like waitpid without waiting, but a stop remains visible until the thread continues. The kernel discards
   the signal of a thread's stop if that stop was waited for and the tracer dies before it resumes the
   thread. */
int32_t tracee_look(int32_t thread, int *status);

#endif
