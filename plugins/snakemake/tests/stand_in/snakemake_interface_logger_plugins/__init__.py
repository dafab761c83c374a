"""Replaces the package snakemake-interface-logger-plugins 2.0.1 in tests, as far as a plug-in uses it."""
