"""Waiting until everybody has heard of what has happened."""
from client import ADMIN, Client
from program import wait_until


def told(client):
    """Once everybody has heard of all that has happened: no notice waits any longer."""
    root = Client(client.url, basic=ADMIN)
    wait_until(lambda: root.get("/admin/jobs?kind=notification").json() == [], "all to be told")
