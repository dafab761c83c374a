#include "process/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* ------------------------------------------------------------------ maps */

static int32_t parse_access(const char *text) {
  return (text[0] == 'r' ? MAPPING_READ : 0) | (text[1] == 'w' ? MAPPING_WRITE : 0) |
         (text[2] == 'x' ? MAPPING_EXECUTE : 0);
}

static void take_path(struct mapping *mapping, const char *path) {
  static const char deleted[] = " (deleted)";
  snprintf(mapping->path, sizeof mapping->path, "%s", path);
  size_t length = strlen(mapping->path);
  if (length < sizeof deleted ||
      strcmp(mapping->path + length - (sizeof deleted - 1), deleted) != 0)
    return;
  mapping->path[length - (sizeof deleted - 1)] = 0;
  mapping->deleted = 1;
}

static int parse_mapping(char *line, struct mapping *mapping) {
  char access[8];
  unsigned int major_number, minor_number;
  int path_at = 0;
  memset(mapping, 0, sizeof *mapping);
  if (sscanf(line, "%lx-%lx %7s %lx %x:%x %lu %n", &mapping->low, &mapping->high, access,
             &mapping->offset, &major_number, &minor_number, &mapping->inode, &path_at) < 7)
    return -1;
  line[strcspn(line, "\n")] = 0;
  mapping->device = makedev(major_number, minor_number);
  mapping->access = parse_access(access);
  take_path(mapping, path_at ? line + path_at : "");
  return 0;
}

int32_t process_mappings(int32_t pid, struct mappings *mappings, struct fg_error *error) {
  char name[40], *line = NULL;
  size_t line_size = 0;
  int32_t capacity = 0;
  *mappings = (struct mappings){NULL, 0};
  snprintf(name, sizeof name, "/proc/%d/maps", pid);
  FILE *file = fopen(name, "re");
  if (!file) {
    if (errno == ENOENT || errno == ESRCH)
      return fail(error, FG_E_NO_PROCESS, errno, "process %d does not exist", pid);
    return fail(error, FG_E_PERMISSION, errno, "the memory map of process %d may not be read: %s",
                pid, strerror(errno));
  }
  while (getline(&line, &line_size, file) > 0) {
    if (mappings->count == capacity) {
      capacity = capacity ? 2 * capacity : 256;
      mappings->at = realloc(mappings->at, (size_t)capacity * sizeof *mappings->at);
      if (!mappings->at) abort();
    }
    if (!parse_mapping(line, &mappings->at[mappings->count])) mappings->count++;
  }
  free(line);
  fclose(file);
  if (!mappings->count) return fail(error, FG_E_NO_PROCESS, 0, "process %d has ended", pid);
  return FG_OK;
}

void process_mappings_free(struct mappings *mappings) {
  free(mappings->at);
  *mappings = (struct mappings){NULL, 0};
}

const struct mapping *process_mapping_at(const struct mappings *mappings, uint64_t address) {
  int32_t low = 0, high = mappings->count;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (mappings->at[middle].high <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == mappings->count || mappings->at[low].low > address) return NULL;
  return &mappings->at[low];
}

/* ------------------------------------------------------------------ status */

static int32_t last_number(const char *text) {
  long value = 0;
  for (char *end;; text = end) {
    long next = strtol(text, &end, 10);
    if (end == text) return (int32_t)value;
    value = next;
  }
}

/* Finds a field of a stat. Field 3 is the first after the name, which may contain any character. */
static const char *field_of(const char *text, int number) {
  const char *at = strrchr(text, ')');
  for (int field = 2; field < number && at; field++) {
    at = strchr(at + 1, ' ');
  }
  return at ? at + 1 : NULL;
}

