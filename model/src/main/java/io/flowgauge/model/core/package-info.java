/**
 * The columnar core: workflows and runs as arrays, for the other modules of Flowgauge.
 *
 * <p>{@link io.flowgauge.model.core.ColumnarRun} is what {@link io.flowgauge.model.core.Recorder}
 * makes of activity events. Times are nanoseconds since 1970-01-01T00:00:00Z; here, and only here,
 * a missing one is {@link io.flowgauge.model.core.Columns#ABSENT}.
 */
package io.flowgauge.model.core;
