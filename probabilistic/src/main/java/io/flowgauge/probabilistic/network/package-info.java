/**
 * The makespan of any workflow as a distribution. Start at {@link
 * io.flowgauge.probabilistic.network.ReducedPrediction}.
 *
 * <p>A workflow is reduced to its regions first ({@code reduction}). Regions in sequence and in
 * parallel are computed exactly on lattices ({@code curve}); irregular regions are conditioned
 * ({@code irregular}) or sampled ({@code draw}, {@code sampling}), and bounded slots are filled by
 * list schedules ({@code slots}). Whatever the method, there is an {@code answer}, and bounds of
 * the mean that hold without it ({@code enclosure}). This package collects the input, chooses the
 * method, and finds the reasons.
 *
 * <p>An activity starts at the latest end of its predecessors, and the makespan is the latest end
 * of the activities without successors. This holds even if laws allow negative times and another
 * activity therefore ends later: a sequence always takes the sum of its times, as in the chain
 * model. Only schedules on bounded slots count negative times as 0.
 */
package io.flowgauge.probabilistic.network;
