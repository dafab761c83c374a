/**
 * OpenLineage over HTTP: run events become activities of the run that their parents belong to.
 * Found through {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.receivers.openlineage;
