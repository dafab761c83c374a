/** A plug-in for Nextflow that records runs, and shows at their end how their time was used. */
package io.flowgauge.nextflow;
