/*
 * Flowgauge's native provider: sensors in running processes on x86-64 Linux.
 *
 * The library starts one helper process, which does everything that needs ptrace, so that a tracee's
 * exit status never reaches the process that uses the library. A call sends a request to the helper
 * and waits for its answer. Calls may come from any thread; calls on one handle wait for one another.
 *
 * No call makes callbacks or keeps its caller's pointers. Names that end in _ns are times in
 * nanoseconds. A call returns FG_OK or an error code, which it also stores in its struct fg_error with
 * one sentence a person can act on.
 */
#ifndef FLOWGAUGE_H
#define FLOWGAUGE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes with every change of a struct or of the meaning of a call. */
#define FG_ABI 8

#ifndef FG_API
#define FG_API __attribute__((visibility("default")))
#endif

/* Outcomes. Values are never reused; the names are part of Java's RefusalCode. */
enum fg_code {
  FG_OK = 0,
  /* The host, or the library itself. */
  FG_E_UNSUPPORTED = 1,    /* not on this kernel or processor */
  FG_E_HELPER = 2,         /* the helper could not be started, or has died */
  FG_E_ARGUMENT = 3,       /* the caller's mistake */
  FG_E_SYSTEM = 4,         /* a system call failed; sys_errno says how */
  FG_E_LIMIT = 5,          /* more regions, threads or processes than there is room for */
  /* The process. */
  FG_E_NO_PROCESS = 10,    /* it does not exist, or has ended */
  FG_E_PERMISSION = 11,    /* another user's, not dumpable, or forbidden by ptrace_scope or a security module */
  FG_E_TRACED = 12,        /* another tracer has it */
  FG_E_ARCH_32 = 13,       /* a 32-bit process */
  FG_E_SECCOMP = 14,       /* its seccomp filter forbids system calls that sensors need */
  FG_E_GO_RUNTIME = 15,    /* Go moves stacks */
  FG_E_NO_TLS = 16,        /* a thread without thread-local storage */
  FG_E_COROUTINES = 17,    /* it switches stacks itself */
  FG_E_EXECED = 18,        /* it has become another program */
  FG_E_ALREADY_OPEN = 19,  /* this helper, or another, has sensors in it */
  FG_E_NOT_STOPPABLE = 20, /* threads kept starting, or one did not stop, until the timeout */
  FG_E_ZOMBIE = 21,        /* it has ended and waits for its parent */
  /* A code region. */
  FG_E_TOO_SHORT = 30,     /* no room for a jump */
  FG_E_MID_CALL = 31,      /* a call within the bytes to be replaced */
  FG_E_BACK_JUMP = 32,     /* the function jumps back into them */
  FG_E_CROSS_JUMP = 33,    /* another function jumps into them */
  FG_E_RELATIVE = 34,      /* an instruction that cannot be moved */
  FG_E_UNDECODABLE = 35,   /* bytes that are not an instruction */
  FG_E_NO_NEAR_SPACE = 36, /* no free memory within 2 GB */
  FG_E_BUSY_PATCH = 37,    /* a thread stayed inside them */
  FG_E_BYTES_CHANGED = 38, /* another tool has written there, or another module is there now */
  FG_E_ALREADY_PATCHED = 39, /* there is a jump or a breakpoint already */
  FG_E_RETURNS_TWICE = 40, /* setjmp and similar, vfork, context switchers */
  FG_E_INLINED = 41,       /* it has no code of its own */
  FG_E_NO_SYMBOLS = 42,    /* neither symbols nor unwind information */
  FG_E_UNWIND = 43,        /* exceptions cross it, and the unwinder would notice */
  FG_E_NO_CODE = 44,       /* not executable, not mapped, or generated at run time */
  FG_E_NO_PMU = 45,        /* no hardware counters here */
  FG_E_SHSTK = 46,         /* would break the shadow stack */
  FG_E_NOT_INSTALLED = 47, /* there is no sensor to remove */
  FG_E_USE_JVM = 48,       /* only the JVM provider instruments Java methods */
  FG_E_TIMING_UNSAFE = 49, /* the backend can count here, but not time */
  /* A change. */
  FG_E_NO_TARGET = 60,     /* nothing has this name, or it is gone */
  FG_E_AMBIGUOUS = 61,     /* several variables or functions have it */
  FG_E_WRONG_TYPE = 62,    /* the value does not fit */
  FG_E_READ_ONLY = 63,     /* the process may not write there */
  FG_E_NO_SAFE_POINT = 64, /* no thread reached a point where a call is safe */
  FG_E_CALL_FAILED = 65,   /* the function did not return in time, or failed */
  FG_E_NO_LIBRARY = 66,    /* it could not be loaded, or lacks the function */
  FG_E_CHANGED_SINCE = 67, /* the program has changed the variable since */
  FG_E_NOT_UNDOABLE = 68,  /* nothing undoes it */
};

