-- AUTH-38: an e-mail address of an account counts once a link that was sent there was opened. Such links (`address`),
-- and the word to an address that counts no longer (`changed`), are sent like the recoveries, for the account that asked.
alter table recovery_request drop constraint recovery_request_kind_check;
alter table recovery_request
  add constraint recovery_request_kind_check check (kind in ('sms', 'email', 'address', 'changed')),
  add constraint recovery_request_account_check check (kind in ('sms', 'email') or user_id is not null);
