/* The modules of a process: which files are mapped where, and what is in them. Images are shared
   between processes and kept for the next attach, as reading a large file takes milliseconds. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "target.h"

/* ------------------------------------------------------------------ kept images */

enum { KEPT = 256 };

struct kept {
  uint64_t device, inode, size;
  int64_t changed_ns;
  struct image *image;
  struct fg_error error; /* why there is no image */
  int32_t users, demangled;
  uint64_t used; /* when, counted */
};

static struct kept *kept[KEPT];
static uint64_t uses;

static void kept_free(struct kept *entry) {
  if (entry && entry->image) {
    image_free(entry->image);
  }
  free(entry);
}

/* A place for another one: free, or the one not used for longest. NULL if all are in use. */
static struct kept **kept_place(void) {
  struct kept **oldest = NULL;
  for (int i = 0; i < KEPT; i++) {
    if (!kept[i]) {
      return &kept[i];
    }
    if (!kept[i]->users && (!oldest || kept[i]->used < (*oldest)->used)) {
      oldest = &kept[i];
    }
  }
  return oldest;
}

static struct kept *kept_find(const struct stat *facts) {
  int64_t changed = facts->st_mtim.tv_sec * 1000000000ll + facts->st_mtim.tv_nsec;
  for (int i = 0; i < KEPT; i++) {
    struct kept *entry = kept[i];
    if (entry && entry->device == facts->st_dev && entry->inode == facts->st_ino &&
        entry->size == (uint64_t)facts->st_size && entry->changed_ns == changed) {
      return entry;
    }
  }
  return NULL;
}

/* The image of an open file, used by one more. NULL with the reason if there is none. */
static struct kept *kept_open(int fd, struct fg_error *error) {
  struct stat facts;
  if (fstat(fd, &facts) || !S_ISREG(facts.st_mode)) {
    fail(error, FG_E_SYSTEM, errno, "a mapped file cannot be read");
    return NULL;
  }
  struct kept *entry = kept_find(&facts);
  if (!entry) {
    struct kept **place = kept_place();
    if (!place) {
      fail(error, FG_E_LIMIT, 0, "more than %d different files are in use", KEPT);
      return NULL;
    }
    kept_free(*place);
    entry = *place = calloc(1, sizeof *entry);
    if (!entry) {
      abort();
    }
    entry->device = facts.st_dev;
    entry->inode = facts.st_ino;
    entry->size = (uint64_t)facts.st_size;
    entry->changed_ns = facts.st_mtim.tv_sec * 1000000000ll + facts.st_mtim.tv_nsec;
    if (image_read(fd, "/usr/lib/debug", &entry->image, &entry->error)) {
      entry->image = NULL;
    }
  }
  entry->users++;
  entry->used = ++uses;
  return entry;
}

/* ------------------------------------------------------------------ opening files */

/* The copy of the vDSO that was made last. All processes of a kernel mostly have the same one, and
   one file for them is one image. */
static struct {
  int fd;
  size_t size;
  char *bytes;
} vdso = {.fd = -1};

static int write_vdso(const char *bytes, size_t size) {
  int fd = memfd_create("flowgauge-vdso", MFD_CLOEXEC);
  if (fd >= 0 && write(fd, bytes, size) != (ssize_t)size) {
    close(fd);
    fd = -1;
  }
  return fd;
}

/* A copy of the vDSO, which is in no file. */
static int open_vdso(struct target *target, const struct mapping *mapping) {
  size_t size = mapping->high - mapping->low;
  char *bytes = malloc(size);
  if (!bytes || tracee_read(&target->tracee, mapping->low, bytes, size)) {
    free(bytes);
    return -1;
  }
  if (vdso.fd >= 0 && vdso.size == size && memcmp(vdso.bytes, bytes, size) == 0) {
    free(bytes);
  } else {
    if (vdso.fd >= 0) {
      close(vdso.fd);
    }
    free(vdso.bytes);
    vdso.fd = write_vdso(bytes, size);
    vdso.size = size;
    vdso.bytes = bytes;
  }
  return vdso.fd < 0 ? -1 : fcntl(vdso.fd, F_DUPFD_CLOEXEC, 0);
}

static int is_same(int fd, const struct mapping *mapping) {
  struct stat facts;
  return !fstat(fd, &facts) && facts.st_ino == mapping->inode && S_ISREG(facts.st_mode);
}

/* Opens a mapped file as the process sees it: through its root folder, or through the mapping
   itself, which needs more rights but finds deleted files. */
