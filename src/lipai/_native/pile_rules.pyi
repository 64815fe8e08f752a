from typing import Any

# What other modules of this package cimport, and nothing for Python: see pile_rules.pxd.
__pyx_capi__: dict[str, Any]
