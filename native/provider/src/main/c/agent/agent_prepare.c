/* The preparation of the agent's memory, on the thread that carries out an order. */
#include "agent/agent_inside.h"

HIDDEN void agent_prepare(struct agent_order *order);
HIDDEN void agent_call(struct agent_call *call);

enum {
  READ_WRITE = 3,
  READ_EXECUTE = 5,
  SHARED = 1,
  PRIVATE = 2,
  ANONYMOUS = 0x20,
  NO_RESERVE = 0x4000,
  FIXED_NO_REPLACE = 0x100000,
  MOVE_TO = 3, /* MREMAP_MAYMOVE | MREMAP_FIXED */
  NOT_DUMPED = 16,
  WIPE_ON_FORK = 18
};

static int64_t map_at(uint64_t address, uint64_t size, int access, int flags, int64_t fd,
                      uint64_t offset) {
  return call_kernel(SYS_MMAP, address, size, (uint64_t)access, (uint64_t)flags, (uint64_t)fd,
                     offset);
}

/* Maps memory that is touched only in part. If the program locks its memory (mlockall), the kernel would
   allocate all of this memory at once, unless it may not be accessed at first. */
static int64_t map_sparse(const struct agent_order *order, uint64_t address, uint64_t size, int flags,
                          int64_t fd, uint64_t offset) {
  if (!(order->what & ORDER_UNLOCKED)) return map_at(address, size, READ_WRITE, flags, fd, offset);
  int64_t at = map_at(address, size, 0, flags, fd, offset);
  if (failed(at)) return at;
  call_kernel(SYS_MUNLOCK, (uint64_t)at, size, 0, 0, 0, 0);
  int64_t result = call_kernel(SYS_MPROTECT, (uint64_t)at, size, READ_WRITE, 0, 0, 0);
  return failed(result) ? result : at;
}

/* Leaves memory out of core files, which would contain every page of a memory file, touched or not. */
static void leave_out_of_core_files(int64_t at, uint64_t size) {
  call_kernel(SYS_MADVISE, (uint64_t)at, size, NOT_DUMPED, 0, 0, 0);
}

/* Maps the parts of the agent's memory that grow with the number of contexts. Only the slots are kept in core
   files, because debuggers need them. */
static int64_t map_parts(const struct agent_order *order, uint64_t base) {
  enum { OWN = PRIVATE | ANONYMOUS | NO_RESERVE | FIXED_NO_REPLACE };
  const struct {
    uint64_t at;
    int flags;
    int64_t fd;
  } parts[] = {{AGENT_SLOTS_AT, OWN, -1},
               {AGENT_TABLES, OWN, -1},
               {AGENT_ALIAS, SHARED | FIXED_NO_REPLACE, order->descriptors[1]},
               {AGENT_COUNTING, OWN, -1}};
  uint64_t size = (uint64_t)order->contexts * AGENT_CONTEXT_SIZE;
  int64_t at = map_at(base + AGENT_THUNKS, size, READ_EXECUTE, SHARED | FIXED_NO_REPLACE,
                      order->descriptors[1], AGENT_TEXT_SIZE);
  if (failed(at)) return at;
  leave_out_of_core_files(at, size);
  for (uint32_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    at = map_sparse(order, base + parts[i].at, size, parts[i].flags, parts[i].fd,
                    parts[i].fd < 0 ? 0 : AGENT_TEXT_SIZE);
    if (failed(at)) return at;
    if (parts[i].at != AGENT_SLOTS_AT) leave_out_of_core_files(at, size);
  }
  return 0;
}