static int open_mapped(struct target *target, const struct mapping *mapping) {
  char name[400];
  if (mapping->path[0] == '[') {
    return open_vdso(target, mapping);
  }
  snprintf(name, sizeof name, "/proc/%d/root%s", target->pid, mapping->path);
  int fd = mapping->deleted ? -1 : open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd >= 0 && is_same(fd, mapping)) {
    return fd;
  }
  if (fd >= 0) {
    close(fd);
  }
  snprintf(name, sizeof name, "/proc/%d/map_files/%lx-%lx", target->pid, mapping->low,
           mapping->high);
  return open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

/* ------------------------------------------------------------------ modules */

static struct module *find_module(struct target *target, uint64_t base, uint64_t device,
                                  uint64_t inode) {
  for (int32_t i = 0; i < target->module_count; i++) {
    struct module *module = target->modules[i];
    if (module->public.base == base && module->device == device && module->inode == inode) {
      return module;
    }
  }
  return NULL;
}

static struct module *add_module(struct target *target) {
  struct module *module = calloc(1, sizeof *module);
  target->modules =
      realloc(target->modules, (size_t)(target->module_count + 1) * sizeof *target->modules);
  if (!module || !target->modules) {
    abort();
  }
  module->public.id = target->module_count;
  target->modules[target->module_count++] = module;
  return module;
}

static void describe(struct module *module, const struct mapping *first) {
  struct image *image = module->kept->image;
  module->image = image;
  module->public.bias = first->low - (first->offset - image->first_load_offset) - image->low;
  module->public.functions = (uint32_t)image->function_count;
  module->public.build_id_length = image->build_id_length;
  memcpy(module->public.build_id, image->build_id, sizeof module->public.build_id);
  if (image->flags & IMAGE_STRIPPED) {
    module->public.flags |= FG_MODULE_STRIPPED;
  }
}

static void open_module(struct target *target, struct module *module, const struct mapping *first) {
  int fd = open_mapped(target, first);
  if (fd < 0) {
    fail(&module->error, FG_E_NO_SYMBOLS, errno, "the file %.150s cannot be opened", first->path);
    return;
  }
  module->kept = kept_open(fd, &module->error);
  if (module->kept && module->kept->image) {
    describe(module, first);
  } else if (module->kept) {
    module->error = module->kept->error;
  }
  close(fd);
}

/* How many mappings from a number on are of one module: the same file, offsets ascending. */
static int32_t module_length(const struct mappings *mappings, int32_t first) {
  const struct mapping *begin = &mappings->at[first];
  int32_t last = first;
  for (int32_t i = first + 1; i < mappings->count; i++) {
    const struct mapping *next = &mappings->at[i];
    int same = next->inode == begin->inode && next->device == begin->device;
    if (!same && next->inode) {
      break;
    }
    if (same && next->offset < mappings->at[last].offset) {
      break;
    }
    if (same) {
      last = i;
    }
  }
  return last - first + 1;
}

static int has_code(const struct mappings *mappings, int32_t first, int32_t length) {
  for (int32_t i = first; i < first + length; i++) {
    if (mappings->at[i].inode == mappings->at[first].inode &&
        mappings->at[i].access & MAPPING_EXECUTE) {
      return 1;
    }
  }
  return 0;
}

static void note_module(struct target *target, const struct mappings *mappings, int32_t first,
                        int32_t length) {
  const struct mapping *begin = &mappings->at[first];
  struct module *module = find_module(target, begin->low, begin->device, begin->inode);
  if (!module) {
    module = add_module(target);
    module->device = begin->device;
    module->inode = begin->inode;
    module->public.base = begin->low;
    snprintf(module->public.path, sizeof module->public.path, "%s", begin->path);
    open_module(target, module, begin);
  }
  module->gone = 0;
  module->public.size = mappings->at[first + length - 1].high - begin->low;
  if (begin->path[0] == '[') {
    module->public.flags |= FG_MODULE_VDSO;
  } else if (begin->inode == target->exe_inode && begin->device == target->exe_device) {
    module->public.flags |= FG_MODULE_EXECUTABLE;
  }
  if (begin->deleted) {
    module->public.flags |= FG_MODULE_DELETED;
  }
}

static int is_agents(const struct mapping *mapping) {
  return !strncmp(mapping->path, "/memfd:", 7);
}

