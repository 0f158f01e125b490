-- Custom SQL migration: controllers under a domain; read backwards, hostnames that end alike begin alike --
CREATE INDEX "controller_hostname_backwards" ON "licenses"."controller" (reverse(lower("last_hostname")));
