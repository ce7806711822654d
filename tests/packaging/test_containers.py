"""The container's recipe, the Compose file and the Kustomize folder: well formed, closed, and true of the program."""
import os
import re
import shutil
import subprocess

import pytest
from client import Client
from program import ROOT

yaml = pytest.importorskip("yaml")
PACKAGING = ROOT / "packaging"
UID = 10001


def documents(file):
    return [document for document in yaml.safe_load_all(file.read_text()) if document]


def compose(*names):
    """What the files come to, one upon the other."""
    whole = {}
    for name in names:
        for section, content in documents(PACKAGING / name)[0].items():
            if not isinstance(content, dict):
                whole[section] = content
                continue
            for one, said in content.items():
                before = whole.setdefault(section, {}).setdefault(one, said)
                if before is not said:
                    before.update({key: {**before.get(key, {}), **value} if isinstance(value, dict) else value for key, value in said.items()})
    return whole


def built(tmp_path, folder):
    """What kustomize makes of it; without one, the files as they are."""
    copy = tmp_path / "kustomize"
    shutil.copytree(PACKAGING / "kustomize", copy, ignore=shutil.ignore_patterns("password"))
    (copy / "overlays/postgres/password").write_text("secret\n")
    command = ["kustomize", "build"] if shutil.which("kustomize") else ["kubectl", "kustomize"]
    if not shutil.which(command[0]):
        pytest.skip("neither kustomize nor kubectl is installed")
    done = subprocess.run([*command, copy / folder], capture_output=True, text=True, check=True)
    assert "deprecated" not in done.stderr.lower()
    return list(yaml.safe_load_all(done.stdout))


def one(objects, kind, name="cairn"):
    found = [o for o in objects if o["kind"] == kind and re.fullmatch(rf"{name}(-[0-9a-z]{{10}})?", o["metadata"]["name"])]
    assert len(found) == 1, (kind, name)
    return found[0]


ALL_YAML = sorted(PACKAGING.rglob("*.yaml"))


@pytest.mark.parametrize("file", ALL_YAML, ids=lambda file: str(file.relative_to(PACKAGING)))
def test_it_is_yaml(file):
    assert documents(file) and "\t" not in file.read_text()


@pytest.fixture
def understood(program, tmp_path):
    """understood({variable: value}): the program takes such an environment, without a warning."""
    def check(environment):
        assert environment and all(isinstance(value, str) for value in environment.values()), environment
        told = {}
        for name, value in environment.items():
            if name.endswith("__FILE"):
                (tmp_path / "told").write_text("secret\n")
                value = str(tmp_path / "told")
            told[name] = value
        program.config.write_text("")
        done = program.run("config", "show", environment=told)
        assert not done.stderr, done.stderr
        return done.stdout
    return check