struct fg_error {
  int32_t code;
  int32_t sys_errno; /* 0 if no system call failed */
  char text[248];    /* one sentence, UTF-8, ends in 0 */
};

/* What this host permits. */
struct fg_host {
  int32_t abi;
  int32_t ptrace_scope;    /* Yama's, 0 without Yama */
  int32_t uprobes;         /* 1 if this user may use kernel probes */
  int32_t pmu;             /* 1 if there are hardware counters */
  int32_t process_events;  /* 1 if the kernel reports process starts to this user */
  int32_t helper_pid;
  uint64_t tsc_hz;         /* ticks of the time stamp counter per second */
  double call_cost_ns;     /* cost of one probed call, entry and exit, measured on this host */
  double cpu_cost_ns;      /* what measuring CPU time adds to it */
  char uprobes_reason[120]; /* why there are no kernel probes; empty if there are */
};

enum fg_state_code { FG_RUNNING = 0, FG_EXITED = 1, FG_EXECED = 2, FG_DETACHED = 3, FG_STARTING = 4 };

struct fg_state {
  int32_t state;      /* fg_state_code */
  int32_t exit_code;  /* of a launched process that exited on its own, else -1 */
  int32_t signal;     /* that ended a launched process, else 0 */
  int32_t threads;    /* now */
  int64_t start_ticks; /* of the process, field 22 of its stat: shows if the pid is reused */
};

enum fg_module_flags { FG_MODULE_EXECUTABLE = 1, FG_MODULE_VDSO = 2, FG_MODULE_STRIPPED = 4, FG_MODULE_DELETED = 8 };

/* An executable or loaded module of a process. */
struct fg_module {
  int32_t id;          /* in this process, from 0, stable while the handle is open */
  int32_t flags;
  uint64_t base, size; /* as mapped */
  uint64_t bias;       /* mapped address = address in the file + bias */
  uint32_t functions;  /* known */
  uint32_t build_id_length;
  uint8_t build_id[20];
  char path[300];      /* as the process sees it, ends in 0 */
  char soname[96];     /* its name for programs linked with it, empty if it has none */
};

enum fg_source { FG_SYMTAB = 1, FG_DYNSYM = 2, FG_FDE = 3 };

/* A function with code of its own. */
struct fg_function {
  uint64_t address;          /* in the process */
  uint64_t size;             /* bytes */
  uint32_t name, name_length; /* place in the names and length, in bytes, without the 0 that ends a name */
  uint32_t plain, plain_length; /* the demangled name; length 0 if it equals the name */
  int32_t source;            /* fg_source */
  uint32_t aliases;          /* number of further names of the same code; each is also listed */
};

enum fg_metric {
  FG_WALL = 1,
  FG_CPU = 2,
  FG_CPU_ADAPTIVE = 4,   /* FG_CPU, but only for long calls */
  FG_COUNT_ADAPTIVE = 8, /* the counters below, but only for long calls */
  FG_REWRITES = 0x10,    /* measures nothing, but lets fg_rewrite set rules for the function */
  FG_CYCLES = 0x100,
  FG_INSTRUCTIONS = 0x200,
  FG_CACHE_MISSES = 0x400,
  FG_BRANCH_MISSES = 0x800,
  FG_PAGE_FAULTS = 0x1000,
  FG_CONTEXT_SWITCHES = 0x2000,
  FG_MIGRATIONS = 0x4000
};
enum fg_backend { FG_AGENT = 1, FG_UPROBE = 2 };

