"""The C core as Python sees it. Only these modules know it; everybody else calls them."""
