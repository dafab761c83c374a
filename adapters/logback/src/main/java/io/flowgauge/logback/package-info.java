/**
 * Logs Logback messages in the event log. Configure {@link io.flowgauge.logback.EventLogAppender}
 * like any other appender.
 */
package io.flowgauge.logback;
