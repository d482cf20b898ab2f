"""The site of findings, studies and measurements: pages made from docs/, and what Sphinx makes of them (`make site`).

It reads Markdown and result files that are committed, and holds no figure of its own. The harness does not know it.
"""
