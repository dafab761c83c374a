/**
 * Watched runs in a browser: {@link io.flowgauge.watch.page.LivePage} serves the page of the
 * report, which keeps itself up to date, and accepts posts of engines.
 */
package io.flowgauge.watch.page;
