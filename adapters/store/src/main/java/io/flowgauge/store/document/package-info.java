/** Identifies runs and their graphs, for every kind of store. */
package io.flowgauge.store.document;
