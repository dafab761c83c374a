/**
 * Source positions and inlined functions out of the debug information (DWARF 4 and 5) of ELF files,
 * as gcc, clang, gfortran and rustc write it. Begin with {@link
 * io.flowgauge.instrumentation.nativeprovider.dwarf.DebugInfo#read(java.nio.file.Path)}.
 *
 * <p>Files are hostile: they are read into memory, not mapped, every offset in them is checked, and
 * what reading may cost is bounded by their size. Not read: split debug information ({@code .dwo}),
 * supplementary files ({@code dwz}), sections compressed with Zstandard.
 */
package io.flowgauge.instrumentation.nativeprovider.dwarf;
