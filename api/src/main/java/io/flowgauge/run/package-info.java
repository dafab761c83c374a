/**
 * What happened: events, attempts and states of activities, and the run they belong to.
 *
 * <p>Start at {@link io.flowgauge.run.WorkflowRun}; record a live run through {@link
 * io.flowgauge.run.RunRecorder}.
 */
@NullMarked
package io.flowgauge.run;

import org.jspecify.annotations.NullMarked;
