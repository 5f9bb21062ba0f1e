"""`tohit serve`: the notebooks as pages, by a Voila of our own.

The only part that imports voila or jupyter_server; nothing imports it but the command line, and only when asked to.

app.py         the server: what it listens on, which addresses it answers, `run`
settings.py    how Voila is set up, here and on Binder: template, culling, language, the cookie of the closing beacon
pages.py       what answers: a notebook's page, the front page, pictures, and "there is no such page"
front.py       the front page's cards
connection.py  the line between a page and its kernel
headers.py     what every answer allows the browser to do
address.py     the addresses of this computer, in words
template/      the pages' look; laid out as a Jupyter data folder, where Voila looks for templates
"""
