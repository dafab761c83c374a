/**
 * The columnar core: workflows and runs as arrays, for the other modules of Flowgauge.
 *
 * <p>{@link io.flowgauge.model.core.Recorder} makes a {@link io.flowgauge.model.core.ColumnarRun}
 * from activity events. Times are nanoseconds since 1970-01-01T00:00:00Z; here, and only here, a
 * missing time is {@link io.flowgauge.model.core.Columns#ABSENT}.
 */
package io.flowgauge.model.core;
