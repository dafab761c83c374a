/** What identifies a run and its graph, for whatever they are stored in. */
package io.flowgauge.store.document;