/* A requested sensor. */
struct fg_probe {
  uint64_t address, size; /* of the function */
  int32_t region;         /* the caller's number, 0 to FG_REGIONS - 1; it always stands for the same address */
  int32_t metrics;        /* fg_metric, ored; calls are always counted */
  int32_t backend;        /* fg_backend */
  int32_t pad;
  double cost_limit;      /* fraction of one processor the sensor may take, 0 for no limit */
};

/* Flags of fg_launch. FG_LAUNCH_CHILDREN: also holds every program the command starts. All of them are traced
   meanwhile, so no other tracer can attach, and set-user-id programs get their files' rights only if this
   user is root. FG_LAUNCH_STREAMS: gives the program its own standard streams and its own session. */
enum fg_launch_flags { FG_LAUNCH_CHILDREN = 1, FG_LAUNCH_STREAMS = 2 };

/* The outcome for a probe. */
struct fg_verdict {
  int32_t code;          /* fg_code */
  int32_t backend;       /* fg_backend, where installed */
  int32_t patched_bytes;
  int32_t pad;
  double cost_ns;        /* estimated cost of one call */
  char text[120];        /* one sentence; empty if installed */
};

struct fg_stats {
  int64_t total_ns;           /* the whole operation */
  int64_t one_thread_stop_ns; /* how long the borrowed thread was stopped */
  int64_t all_stop_ns;        /* from the first running thread's stop until all resumed */
  int64_t longest_stop_ns;    /* like all_stop_ns, but from the very first stop, even of a sleeping thread */
  int32_t threads;            /* how many were stopped */
  int32_t tries;              /* number of tries until no thread was inside the bytes */
};

/* A process that started (fork) or became another program (exec), for which its pid is reported again. */
struct fg_started {
  int64_t pid, parent; /* parent 0: it has ended */
};

/* A variable to set, in memory that the process may write: 1, 2, 4 or 8 bytes at their natural alignment. */
struct fg_variable {
  uint64_t address;
  uint64_t value, expected; /* in the lowest size bytes, the others 0 */
  int32_t size;
  int32_t only_if; /* 1: only if it has the expected value, else FG_E_CHANGED_SINCE */
};

enum { FG_CONDITIONS = 4 };

enum fg_rewriting {
  FG_ARGUMENT = 0,
  FG_POINTED = 1,  /* an argument: a pointer to the value */
  FG_RESULT = 2,   /* a whole number or a pointer */
  FG_FRACTION = 3, /* a result: the bytes of a double, or the lowest ones those of a float */
  FG_FUNCTION = 4  /* the address of a function to call instead; without conditions */
};

/* A rule that replaces an argument, the result or the function of a region's calls. Arguments, numbered 0 to
   5, are those that pass a whole number or a pointer. A condition's value that fits in 32 bits is compared
   with only 32 bits. */
struct fg_rule {
  int32_t region;
  int32_t argument;
  int32_t what; /* enum fg_rewriting */
  int32_t conditions;
  uint64_t value;
  struct {
    int32_t argument, pad;
    int64_t value;
  } condition[FG_CONDITIONS];
};

/* Arguments of a call; those that are not given are 0. */
struct fg_arguments {
  uint64_t whole[6];    /* whole numbers and pointers, in order */
  uint64_t fraction[8]; /* the bytes of doubles, or in the lowest ones those of floats, in order */
};

/* A function to call, on the first thread if it reaches a safe point, else on any thread. */
struct fg_call {
  uint64_t function; /* its address */
  int32_t has_undo;  /* 1: fg_uncall, or at the latest fg_close, calls it again with undo */
  int32_t pad;
  struct fg_arguments arguments, undo;
};

