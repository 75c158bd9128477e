"""Drawing: figures as SVG text, without any library."""
