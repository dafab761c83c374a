/** Creates the daemon threads of services and their clients. */
package io.flowgauge.sites.thread;
