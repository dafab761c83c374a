/* The files modules are mapped from. */
#ifndef FLOWGAUGE_MODULE_FILE_H
#define FLOWGAUGE_MODULE_FILE_H

#include "engine/target.h"
#include "image/kept_images.h"

/* Opens a mapped file as the process sees it: through its root folder, or through the mapping itself, which
   needs more rights but finds deleted files. For the vDSO, which is in no file, opens a copy. Returns -1 if
   it cannot be opened. */
int module_file(struct target *target, const struct mapping *mapping);

/* Whether a mapped file has been written to since it was read. */
int module_file_is_outdated(const struct target *target, const struct kept *kept, const struct mapping *mapping);

#endif
