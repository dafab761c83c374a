/**
 * The longest of many independent times of one law, for any number of them. Start at {@link
 * io.flowgauge.probabilistic.order.OrderStatistic}.
 */
package io.flowgauge.probabilistic.order;
