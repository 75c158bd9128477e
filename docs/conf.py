"""Sphinx's settings for the guide; `docs/build.py` runs it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import plyground

project = "plyground"
release = plyground.__version__
copyright = "the plyground authors; Apache License 2.0"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "picture", "docstring_blocks"]
highlight_language = "text"
# Keep the two dashes of options and the quotes of texts as they are.
smartquotes = False
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
# Data of the studies, not pages.
exclude_patterns = ["studies/*.json"]

# `word` in a docstring is code.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
napoleon_use_rtype = False

html_theme = "furo"
html_title = "plyground"
html_static_path = ["_static"]
html_css_files = ["pictures.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"top_of_page_buttons": []}
pygments_style = "friendly"
pygments_dark_style = "github-dark"
