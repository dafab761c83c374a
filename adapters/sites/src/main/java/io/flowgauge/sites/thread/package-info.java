/** The threads of services and their clients. */
package io.flowgauge.sites.thread;
