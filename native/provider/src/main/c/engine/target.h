/* An open process, as the parts of the engine share it. */
#ifndef FLOWGAUGE_TARGET_H
#define FLOWGAUGE_TARGET_H

#include <stdint.h>

#include "agent/agent.h"
#include "engine/engine.h"
#include "image/image.h"
#include "process/process.h"
#include "process/tracee.h"
#include "sensor/relocate.h"

/* A mapped file; read when its functions are first wanted. */
struct module {
  struct fg_module public;
  uint64_t device, inode;
  struct kept *kept;     /* owned by image/kept_images.c */
  struct image *image;   /* NULL if it cannot be read */
  struct fg_error error; /* why not */
  int32_t gone;          /* no longer mapped */
};

/* Whether threads may have events open for counting. */
enum counting { COUNTING_NONE = 0, COUNTING_MAY_BE = 1, COUNTING_ENDS = 2 };

enum crossing { CROSSING_UNKNOWN = 0, CROSSING_POSSIBLE = 1, CROSSING_FATAL = 2 };

enum sensor_state { SENSOR_NONE = 0, SENSOR_IN = 1, SENSOR_OUT = 2 };

/* What the engine knows about a region. */
struct sensor {
  int32_t state;     /* sensor_state */
  int32_t backend;   /* fg_backend */
  uint32_t place;    /* in the agent's table of sensors */
  uint64_t function; /* the address asked for; a region always stands for one address */
  const struct module *module; /* whose code is there */
  struct window window;
  uint64_t trampoline;
  int32_t metrics;
  double cost_ns, cost_limit;
  double seen_cost_ns; /* of all calls, at the last check */
  int64_t seen_at_ns;
};

#define FINDERS 16

struct target {
  struct target *next;
  struct tracee tracee;
  int32_t pid;
  uint64_t start_ticks;
  uint64_t exe_device, exe_inode;
  char exe_path[300]; /* as in a mapping, but without the mark of a deleted file */
  struct follower *follower;        /* of a launched program: knows how it ends; otherwise NULL */
  int32_t is_command;               /* the launched command itself: while it is open, the programs it starts are followed */
  int32_t state, exit_code, signal; /* as struct fg_state */

  struct module **modules;
  struct fg_module *public_modules;
  int32_t module_count;

  uint64_t agent; /* its address, 0 if it is not in the process yet */
  uint64_t order_at; /* the code of orders outside of the agent, 0 if there is none */
  int32_t lent_thread; /* the last thread that was sent to an order, which it may not have left yet */
  uint64_t lent_rip;   /* where it continues after the order */
  struct agent_head head;
  uint32_t contexts;
  uint32_t sensor_places, area_count;
  uint64_t *places; /* AGENT_SENSORS addresses: the functions of the agent's table of sensors */
  struct agent_area area[AGENT_AREAS];
  int32_t counting; /* enum counting */
  int32_t crossing; /* enum crossing: whether exceptions may cross sensors; decided again with the modules */
  const struct module *unknown_unwinder; /* with CROSSING_FATAL: the module of an unknown unwinder, if that is the reason */

  int memory; /* the shared memory's descriptor, -1 */
  struct fg_shm_header
      *header;        /* mapped; the process writes to it, too: nothing read from it is trusted */
  uint64_t shm_there; /* its address in the process */
  uint64_t retired;   /* the earlier shared memory, to be unmapped in the process */
  int32_t switched;   /* the agent uses it */
  int32_t gives_back; /* the agent must stop using it */

  struct uprobes *uprobes; /* NULL before the first kernel probe */
  int32_t kernel_only;     /* the memory is not mapped in the process, so no agent can be inserted later */

  struct sensor finders[FINDERS]; /* sensor/unwinders.c's: jumps in unwinders */
  int32_t finder_count;

  uint32_t ruled; /* functions that have ever had rules */

  struct variable_set *variables; /* engine/variables.c's: those that do not have their original values */
  int32_t variable_count;

  struct undo *undos; /* engine/calls.c's: of calls that are to be undone, the last one last */
  int32_t undo_count, undo_number;

  struct sensor *sensors; /* FG_REGIONS of them */
  int32_t installed;  /* of them */
  int32_t region_end; /* after the last region that ever had a sensor */
};