/* The outcome of a call. */
struct fg_called {
  uint64_t whole, fraction; /* the result, as one or the other */
  int64_t stopped_ns;       /* how long the thread was held, including the call */
  int32_t thread;
  int32_t number;           /* for fg_uncall; -1 if nothing undoes it */
};

enum { FG_PATH = 4096 };

enum { FG_DEPTH = 16 };

/* Where a thread is: the instruction, then probable return addresses, the innermost first. Some of these may
   be from calls that have ended. */
struct fg_position {
  int32_t thread;
  int32_t depth; /* addresses, 1 or more */
  int32_t runs;  /* 0: it waits for the kernel */
  int32_t stopped_us; /* how long it was stopped for this, from when its stop was seen; 0 if it waits */
  uint64_t address[FG_DEPTH];
};

FG_API int32_t fg_abi(void);

/* Sizes of the structs above in the order of declaration, from fg_error on; returns how many. */
FG_API int32_t fg_sizes(int32_t *sizes, int32_t capacity);

/* The time stamp counter now, from which the length of open calls is calculated. */
FG_API uint64_t fg_ticks(void);

/* Starts the helper if it does not run. */
FG_API int32_t fg_host_info(struct fg_host *host, struct fg_error *error);

/* Opens a process, which stays unchanged until the first fg_insert. fg_close, or the end of this process,
   closes the handle and removes all sensors. */
FG_API int32_t fg_open(int32_t pid, int64_t *handle, struct fg_error *error);

/* Starts a program, stopped before main, with this process's standard streams. argv, environment:
   argc and envc strings one after another, each ending in 0. fg_resume lets it continue. directory: empty
   for this process's own. streams: with FG_LAUNCH_STREAMS, three paths, each ending in 0: a file to read, and
   two to append to, created if missing. flags: enum fg_launch_flags. A program whose
   directory or streams do not open within 10 s, or that is not at its main within 60, is killed: FG_E_SYSTEM, ETIMEDOUT. */
FG_API int32_t fg_launch(const char *argv, int32_t argc, const char *environment, int32_t envc,
                         const char *directory, const char *streams, int32_t flags, int64_t *handle,
                         int32_t *pid, struct fg_error *error);
FG_API int32_t fg_resume(int64_t handle, struct fg_error *error);

/* Waits for the next program among a command launched with FG_LAUNCH_CHILDREN and its children: one begins
   by exec, or by fork from a program with sensors. It is stopped before main, or at the fork, until it is
   opened with fg_open_program and resumed or closed, or the command's handle is closed. pid: 0 on timeout;
   FG_E_NO_PROCESS once all have ended. Waits in this process, not in the helper. */
FG_API int32_t fg_next_program(int64_t handle, int32_t timeout_ms, int32_t *pid, struct fg_error *error);

/* Opens a program that fg_next_program has found; if that fails, the program continues. */
FG_API int32_t fg_open_program(int64_t command, int32_t pid, int64_t *handle, struct fg_error *error);

/* Modules from the first one on; count: their total number. Reads the process's maps again. */
FG_API int32_t fg_modules(int64_t handle, struct fg_module *modules, int32_t capacity, int32_t *count,
                          struct fg_error *error);

/* Functions of a module by address, starting with number from, as many as fit into both buffers; count:
   number of functions stored, 0 at the end. */
FG_API int32_t fg_functions(int64_t handle, int32_t module, int32_t from, struct fg_function *functions,
                            int32_t capacity, char *names, int32_t names_capacity, int32_t *count,
                            struct fg_error *error);

/* Finds which verdicts fg_insert would give, without touching the process. */
FG_API int32_t fg_check(int64_t handle, const struct fg_probe *probes, int32_t count,
                        struct fg_verdict *verdicts, struct fg_error *error);

/* Inserts sensors, all with one stop. Returns FG_OK if the process could be handled; each probe has its own
   verdict. */
FG_API int32_t fg_insert(int64_t handle, const struct fg_probe *probes, int32_t count,
                         struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error);

