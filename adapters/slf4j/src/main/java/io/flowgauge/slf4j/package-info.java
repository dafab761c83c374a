/**
 * An SLF4J 2 provider that sends messages into the event log, for programs without another logging
 * library. It only needs to be on the class path or module path; see {@link
 * io.flowgauge.slf4j.EventLogProvider} for the settings. Programs with Logback or Log4j 2 use an
 * appender instead.
 */
package io.flowgauge.slf4j;
