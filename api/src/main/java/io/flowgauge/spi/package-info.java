/**
 * What the other modules implement for {@link io.flowgauge.Flowgauge}, found by {@link
 * java.util.ServiceLoader}. Users of the library need nothing here.
 */
package io.flowgauge.spi;
