/**
 * Fixtures shared by the tests of several modules, such as a browser, a PostgreSQL server and
 * {@link io.flowgauge.testsupport.ModuleContract}.
 */
package io.flowgauge.testsupport;
