/**
 * Log4j 2 messages in the event log: {@link io.flowgauge.log4j.EventLogAppender}, set up like any
 * appender.
 */
package io.flowgauge.log4j;
