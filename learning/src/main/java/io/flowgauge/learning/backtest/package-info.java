/** Replays runs, to tell how well earlier ones predict later ones. */
package io.flowgauge.learning.backtest;
