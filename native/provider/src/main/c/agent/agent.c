/*
 * The agent's slow paths: a thread's first call, an edge's first call, and frames that were left
 * without returning. Runs anywhere in the process, also in signal handlers that interrupted it: no
 * libc, no locks, general registers only, and every store leaves a state in which the whole
 * function may be run again.
 */
#include "agent/agent_inside.h"

struct agent_found {
  struct agent_context *context; /* NULL: run unmeasured */
  struct fg_shm_record *record;
};

HIDDEN struct agent_found agent_find(const struct agent_sensor *sensor, uint64_t place);
HIDDEN void agent_abandon(struct agent_context *context, struct agent_slot *slot);
HIDDEN void agent_flush(struct fg_shm_record *record, struct fg_shm_header *header);

static uint64_t thread_key(void) {
  uint64_t key;
  __asm__("mov %%fs:0, %0" : "=r"(key));
  return key;
}

static uint32_t thread_mark(void) {
  uint32_t mark;
  __asm__ volatile("movl %%fs:(%1), %0" : "=r"(mark) : "r"(agent_state.mark_at));
  return mark;
}

static void count_dropped(uint64_t *counter) {
  __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

/* ------------------------------------------------------------------ contexts */

static struct agent_context *context_at(uint32_t number) {
  return (struct agent_context *)(agent_thunks + AGENT_THUNK_TO_SLOT +
                                  (uint64_t)number * AGENT_CONTEXT_SIZE);
}

static struct agent_slot *first_slot(struct agent_context *context) {
  return (struct agent_slot *)context + AGENT_SENTINEL + 1;
}

static void put_distance(uint8_t *at, int32_t distance) {
  for (int i = 0; i < 4; i++)
    at[i] = (uint8_t)((uint32_t)distance >> 8 * i);
}

/* The thunk of a slot: endbr64; call *target(slot); mov %rax, -16(%rsp); lea slot, %rax; jmp
 * *exit(context). */
static void put_thunk(uint8_t *at, uint32_t number) {
  static const uint8_t code[] = {0xf3, 0x0f, 0x1e, 0xfa, 0xff, 0x15, 0,    0,    0, 0,
                                 0x48, 0x89, 0x44, 0x24, 0xf0, 0x48, 0x8d, 0x05, 0, 0,
                                 0,    0,    0xff, 0x25, 0,    0,    0,    0};
  enum { CALL = 6, LEA = 18, JUMP = 24 };
  for (uint32_t i = 0; i < sizeof code; i++)
    at[i] = code[i];
  put_distance(at + CALL, AGENT_THUNK_TO_SLOT + SLOT_TARGET - (CALL + 4));
  put_distance(at + LEA, AGENT_THUNK_TO_SLOT - (LEA + 4));
  put_distance(at + JUMP,
               AGENT_THUNK_TO_SLOT - (int32_t)number * SLOT_SIZE + CONTEXT_EXIT - (JUMP + 4));
}

/* Writes the next page of thunks. They are run at another address than they are written at, so the
   processor has to be serialised (cpuid). */
static void extend(struct agent_context *context) {
  uint32_t first = (uint32_t)(context->end - (uint64_t)context) / SLOT_SIZE;
  uint64_t offset = (uint64_t)context - AGENT_THUNK_TO_SLOT - (uint64_t)agent_thunks;
  uint8_t *thunk = (uint8_t *)agent_alias + offset + (uint64_t)first * SLOT_SIZE;
  for (uint32_t i = 0; i < AGENT_PAGE / SLOT_SIZE; i++)
    put_thunk(thunk + i * SLOT_SIZE, first + i);
  uint32_t a = 0, b, c = 0, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d)::"memory");
  context->end = (uint64_t)context + (first * SLOT_SIZE) + AGENT_PAGE;
}

/* Reserves a context that no thread uses yet; NULL if none is left. */
static struct agent_context *new_context(uint64_t key) {
  if (agent_state.used_contexts >= agent_state.contexts) return 0;
  uint32_t number = __atomic_fetch_add(&agent_state.used_contexts, 1, __ATOMIC_RELAXED);
  if (number >= agent_state.contexts) return 0;
  struct agent_context *context = context_at(number);
  struct agent_slot *sentinel = (struct agent_slot *)context + AGENT_SENTINEL;
  sentinel->place = ~0ull;
  sentinel->parent_key = EDGE_NO_PARENT;
  context->exit = (uint64_t)agent_exit;
  context->end = (uint64_t)context;
  extend(context);
  context->key = key;
  context->top = (uint64_t)first_slot(context);
  return context;
}

static int is_entry_of(const struct agent_key *entry, uint64_t key) {
  const struct agent_context *context = (const struct agent_context *)entry->context;
  return context && context->key == key;
}

/* Returns the entry of a key, or the free entry where the key may be put; NULL if all are taken. A thread
   takes an entry by storing its context there. The key is stored last and makes the entry visible to the fast
   path. */
