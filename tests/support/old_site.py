"""A small site as Gitea and Forgejo leave it on a disk: a database of their shape, bare repositories, files.

Which tables and columns there are is what the two products share, with a few that only one of them has."""
import base64
import crypt
import hashlib
import hmac
import json
import os
import pathlib
import sqlite3
import struct
import subprocess

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from program import PostgresDatabase

SECRET_KEY = "the-secret-key-of-the-old-site"
PASSWORD = "the old pass-word"
TOKEN = "0123456789abcdef0123456789abcdef01234567"
CLIENT_ID = "5c1bd4cc-8a0d-4f2b-9f0c-3a1d2b4c5d6e"
CLIENT_SECRET = "gto_an-old-secret"
REDIRECT = "https://old.example.com/callback"
TOTP_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
ATTACHMENT = "0f1e2d3c-4b5a-4978-8697-a5b4c3d2e1f0"
ASSET = "1f1e2d3c-4b5a-4978-8697-a5b4c3d2e1f0"
THEN = 1_600_000_000

# A type for each column: i(nteger), b(oolean), t(ext), x (bytes).
TABLES = {
    "version": "id:i version:i",
    "user": "id:i lower_name:t name:t full_name:t email:t keep_email_private:b email_notifications_preference:t passwd:t"
            " passwd_hash_algo:t must_change_password:b login_type:i login_source:i login_name:t type:i location:t"
            " website:t rands:t salt:t language:t description:t created_unix:i updated_unix:i last_login_unix:i"
            " last_repo_visibility:b max_repo_creation:i is_active:b is_admin:b is_restricted:b allow_git_hook:b"
            " allow_import_local:b allow_create_organization:b prohibit_login:b avatar:t avatar_email:t"
            " use_custom_avatar:b num_followers:i visibility:i repo_admin_change_team_access:b diff_view_style:t theme:t"
            " keep_activity_private:b",
    "email_address": "id:i uid:i email:t lower_email:t is_activated:b is_primary:b",
    "two_factor": "id:i uid:i secret:t scratch_salt:t scratch_hash:t last_used_passcode:t created_unix:i updated_unix:i",
    "webauthn_credential": "id:i name:t lower_name:t user_id:i credential_id:x public_key:x attestation_type:t aaguid:x"
                           " sign_count:i clone_warning:b created_unix:i updated_unix:i",
    "public_key": "id:i owner_id:i name:t fingerprint:t content:t mode:i type:i login_source_id:i created_unix:i"
                  " updated_unix:i verified:b",
    "access_token": "id:i uid:i name:t token_hash:t token_salt:t token_last_eight:t scope:t created_unix:i updated_unix:i",
    "user_redirect": "id:i lower_name:t redirect_user_id:i",
    "follow": "id:i user_id:i follow_id:i created_unix:i",
    "user_blocking": "id:i blocker_id:i blockee_id:i note:t created_unix:i",
    "team": "id:i org_id:i lower_name:t name:t description:t authorize:i num_repos:i num_members:i"
            " includes_all_repositories:b can_create_org_repo:b",
    "team_unit": "id:i org_id:i team_id:i type:i access_mode:i",
    "team_user": "id:i org_id:i team_id:i uid:i",
    "team_repo": "id:i org_id:i team_id:i repo_id:i",
    "org_user": "id:i uid:i org_id:i is_public:b",
    "repository": "id:i owner_id:i owner_name:t lower_name:t name:t description:t website:t original_service_type:i"
                  " original_url:t default_branch:t default_wiki_branch:t num_issues:i is_private:b is_empty:b"
                  " is_archived:b is_mirror:b status:i is_fork:b fork_id:i is_template:b template_id:i size:i topics:t"
                  " object_format_name:t trust_model:i avatar:t created_unix:i updated_unix:i archived_unix:i",
    "repo_unit": "id:i repo_id:i type:i config:t anonymous_access_mode:i everyone_access_mode:i created_unix:i",
    "collaboration": "id:i repo_id:i user_id:i mode:i created_unix:i updated_unix:i",
    "star": "id:i uid:i repo_id:i created_unix:i",
    "watch": "id:i user_id:i repo_id:i mode:i created_unix:i updated_unix:i",
    "repo_redirect": "id:i owner_id:i lower_name:t redirect_repo_id:i",
    "deploy_key": "id:i key_id:i repo_id:i name:t fingerprint:t mode:i created_unix:i updated_unix:i",
    "protected_branch": "id:i repo_id:i branch_name:t priority:i can_push:b enable_whitelist:b whitelist_user_i_ds:t"
                        " whitelist_team_i_ds:t enable_merge_whitelist:b required_approvals:i created_unix:i"
                        " updated_unix:i",
    "label": "id:i repo_id:i org_id:i name:t exclusive:b description:t color:t num_issues:i created_unix:i"
             " updated_unix:i archived_unix:i",
    "milestone": "id:i repo_id:i name:t content:t is_closed:b num_issues:i deadline_unix:i closed_date_unix:i"
                 " created_unix:i updated_unix:i",
    "issue": "id:i repo_id:i index:i poster_id:i original_author:t original_author_id:i name:t content:t"
             " content_version:i milestone_id:i priority:i is_closed:b is_pull:b num_comments:i ref:t pin_order:i"
             " deadline_unix:i created_unix:i updated_unix:i closed_unix:i is_locked:b time_estimate:i",
    "issue_index": "group_id:i max_index:i",
    "issue_label": "id:i issue_id:i label_id:i",
    "issue_assignees": "id:i assignee_id:i issue_id:i",
    "issue_dependency": "id:i user_id:i issue_id:i dependency_id:i created_unix:i updated_unix:i",
    "issue_watch": "id:i user_id:i issue_id:i is_watching:b created_unix:i updated_unix:i",
    "tracked_time": "id:i issue_id:i user_id:i created_unix:i time:i deleted:b",
    "pull_request": "id:i type:i status:i issue_id:i index:i head_repo_id:i base_repo_id:i head_branch:t base_branch:t"
                    " merge_base:t allow_maintainer_edit:b has_merged:b merged_commit_id:t merger_id:i merged_unix:i"
                    " flow:i",
    "review": "id:i type:i reviewer_id:i reviewer_team_id:i issue_id:i content:t official:b commit_id:t stale:b"
              " dismissed:b created_unix:i updated_unix:i",
    "comment": "id:i type:i poster_id:i original_author:t original_author_id:i issue_id:i label_id:i old_project_id:i"
               " project_id:i old_milestone_id:i milestone_id:i time_id:i assignee_id:i removed_assignee:b"
               " assignee_team_id:i resolve_doer_id:i old_title:t new_title:t old_ref:t new_ref:t"
               " dependent_issue_id:i commit_id:i line:i tree_path:t content:t patch:t created_unix:i updated_unix:i"
               " commit_sha:t review_id:i invalidated:b ref_repo_id:i ref_issue_id:i ref_comment_id:i ref_action:i"
               " ref_is_pull:b",
    "reaction": "id:i type:t issue_id:i comment_id:i user_id:i original_author_id:i original_author:t created_unix:i",
    "release": "id:i repo_id:i publisher_id:i tag_name:t lower_tag_name:t target:t title:t sha1:t num_commits:i note:t"
               " is_draft:b is_prerelease:b is_tag:b created_unix:i",
    "attachment": "id:i uuid:t repo_id:i issue_id:i release_id:i uploader_id:i comment_id:i name:t download_count:i size:i"
                  " created_unix:i",
    "lfs_meta_object": "id:i oid:t size:i repository_id:i created_unix:i updated_unix:i",
    "webhook": "id:i repo_id:i owner_id:i is_system_webhook:b url:t http_method:t content_type:i secret:t events:t"
               " is_active:b type:t meta:t last_status:i header_authorization_encrypted:t created_unix:i updated_unix:i",
    "oauth2_application": "id:i uid:i name:t client_id:t client_secret:t confidential_client:b"
                          " skip_secondary_authorization:b redirect_uris:t created_unix:i updated_unix:i",
    "oauth2_grant": "id:i user_id:i application_id:i counter:i scope:t nonce:t created_unix:i updated_unix:i",
    "commit_status": "id:i index:i repo_id:i state:t sha:t target_url:t description:t context_hash:t context:t"
                     " creator_id:i created_unix:i updated_unix:i",
    "gpg_key": "id:i owner_id:i key_id:t primary_key_id:t content:t created_unix:i expired_unix:i added_unix:i emails:t"
               " verified:b can_sign:b can_encrypt_comms:b can_encrypt_storage:b can_certify:b",
    "gpg_key_import": "key_id:t content:t",
    "mirror": "id:i repo_id:i interval:i enable_prune:b updated_unix:i next_update_unix:i lfs_enabled:b lfs_endpoint:t"
              " remote_address:t",
    "push_mirror": "id:i repo_id:i remote_name:t remote_address:t sync_on_commit:b interval:i created_unix:i"
                   " last_update:i last_error:t",
    "protected_tag": "id:i repo_id:i name_pattern:t allowlist_user_i_ds:t allowlist_team_i_ds:t created_unix:i"
                     " updated_unix:i",
    "project": "id:i title:t description:t owner_id:i repo_id:i creator_id:i is_closed:b board_type:i card_type:i type:i"
               " created_unix:i updated_unix:i closed_date_unix:i",
    "project_board": "id:i title:t default:b sorting:i color:t project_id:i creator_id:i created_unix:i updated_unix:i",
    "project_issue": "id:i issue_id:i project_id:i project_board_id:i sorting:i",
    "secret": "id:i owner_id:i repo_id:i name:t data:t description:t created_unix:i",
    "action_variable": "id:i owner_id:i repo_id:i name:t data:t description:t created_unix:i updated_unix:i",
    "stopwatch": "id:i issue_id:i user_id:i created_unix:i",
    "notification": "id:i user_id:i repo_id:i status:i source:i issue_id:i commit_id:t comment_id:i updated_by:i"
                    " created_unix:i updated_unix:i",
    "repo_transfer": "id:i doer_id:i recipient_id:i repo_id:i team_i_ds:t created_unix:i updated_unix:i",
    "pull_auto_merge": "id:i pull_id:i doer_id:i merge_style:t message:t delete_branch_after_merge:b created_unix:i",
    "package": "id:i owner_id:i repo_id:i type:t name:t lower_name:t semver_compatible:b is_internal:b",
    "package_version": "id:i package_id:i creator_id:i version:t lower_version:t created_unix:i is_internal:b"
                       " metadata_json:t download_count:i",
    "package_file": "id:i version_id:i blob_id:i name:t lower_name:t composite_key:t is_lead:b created_unix:i",
    "package_blob": "id:i size:i hash_md5:t hash_sha1:t hash_sha256:t hash_sha512:t created_unix:i",
    "branch": "id:i repo_id:i name:t commit_id:t is_deleted:b deleted_by_id:i created_unix:i updated_unix:i",
    "renamed_branch": "id:i repo_id:i from:t to:t created_unix:i",
    "issue_content_history": "id:i poster_id:i issue_id:i comment_id:i edited_unix:i content_text:t is_first_created:b"
                             " is_deleted:b",
    "login_source": "id:i type:i name:t is_active:b is_sync_enabled:b cfg:t created_unix:i updated_unix:i",
}
# What Forgejo has otherwise: its own tables, columns that it calls otherwise, secrets in bytes.
FORGEJO = {**TABLES,
           "forgejo_version": "id:i version:i",
           "forgejo_blocked_user": "id:i user_id:i block_id:i created_unix:i",
           "forgejo_auth_token": "id:i uid:i lookup_key:t hashed_validator:t purpose:t expiry:i",
           "forgejo_repo_flag": "id:i repo_id:i name:t",
           "federation_host": "id:i host_fqdn:t software_name:t latest_activity:i created:i updated:i",
           "quota_group": "name:t",
           "two_factor": "id:i uid:i secret:x scratch_salt:t scratch_hash:t last_used_passcode:t created_unix:i updated_unix:i",
           "secret": "id:i owner_id:i repo_id:i name:t data:x created_unix:i",
           "repo_unit": "id:i repo_id:i type:i config:t created_unix:i default_permissions:i"}
