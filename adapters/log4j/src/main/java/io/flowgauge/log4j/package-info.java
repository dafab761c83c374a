/**
 * Logs Log4j 2 messages in the event log. Configure {@link io.flowgauge.log4j.EventLogAppender}
 * like any other appender.
 */
package io.flowgauge.log4j;
