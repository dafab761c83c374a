/**
 * The interfaces with which other modules add kinds of repositories. Start at {@link
 * io.flowgauge.store.spi.RepositoryProvider}.
 */
package io.flowgauge.store.spi;
