/** What packages of this module share and nobody else sees. */
package io.flowgauge.instrumentation.internal;
