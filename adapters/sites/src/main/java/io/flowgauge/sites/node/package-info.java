/**
 * The node: checks requests for the processes of one machine, and performs them as the local user
 * they are for ([Truong] §3.1: Mutator Factory and Instances).
 */
package io.flowgauge.sites.node;
