/**
 * Reads source positions, inlined functions, signatures and variables from the debug information
 * (DWARF 2 to 5) of ELF files, as gcc, clang, gfortran and rustc write it. Start at {@link
 * io.flowgauge.instrumentation.nativeprovider.dwarf.DebugInfo#read(java.nio.file.Path)}.
 *
 * <p>Files are not trusted: they are read into memory, not mapped; every offset in them is checked;
 * and the cost of reading is bounded by their size. Not read are split debug information ({@code
 * .dwo}), supplementary files ({@code dwz}), and sections compressed with Zstandard.
 */
package io.flowgauge.instrumentation.nativeprovider.dwarf;
