/**
 * Shows watched runs in a browser: {@link io.flowgauge.watch.page.LivePage} serves the page of the
 * report, which keeps itself up to date, and accepts events that engines post.
 */
package io.flowgauge.watch.page;
