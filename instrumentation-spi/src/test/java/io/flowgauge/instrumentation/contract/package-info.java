/**
 * Tests that every provider of dynamic instrumentation must pass. Start with {@link
 * io.flowgauge.instrumentation.contract.InstrumentationProviderContract}.
 */
package io.flowgauge.instrumentation.contract;