static struct agent_key *key_entry(uint64_t key) {
  uint64_t at = key * KEY_FACTOR >> KEY_SHIFT;
  for (uint32_t probe = 0; probe < AGENT_KEYS; probe++) {
    struct agent_key *entry = &agent_wipe.key[(at + probe) % AGENT_KEYS];
    if (!entry->context || is_entry_of(entry, key)) return entry;
  }
  return 0;
}

/* Returns the current thread's context. If another thread takes the free entry first, the next one is tried.
   If a signal handler that interrupted this function has taken it, it has already made the thread's context,
   which is then used. */
static struct agent_context *context_of(uint64_t key) {
  struct agent_context *made = 0;
  for (struct agent_key *entry = key_entry(key); entry; entry = key_entry(key)) {
    uint64_t none = 0;
    if (is_entry_of(entry, key)) return (struct agent_context *)entry->context;
    if (!made) made = new_context(key);
    if (!made) return 0;
    if (__atomic_compare_exchange_n(&entry->context, &none, (uint64_t)made, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
      __atomic_store_n(&entry->thread, key, __ATOMIC_RELEASE);
      return made;
    }
  }
  return 0;
}

/* ------------------------------------------------------------------ open calls */

/* Frees the topmost slot, whose call was left without returning. */
static void drop(struct agent_context *context, struct agent_slot *slot) {
  if (slot->place && agent_wipe.live) {
    struct fg_shm_record *record = record_of_slot(slot);
    begin_update(record);
    if (*outermost_of(record) == (uint64_t)slot) {
      record->open_since = 0;
      *outermost_of(record) = 0;
    }
    end_update(record);
    count_dropped(&header_of(context)->aborted);
  }
  slot->place = 0;
  __atomic_store_n(&context->top, (uint64_t)slot, __ATOMIC_RELEASE);
}

/* Drops the open calls above a slot whose call returns. */
void agent_abandon(struct agent_context *context, struct agent_slot *slot) {
  struct agent_slot *top = (struct agent_slot *)context->top;
  while (--top > slot)
    drop(context, top);
}

/* Whether a word on some stack can be read: the kernel reads the new mask before it rejects the operation,
   which it does not know. */
static int readable(uint64_t address) {
  return call_kernel(SYS_SIGPROCMASK, 99, address, 0, 8, 0, 0) != -14;
}

/* Whether the call of a slot has been left: as long as it is open, its return address is in the thunk. Its
 * stack may be unmapped by now, but not the page that is known to be mapped. */
static int left(const struct agent_slot *slot, uint64_t *known) {
  uint64_t place = slot->place, end = place + sizeof place - 1;
  if (((place ^ *known) | (end ^ *known)) >= AGENT_PAGE) {
    if (!readable(place)) return 1;
    *known = place;
  }
  return *(const uint64_t *)place != (uint64_t)slot - AGENT_THUNK_TO_SLOT + AGENT_RETURN_POINT;
}

/* Drops the innermost calls that were left by longjmp or an exception. Calls whose place is not known yet
   belong to the code that this signal handler interrupted. */
static void drop_left(struct agent_context *context, uint64_t place) {
  for (uint64_t known = place;;) {
    struct agent_slot *slot = (struct agent_slot *)context->top - 1;
    if (slot < first_slot(context) || !slot->place || slot->place > place || !left(slot, &known))
      return;
    drop(context, slot);
  }
}

/* Returns the key of the innermost open call whose slot is filled in; the sentinel's always is. */
static uint64_t parent_key(const struct agent_context *context) {
  const struct agent_slot *slot = (const struct agent_slot *)context->top - 1;
  while (!slot->place)
    slot--;
  return slot->parent_key;
}

/* ------------------------------------------------------------------ threads and records */

/* Gives a thread a number. When all are taken, a thread that reuses a dead thread's context keeps its number,
   so that sums stay right. */
static int number_thread(struct agent_context *context, struct fg_shm_header *header,
                         uint32_t mark) {
  uint32_t number = FG_THREADS;
  if (header->used_threads < FG_THREADS)
    number = __atomic_fetch_add(&header->used_threads, 1, __ATOMIC_RELAXED);
  if (number >= FG_THREADS) return context->thread_mark != 0;
  struct fg_shm_thread *thread =
      (struct fg_shm_thread *)((char *)header + header->threads_at) + number;
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  thread->tid =
      agent_state.mark_at ? (int32_t)mark : (int32_t)call_kernel(SYS_GETTID, 0, 0, 0, 0, 0, 0);
  __atomic_store_n(&thread->first_tsc, (uint64_t)high << 32 | low, __ATOMIC_RELEASE);
  context->thread = number;
  struct agent_table *table = table_of(context);
  for (uint32_t i = 0; i < 1u << TABLE_BITS; i++)
    table->record[i] = (uint64_t)&agent_spare;
  return 1;
}

/* Makes a context the current thread's. If its mark is another thread's, the open calls in it are those of a
   dead thread; no mark means that the shared memory is new. */
static int adopt(struct agent_context *context, uint32_t mark) {
  struct fg_shm_header *header = (struct fg_shm_header *)agent_state.shm;
  if (!context->shm) context->shm = (uint64_t)header;
  if (context->thread_mark && context->thread_mark != mark)
    agent_abandon(context, (struct agent_slot *)context + AGENT_SENTINEL);
  if (!number_thread(context, header, mark)) return 0;
  __atomic_store_n(&context->thread_mark, mark, __ATOMIC_RELEASE);
  return 1;
}

static uint64_t *chain_of(struct agent_context *context, uint32_t edge) {
  enum { MASK = (1u << TABLE_BITS) - 1 };
  return &table_of(context)->record[(edge * (uint32_t)EDGE_FACTOR >> EDGE_HASH_SHIFT) & MASK];
}

static struct fg_shm_record *known_record(struct agent_context *context, uint32_t edge) {
  for (uint64_t at = *chain_of(context, edge); at && at != (uint64_t)&agent_spare;) {
    struct fg_shm_record *record = (struct fg_shm_record *)at;
    if (record->agent[1] == edge) return record;
    at = record->agent[0];
  }
  return 0;
}

/* Makes a record that belongs to head, or is the head of its region if head is NULL; NULL if none is left. */
static struct fg_shm_record *new_record(struct agent_context *context, uint32_t edge,
                                        struct fg_shm_record *head) {
  struct fg_shm_header *header = header_of(context);
  uint64_t *chain = chain_of(context, edge);
  uint32_t parent = edge >> EDGE_SHIFT;
  if (header->used_records >= FG_RECORDS) return 0;
  uint32_t number = __atomic_fetch_add(&header->used_records, 1, __ATOMIC_RELAXED);
  if (number >= FG_RECORDS) return 0;
  struct fg_shm_record *record =
      (struct fg_shm_record *)((char *)header + header->records_at) + number;
  record->min = ~0ull;
  record->thread = context->thread;
  record->region = edge & ((1u << EDGE_SHIFT) - 1);
  record->parent = parent < FG_REGIONS ? parent : FG_NO_REGION;
  record->head = head ? (uint64_t)head - (uint64_t)record : 0;
  record->agent[0] = *chain;
  record->agent[1] = edge;
  __atomic_store_n(chain, (uint64_t)record, __ATOMIC_RELEASE);
  return record;
}

static struct fg_shm_record *record_of(struct agent_context *context, uint32_t edge) {
  struct fg_shm_record *record = known_record(context, edge);
  if (record) return record;
  uint32_t alone = (uint32_t)EDGE_NO_PARENT | (edge & ((1u << EDGE_SHIFT) - 1));
  struct fg_shm_record *head = known_record(context, alone);
  if (!head) head = new_record(context, alone, 0);
  record = edge == alone || !head ? head : new_record(context, edge, head);
  if (!record) count_dropped(&header_of(context)->dropped_records);
  return record;
}

/* Whether another call fits. */
static int has_room(struct agent_context *context) {
  if (context->top < context->end) return 1;
  if (context->end >= (uint64_t)context + AGENT_CONTEXT_SIZE) return 0;
  extend(context);
  return 1;
}

/* Finds the context of a call in a forked child, which measures nothing, but whose calls may get other
   results. No context has the mark of a thread there, so every such call comes here. */
static struct agent_found find_in_child(const struct agent_sensor *sensor, uint64_t place) {
  struct agent_found none = {0, 0};
  struct agent_context *context = sensor->flags & SENSOR_RESULT ? context_of(thread_key()) : 0;
  if (!context) return none;
  drop_left(context, place);
  struct agent_found found = {context, &agent_spare};
  return has_room(context) ? found : none;
}

/* Finds the context and the record of a call if the fast path did not. */
struct agent_found agent_find(const struct agent_sensor *sensor, uint64_t place) {
  struct agent_found none = {0, 0};
  if (!agent_wipe.live) return find_in_child(sensor, place);
  struct fg_shm_header *header = (struct fg_shm_header *)agent_state.shm;
  if (!header->magic) return none; /* the memory was given back while the call came here */
  struct agent_context *context = context_of(thread_key());
  uint32_t mark = thread_mark();
  if (!context || (context->thread_mark != mark && !adopt(context, mark))) {
    count_dropped(&header->dropped_threads);
    return none;
  }
  drop_left(context, place);
  if (!has_room(context)) {
    count_dropped(&header->dropped_depth);
    return none;
  }
  struct fg_shm_record *record =
      record_of(context, (uint32_t)(parent_key(context) | sensor->region));
  if (!record) return none;
  struct agent_found found = {context, record};
  return found;
}

/* ------------------------------------------------------------------ push */

/* Handles the first update of a record since the flush began. */
void agent_flush(struct fg_shm_record *record, struct fg_shm_header *header) {
  enum { WAKE = 1, ALL = 0x7fffffff };
  record->flushed = header->flush;
  uint32_t dirty = __atomic_add_fetch(&header->dirty, 1, __ATOMIC_ACQ_REL);
  if (header->wake_at && dirty == header->wake_at)
    call_kernel(SYS_FUTEX, (uint64_t)&header->dirty, WAKE, ALL, 0, 0, 0);
}
