"""The tasks of upkeep: what an administrator sees of them, and running one to its end."""
from program import wait_until

TASKS = "/admin/cron?limit=50"


def task(admin, name):
    return next(each for each in admin.get(TASKS).json() if each["name"] == name)


def ran(admin, name):
    """Runs the task and waits until it is done; what is asked for while it runs is not run again."""

    def idle():
        return all(job["key"] != name for job in admin.get("/admin/jobs?kind=cron&limit=50").json())

    wait_until(idle, f"{name} to end")
    before = task(admin, name)["exec_times"]
    admin.post(f"/admin/cron/{name}", expect=204)
    assert task(admin, name)["exec_times"] > before
    wait_until(idle, f"{name} to be done")
