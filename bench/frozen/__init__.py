"""The tokeniser as it was on 2026-11-22, the yardstick of benchmarks: it must not change with the product."""
