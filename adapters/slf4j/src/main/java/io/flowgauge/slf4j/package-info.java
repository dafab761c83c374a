/**
 * An SLF4J 2 provider that sends messages into the event log, for programs without another logging
 * library. Its being on the path is enough; see {@link io.flowgauge.slf4j.EventLogProvider} for the
 * settings. Programs that have Logback or Log4j 2 take an appender instead.
 */
package io.flowgauge.slf4j;
