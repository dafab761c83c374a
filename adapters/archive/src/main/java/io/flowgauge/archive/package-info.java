/**
 * Stores the events of logs in tables of a relational database. Start at {@link
 * io.flowgauge.archive.Archive}.
 */
package io.flowgauge.archive;
