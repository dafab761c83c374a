/**
 * Receives OpenLineage events over HTTP: the runs of jobs become activities of their parent run.
 * Start at {@link io.flowgauge.receivers.openlineage.OpenLineageReceiver}, which is found through
 * {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.receivers.openlineage;