for _table, _old, _new in (("repository", "default_wiki_branch", "wiki_branch"), ("protected_branch", " priority:i", ""),
                           ("user", "keep_activity_private:b", "keep_activity_private:b pronouns:t keep_pronouns_private:b"),
                           ("release", "is_tag:b", "is_tag:b hide_archive_links:b"),
                           ("push_mirror", "last_error:t", "last_error:t public_key:t private_key:x branch_filter:t")):
    FORGEJO[_table] = FORGEJO[_table].replace(_old, _new)
del FORGEJO["user_blocking"]
TYPES = {"sqlite": {"i": "INTEGER", "b": "INTEGER", "t": "TEXT", "x": "BLOB"},
         "postgres": {"i": "BIGINT", "b": "BOOLEAN", "t": "TEXT", "x": "BYTEA"}}


def pbkdf2(password, salt, rounds=50000):
    return hashlib.pbkdf2_hmac("sha256", password.encode(), salt, rounds, 50).hex()


def sealed_totp(secret):
    key, iv = hashlib.md5(SECRET_KEY.encode()).digest(), os.urandom(16)
    encryptor = Cipher(algorithms.AES(key), modes.CFB(iv)).encryptor()
    return base64.b64encode(iv + encryptor.update(base64.b64encode(secret.encode())) + encryptor.finalize()).decode()


