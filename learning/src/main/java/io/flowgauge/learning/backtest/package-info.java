/**
 * Replays runs to measure how well earlier ones predict later ones. Start at {@link
 * io.flowgauge.learning.backtest.Replay}.
 */
package io.flowgauge.learning.backtest;
