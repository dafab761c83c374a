/**
 * The trigger file, which says which events are wanted and where they go.
 *
 * <p>It is UTF-8 text with an entry per line; blank lines and lines that begin with {@code #} are
 * skipped. An entry consists of name=value pairs as in a NetLogger BP line; values with blanks or
 * quotes are in double quotes:
 *
 * <pre>
 * event=transfer.end where=BYTES&gt;=65536&amp;MS&lt;10 to=file:/data/transfers.nlb id=r1
 * event=disk.*       to=tcp://monitor:14380
 * </pre>
 *
 * <ul>
 *   <li>{@code event}: the name of an event; or a prefix followed by {@code *}, for all events
 *       whose names begin with it; or {@code *} for all events.
 *   <li>{@code where}, optional: conditions joined by {@code &}, all of which must hold. Each is a
 *       field, one of {@code < <= > >= == !=}, and a number. A condition does not hold for an event
 *       that lacks the field or has a text in it.
 *   <li>{@code to}: a scheme, a colon and an address, such as {@code file:PATH}, {@code
 *       dir:PATH?max=BYTES&keep=COUNT}, {@code tcp://HOST:PORT} and {@code unix:PATH}.
 *   <li>{@code id}, optional: who requested the entry.
 * </ul>
 *
 * <p>An event goes once to each destination of the entries it matches. If the file is missing,
 * everything is off. Malformed lines are reported; the others take effect.
 *
 * <p>To change the file, write another and rename it, so that it replaces the whole file. {@link
 * io.flowgauge.log.trigger.TriggerFile} does so, and takes turns with other writers.
 */
package io.flowgauge.log.trigger;
