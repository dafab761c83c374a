/** Live runs as text and JSON. */
package io.flowgauge.watch;
