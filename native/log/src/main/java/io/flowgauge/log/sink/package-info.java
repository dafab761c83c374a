/**
 * The destinations of a log's blocks: files, directories, sockets, and any other that a {@link
 * io.flowgauge.log.sink.LogSinkProvider} offers.
 *
 * <p>A destination receives only whole blocks, one after another, so the bytes read from a socket,
 * appended to a file, form a log. Start at {@link io.flowgauge.log.sink.LogDestination}.
 */
package io.flowgauge.log.sink;
