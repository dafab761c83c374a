/**
 * What every provider of dynamic instrumentation must do, as tests. Entry: {@link
 * io.flowgauge.instrumentation.contract.InstrumentationProviderContract}.
 */
package io.flowgauge.instrumentation.contract;
