-- Stores the entries of the served folder that have changed since the last scan.
insert into drive.folder_entry (site_id, item_id, path, inode, size, modified, sha256, quick_xor_hash)
select :siteId, e."itemId", e.path, e.inode, e.size, e.modified, e.sha256, e."quickXorHash"
from jsonb_to_recordset(:changed) as e ("itemId" text, path text, inode text, size bigint, modified text,
  sha256 text, "quickXorHash" text)
on conflict (site_id, item_id) do update set path = excluded.path, inode = excluded.inode, size = excluded.size,
  modified = excluded.modified, sha256 = excluded.sha256, quick_xor_hash = excluded.quick_xor_hash