static inline void target_sensor_in(struct target *target, int32_t region) {
  target->sensors[region].state = SENSOR_IN;
  target->installed++;
  target->region_end = region < target->region_end ? target->region_end : region + 1;
}

static inline void target_sensor_out(struct target *target, int32_t region) {
  target->sensors[region].state = SENSOR_OUT;
  target->installed--;
}

/* Properties of this host; filled in by engine_start. */
struct host {
  uint64_t tsc_hz, tsc0;
  int64_t unix0_ns;
  double call_cost_ns, cpu_cost_ns;
  double counter_cost_ns; /* of reading a group of counters at entry and exit */
  int32_t may_count;      /* asking for counters does not end the process that asks */
  int32_t uprobes;
};
extern struct host host;

/* Whether this process may make a memfd and map code from it, as a process under the same seccomp filter will
   have to do. */
int host_may_map_code(void);

/* modules.c */
int32_t modules_refresh(struct target *target, struct fg_error *error);
struct module *modules_at(struct target *target, uint64_t address);
void modules_free(struct target *target);
/* Returns the name of its file, without folder. */
const char *module_file_name(const struct module *module);
/* Whether its file's name or its soname has this beginning. The file of the C library may be libc-2.31.so,
   while its soname is libc.so.6. */
int module_is_named(const struct module *module, const char *beginning);
/* Whether a module is the C library or its dynamic linker, whose few landing pads no exception of a program
   reaches. */
int module_is_c_library(const struct module *module);
/* Returns the address of a function that a module of that name defines, 0 if there is none. */
uint64_t modules_symbol(struct target *target, const char *beginning, const char *name);

/* memory.c */
int32_t memory_adopt(struct target *target, int descriptor, struct fg_error *error);
struct fg_shm_region *memory_region(struct target *target, int32_t region);
/* Stores the calls of each region, FG_REGIONS numbers; returns their sum. */
uint64_t memory_calls(struct target *target, uint64_t *calls);

/* Stores the calls of each region at which processor time or counters were read. */
void memory_readings(struct target *target, uint64_t *readings);
/* Makes a process that is being released give up its mapping if that holds much memory: readers have their
   own mappings. */
void memory_give_back(struct target *target);
int memory_is_large(const struct target *target);
void memory_close(struct target *target);

/* inject/inject.c: puts the agent, the shared memory and room for trampolines into the process, as far as
   they are missing. wanted: addresses near which there must be room, and bytes for each. */
struct room {
  uint64_t near;
  uint32_t size;
};
int32_t inject(struct target *target, const struct room *rooms, int32_t count, int64_t *stop_ns,
               struct fg_error *error);
/* inject/inject_call.c: a function to call on a lent thread. */
struct calling {
  uint64_t function;
  struct fg_arguments arguments;
  const char *text; /* copied to inject_text in the process, so that an argument may point to it; NULL for none */
  int32_t thread;   /* 0 for any */
};
/* Needs the agent. */
int32_t inject_call(struct target *target, const struct calling *calling, struct fg_called *called,
                    struct fg_error *error);
uint64_t inject_text(const struct target *target);
/* Returns the registers of a stopped thread with rip and rsp as in the program's own code: a thread that completes
   a transfer in the agent (struct agent_transfer) continues after its own system call. rip is 0 if the thread is
   already on its way back there, or if its stack cannot be read. */
struct user_regs_struct inject_own_registers(const struct target *target, const struct user_regs_struct *registers);
/* Whether a thread at this address is carrying out an order. */
int inject_is_order(const struct target *target, uint64_t rip);
int32_t inject_find(struct target *target, struct fg_error *error);

/* inject/adopt.c: an agent that is already in the process. */
/* Reads the agent's tables, and removes the sensors of a predecessor that died. */
int32_t agent_take_over(struct target *target, struct fg_error *error);
/* Stores in the agent how much of its tables is in use, and who uses it. */
void agent_note(struct target *target);
void agent_release(struct target *target);
/* Makes the agent write to the target's memory; all threads must be stopped, and none in the agent. */
int32_t agent_switch(struct target *target, struct fg_error *error);

/* The agent's code. */
extern const unsigned char agent_image[], agent_image_end[];

uint64_t ticks_now(void);

#endif