static int64_t map_agent(const struct agent_order *order, uint64_t base) {
  int64_t result = map_sparse(order, base + AGENT_STATE, AGENT_STATE_SIZE,
                              PRIVATE | FIXED_NO_REPLACE | ANONYMOUS | NO_RESERVE, -1, 0);
  if (failed(result)) return result;
  result = map_at(base + AGENT_WIPE, AGENT_WIPE_SIZE, READ_WRITE,
                  PRIVATE | FIXED_NO_REPLACE | ANONYMOUS, -1, 0);
  if (failed(result)) return result;
  result = call_kernel(SYS_MADVISE, base + AGENT_WIPE, AGENT_WIPE_SIZE, WIPE_ON_FORK, 0, 0, 0);
  if (failed(result)) return result;
  result = map_at(base + AGENT_CALL, AGENT_CALL_SIZE, READ_WRITE,
                  PRIVATE | FIXED_NO_REPLACE | ANONYMOUS | NO_RESERVE, -1, 0);
  if (failed(result)) return result;
  result = map_parts(order, base);
  if (failed(result)) return result;
  agent_state.abi = AGENT_ABI;
  agent_state.contexts = order->contexts;
  agent_state.mark_at = order->mark_at;
  agent_spare.agent[1] = EDGE_NONE;
  agent_wipe.live = 1;
  __atomic_store_n(&agent_state.magic, AGENT_MAGIC, __ATOMIC_RELEASE);
  return 0;
}

static int64_t map_memory(struct agent_order *order) {
  if (agent_state.retired)
    call_kernel(SYS_MUNMAP, agent_state.retired, order->shm_size, 0, 0, 0, 0);
  agent_state.retired = 0;
  int64_t result = map_sparse(order, 0, order->shm_size, SHARED, order->descriptors[0], 0);
  if (failed(result)) return result;
  leave_out_of_core_files(result, order->shm_size);
  order->shm = (uint64_t)result;
  return 0;
}

/* Replaces the shared memory by empty memory for calls that are still open: an empty record is valid, too.
   The memory is mapped elsewhere first, because a mapping that fails may leave a hole. Private memory would
   count against the process's limit of data. */
static void give_back(const struct agent_order *order) {
  if (!agent_state.shm) return;
  uint64_t size = order->shm_size;
  int64_t empty = map_sparse(order, 0, size, SHARED | ANONYMOUS | NO_RESERVE, -1, 0);
  if (failed(empty)) return;
  leave_out_of_core_files(empty, size);
  if (failed(call_kernel(SYS_MREMAP, (uint64_t)empty, size, size, MOVE_TO, agent_state.shm, 0)))
    call_kernel(SYS_MUNMAP, (uint64_t)empty, size, 0, 0, 0, 0);
}

/* Maps areas near functions; those that cannot be mapped where they are wanted get the size 0. */
static void map_areas(struct agent_order *order) {
  for (uint32_t i = 0; i < sizeof order->areas / sizeof order->areas[0]; i++) {
    uint64_t wanted = order->areas[i][0], size = order->areas[i][1];
    if (!size) continue;
    int64_t result =
        map_at(wanted, size, READ_EXECUTE, PRIVATE | ANONYMOUS | FIXED_NO_REPLACE, -1, 0);
    if (result == (int64_t)wanted) continue;
    order->areas[i][1] = 0;
    if (!failed(result)) call_kernel(SYS_MUNMAP, (uint64_t)result, size, 0, 0, 0, 0);
  }
}

/* Carries out an order on the lent thread. */
void agent_prepare(struct agent_order *order) {
  uint64_t base = (uint64_t)agent_head;
  int64_t result = 0;
  if (order->what & ORDER_AGENT) result = map_agent(order, base);
  if (!failed(result) && order->what & (ORDER_NO_COUNTERS | ORDER_MEMORY)) counters_close();
  if (!failed(result)) map_areas(order); /* before the kernel chooses a place for the memory */
  if (!failed(result) && order->what & ORDER_MEMORY) result = map_memory(order);
  if (!failed(result) && order->what & ORDER_GIVE_BACK) give_back(order);
  struct agent_call *call = (struct agent_call *)(base + AGENT_CALL);
  if (!failed(result) && order->what & ORDER_CALL && call->number == order->call) agent_call(call);
  if (failed(result)) order->error = result;
}
