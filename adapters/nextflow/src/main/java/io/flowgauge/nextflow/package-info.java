/**
 * A plug-in for Nextflow that records runs and, when they end, shows how their time was used. Start
 * at {@code RunObserver}, which receives Nextflow's events.
 */
package io.flowgauge.nextflow;
