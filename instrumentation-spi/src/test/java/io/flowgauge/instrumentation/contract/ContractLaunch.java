package io.flowgauge.instrumentation.contract;

import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.RegionPattern;

/**
 * A program that can be launched: it calls a region a known number of times from main on, and exits
 * on its own.
 *
 * @param request how to start it
 * @param region matches the region and no other
 * @param calls how often it is called
 * @param exitCode what the program exits with
 */
public record ContractLaunch(
    LaunchRequest request, RegionPattern region, long calls, int exitCode) {}
