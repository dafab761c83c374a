/**
 * The text form of NetLogger's event logs ("best practices", BP): one event per line, each with a
 * time, a name and further name/value pairs.
 *
 * <p>Start at {@link io.flowgauge.netlogger.BpLine}.
 */
package io.flowgauge.netlogger;
