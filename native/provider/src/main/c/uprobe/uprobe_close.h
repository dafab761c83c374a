/* Taking kernel probes out. */
#ifndef FLOWGAUGE_UPROBE_CLOSE_H
#define FLOWGAUGE_UPROBE_CLOSE_H

#include <stdint.h>

/* Closes links, those that are not -1. The kernel returns from each when no processor can run its program any
   more: some 10 ms, more under load. Links closed at the same time wait together. */
void uprobe_close_links(const int *descriptors, uint32_t count);

#endif
