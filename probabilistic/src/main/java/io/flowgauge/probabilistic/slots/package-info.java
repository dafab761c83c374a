/**
 * List schedules of workflows on bounded slots, whose processors may differ in speed. Start at
 * {@link io.flowgauge.probabilistic.slots.ScheduleSampler}.
 */
package io.flowgauge.probabilistic.slots;