/* Reads the text of a stat; empty if there is none. */
static void read_stat(const char *name, char text[1024]) {
  int fd = open(name, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? 0 : read(fd, text, 1023);
  if (fd >= 0) {
    close(fd);
  }
  text[length < 0 ? 0 : length] = 0;
}

int process_life(int32_t pid, struct process_life *life) {
  char name[40], text[1024];
  snprintf(name, sizeof name, "/proc/%d/stat", pid);
  read_stat(name, text);
  const char *state = field_of(text, 3), *threads = field_of(text, 20), *start = field_of(text, 22);
  if (!state || !threads || !start) {
    return -1;
  }
  *life = (struct process_life){*state, atoi(threads), strtoull(start, NULL, 10)};
  return 0;
}

int process_facts(int32_t pid, struct process_facts *facts) {
  char name[40], line[512];
  memset(facts, 0, sizeof *facts);
  facts->inner_pid = pid;
  if (process_life(pid, &facts->life)) return -1;
  snprintf(name, sizeof name, "/proc/%d/status", pid);
  FILE *file = fopen(name, "re");
  if (!file) return -1;
  while (fgets(line, sizeof line, file)) {
    if (!strncmp(line, "TracerPid:", 10))
      facts->tracer = last_number(line + 10);
    else if (!strncmp(line, "Tgid:", 5))
      facts->process = last_number(line + 5);
    else if (!strncmp(line, "VmSize:", 7))
      facts->has_memory = 1;
    else if (!strncmp(line, "Seccomp:", 8))
      facts->seccomp = last_number(line + 8);
    else if (!strncmp(line, "Seccomp_filters:", 16))
      facts->seccomp_filters = last_number(line + 16);
    else if (!strncmp(line, "NSpid:", 6))
      facts->inner_pid = last_number(line + 6);
    else if (!strncmp(line, "SigCgt:", 7))
      facts->caught = strtoull(line + 7, NULL, 16) & ~(3ull << 31);
    else if (!strncmp(line, "x86_Thread_features:", 20))
      facts->shadow_stack = strstr(line, "shstk") != NULL;
    else if (!strncmp(line, "Uid:", 4))
      sscanf(line + 4, "%*u %u", &facts->user);
  }
  fclose(file);
  return 0;
}

/* Calls a function with each line of a file of a process, if the file exists. */
static void each_line(int32_t pid, const char *file_name, void (*take)(const char *line, struct process_room *room),
                      struct process_room *room) {
  char name[40], line[512];
  snprintf(name, sizeof name, "/proc/%d/%s", pid, file_name);
  FILE *file = fopen(name, "re");
  while (file && fgets(line, sizeof line, file)) take(line, room);
  if (file) fclose(file);
}

static void take_limit(const char *line, struct process_room *room) {
  sscanf(line, "Max address space %lu", &room->space);
  sscanf(line, "Max data size %lu", &room->data);
}

static void take_off(uint64_t *room, uint64_t used) {
  if (*room != PROCESS_UNLIMITED) *room -= used < *room ? used : *room;
}

static void take_use(const char *line, struct process_room *room) {
  uint64_t kilobytes;
  if (sscanf(line, "VmData: %lu", &kilobytes) == 1) take_off(&room->data, kilobytes << 10);
  if (sscanf(line, "VmLck: %lu", &kilobytes) == 1) room->locked = kilobytes << 10;
  if (sscanf(line, "VmSize: %lu", &kilobytes) == 1) {
    room->used = kilobytes << 10;
    take_off(&room->space, room->used);
  }
}

void process_room(int32_t pid, struct process_room *room) {
  *room = (struct process_room){PROCESS_UNLIMITED, PROCESS_UNLIMITED, 0, 0};
  each_line(pid, "limits", take_limit, room);
  each_line(pid, "status", take_use, room);
}

uint32_t process_thread_flags(int32_t pid, int32_t thread) {
  char name[60], text[1024];
  snprintf(name, sizeof name, "/proc/%d/task/%d/stat", pid, thread);
  read_stat(name, text);
  const char *flags = field_of(text, 9);
  return flags ? (uint32_t)strtoul(flags, NULL, 10) : PROCESS_ENDS;
}

char process_thread_state(int32_t pid, int32_t thread) {
  char name[60], text[1024];
  snprintf(name, sizeof name, "/proc/%d/task/%d/stat", pid, thread);
  read_stat(name, text);
  const char *state = field_of(text, 3);
  return state ? *state : 0;
}

int32_t process_threads(int32_t pid, int32_t *threads, int32_t capacity) {
  char name[40];
  int32_t count = 0;
  snprintf(name, sizeof name, "/proc/%d/task", pid);
  DIR *directory = opendir(name);
  if (!directory) return 0;
  for (struct dirent *entry; (entry = readdir(directory));) {
    int32_t thread = atoi(entry->d_name);
    if (thread <= 0) continue;
    if (count < capacity) threads[count] = thread;
    count++;
  }
  closedir(directory);
  return count;
}

int32_t *process_list_threads(int32_t pid, int32_t *count) {
  int32_t *threads = NULL;
  for (int32_t capacity = 1024;; capacity *= 2) {
    threads = realloc(threads, (size_t)capacity * sizeof *threads);
    if (!threads) {
      abort();
    }
    *count = process_threads(pid, threads, capacity);
    if (*count <= capacity) {
      return threads;
    }
  }
}

int32_t process_inner_thread(int32_t pid, int32_t thread) {
  char name[64], line[512];
  int32_t inner = thread;
  snprintf(name, sizeof name, "/proc/%d/task/%d/status", pid, thread);
  FILE *file = fopen(name, "re");
  if (!file) return inner;
  while (fgets(line, sizeof line, file))
    if (!strncmp(line, "NSpid:", 6)) inner = last_number(line + 6);
  fclose(file);
  return inner;
}
