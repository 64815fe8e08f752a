"""How sphinx makes the documentation: ``make -C docs html``. The pages of clauses are written from seeds/ first."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import clauses

import lipai

clauses.write(Path(__file__).parents[1] / "seeds", Path(__file__).parent / "clauses")

project = "lipai 理牌"
author = "the lipai authors"
version = release = lipai.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True
html_theme = "furo"
html_title = "lipai 理牌"
suppress_warnings = ["misc.highlighting_failure"]
