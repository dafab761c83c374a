/**
 * The documents of dynamic instrumentation as XML, each with a schema that is enforced on reading:
 * structures (SIR), requests (IRL), answers to them, and profiles. Entry: {@link
 * io.flowgauge.instrumentation.xml.StructureXml}, {@link
 * io.flowgauge.instrumentation.xml.ProfileXml}.
 *
 * <p>Document types, entities and anything outside the document are never read; a malformed
 * document is one {@link io.flowgauge.trace.TraceFormatException} that names the line, what was
 * found there and what was expected.
 */
package io.flowgauge.instrumentation.xml;
