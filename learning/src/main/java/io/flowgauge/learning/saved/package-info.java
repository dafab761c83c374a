/**
 * What was learned as plain values, for model files: {@link io.flowgauge.learning.saved.Saved}
 * reads them, {@link io.flowgauge.learning.saved.Renaming} keeps names out of them.
 */
package io.flowgauge.learning.saved;