def sealed(secret):
    """What the other product's columns have, such as header_authorization_encrypted."""
    key, iv = hashlib.sha256(SECRET_KEY.encode()).digest(), os.urandom(16)
    encryptor = Cipher(algorithms.AES(key), modes.CFB(iv)).encryptor()
    return (iv + encryptor.update(base64.b64encode(secret.encode())) + encryptor.finalize()).hex()


def bound(secret, purpose, column, row):
    """What Forgejo's newer versions have: under a key for the purpose, bound to the column and the row."""
    extracted = hmac.new(bytes(32), SECRET_KEY.encode(), hashlib.sha256).digest()
    key = hmac.new(extracted, purpose.encode() + b"\x01", hashlib.sha256).digest()
    nonce = os.urandom(24)
    state = list(struct.unpack("<16I", b"expand 32-byte k" + key + nonce[:16]))

    def quarter(a, b, c, d):
        for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            state[x] = (state[x] + state[y]) & 0xffffffff
            mixed = state[z] ^ state[x]
            state[z] = (mixed << turn | mixed >> (32 - turn)) & 0xffffffff

    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    derived = struct.pack("<8I", *state[:4], *state[12:])
    return nonce + ChaCha20Poly1305(derived).encrypt(bytes(4) + nonce[16:], secret.encode(),
                                                     column.encode() + b":" + struct.pack(">q", row))


