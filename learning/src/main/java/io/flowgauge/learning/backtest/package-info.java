/** Replays runs, to measure how well earlier ones predict later ones. */
package io.flowgauge.learning.backtest;
