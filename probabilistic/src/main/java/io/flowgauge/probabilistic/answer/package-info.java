/**
 * The distribution of a makespan and its error, independent of the method that found it. Start at
 * {@link io.flowgauge.probabilistic.answer.Answer}; {@link
 * io.flowgauge.probabilistic.answer.AnswerForecast} presents one to users.
 */
package io.flowgauge.probabilistic.answer;
