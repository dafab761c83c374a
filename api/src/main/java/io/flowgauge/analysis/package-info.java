/**
 * Where the time of a run went: overhead hierarchy, exact attribution and metrics.
 *
 * <p>Statistics are seconds in a {@code double}; sums that must be exact are nanoseconds in a
 * {@code long}. {@link io.flowgauge} lists the papers cited.
 *
 * <p>Start at {@link io.flowgauge.analysis.RunReport}, which {@link io.flowgauge.Flowgauge#report}
 * returns.
 */
@NullMarked
package io.flowgauge.analysis;

import org.jspecify.annotations.NullMarked;
