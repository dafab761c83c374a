/**
 * Documents of dynamic instrumentation as XML, each validated against its schema on reading:
 * structures (SIR), requests (IRL), answers to them, and profiles. Entry: {@link
 * io.flowgauge.instrumentation.xml.StructureXml}, {@link
 * io.flowgauge.instrumentation.xml.ProfileXml}.
 *
 * <p>Document types, entities and anything outside the document are never read; a malformed
 * document causes a {@link io.flowgauge.trace.TraceFormatException} that names the line, what was
 * found there and what was expected.
 */
package io.flowgauge.instrumentation.xml;
