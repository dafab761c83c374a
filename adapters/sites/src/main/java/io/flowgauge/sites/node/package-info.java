/**
 * The node: checks requests for the processes of one machine and performs them as the local user to
 * whom the requester is mapped ([Truong] §3.1: Mutator Factory and Instances). Start at {@link
 * io.flowgauge.sites.node.Node}.
 */
package io.flowgauge.sites.node;
