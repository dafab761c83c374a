/**
 * What is known about a makespan and how well, whatever the method. Start at {@link
 * io.flowgauge.probabilistic.answer.Answer}; {@link
 * io.flowgauge.probabilistic.answer.AnswerForecast} shows one to users.
 */
package io.flowgauge.probabilistic.answer;
