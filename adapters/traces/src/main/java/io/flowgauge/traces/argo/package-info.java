/**
 * Reads workflows of Argo as shown by its API. Start at {@link
 * io.flowgauge.traces.argo.ArgoReader}.
 */
package io.flowgauge.traces.argo;
