/**
 * Reads and writes runs for {@link io.flowgauge.Flowgauge}.
 *
 * <p>{@link io.flowgauge.traces.TraceService} is found as a service. Package {@code files} decides
 * which files make a run; each trace format has a package of its own; {@code json} and {@code
 * table} are shared by the formats with that syntax.
 */
package io.flowgauge.traces;
