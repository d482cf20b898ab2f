"""Charts as inline SVG: what they are drawn on, and one module for each kind. They know no machine."""
