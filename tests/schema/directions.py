"""Read by Schemathesis (SCHEMATHESIS_HOOKS): three of four calls are led to things that are there, and what would take away what the
others need is led to spare things."""
import json
import os
import zlib

import schemathesis

THERE = json.loads(os.environ.get("CAIRN_THERE", "{}"))
SPARE = {"owner": ["root"], "repo": ["spare"], "org": ["spareworks"], "username": ["spare"], "branch": ["other"], "id": [999]}
# After these, little would be left to ask about.
ENDING = {
    ("DELETE", "/repos/{owner}/{repo}"), ("PATCH", "/repos/{owner}/{repo}"), ("DELETE", "/orgs/{org}"), ("PATCH", "/orgs/{org}"),
    ("POST", "/orgs/{org}/rename"), ("DELETE", "/admin/users/{username}"), ("PATCH", "/admin/users/{username}"),
    ("POST", "/admin/users/{username}/rename"), ("POST", "/repos/{owner}/{repo}/transfer"), ("DELETE", "/users/{username}/tokens/{token}"),
    ("DELETE", "/repos/{owner}/{repo}/branches/{branch}"), ("PATCH", "/repos/{owner}/{repo}/branches/{branch}"),
    ("PUT", "/repos/{owner}/{repo}/branches/{branch}"), ("DELETE", "/repos/{owner}/{repo}/issues/{index}"), ("DELETE", "/teams/{id}"),
    ("POST", "/repos/{owner}/{repo}/convert"),
}


def number_of(case):
    """The same for the same call, whatever came before it."""
    return zlib.crc32(repr((case.method, case.path, sorted((case.path_parameters or {}).items(), key=str), case.query)).encode())


@schemathesis.hook
def before_call(context, case, **_):
    number = number_of(case)
    if not case.path_parameters or number % 4 == 0:
        return
    there = {**THERE, **SPARE} if (case.method.upper(), case.path) in ENDING else THERE
    for name in case.path_parameters:
        if name in there:
            case.path_parameters[name] = there[name][number // 4 % len(there[name])]
