/**
 * JSON for reports: a {@link io.flowgauge.report.document.JsonDocument} is one object; a {@link
 * io.flowgauge.report.document.JsonWriter} writes its fields and leaves out unknown values.
 */
package io.flowgauge.report.document;
