/**
 * WfFormat of the WfCommons project: reader of 1.0 to 1.6, writer of 1.5.
 *
 * <p>The three layouts are {@code workflow.jobs} (1.0 to 1.2), {@code workflow.tasks} (1.3 and
 * 1.4), and {@code workflow.specification} with {@code workflow.execution} (from 1.5). Tasks refer
 * to each other by name in the first two, by id in the third. Found through {@link
 * java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.traces.wfformat;
