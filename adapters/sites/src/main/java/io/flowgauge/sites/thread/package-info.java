/** The threads of services and of those who ask them. */
package io.flowgauge.sites.thread;
