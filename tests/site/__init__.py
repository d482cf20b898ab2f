"""The site in a browser: `make test PARTS=site`. It needs npm and Chromium, and no machines."""
