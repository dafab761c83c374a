/**
 * What a node, a site and a hub have in common: a server that lets requests in and answers them.
 */
package io.flowgauge.sites.service;
