"""`tohit serve`: the notebooks as pages, by a Voila of our own.

The only part that imports voila or jupyter_server; nothing imports it but the command line, and only when asked to.

run.py         what the command does: checks, announces, serves
options.py     what whoever starts the server may choose
app.py         the server: which addresses it answers, how it ends
settings.py    how Voila is set up, here and on Binder: template, culling, language, the cookie of the closing beacon
pages.py       what answers: a notebook's page, pictures, and "there is no such page"; spoken.py: in whose language
front.py       the front page's cards
entry.py       the door, when it has a lock
house.py       who is in: seats, refusals; journal.py: what is written down of it; status.py: what the teacher sees
connection.py  the line between a page and its kernel; guard.py: how fast, and whose; frames.py: what may be said
kernels.py     the kernels, some of them warm; limits.py: what runs inside each
memory.py      what those who left have held is given back
shards.py      several processes behind nginx
headers.py     what every answer allows the browser to do
address.py     the addresses of this computer
template/      the pages' look; laid out as a Jupyter data folder, where Voila looks for templates
"""
