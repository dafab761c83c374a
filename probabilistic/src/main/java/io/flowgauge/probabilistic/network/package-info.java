/**
 * The makespan of any workflow as a distribution. Start at {@link
 * io.flowgauge.probabilistic.network.ReducedPrediction}.
 *
 * <p>A workflow is reduced to its regions first ({@code reduction}). Regions in sequence and in
 * parallel are computed exactly on lattices ({@code curve}); what is joined irregularly is
 * conditioned ({@code irregular}) or sampled ({@code draw}, {@code sampling}), and bounded slots
 * are filled by list schedules ({@code slots}). Whatever the method, there is an {@code answer},
 * and bounds of the mean that hold without it ({@code enclosure}). This package states the problem,
 * chooses the method, and gives the reasons.
 *
 * <p>An activity starts at the latest end of those it waits for, and the makespan is the latest end
 * of those that nothing waits for. Where laws allow negative times, that is what counts, even if
 * another activity ends later: so a sequence takes the sum of its times, as in the chain model.
 * Only schedules on bounded slots count negative times as 0.
 */
package io.flowgauge.probabilistic.network;
