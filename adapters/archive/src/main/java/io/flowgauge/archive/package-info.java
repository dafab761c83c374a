/** Events in tables of a relational database; see {@link io.flowgauge.archive.Archive}. */
package io.flowgauge.archive;