/* Removes sensors and restores the original bytes; what they measured stays readable. */
FG_API int32_t fg_remove(int64_t handle, const int32_t *regions, int32_t count,
                         struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error);

/* Sets a variable while the process keeps running; before: its previous value. fg_close and the end of this
   process restore it, unless the program has set it since. */
FG_API int32_t fg_set(int64_t handle, const struct fg_variable *variable, uint64_t *before,
                      struct fg_error *error);

/* Rewrites all later calls of a region with a sensor of FG_REWRITES, until fg_unrewrite or until the sensor is
   removed. Of two rules for the same thing, the newer one wins. number: of the rule. fg_rewritten: the number of
   calls that were rewritten. */
FG_API int32_t fg_rewrite(int64_t handle, const struct fg_rule *rule, int32_t *number, struct fg_error *error);
FG_API int32_t fg_unrewrite(int64_t handle, int32_t region, int32_t number, struct fg_error *error);
FG_API int32_t fg_rewritten(int64_t handle, int32_t region, int32_t number, uint64_t *calls,
                            struct fg_error *error);

/* Calls a function once, on a thread that is in no function of the C library except one that waits. A call
   that faults, or does not return within 2.5 s, is abandoned: FG_E_CALL_FAILED. No other call can be made
   meanwhile. */
FG_API int32_t fg_call(int64_t handle, const struct fg_call *call, struct fg_called *called, struct fg_error *error);

/* Undoes a call, on the same thread if one with that number still exists. */
FG_API int32_t fg_uncall(int64_t handle, int32_t number, struct fg_called *called, struct fg_error *error);

/* Finds the address of a function in a shared library, given by its path as the process sees it. A library
   that is not loaded yet is loaded by a call on a thread of the process, as fg_call makes it, and stays
   loaded. stopped_ns: 0 if it was already loaded. */
FG_API int32_t fg_load(int64_t handle, const char *path, const char *function, uint64_t *address,
                       int64_t *stopped_ns, struct fg_error *error);

/* Finds where the threads are now. Running threads are stopped one after another, for some microseconds each.
   count: number of positions, without threads that have just ended or cannot be stopped. */
FG_API int32_t fg_where(int64_t handle, struct fg_position *positions, int32_t capacity, int32_t *count,
                        struct fg_error *error);

/* Finds the shared memory of shared/shm.h: a path in /proc/self that this process may open for reading while
   the handle is open, even after the process's end. The memory cannot shrink. */
FG_API int32_t fg_map(int64_t handle, int64_t *size, char *path, int32_t capacity, struct fg_error *error);

/* Copies the kernel's counts into the shared memory; only sensors of FG_UPROBE need it. */
FG_API int32_t fg_sync(int64_t handle, struct fg_error *error);

/* Waits until the given number of regions have been updated since the last call (push mode), or until the
   timeout. dirty: how many were updated. Waits in this process, not in the helper. */
FG_API int32_t fg_wait(int64_t handle, int32_t regions, int32_t timeout_ms, int32_t *dirty,
                       struct fg_error *error);

FG_API int32_t fg_status(int64_t handle, struct fg_state *state, struct fg_error *error);

/* Removes all sensors and detaches; a launched process continues. state: FG_DETACHED, or how the process
   ended before; it and stats may be NULL. */
FG_API int32_t fg_close(int64_t handle, struct fg_state *state, struct fg_stats *stats,
                        struct fg_error *error);

/* Watches the process starts that the kernel reports; FG_E_PERMISSION if it does not report them to this
   user, FG_E_UNSUPPORTED if it cannot. fg_watch_next waits for the first one, or until the timeout (negative:
   no timeout); FG_E_LIMIT if some were lost, once per loss. */
FG_API int32_t fg_watch_open(int64_t *watch, struct fg_error *error);
FG_API int32_t fg_watch_next(int64_t watch, struct fg_started *started, int32_t capacity,
                             int32_t timeout_ms, int32_t *count, struct fg_error *error);
FG_API int32_t fg_watch_close(int64_t watch, struct fg_error *error);

#ifdef __cplusplus
}
#endif
#endif