int32_t modules_refresh(struct target *target, struct fg_error *error) {
  struct mappings mappings;
  int32_t code = process_mappings(target->pid, &mappings, error);
  if (code) {
    return code;
  }
  target->crossing = CROSSING_UNKNOWN;
  for (int32_t i = 0; i < target->module_count; i++) {
    target->modules[i]->gone = 1;
  }
  for (int32_t i = 0; i < mappings.count;) {
    const struct mapping *mapping = &mappings.at[i];
    int is_vdso = !strcmp(mapping->path, "[vdso]");
    int32_t length = mapping->inode ? module_length(&mappings, i) : 1;
    if (is_vdso || (mapping->inode && mapping->path[0] == '/' && !is_agents(mapping) &&
                    has_code(&mappings, i, length))) {
      note_module(target, &mappings, i, length);
    }
    i += length;
  }
  process_mappings_free(&mappings);
  return FG_OK;
}

struct module *modules_at(struct target *target, uint64_t address) {
  for (int32_t i = 0; i < target->module_count; i++) {
    struct module *module = target->modules[i];
    if (!module->gone && address >= module->public.base &&
        address < module->public.base + module->public.size) {
      return module;
    }
  }
  return NULL;
}

uint64_t modules_symbol(struct target *target, const char *part, const char *name) {
  for (int32_t i = 0; i < target->module_count; i++) {
    struct module *module = target->modules[i];
    const char *file = strrchr(module->public.path, '/');
    int wanted =
        part ? file && strstr(file, part) != NULL : module->public.flags & FG_MODULE_EXECUTABLE;
    if (!wanted || module->gone || !module->image) {
      continue;
    }
    uint64_t address = image_symbol(module->image, name);
    if (address) {
      return address + module->public.bias;
    }
  }
  return 0;
}

void modules_free(struct target *target) {
  for (int32_t i = 0; i < target->module_count; i++) {
    if (target->modules[i]->kept) {
      target->modules[i]->kept->users--;
    }
    free(target->modules[i]);
  }
  free(target->modules);
  free(target->public_modules);
}

/* ------------------------------------------------------------------ for the library */

int32_t engine_modules(struct target *target, const struct fg_module **modules, int32_t *count,
                       struct fg_error *error) {
  int32_t code = modules_refresh(target, error);
  if (code) {
    return code;
  }
  struct fg_module *list =
      realloc(target->public_modules, (size_t)(target->module_count + 1) * sizeof *list);
  if (!list) {
    abort();
  }
  target->public_modules = list;
  *count = 0;
  for (int32_t i = 0; i < target->module_count; i++) {
    if (!target->modules[i]->gone) {
      list[(*count)++] = target->modules[i]->public;
    }
  }
  *modules = list;
  return FG_OK;
}

/* Appends a name to the names; 0 if there is no room. */
static int put_name(const char *name, char *names, int32_t capacity, uint32_t *used, uint32_t *at,
                    uint32_t *length) {
  size_t size = strlen(name) + 1;
  if (size > (size_t)capacity - *used) {
    return 0;
  }
  memcpy(names + *used, name, size);
  *at = *used;
  *length = (uint32_t)size - 1;
  *used += (uint32_t)size;
  return 1;
}

int32_t engine_functions(struct target *target, int32_t number, int32_t from,
                         struct fg_function *functions, int32_t capacity, char *names,
                         int32_t names_capacity, int32_t *count, struct fg_error *error) {
  *count = 0;
  if (number < 0 || number >= target->module_count || from < 0) {
    return fail(error, FG_E_ARGUMENT, 0, "process %d has no module %d", target->pid, number);
  }
  struct module *module = target->modules[number];
  if (!module->image) {
    *error = module->error;
    return error->code;
  }
  if (!module->kept->demangled) {
    image_demangle(module->image);
    module->kept->demangled = 1;
  }
  uint32_t used = 0;
  for (size_t i = (size_t)from; i < module->image->function_count && *count < capacity; i++) {
    const struct image_function *in = &module->image->functions[i];
    struct fg_function *out = &functions[*count];
    memset(out, 0, sizeof *out);
    if (!put_name(in->name, names, names_capacity, &used, &out->name, &out->name_length) ||
        (in->plain &&
         !put_name(in->plain, names, names_capacity, &used, &out->plain, &out->plain_length))) {
      break;
    }
    out->address = in->address + module->public.bias;
    out->size = in->size;
    out->source = in->source;
    out->aliases = in->aliases;
    ++*count;
  }
  return FG_OK;
}
