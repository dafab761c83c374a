/**
 * What the adapters that keep something in a database share: {@link
 * io.flowgauge.database.DatabaseAddress}, the start. Internal to Flowgauge.
 */
package io.flowgauge.database;
