"""How Sphinx builds this folder into the site that the service shows at ``/docs``."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent

# The games and the service lie in two folders that make up one package.
sys.path[:0] = [str(DOCS / "_ext"), str(ROOT / "engines"), str(ROOT / "server")]

project = "Partie"
version = release = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
language = "en"
smartquotes_action = "qe"  # no dashes of two hyphens: pages are full of flags

extensions = ["myst_parser", "sphinx.ext.autodoc", "generated", "strict"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}

# A link that leads nowhere is a warning, and a warning fails the build.
nitpicky = True
nitpick_ignore_regex = [
    # Other projects' classes: their documentation isn't at hand without a network.
    (r"py:.*", r"(collections|enum|functools|hypothesis|msgspec|os|pathlib|pytest|random|types|typing|websockets)\..*"),
    # Type variables and aliases have no entry to link to.
    (r"py:(class|obj)", r"(partie\.kit\.[\w.]+\.)?(\w*T|P|R|View|Patch|Viewer|Seat|Value|AnyEngine)"),
    (r"py:class", r"dict\[str"),
]

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_use_legacy_class_based = False
python_use_unqualified_type_names = True
maximum_signature_line_length = 90

html_theme = "furo"
html_title = "Partie"
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["partie.css"]
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": {"color-brand-primary": "#7a4a12", "color-brand-content": "#7a4a12"},
    "dark_css_variables": {"color-brand-primary": "#e6b450", "color-brand-content": "#e6b450"},
}

# Only `make docs-links` asks other servers. The service itself and examples aren't there to answer.
linkcheck_ignore = [r"http://(127\.0\.0\.1|localhost|192\.168\.).*", r"https?://([\w.]*\.)?example\.org.*"]
linkcheck_timeout = 20
linkcheck_retries = 2
