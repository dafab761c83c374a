/**
 * The default provider: sensors in native programs on x86-64 Linux, through a C library inside the
 * jar. {@link java.util.ServiceLoader} finds it; its name is {@code native}.
 *
 * <p>The library is searched for in this order, and loaded once:
 *
 * <ol>
 *   <li>the file that the system property {@code flowgauge.native.library} names, and nothing else
 *       if it is set;
 *   <li>the resource {@code linux-x86-64/libflowgauge.so}, copied into a new private folder that is
 *       removed as soon as the library is loaded;
 *   <li>{@code libflowgauge.so} on the system's library path.
 * </ol>
 */
package io.flowgauge.instrumentation.nativeprovider;
