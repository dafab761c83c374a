/**
 * Learns the service times of activities from completed ones. Start at {@link
 * io.flowgauge.learning.service.ServiceModel}.
 */
package io.flowgauge.learning.service;
