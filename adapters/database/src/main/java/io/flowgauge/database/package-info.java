/**
 * Code shared by the adapters that use a database. Start at {@link
 * io.flowgauge.database.DatabaseAddress}. Internal to Flowgauge.
 */
package io.flowgauge.database;
