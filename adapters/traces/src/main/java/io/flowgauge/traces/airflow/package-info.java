/** Runs of Airflow, as its API and its command line show them. */
package io.flowgauge.traces.airflow;
