/**
 * Reads runs of Airflow as shown by its API and its command line. Start at {@link
 * io.flowgauge.traces.airflow.AirflowReader}.
 */
package io.flowgauge.traces.airflow;
