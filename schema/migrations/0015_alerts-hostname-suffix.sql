-- Custom SQL migration: endpoints under a domain, and those of a hostname; read backwards, hostnames that end alike begin alike --
CREATE INDEX "endpoint_hostname_backwards" ON "alerts"."endpoint" (reverse("hostname"), "tenant_id");
