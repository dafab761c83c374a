/**
 * Services that the other modules implement for {@link io.flowgauge.Flowgauge}, found by {@link
 * java.util.ServiceLoader}. Users of the library do not need them.
 */
@NullMarked
package io.flowgauge.spi;

import org.jspecify.annotations.NullMarked;
