/**
 * OpenLineage over HTTP: the runs of jobs become activities of the workflow run above them. Found
 * through {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.receivers.openlineage;
