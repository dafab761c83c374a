/** Service times of activities, learned from those that have completed. */
package io.flowgauge.learning.service;
