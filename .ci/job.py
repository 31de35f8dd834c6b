# SPDX-License-Identifier: MIT
"""Reads a Kubernetes Job for so many tiles, strictly, and prints the command of its container,
each argument ended by a zero byte."""

import sys

import yaml

FIELDS = """apiVersion kind metadata name spec completionMode completions parallelism backoffLimitPerIndex
    template restartPolicy volumes persistentVolumeClaim claimName containers image volumeMounts
    mountPath resources limits cpu memory command""".split()


class Strict(yaml.SafeLoader):
    """Refuses a field that is there twice, or that none of the recipes may have."""

    def construct_mapping(self, node, deep=False):
        names = [name.value for name, _ in node.value]
        for name in names:
            if names.count(name) > 1 or name not in FIELDS:
                sys.exit(f"field {name}: unknown or there twice")
        return super().construct_mapping(node, deep)


job = yaml.load(sys.stdin, Strict)
pod = job["spec"]["template"]["spec"]
(container,), (volume,) = pod["containers"], pod["volumes"]
(mount,) = container["volumeMounts"]
assert (job["apiVersion"], job["kind"]) == ("batch/v1", "Job") and job["metadata"]["name"]
assert job["spec"]["completionMode"] == "Indexed" and job["spec"]["completions"] == int(sys.argv[1])
assert pod["restartPolicy"] == "Never", "backoffLimitPerIndex asks for it"
assert mount["name"] == volume["name"]
for argument in container["command"]:
    sys.stdout.write(argument + "\0")
