/** A plug-in for Nextflow that records runs, and says at their end where the time went. */
package io.flowgauge.nextflow;
