"""Stands in for the package snakemake-interface-logger-plugins 2.0.1 in tests: what a plug-in sees of it."""
