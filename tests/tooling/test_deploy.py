"""The files in deploy/ agree with the service, and so do the variables in docs/. None of the files is run here."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from typing import Any

import click
import pytest
import typer
import yaml

from partie.cli._support.app import app as partie
from partie.cli._support.supervisor import END_SECONDS
from partie.config import Settings, variable, variables
from partie.node import PING_SECONDS

DEPLOY = Path(__file__).parents[2] / "deploy"
DOCS = DEPLOY.parent / "docs"
CONFORMANCE = DEPLOY.parent / "engines" / "partie" / "kit" / "conformance"
PORT = Settings().port
PING = ["redis-cli", "-e", "ping"]
"""Fails while Redis reads its file; without ``-e`` that is no failure."""

COMPOSE = ("compose.yaml", "compose.cluster.yaml")
UNITS = ("partie.service", "partie@.service")
KUBERNETES: list[dict[str, Any]] = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text()))


def composed(name: str) -> dict[str, Any]:
    """The services of a compose file."""
    services: dict[str, Any] = yaml.safe_load((DEPLOY / name).read_text())["services"]
    return services


def kind(name: str) -> dict[str, Any]:
    """The first Kubernetes object of a kind."""
    return next(one for one in KUBERNETES if one["kind"] == name)


def check_command(words: list[str]) -> None:
    """The words are a command of ``partie`` that would be understood."""
    assert Path(words[0]).name == "partie"
    commands = typer.main.get_command(partie)
    assert isinstance(commands, click.Group) or hasattr(commands, "commands")
    command = commands.commands[words[1]]
    known = {option: parameter for parameter in command.params for option in parameter.opts}
    for word in words[2:]:
        if word.startswith("--"):
            assert word.partition("=")[0] in known, word


@pytest.mark.parametrize(
    "file",
    sorted([*(path for path in DEPLOY.iterdir() if path.suffix != ".png"), *DOCS.rglob("*.md")]),
    ids=lambda f: f.name,
)
def test_every_variable_of_the_service_is_one_of_its_settings(file: Path) -> None:
    """A misspelt one would have no effect, and say so only in the log. The conformance suite has a few of its own."""
    suite = "".join(path.read_text() for path in CONFORMANCE.glob("*.py"))
    own = set(re.findall(r'"(PARTIE_CONFORMANCE\w*)"', suite))
    assert set(re.findall(r"\bPARTIE_[A-Z_]+\b", file.read_text())) <= variables() | own


@pytest.mark.parametrize("name", COMPOSE)
def test_compose_runs_two_nodes_behind_a_proxy(name: str) -> None:
    """Both nodes are alike, the proxy knows both at their port, and what they wait for is there."""
    services = composed(name)
    nodes = [service for service in services if service.startswith("node-")]
    assert len(nodes) == 2
    assert services["proxy"]["environment"]["NODES"].split() == [f"{node}:{PORT}" for node in nodes]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= services.keys()
        assert {volume.partition(":")[0] for volume in service.get("volumes", ())} <= {
            "./Caddyfile",
            *yaml.safe_load((DEPLOY / name).read_text())["volumes"],
        }
    for node in nodes:
        url = services[node]["environment"]["REDIS_URL"]
        places = re.findall(r"([\w-]+):6379", url)
        assert places
        assert set(places) <= services.keys()
        assert seconds(services[node]["stop_grace_period"]) > END_SECONDS
        # What a process writes would be gone with its container, and its port is above 1024.
        assert services[node]["read_only"]
        assert services[node]["cap_drop"] == ["ALL"]
        assert Settings(redis_url=url)


@pytest.mark.parametrize("name", COMPOSE)
def test_every_redis_keeps_what_was_acknowledged(name: str) -> None:
    """In containers as on Kubernetes: each write is on the disk, no key is evicted, and the data is on a volume."""
    for service in composed(name).values():
        if "redis-server" in str(service.get("command", "")):
            check_redis(shlex.split(service["command"]))
            assert any(volume.endswith(":/data") for volume in service["volumes"])
            assert service["healthcheck"]["test"] == ["CMD", *PING]


def test_the_masters_of_the_cluster_keep_their_addresses() -> None:
    """They know each other by them alone; what else starts gets others, even while a master is away."""
    network = yaml.safe_load((DEPLOY / "compose.cluster.yaml").read_text())["networks"]["default"]
    (pool,) = network["ipam"]["config"]
    services = composed("compose.cluster.yaml")
    masters = [service for service in services if service.startswith("redis-")]
    kept = [IPv4Address(services[master]["networks"]["default"]["ipv4_address"]) for master in masters]
    assert len(set(kept)) == 3
    for address in kept:
        assert address in IPv4Network(pool["subnet"])
        assert address not in IPv4Network(pool["ip_range"])
    (script,) = services["cluster"]["command"]
    assert re.findall(r"([\d.]+):6379", script) == [str(address) for address in kept]


def check_redis(words: list[str]) -> None:
    settings = dict(zip(words[1::2], words[2::2], strict=True))
    wanted = {"--appendonly": "yes", "--appendfsync": "always", "--maxmemory-policy": "noeviction", "--save": ""}
    assert wanted.items() <= settings.items()


def seconds(text: str | int) -> int:
    return int(str(text).removesuffix("s"))


def test_the_container_runs_the_service_and_asks_whether_it_is_ready() -> None:
    """Its command is one of the service's, its port the one exposed, and its health check a path that there is."""
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    found = re.search(r"^CMD (\[.*\])$", text, re.MULTILINE)
    assert found is not None
    words: list[str] = yaml.safe_load(found[1])
    check_command(words)
    assert words[words.index("--port") + 1] == str(PORT)
    assert f"EXPOSE {PORT}" in text
    folder = re.search(rf"^ENV .*\b{variable('data_dir')}=(\S+)$", text, re.MULTILINE)
    assert folder is not None
    assert f"VOLUME {folder[1]}\n" in text
    asked = re.search(rf'HEALTHCHECK .*/dev/tcp/127\.0\.0\.1/{PORT}; printf "GET (/\w+) ', text)
    assert asked is not None
    assert asked[1] == "/readyz"
    # As process 1 a node that hangs could not be ended by its own.
    assert 'ENTRYPOINT ["tini", "--"]' in text
    assert re.search(r"apt-get install [^&]*\btini\b", text[text.rindex("\nFROM") :])
    sources = " ".join(re.findall(r"^COPY (?!--from)(.+) \./?$", text, re.MULTILINE)).split()
    assert "requirements.lock" in sources
    for source in sources:
        assert (DEPLOY.parent / source).exists()


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_starts_the_service_and_lets_it_end(name: str) -> None:
    """Its command is understood, and it is given longer than the service takes to send everybody away."""
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string((DEPLOY / name).read_text())
    check_command(shlex.split(unit["Service"]["ExecStart"]))
    assert unit["Service"]["KillMode"] == "mixed"
    assert seconds(unit["Service"]["TimeoutStopSec"]) >= 15
    # Else systemd gives a node up that ends five times in ten seconds, as while its Redis reads its file.
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert unit["Install"]["WantedBy"] == "multi-user.target"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this machine has no systemd")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_a_unit(name: str, tmp_path: Path) -> None:
    """It knows every setting, and has nothing to say of any."""
    unit = tmp_path / name.replace("@", "@8000")
    unit.write_text((DEPLOY / name).read_text().replace("/opt/partie/bin/partie", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    # It may have something to say of the machine's own units.
    assert not [line for line in done.stderr.splitlines() if unit.name in line]


def test_kubernetes_probes_ask_for_what_there_is() -> None:
    """Each probe's path is a route, its port the container's; only readiness asks after Redis."""
    (container,) = kind("Deployment")["spec"]["template"]["spec"]["containers"]
    check_command(container["args"])
    assert [port["containerPort"] for port in container["ports"]] == [PORT]
    asked = {name: container[f"{name}Probe"]["httpGet"] for name in ("startup", "liveness", "readiness")}
    assert {name: probe["path"] for name, probe in asked.items()} == {
        "startup": "/healthz",
        "liveness": "/healthz",
        "readiness": "/readyz",
    }
    assert {probe["port"] for probe in asked.values()} == {container["ports"][0]["name"]}
    assert set(kind("ConfigMap")["data"]) <= {variable(name) for name in Settings.__struct_fields__}


def test_kubernetes_keeps_a_node_while_another_goes() -> None:
    """There are two, one may be missing, and each has the time to send its people away."""
    deployment = kind("Deployment")["spec"]
    budget = kind("PodDisruptionBudget")["spec"]
    assert deployment["replicas"] > budget["minAvailable"] >= 1
    assert budget["selector"] == deployment["selector"]
    assert deployment["template"]["metadata"]["labels"].items() >= deployment["selector"]["matchLabels"].items()
    pod = deployment["template"]["spec"]
    waits = int(pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod["terminationGracePeriodSeconds"] > waits + END_SECONDS
    (redis,) = kind("StatefulSet")["spec"]["template"]["spec"]["containers"]
    check_redis(redis["args"])
    assert redis["readinessProbe"]["exec"]["command"] == PING


def test_kubernetes_tells_a_node_nothing_that_sounds_like_a_setting() -> None:
    """For each Service there are variables by its name, unless the pod wants none; PARTIE_PORT would be one."""
    (service,) = [one for one in KUBERNETES if one["kind"] == "Service" and one["metadata"]["name"] == "partie"]
    assert f"{service['metadata']['name'].upper()}_PORT" == variable("port")
    assert kind("Deployment")["spec"]["template"]["spec"]["enableServiceLinks"] is False


@pytest.mark.parametrize("name", ["Deployment", "StatefulSet"])
def test_no_pod_is_root_or_writes_beside_its_volumes(name: str) -> None:
    """So both run where Kubernetes takes in nothing else."""
    pod = kind(name)["spec"]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"]
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    for container in (*pod.get("initContainers", ()), *pod["containers"]):
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }


def test_every_object_is_in_the_namespace_and_every_reference_leads_somewhere() -> None:
    """Services, ingress and volumes name what the file has."""
    space = kind("Namespace")["metadata"]["name"]
    assert {one["metadata"].get("namespace", space) for one in KUBERNETES} == {space}
    services = {one["metadata"]["name"] for one in KUBERNETES if one["kind"] == "Service"}
    (rule,) = kind("Ingress")["spec"]["rules"]
    assert {path["backend"]["service"]["name"] for path in rule["http"]["paths"]} <= services
    assert kind("StatefulSet")["spec"]["serviceName"] in services
    assert re.match(r"redis://(\w+):", kind("ConfigMap")["data"]["REDIS_URL"])[1] in services  # type: ignore[index]
    waits = kind("Ingress")["metadata"]["annotations"]
    for way in ("read", "send"):
        assert int(waits[f"nginx.ingress.kubernetes.io/proxy-{way}-timeout"]) > 4 * PING_SECONDS


def test_caddy_asks_the_nodes_whether_they_are_ready() -> None:
    """It waits a little longer for the answer than the service waits for Redis."""
    text = (DEPLOY / "Caddyfile").read_text()
    assert "health_uri /readyz" in text
    found = re.search(r"health_timeout (\d+)s", text)
    assert found is not None
    assert int(found[1]) > 3
