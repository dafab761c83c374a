package io.flowgauge.receivers.openlineage;

/**
 * A run as facets name it.
 *
 * @param id id of the run; empty if only the job is named
 */
record RunOfJob(String id, JobName job) {}