class TestContainerfile:
    text = (PACKAGING / "container/Containerfile").read_text()

    def test_it_runs_as_nobody_of_the_host_s(self):
        last = self.text.rpartition("\nFROM ")[2]
        assert f"USER {UID}:{UID}\n" in last and f"--uid {UID} " in last
        assert "VOLUME /var/lib/cairn\n" in last
        assert self.text.count("FROM debian:12-slim") == 2

    def test_no_secret_is_in_the_image(self):
        """The package makes some when it is installed; they go in the same layer."""
        layer = re.search(r"^RUN .*useradd(?:.|\n)*?[^\\]\n(?=[A-Z])", self.text, re.M)
        run = re.search(r"^RUN --mount(?:.*\\\n|    #.*\n)*.*\n", self.text, re.M)[0]
        assert "apt-get install" in run and "rm -rf /etc/cairn" in run, layer

    def test_its_settings_are_understood(self, understood):
        said = dict(word.split("=", 1) for word in re.findall(r"\b(CAIRN_\S+=\S+)", self.text))
        assert "/var/lib/cairn" in understood(said)

    def test_what_it_copies_is_there(self):
        for source in re.findall(r"^COPY (?:--\S+ )*(.+) \S+$", self.text, re.M):
            for name in source.split():
                assert (ROOT / name).exists(), name

    def test_its_check_of_health(self, program):
        check = PACKAGING / "container/healthy"
        assert os.access(check, os.X_OK)
        environment = {**os.environ, "CAIRN__SERVER__HTTP_PORT": str(program.port)}
        assert subprocess.run([check], env=environment, capture_output=True).returncode != 0, "nothing listens"
        program.start()
        done = subprocess.run([check], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


class TestCompose:
    @pytest.fixture(params=[("compose.yaml",), ("compose.yaml", "compose.postgres.yaml")], ids=["sqlite", "postgres"])
    def whole(self, request):
        return compose(*request.param)

    def test_it_is_closed(self, whole):
        cairn = whole["services"]["cairn"]
        assert cairn["read_only"] is True and cairn["cap_drop"] == ["ALL"] and "privileged" not in cairn
        assert "no-new-privileges:true" in cairn["security_opt"]
        assert "127.0.0.1:3000:3000" in cairn["ports"]

    def test_its_settings_are_understood(self, whole, understood):
        understood(whole["services"]["cairn"]["environment"])

    def test_what_it_names_is_there(self, whole):
        for name, service in whole["services"].items():
            for volume in service["volumes"]:
                assert volume.partition(":")[0] in whole["volumes"], name
            for secret in service.get("secrets", []):
                assert secret in whole["secrets"]
        cairn = whole["services"]["cairn"]
        assert (PACKAGING / cairn["build"]["context"] / cairn["build"]["dockerfile"]).exists()
        assert cairn["volumes"][0].endswith(":/var/lib/cairn")

    def test_compose_takes_it(self, whole):
        if not shutil.which("docker") or subprocess.run(["docker", "compose", "version"], capture_output=True).returncode != 0:
            pytest.skip("docker compose is not installed")
        files = ["compose.yaml"] + (["compose.postgres.yaml"] if "postgres" in whole["services"] else [])
        options = [word for name in files for word in ("-f", PACKAGING / name)]
        done = subprocess.run(["docker", "compose", *options, "config", "--quiet"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("folder", ["base", "overlays/postgres"])
class TestKustomize:
    @pytest.fixture
    def objects(self, tmp_path, folder):
        return built(tmp_path, folder)

    def test_pods_are_what_restricted_asks_for(self, objects, folder):
        pods = [o["spec"]["template"]["spec"] for o in objects if o["kind"] == "StatefulSet"]
        assert len(pods) == (2 if "postgres" in folder else 1)
        for pod in pods:
            assert pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["runAsUser"] > 0
            assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
            assert not pod["automountServiceAccountToken"] and not pod.get("hostNetwork")
            for container in pod["containers"]:
                security = container["securityContext"]
                assert security == {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}
                assert container["resources"]["limits"]["memory"]
            assert {v["name"] for v in pod["volumes"]} >= {"scratch"} and not any("hostPath" in v for v in pod["volumes"])

    def test_its_account_is_the_image_s(self, objects, folder):
        pod = one(objects, "StatefulSet")["spec"]["template"]["spec"]["securityContext"]
        assert pod["runAsUser"] == pod["runAsGroup"] == pod["fsGroup"] == UID

    def test_one_process_has_a_database(self, objects, folder):
        assert one(objects, "StatefulSet")["spec"]["replicas"] == 1

    def test_its_settings_are_understood(self, objects, folder, understood):
        understood(one(objects, "ConfigMap", "cairn-settings")["data"])

    def test_what_it_names_is_there(self, objects, folder):
        for stateful in (o for o in objects if o["kind"] == "StatefulSet"):
            pod = stateful["spec"]["template"]["spec"]
            claims = {claim["metadata"]["name"] for claim in stateful["spec"]["volumeClaimTemplates"]}
            volumes = claims | {volume["name"] for volume in pod["volumes"]}
            assert {mount["name"] for c in pod["containers"] for mount in c["volumeMounts"]} == volumes
            assert "data" in claims
            ports = {port["name"] for c in pod["containers"] for port in c["ports"]}
            service = one(objects, "Service", stateful["spec"]["serviceName"])["spec"]
            assert {port["targetPort"] for port in service["ports"]} == ports
            labels = stateful["spec"]["template"]["metadata"]["labels"]
            assert service["selector"].items() <= labels.items()
            assert stateful["spec"]["selector"]["matchLabels"].items() <= labels.items()
        names = {o["metadata"]["name"] for o in objects if o["kind"] in ("ConfigMap", "Secret")}
        for stateful in (o for o in objects if o["kind"] == "StatefulSet"):
            text = yaml.safe_dump(stateful)
            assert set(re.findall(r"secretName: (\S+)", text)) | {e["configMapRef"]["name"] for c in
                stateful["spec"]["template"]["spec"]["containers"] for e in c.get("envFrom", [])} <= names

    def test_probes_ask_for_what_the_program_answers(self, objects, folder, server):
        container = one(objects, "StatefulSet")["spec"]["template"]["spec"]["containers"][0]
        paths = {probe["httpGet"]["path"] for name, probe in container.items() if name.endswith("Probe") and "httpGet" in probe}
        assert paths, "there are probes"
        for path in paths:
            # As a probe does: nobody's credentials.
            assert Client(server.url).get(path, expect=200).json()["status"] == "pass"
        http = next(port for port in container["ports"] if port["name"] == "http")
        assert http["containerPort"] == 3000, "HTTP_PORT's default"
