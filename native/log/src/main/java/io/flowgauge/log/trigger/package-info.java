/**
 * The trigger file, which says what events are wanted and where they go.
 *
 * <p>Text in UTF-8, an entry a line; blank lines and those that begin with {@code #} are passed
 * over. An entry is pairs of names and values as in a NetLogger BP line, values with blanks or
 * quotes in double quotes:
 *
 * <pre>
 * event=transfer.end where=BYTES&gt;=65536&amp;MS&lt;10 to=file:/data/transfers.nlb id=r1
 * event=disk.*       to=tcp://monitor:14380
 * </pre>
 *
 * <ul>
 *   <li>{@code event}: the name of an event; or how the names of all that are meant begin and a
 *       {@code *}; or {@code *} for all.
 *   <li>{@code where}, optional: conditions joined by {@code &}, all of which must hold. Each is a
 *       field, one of {@code < <= > >= == !=}, and a number. The condition does not hold for an
 *       event without such a field, or with a text in it.
 *   <li>{@code to}: a scheme, a colon and what the scheme needs, such as {@code file:PATH}, {@code
 *       dir:PATH?max=BYTES&keep=COUNT}, {@code tcp://HOST:PORT} and {@code unix:PATH}.
 *   <li>{@code id}, optional: who asked.
 * </ul>
 *
 * <p>An event goes to every destination of an entry it matches, once to each. A file that is
 * missing switches everything off. A line that is no entry is reported; the others hold.
 *
 * <p>Writers replace the file as a whole by renaming another; {@link
 * io.flowgauge.log.trigger.TriggerFile} does so, and takes turns with others.
 */
package io.flowgauge.log.trigger;
