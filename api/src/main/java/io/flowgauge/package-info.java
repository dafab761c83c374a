/**
 * Flowgauge shows where the time of scientific workflow runs goes and predicts how long they take.
 *
 * <p>{@link io.flowgauge.Flowgauge} is the entry point: it reads and records runs, builds
 * workflows, reports on runs, compares them and predicts their makespan.
 *
 * <p>"Definitions" in this documentation refers to {@code docs/definitions.md}, which gives the
 * equation, unit and source of every quantity. Short names in brackets are papers:
 *
 * <ul>
 *   <li>[Truong]: H.-L. Truong, T. Fahringer, S. Dustdar, <i>Dynamic Instrumentation, Performance
 *       Monitoring and Analysis of Grid Scientific Workflows</i>, Journal of Grid Computing 3, 2005
 *   <li>[Nerieri]: F. Nerieri, R. Prodan, T. Fahringer, H.-L. Truong, <i>Overhead Analysis of Grid
 *       Workflow Applications</i>, 7th IEEE/ACM International Conference on Grid Computing, 2006
 *   <li>[Gunter]: D. Gunter, B. Tierney, K. Jackson, J. Lee, M. Stoufer, <i>Dynamic Monitoring of
 *       High-Performance Distributed Applications</i>, 11th IEEE International Symposium on High
 *       Performance Distributed Computing, 2002; the system is known as NetLogger
 *   <li>[MATE]: G. Costa, A. Morajko, T. Margalef, E. Luque, <i>Process Tracking for Dynamic Tuning
 *       Applications on the Grid</i>, Journal of Computer Science and Technology 7, 2007; MATE is
 *       the authors' Monitoring, Analysis and Tuning Environment
 *   <li>[Glatard]: T. Glatard, J. Montagnat, X. Pennec, <i>A probabilistic model to analyse
 *       workflow performance on production grids</i>, 8th IEEE International Symposium on Cluster
 *       Computing and the Grid, 2008
 * </ul>
 */
@NullMarked
package io.flowgauge;

import org.jspecify.annotations.NullMarked;
