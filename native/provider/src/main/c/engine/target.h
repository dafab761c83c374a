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

/* A file that is mapped; read when its functions are wanted first. */
struct module {
  struct fg_module public;
  uint64_t device, inode;
  struct kept *kept;     /* image/kept_images.c's */
  struct image *image;   /* NULL if it cannot be read */
  struct fg_error error; /* why not */
  int32_t gone;          /* not mapped any more */
};

/* Whether threads may have events open for counting. */
enum counting { COUNTING_NONE = 0, COUNTING_MAY_BE = 1, COUNTING_ENDS = 2 };

enum crossing { CROSSING_UNKNOWN = 0, CROSSING_POSSIBLE = 1, CROSSING_FATAL = 2 };

enum sensor_state { SENSOR_NONE = 0, SENSOR_IN = 1, SENSOR_OUT = 2 };

/* What the engine knows of a region. */
struct sensor {
  int32_t state;     /* sensor_state */
  int32_t backend;   /* fg_backend */
  uint32_t place;    /* in the agent's table of sensors */
  uint64_t function; /* the address asked for: a region is one address for good */
  const struct module *module; /* whose code that is */
  struct window window;
  uint64_t trampoline;
  int32_t metrics;
  double cost_ns, cost_limit;
  double seen_cost_ns; /* of all calls, at the last look */
  int64_t seen_at_ns;
};

#define FINDERS 16

struct target {
  struct target *next;
  struct tracee tracee;
  int32_t pid;
  uint64_t start_ticks;
  uint64_t exe_device, exe_inode;
  char exe_path[300]; /* as in a mapping, but for what marks a deleted file */
  struct follower *follower;        /* that of a launched program, which knows how it ends; else NULL */
  int32_t is_command;               /* what was launched itself: what it starts is followed while it is open */
  int32_t state, exit_code, signal; /* as struct fg_state */

  struct module **modules;
  struct fg_module *public_modules;
  int32_t module_count;

  uint64_t agent; /* where it is, 0 if it is not there yet */
  uint64_t order_at; /* the code of orders outside of the agent, 0 if there is none */
  int32_t lent_thread; /* the last one that was sent to an order, which it may not have left yet */
  uint64_t lent_rip;   /* where it goes on then */
  struct agent_head head;
  uint32_t contexts;
  uint32_t sensor_places, area_count;
  uint64_t *places; /* AGENT_SENSORS addresses: the functions of the agent's table of sensors */
  struct agent_area area[AGENT_AREAS];
  int32_t counting; /* enum counting */
  int32_t crossing; /* enum crossing: whether exceptions may cross sensors; decided again with the modules */
  const struct module *unknown_unwinder; /* why not, if one is the reason */

  int memory; /* the shared memory's descriptor, -1 */
  struct fg_shm_header
      *header;        /* mapped; the process writes to it, too: nothing read from it is trusted */
  uint64_t shm_there; /* its address in the process */
  uint64_t retired;   /* the one before it, to be unmapped there */
  int32_t switched;   /* the agent uses it */
  int32_t gives_back; /* the agent is to use it no longer */

  struct uprobes *uprobes; /* NULL before the first kernel probe */
  int32_t kernel_only;     /* the memory is not mapped in the process: no agent can follow */

  struct sensor finders[FINDERS]; /* sensor/unwinders.c's: jumps in unwinders */
  int32_t finder_count;

  uint32_t ruled; /* functions whose calls ever were rewritten */

  struct variable_set *variables; /* engine/variables.c's: those that are not as they were */
  int32_t variable_count;

  struct undo *undos; /* engine/calls.c's: of calls that are to be undone, the last one last */
  int32_t undo_count, undo_number;

  struct sensor *sensors; /* FG_REGIONS of them */
  int32_t installed;  /* of them */
  int32_t region_end; /* behind the last that ever was */
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

/* What this host is like; filled by engine_start. */
struct host {
  uint64_t tsc_hz, tsc0;
  int64_t unix0_ns;
  double call_cost_ns, cpu_cost_ns;
  double counter_cost_ns; /* of reading a group of counters at entry and exit */
  int32_t may_count;      /* asking for counters does not end the process that asks */
  int32_t uprobes;
};
extern struct host host;

/* Whether this process may make a memfd and map code from it: what a process under the same seccomp
   filter will be asked to do. */
int host_may_map_code(void);

/* modules.c */
int32_t modules_refresh(struct target *target, struct fg_error *error);
struct module *modules_at(struct target *target, uint64_t address);
void modules_free(struct target *target);
/* The name of its file, without folder. */
const char *module_file_name(const struct module *module);
/* Whether its file's name or its soname begins so. The C library's file is libc-2.31.so where its soname
   is libc.so.6. */
int module_is_named(const struct module *module, const char *beginning);
/* The C library or its dynamic linker, whose few landing pads no exception of a program meets. */
int module_is_c_library(const struct module *module);
/* The address of a function that a module of that name defines, 0 if there is none. */
uint64_t modules_symbol(struct target *target, const char *beginning, const char *name);

/* memory.c */
int32_t memory_adopt(struct target *target, int descriptor, struct fg_error *error);
struct fg_shm_region *memory_region(struct target *target, int32_t region);
/* Calls of each region, FG_REGIONS of them; returns the sum. */
uint64_t memory_calls(struct target *target, uint64_t *calls);

/* Those of them at which processor time or counters were read. */
void memory_readings(struct target *target, uint64_t *readings);
/* Has a process that is released give its mapping up if it holds much: readers have their own. */
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
/* inject/inject_call.c: a function that is called on a thread that is lent. */
struct calling {
  uint64_t function;
  struct fg_arguments arguments;
  const char *text; /* what an argument may point to, in the process at inject_text; NULL for none */
  int32_t thread;   /* 0 for any */
};
/* Needs the agent. */
int32_t inject_call(struct target *target, const struct calling *calling, struct fg_called *called,
                    struct fg_error *error);
uint64_t inject_text(const struct target *target);
/* Whether a thread that is there carries out an order. */
int inject_is_order(const struct target *target, uint64_t rip);
int32_t inject_find(struct target *target, struct fg_error *error);

/* inject/adopt.c: an agent that is there. */
/* Reads what the agent knows, and takes out what a predecessor that died has left in. */
int32_t agent_take_over(struct target *target, struct fg_error *error);
/* Stores how much of its tables is in use, and who uses it. */
void agent_note(struct target *target);
void agent_release(struct target *target);
/* With all threads stopped and none in the agent: from now on it writes to the target's memory. */
int32_t agent_switch(struct target *target, struct fg_error *error);

/* The agent's code. */
extern const unsigned char agent_image[], agent_image_end[];

uint64_t ticks_now(void);

#endif
