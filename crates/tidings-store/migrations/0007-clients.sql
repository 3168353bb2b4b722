-- Clients: how programs that people read with get in; the words of 0001 hold.

-- The digest of the key that clients of the Fever API send, md5 of "name:password" with the name as it was then.
alter table app_passwords add column fever_hash {BLOB};
create unique index app_passwords_fever on app_passwords(fever_hash);
