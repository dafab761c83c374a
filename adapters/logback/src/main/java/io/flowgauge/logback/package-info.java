/**
 * Logback messages in the event log: {@link io.flowgauge.logback.EventLogAppender}, set up like any
 * appender.
 */
package io.flowgauge.logback;
