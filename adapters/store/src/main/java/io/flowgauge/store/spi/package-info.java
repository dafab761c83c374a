/** How other modules add kinds of repositories. */
package io.flowgauge.store.spi;
