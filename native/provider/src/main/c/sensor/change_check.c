/* Whether a function can have a sensor of the agent. */
#include "sensor/change.h"

#include <string.h>

#include "sensor/counting.h"
#include "sensor/unwinders.h"

/* Reads code page by page, because many functions share a page. */
static int read_code(struct target *target, struct code_page *page, const struct window *window,
                     uint8_t now[RELOCATE_LONGEST]) {
  uint64_t start = window->address & ~(uint64_t)(CODE_PAGE - 1), skip = window->address - start;
  if (page->address != start) {
    page->size = tracee_read_some(&target->tracee, start, page->bytes, sizeof page->bytes);
    page->address = start;
  }
  if (skip + window->length > page->size) {
    return tracee_read(&target->tracee, window->address, now, window->length);
  }
  memcpy(now, page->bytes + skip, window->length);
  return 0;
}

/* Compares the bytes in memory with those in the file. */
static void check_bytes(struct target *target, struct code_page *page, const struct window *window,
                        struct fg_verdict *verdict) {
  uint8_t now[RELOCATE_LONGEST];
  if (read_code(target, page, window, now)) {
    refuse(verdict, FG_E_NO_CODE, "there is no readable code at %#lx", window->address);
  } else if (memcmp(now, window->original, window->length) != 0) {
    int jump =
        now[0] == 0xe9 || now[0] == 0xeb || now[0] == 0xcc || (now[0] == 0xff && now[1] == 0x25);
    refuse(verdict, jump ? FG_E_ALREADY_PATCHED : FG_E_BYTES_CHANGED,
                  jump ? "another tool has put a %s at its beginning; remove it first"
                       : "its code in memory differs from that in its file%s",
                  !jump            ? ""
                  : now[0] == 0xcc ? "breakpoint"
                                   : "jump");
  }
}

int change_is_in(struct target *target, struct code_page *page, const struct sensor *sensor) {
  uint8_t now[RELOCATE_LONGEST], patched[RELOCATE_LONGEST];
  change_jump(&sensor->window, sensor->trampoline, patched);
  return !read_code(target, page, &sensor->window, now) && !memcmp(now, patched, sensor->window.length);
}

void change_check(struct target *target, struct code_page *page, const struct fg_probe *probe,
                  struct sensor *plan, struct fg_verdict *verdict) {
  struct module *module = modules_at(target, probe->address);
  if (probe->region < 0 || probe->region >= (int32_t)FG_REGIONS) {
    refuse(verdict, FG_E_LIMIT, "region numbers go from 0 to %u", FG_REGIONS - 1);
    return;
  }
  if (!module) {
    refuse(verdict, FG_E_NO_CODE, "no module's code is at %#lx", probe->address);
    return;
  }
  if (!module->image) {
    refuse(verdict, module->error.code, "%.119s", module->error.text);
    return;
  }
  if (module->public.flags & FG_MODULE_VDSO) {
    refuse(verdict, FG_E_NO_CODE, "the kernel's own functions cannot have sensors");
    return;
  }
  const struct sensor *known = &target->sensors[probe->region];
  if (known->state != SENSOR_NONE && known->function != probe->address) {
    refuse(verdict, FG_E_ARGUMENT, "region number %d already stands for another function", probe->region);
    return;
  }
  if (probe->backend == FG_UPROBE) {
    return;
  }
  if (module->image->flags & IMAGE_READS_STACKS) {
    refuse(verdict, FG_E_UNWIND, "%.50s reads return addresses from its stacks, and sensors replace some of these",
           module_file_name(module));
    return;
  }
  plan->module = module;
  int32_t code = relocate_check(module->image, module->public.bias, probe->address, probe->size,
                                &plan->window, verdict);
  if (code) {
    return;
  }
  if (unwinders_check(target, verdict)) {
    return;
  }
  if (known->state != SENSOR_IN) {
    check_bytes(target, page, &plan->window, verdict);
  }
}

double change_cost(int32_t metrics) {
  return host.call_cost_ns + (metrics & (FG_CPU | FG_CPU_ADAPTIVE) ? host.cpu_cost_ns : 0) +
         counting_cost(metrics);
}
