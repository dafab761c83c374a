/**
 * What the adapters that use a database share: {@link io.flowgauge.database.DatabaseAddress} is the
 * place to start. Internal to Flowgauge.
 */
package io.flowgauge.database;
