/* Removes kernel probes. */
#ifndef FLOWGAUGE_UPROBE_CLOSE_H
#define FLOWGAUGE_UPROBE_CLOSE_H

#include <stdint.h>

/* Closes the links that are not -1. The kernel returns from each close once no processor can run the link's
   program any longer: after some 10 ms, more under load. Links closed at the same time wait together. */
void uprobe_close_links(const int *descriptors, uint32_t count);

#endif
