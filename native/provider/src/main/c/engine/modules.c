/* The modules of a process: which files are mapped where, and their functions. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/module_file.h"
#include "engine/target.h"
#include "image/kept_images.h"
#include "sensor/insert.h"

/* ------------------------------------------------------------------ what is mapped */

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
  memcpy(module->public.soname, image->soname, sizeof module->public.soname);
  if (image->flags & IMAGE_STRIPPED) {
    module->public.flags |= FG_MODULE_STRIPPED;
  }
}

static void open_module(struct target *target, struct module *module, const struct mapping *first) {
  int fd = module_file(target, first);
  if (fd < 0) {
    fail(&module->error, FG_E_NO_SYMBOLS, errno, "%.150s: the file cannot be opened: %s", first->path,
         strerror(errno));
    return;
  }
  struct fg_error why;
  module->kept = kept_open(fd, &why);
  if (module->kept && module->kept->image) {
    describe(module, first);
  } else {
    why = module->kept ? module->kept->error : why;
    fail(&module->error, why.code, why.sys_errno, "%.120s: %.120s", first->path, why.text);
  }
  close(fd);
}

/* Counts the mappings from a number on that belong to one module: the same file with ascending offsets. */
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

/* Whether a file is the program. A map shows the device of the file system, but stat may show another: that
   of a subvolume, as on Btrfs, or of a layer, as in containers on overlayfs. */
static int is_program(const struct target *target, const struct mapping *mapping) {
  size_t length = strlen(mapping->path);
  int is_named = !strncmp(target->exe_path, mapping->path, length) &&
                 !strcmp(target->exe_path + length, mapping->deleted ? " (deleted)" : "");
  return mapping->inode == target->exe_inode && (mapping->device == target->exe_device || is_named);
}

static void note_module(struct target *target, const struct mappings *mappings, int32_t first,
                        int32_t length) {
  const struct mapping *begin = &mappings->at[first];
  struct module *module = find_module(target, begin->low, begin->device, begin->inode);
  if (module && module->kept && module_file_is_outdated(target, module->kept, begin)) {
    module->inode = 0; /* a rebuilt library may get the old file's inode number, but is another module */
    module = NULL;
  }
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
  } else if (is_program(target, begin)) {
    module->public.flags |= FG_MODULE_EXECUTABLE;
  }
  if (begin->deleted) {
    module->public.flags |= FG_MODULE_DELETED;
  }
}

/* Forgets modules that are gone, but only if there are very many, because they may be mapped again. */
static void forget_gone(struct target *target) {
  for (int32_t i = 0; i < target->module_count && kept_are_many(); i++) {
    struct module *module = target->modules[i];
    if (module->gone && module->kept) {
      module->kept->users--;
      module->kept = NULL;
      module->image = NULL;
      module->inode = 0;
    }
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
  forget_gone(target);
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

const char *module_file_name(const struct module *module) {
  const char *slash = strrchr(module->public.path, '/');
  return slash ? slash + 1 : module->public.path;
}

int module_is_named(const struct module *module, const char *beginning) {
  size_t length = strlen(beginning);
  return !strncmp(module->public.soname, beginning, length) ||
         !strncmp(module_file_name(module), beginning, length);
}

int module_is_c_library(const struct module *module) {
  return module_is_named(module, "libc.so") || module_is_named(module, "ld-");
}

uint64_t modules_symbol(struct target *target, const char *beginning, const char *name) {
  for (int32_t i = 0; i < target->module_count; i++) {
    struct module *module = target->modules[i];
    if (module->gone || !module->image || !module_is_named(module, beginning)) {
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
  insert_forget_gone(target);
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
