"""OpenStack Swift with its S3 API in one process: the proxy, and the servers of accounts, containers and objects."""

import eventlet

eventlet.patcher.monkey_patch(all=False, os=True, select=True, socket=True, thread=True, time=True)

import logging
import os
import sys

from eventlet import listen, spawn, wsgi

root, secret_key = sys.argv[1], sys.argv[2]


def write(name, text):
    path = os.path.join(root, name)
    with open(path, "w") as file:
        file.write(text)
    return path


os.makedirs(os.path.join(root, "devices", "disk", "tmp"), exist_ok=True)
swift_conf = write(
    "swift.conf",
    "[swift-hash]\nswift_hash_path_prefix = test\nswift_hash_path_suffix = test\n"
    "[storage-policy:0]\nname = default\ndefault = yes\n",
)

from swift.common import utils

utils.SWIFT_CONF_FILE = swift_conf
utils.HASH_PATH_PREFIX, utils.HASH_PATH_SUFFIX = b"test", b"test"

from swift.common import storage_policy

storage_policy.SWIFT_CONF_FILE = swift_conf
storage_policy.reload_storage_policies()

from swift.account.server import AccountController
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

sockets = {name: listen(("127.0.0.1", 0)) for name in ("account", "container", "object")}
for name, listener in sockets.items():
    builder = RingBuilder(2, 1, 0)
    builder.add_dev(
        {"region": 1, "zone": 1, "ip": "127.0.0.1", "port": listener.getsockname()[1], "device": "disk", "weight": 1}
    )
    builder.rebalance()
    builder.get_ring().save(os.path.join(root, name + ".ring.gz"))

conf = {
    "devices": os.path.join(root, "devices"),
    "swift_dir": root,
    "mount_check": "false",
    "disable_fallocate": "true",
    "allowed_sync_hosts": "127.0.0.1",
}
proxy = write(
    "proxy-server.conf",
    f"""[DEFAULT]
swift_dir = {root}
[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth slo dlo versioned_writes proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
check_bucket_owner = false
min_segment_size = 1048576
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = {secret_key} .admin
user_test_other = {secret_key}
[filter:slo]
use = egg:swift#slo
rate_limit_after_segment = 10000
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
[filter:proxy-logging]
use = egg:swift#proxy_logging
""",
)
log = logging.getLogger("null")
log.addHandler(logging.NullHandler())
for name, make in {"account": AccountController, "container": ContainerController, "object": ObjectController}.items():
    spawn(wsgi.server, sockets[name], make(dict(conf)), log=log, debug=False)
app = loadapp(proxy, global_conf={"log_name": "proxy"})
listener = listen(("127.0.0.1", 0))
print(f"port: {listener.getsockname()[1]}", flush=True)
wsgi.server(listener, app, log=log, debug=False)
