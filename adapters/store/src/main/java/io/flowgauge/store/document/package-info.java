/**
 * Documents and identifiers of runs and their graphs, shared by all kinds of stores. Start at
 * {@link io.flowgauge.store.document.RunDocument}.
 */
package io.flowgauge.store.document;
