"""Several programs on one database and one folder, as one site."""
import copy
import secrets

from program import Program, free_port


class Node(Program):
    """One more of the site that `first` began and has not started yet: nothing is its own but its port, its settings' file and its log."""

    def __init__(self, first, number):
        self.__dict__.update(copy.copy(first.__dict__))
        self.process, self.port = None, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        for section, secret in (("security", "SECRET_KEY"), ("oauth2", "JWT_SECRET")):  # or each would make its own
            first.settings.setdefault(section, {}).setdefault(secret, secrets.token_urlsafe(32))
        first.write_config()
        self.settings = copy.deepcopy(first.settings)
        self.settings["server"]["HTTP_PORT"] = self.port
        self.config, self.log = self.folder / f"node-{number}.ini", self.folder / f"node-{number}.log"
        self.write_config()

    def close(self):
        try:
            self.stop()
        finally:
            if self.process is not None:
                self.kill()
