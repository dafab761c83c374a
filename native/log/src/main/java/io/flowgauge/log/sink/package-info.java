/**
 * Where the blocks of a log go: files, directories, sockets, and anything else that a {@link
 * io.flowgauge.log.sink.LogSinkProvider} offers.
 *
 * <p>A destination receives only whole blocks, one after another, so the bytes read from a socket
 * and appended to a file make a log. Start at {@link io.flowgauge.log.sink.LogDestination}.
 */
package io.flowgauge.log.sink;