def bcrypted(secret):
    return crypt.crypt(secret, crypt.mksalt(crypt.METHOD_BLOWFISH, rounds=1 << 5)).replace("$2b$", "$2a$", 1)


def ssh_key(comment):
    key = Ed25519PrivateKey.generate().public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()
    return f"{key} {comment}"


def git(*arguments, cwd=None):
    environment = {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null"}
    for who in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{who}_NAME": "Alice", f"GIT_{who}_EMAIL": "alice@example.com",
                        f"GIT_{who}_DATE": f"{THEN} +0000"}
    done = subprocess.run(["git", *map(str, arguments)], cwd=cwd, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


class OldSite:
    """`engine` is what its database is kept in. `add` puts rows in; members that are not named are 0, false and empty."""

    def __init__(self, folder, engine, layout=None):
        self.folder, self.engine = pathlib.Path(folder), engine
        self.data = self.folder / "data"
        self.repositories = self.data / "gitea-repositories"
        self.repositories.mkdir(parents=True)
        self.settings, self.waiting = self.folder / "custom/conf/app.ini", []
        self.settings.parent.mkdir(parents=True)
        self.tables = {name: [column.split(":") for column in columns.split()]
                       for name, columns in (layout or TABLES).items()}
        self.postgres = PostgresDatabase() if engine == "postgres" else None
        database = self.postgres.settings() if self.postgres else {"DB_TYPE": "sqlite3", "PATH": "data/gitea.db"}
        self.write_config({"": {"APP_NAME": "Old"}, "database": database, "security": {"SECRET_KEY": SECRET_KEY},
                           "lfs": {"PATH": self.data / "lfs"}})
        self.script("".join(
            f'CREATE TABLE "{name}" ({", ".join(self.declared(*column) for column in columns)});\n'
            for name, columns in self.tables.items()))

    def write_config(self, sections):
        lines = []
        for section, keys in sections.items():
            lines += [f"[{section}]"] if section else []
            lines += [f"{key} = {value}" for key, value in keys.items()]
        self.settings.write_text("\n".join(lines) + "\n")

    def declared(self, name, kind):
        key = " PRIMARY KEY" if name == "id" else ""
        return f'"{name}" {TYPES[self.engine][kind]}{key}'

    def script(self, sql):
        """Is run with all that comes before somebody looks."""
        self.waiting.append(sql.rstrip().removesuffix(";") + ";\n")

    @property
    def config(self):
        """The file with its settings; whoever asks for it is about to look."""
        self.flush()
        return self.settings

    def flush(self):
        sql, self.waiting = "".join(self.waiting), []
        if not sql:
            return
        if self.postgres:
            self.postgres.rows(sql)
            return
        with sqlite3.connect(self.data / "gitea.db") as database:
            database.executescript(sql)

    def literal(self, kind, value):
        if kind == "b":
            return str(bool(value)).upper() if self.postgres else str(int(bool(value)))
        if kind == "i":
            return str(int(value or 0))
        if kind == "x":
            return f"'\\x{(value or b'').hex()}'" if self.postgres else f"x'{(value or b'').hex()}'"
        return "'" + str(value or "").replace("'", "''") + "'"

    def add(self, table, *rows):
        columns = self.tables[table]
        lines = []
        for row in rows:
            unknown = set(row) - {name for name, _ in columns}
            assert not unknown, f"{table} has no {unknown}"
            row = {**{name: THEN for name, _ in columns if name in ("created_unix", "updated_unix")}, **row}
            lines.append("(" + ", ".join(self.literal(kind, row.get(name)) for name, kind in columns) + ")")
        if rows:
            self.script(f'INSERT INTO "{table}" ({", ".join(f"{chr(34)}{name}{chr(34)}" for name, _ in columns)}) VALUES\n'
                        + ",\n".join(lines) + ";\n")

    def add_user(self, number, name, **more):
        salt = os.urandom(16)
        self.add("user", {"id": number, "name": name, "lower_name": name.lower(), "email": f"{name.lower()}@example.com",
                          "passwd": pbkdf2(PASSWORD, salt), "passwd_hash_algo": "pbkdf2$50000$50", "salt": salt.hex(),
                          "is_active": True, "max_repo_creation": -1, "allow_create_organization": True, **more})
        if more.get("type", 0) == 0:
            self.add("email_address", {"id": number * 10, "uid": number, "email": f"{name.lower()}@example.com",
                                       "lower_email": f"{name.lower()}@example.com", "is_activated": True,
                                       "is_primary": True})

    def add_repository(self, number, owner_id, owner, name, **more):
        """With a commit on main, a tag v1.0 and the head of pull request 2. Returns the ids of both commits."""
        self.add("repository", {"id": number, "owner_id": owner_id, "owner_name": owner, "name": name,
                                "lower_name": name.lower(), "default_branch": "main", "object_format_name": "sha1", **more})
        self.add("repo_unit", *[{"id": number * 100 + kind, "repo_id": number, "type": kind, "config": config}
                                for kind, config in ((1, "{}"), (2, json.dumps({"EnableTimetracker": False})),
                                                     (3, json.dumps({"AllowSquash": False, "AllowMerge": True,
                                                                     "AllowRebase": True, "AllowRebaseMerge": True})),
                                                     (4, ""), (5, ""), (8, ""))])
        bare = self.repositories / owner.lower() / f"{name.lower()}.git"
        git("init", "-q", "--bare", "-b", "main", bare)
        work = self.folder / f"work-{number}"
        git("init", "-q", "-b", "main", work)
        (work / "README.md").write_text(f"# {name}\n")
        git("add", ".", cwd=work)
        git("commit", "-q", "-m", "Begin", cwd=work)
        git("tag", "v1.0", cwd=work)
        base = git("rev-parse", "HEAD", cwd=work)
        git("push", "-q", bare, "main", "v1.0", cwd=work)
        git("checkout", "-q", "-b", "feature", cwd=work)
        (work / "feature.txt").write_text("something new\n")
        git("add", ".", cwd=work)
        git("commit", "-q", "-m", "Add a feature", cwd=work)
        head = git("rev-parse", "HEAD", cwd=work)
        git("push", "-q", bare, "feature", "HEAD:refs/pull/2/head", cwd=work)
        return base, head

    def add_wiki(self, owner, name):
        bare = self.repositories / owner.lower() / f"{name.lower()}.wiki.git"
        git("init", "-q", "--bare", "-b", "master", bare)
        work = self.folder / f"wiki-{name}"
        git("init", "-q", "-b", "master", work)
        (work / "Home.md").write_text("Welcome to the wiki\n")
        git("add", ".", cwd=work)
        git("commit", "-q", "-m", "Begin", cwd=work)
        git("push", "-q", bare, "master", cwd=work)

    def add_file(self, folder, name, content):
        path = self.data / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def close(self):
        if self.postgres:
            self.postgres.drop()


def add_belongings(site):
    """What belongs to workflows, boards and registries, what waits for somebody, and what has no place elsewhere."""
    site.add("project", {"id": 1, "title": "Plans", "repo_id": 31, "creator_id": 11, "type": 2, "board_type": 1},
             {"id": 2, "title": "Of Acme", "owner_id": 13, "creator_id": 11, "type": 3, "is_closed": True})
    site.add("project_board", {"id": 5, "title": "To do", "default": True, "project_id": 1, "creator_id": 11},
             {"id": 6, "title": "Done", "sorting": 1, "color": "#00ff00", "project_id": 1})
    site.add("project_issue", {"id": 1, "issue_id": 51, "project_id": 1, "project_board_id": 6},
             {"id": 2, "issue_id": 53, "project_id": 1})
    seal = (lambda text, row: bound(text, "action_secret", "data", row)) if "forgejo_version" in site.tables \
        else (lambda text, _: sealed(text))
    site.add("secret", {"id": 1, "repo_id": 31, "name": "DEPLOY_KEY", "data": seal("hush", 1)},
             {"id": 2, "owner_id": 13, "name": "ORG_KEY", "data": seal("of acme", 2)},
             {"id": 3, "repo_id": 31, "name": "BROKEN", "data": seal("x", 4)[:-4] if "forgejo_version" in site.tables else "00" * 40})
    site.add("action_variable", {"id": 1, "repo_id": 31, "name": "TARGET", "data": "production"},
             {"id": 2, "name": "SITE_WIDE", "data": "x"})
    site.add("stopwatch", {"id": 1, "issue_id": 51, "user_id": 12})
    site.add("notification", {"id": 1, "user_id": 11, "repo_id": 31, "status": 1, "source": 1, "issue_id": 51, "updated_by": 12},
             {"id": 2, "user_id": 11, "repo_id": 31, "status": 3, "source": 2, "issue_id": 52, "updated_by": 12},
             {"id": 3, "user_id": 11, "repo_id": 31, "status": 1, "source": 3, "commit_id": site.base})
    site.add("repo_transfer", {"id": 1, "doer_id": 12, "recipient_id": 11, "repo_id": 32, "team_i_ds": ""})
    site.add("pull_auto_merge", {"id": 1, "pull_id": 1, "doer_id": 11, "merge_style": "squash", "message": "One\n\nTwo",
                                 "delete_branch_after_merge": True})
    content = b"a packaged file"
    digest = hashlib.sha256(content).hexdigest()
    site.add("package", {"id": 1, "owner_id": 11, "repo_id": 31, "type": "generic", "name": "Tool", "lower_name": "tool"},
             {"id": 2, "owner_id": 11, "type": "npm", "name": "left-pad", "lower_name": "left-pad"})
    site.add("package_version", {"id": 1, "package_id": 1, "creator_id": 11, "version": "1.0", "lower_version": "1.0"},
             {"id": 2, "package_id": 2, "creator_id": 11, "version": "1.3.0", "lower_version": "1.3.0"})
    site.add("package_blob", {"id": 1, "size": len(content), "hash_sha256": digest})
    site.add("package_file", {"id": 1, "version_id": 1, "blob_id": 1, "name": "tool.bin", "lower_name": "tool.bin"})
    site.add_file("packages", f"{digest[:2]}/{digest[2:4]}/{digest}", content)
    site.add("branch", {"id": 1, "repo_id": 31, "name": "main", "commit_id": site.base},
             {"id": 2, "repo_id": 31, "name": "old-idea", "commit_id": site.head, "is_deleted": True, "deleted_by_id": 11})
    site.add("renamed_branch", {"id": 1, "repo_id": 31, "from": "master", "to": "main"})
    site.add("issue_content_history", {"id": 1, "poster_id": 12, "issue_id": 51, "content_text": "Bad.", "is_first_created": True})
    site.add("login_source", {"id": 1, "type": 2, "name": "the directory", "is_active": True, "cfg": "{}"})


def furnished(folder, engine, layout=None):
    """A site with a little of everything."""
    site = OldSite(folder, engine, layout)
    forgejo = "forgejo_version" in site.tables
    site.add("version", {"id": 1, "version": 321})
    site.add_user(11, "Alice", is_admin=True, full_name="Alice Able", keep_email_private=True)
    site.add_user(12, "bob", visibility=1)
    site.add_user(13, "Acme", type=1, passwd="", email="", full_name="Acme, Inc.")
    site.add_user(14, "ldap", login_type=2, passwd="")
    site.add("email_address", {"id": 7, "uid": 11, "email": "alice@elsewhere.example", "lower_email":
             "alice@elsewhere.example", "is_activated": True})
    unreadable = b"some other way of keeping secrets"
    site.add("two_factor", {"id": 1, "uid": 12, "secret": bound(TOTP_SECRET, "totp", "secret", 1) if forgejo else sealed_totp(TOTP_SECRET)},
             {"id": 2, "uid": 14, "secret": unreadable if forgejo else base64.b64encode(unreadable).decode()})
    site.add("public_key", {"id": 5, "owner_id": 11, "name": "laptop", "content": ssh_key("alice@laptop"), "type": 1},
             {"id": 6, "owner_id": 0, "name": "deploy", "content": ssh_key("ci"), "type": 2})
    salt = "Tn0oTn0oTn"
    site.add("access_token", {"id": 3, "uid": 11, "name": "ci", "scope": "write:repository,write:issue,read:user",
                              "token_hash": pbkdf2(TOKEN, salt.encode(), 10000), "token_salt": salt,
                              "token_last_eight": TOKEN[-8:]})
    site.add("user_redirect", {"id": 1, "lower_name": "alicia", "redirect_user_id": 11})
    site.add("follow", {"id": 1, "user_id": 12, "follow_id": 11})
    site.add("team", {"id": 21, "org_id": 13, "name": "Owners", "lower_name": "owners", "authorize": 4,
                      "includes_all_repositories": True, "can_create_org_repo": True},
             {"id": 22, "org_id": 13, "name": "readers", "lower_name": "readers", "authorize": 0})
    site.add("team_unit", {"id": 1, "org_id": 13, "team_id": 22, "type": 2, "access_mode": 1},
             {"id": 2, "org_id": 13, "team_id": 22, "type": 1, "access_mode": 2})
    site.add("team_user", {"id": 1, "org_id": 13, "team_id": 21, "uid": 11}, {"id": 2, "org_id": 13, "team_id": 22, "uid": 12})
    site.add("org_user", {"id": 1, "uid": 11, "org_id": 13, "is_public": True}, {"id": 2, "uid": 12, "org_id": 13})

    site.base, site.head = site.add_repository(31, 11, "Alice", "Things", description="All the things",
                                               topics=json.dumps(["tools"]))
    site.add_wiki("Alice", "Things")
    site.add_repository(32, 12, "bob", "Things", is_fork=True, fork_id=31)
    site.add_repository(33, 13, "Acme", "hidden", is_private=True)
    site.add("repository", {"id": 34, "owner_id": 12, "owner_name": "bob", "name": "lost", "lower_name": "lost"})
    site.add("team_repo", {"id": 1, "org_id": 13, "team_id": 21, "repo_id": 33}, {"id": 2, "org_id": 13, "team_id": 22, "repo_id": 33})
    site.add("collaboration", {"id": 1, "repo_id": 31, "user_id": 12, "mode": 2})
    site.add("star", {"id": 1, "uid": 12, "repo_id": 31})
    site.add("watch", {"id": 1, "user_id": 12, "repo_id": 31, "mode": 1})
    site.add("repo_redirect", {"id": 1, "owner_id": 11, "lower_name": "stuff", "redirect_repo_id": 31})
    site.add("deploy_key", {"id": 1, "key_id": 6, "repo_id": 31, "name": "deploy", "mode": 1})
    site.add("protected_branch", {"id": 1, "repo_id": 31, "branch_name": "main", "can_push": True, "enable_whitelist": True,
                                  "whitelist_user_i_ds": "[11]", "required_approvals": 1})
    site.add("label", {"id": 41, "repo_id": 31, "name": "bug", "color": "#EE0701", "description": "wrong"},
             {"id": 42, "org_id": 13, "name": "org-wide", "color": "#00ff00"})
    site.add("milestone", {"id": 43, "repo_id": 31, "name": "1.0", "deadline_unix": 253402264799})
    site.add("issue", {"id": 51, "repo_id": 31, "index": 1, "poster_id": 12, "name": "It breaks", "content": "Badly.",
                       "milestone_id": 43},
             {"id": 52, "repo_id": 31, "index": 2, "poster_id": 12, "name": "Add a feature", "is_pull": True},
             {"id": 53, "repo_id": 31, "index": 7, "poster_id": -1, "original_author": "carol", "original_author_id": 99,
              "name": "From elsewhere", "is_closed": True})
    site.add("issue_index", {"group_id": 31, "max_index": 9})
    site.add("issue_label", {"id": 1, "issue_id": 51, "label_id": 41})
    site.add("issue_assignees", {"id": 1, "assignee_id": 11, "issue_id": 51})
    site.add("issue_dependency", {"id": 1, "user_id": 11, "issue_id": 51, "dependency_id": 53})
    site.add("tracked_time", {"id": 1, "issue_id": 51, "user_id": 11, "time": 3600})
    site.add("pull_request", {"id": 1, "issue_id": 52, "index": 2, "head_repo_id": 31, "base_repo_id": 31, "head_branch": "feature",
                              "base_branch": "main", "merge_base": site.base})
    site.add("review", {"id": 61, "type": 1, "reviewer_id": 11, "issue_id": 52, "content": "Good", "commit_id": site.head})
    site.add("comment", {"id": 71, "type": 0, "poster_id": 11, "issue_id": 51, "content": "I see it, too."},
             {"id": 72, "type": 7, "poster_id": 11, "issue_id": 51, "label_id": 41, "content": "1"},
             {"id": 73, "type": 22, "poster_id": 11, "issue_id": 52, "review_id": 61, "content": "Good"},
             {"id": 74, "type": 21, "poster_id": 11, "issue_id": 52, "review_id": 61, "content": "Nice line", "line": 1,
              "tree_path": "feature.txt", "commit_sha": site.head, "patch": "diff --git a/feature.txt b/feature.txt\n--- /dev/null\n+++ b/feature.txt\n"
                                                                                "@@ -0,0 +1 @@\n+something new"},
             {"id": 75, "type": 30, "poster_id": 11, "issue_id": 51, "project_id": 1})
    site.add("reaction", {"id": 1, "type": "+1", "issue_id": 51, "comment_id": 71, "user_id": 12})
    site.add("release", {"id": 81, "repo_id": 31, "publisher_id": 11, "tag_name": "v1.0", "lower_tag_name": "v1.0",
                         "target": "main", "title": "One", "sha1": site.base, "note": "The first"})
    site.add("attachment", {"id": 91, "uuid": ATTACHMENT, "repo_id": 31, "issue_id": 51, "comment_id": 71, "uploader_id": 11,
                            "name": "log.txt", "size": 9},
             {"id": 92, "uuid": ASSET, "repo_id": 31, "release_id": 81, "uploader_id": 11, "name": "things.bin", "size": 5},
             {"id": 93, "uuid": ATTACHMENT.replace("0f", "2f"), "repo_id": 31, "issue_id": 51, "name": "gone.txt"})
    for uuid, content in ((ATTACHMENT, b"a long log"), (ASSET, b"bytes")):
        site.add_file("attachments", f"{uuid[0]}/{uuid[1]}/{uuid}", content)
    site.large = hashlib.sha256(b"large").hexdigest()
    site.add("lfs_meta_object", {"id": 1, "oid": site.large, "size": 5, "repository_id": 31})
    site.add_file("lfs", f"{site.large[:2]}/{site.large[2:4]}/{site.large[4:]}", b"large")
    site.add("webhook", {"id": 1, "repo_id": 31, "url": "https://hooks.example.com/x", "content_type": 1, "secret": "s",
                         "events": json.dumps({"choose_events": True, "branch_filter": "main",
                                               "events": {"push": True, "issues": True, "release": False}}),
                         "is_active": True, "type": "gitea"})
    site.add("oauth2_application", {"id": 2, "uid": 11, "name": "Old client", "client_id": CLIENT_ID,
                                    "client_secret": bcrypted(CLIENT_SECRET), "confidential_client": True,
                                    "redirect_uris": json.dumps([REDIRECT])})
    site.add("oauth2_grant", {"id": 1, "user_id": 11, "application_id": 2, "scope": "openid"})
    site.add("commit_status", {"id": 1, "index": 1, "repo_id": 31, "state": "success", "sha": site.base, "context": "ci",
                               "creator_id": 11})
    site.add("webauthn_credential", {"id": 1, "name": "token", "user_id": 14, "credential_id": b"\x00\xffid",
                                     "public_key": b"\xa5\x01\x02key", "sign_count": 3})
    site.add("protected_tag", {"id": 1, "repo_id": 31, "name_pattern": "v*", "allowlist_user_i_ds": "[11,12]"})
    site.add("mirror", {"id": 1, "repo_id": 33, "interval": 8 * 3600 * 10 ** 9, "remote_address": "https://mirror.example.com/x.git"})
    git("config", "remote.origin.url", "https://me:secret@mirror.example.com/x.git", cwd=site.repositories / "acme/hidden.git")
    add_belongings(site)
    site.flush()
    return site
