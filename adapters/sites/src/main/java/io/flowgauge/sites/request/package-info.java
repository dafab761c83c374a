/** Requests: signed where they are made, checked and noted where they arrive. */
package io.flowgauge.sites.request;
