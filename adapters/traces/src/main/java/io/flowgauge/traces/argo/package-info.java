/** Workflows of Argo as its API shows them. */
package io.flowgauge.traces.argo;
