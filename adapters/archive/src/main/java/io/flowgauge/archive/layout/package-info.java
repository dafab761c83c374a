/** How events become rows and columns, of tables and of columnar files. */
package io.flowgauge.archive.layout;
