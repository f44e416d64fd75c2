-- The assignee of a conversation with customer care, how long its writer waits, and its cases.

alter table chat_conversations
  -- The member of staff who answers. Null: not assigned.
  add column assigned_to uuid references profiles (id),
  add column is_open boolean not null default false,
  -- The time of the first message that staff has not answered.
  add column waiting_since timestamptz;

-- A case: from the first message until staff closes the conversation.
create table chat_cases (
  id uuid primary key,
  user_id uuid not null references chat_conversations (user_id) on delete cascade,
  opened_at timestamptz not null,
  -- False if staff wrote first. Only cases of a player or visitor have a time of the first answer.
  is_opened_by_writer boolean not null,
  first_answered_at timestamptz,
  closed_at timestamptz,
  closed_by uuid references profiles (id),
  check ((closed_at is null) = (closed_by is null)),
  check (is_opened_by_writer or first_answered_at is null)
);
create unique index chat_cases_open on chat_cases (user_id) where closed_at is null;
create index chat_cases_of_conversation on chat_cases (user_id, opened_at desc);
create index chat_cases_by_time on chat_cases (opened_at);

create index chat_conversations_open on chat_conversations (last_at desc, user_id desc) where is_open;
create index chat_conversations_closed on chat_conversations (last_at desc, user_id desc)
  where not is_open and last_no > 0;
create index chat_conversations_assigned on chat_conversations (assigned_to, last_at desc, user_id desc)
  where assigned_to is not null;

-- A conversation whose last message is not of staff is open.
insert into chat_cases (id, user_id, opened_at, is_opened_by_writer)
  select gen_random_uuid(), user_id, last_at, true from chat_conversations where user_last_no > admin_last_no;
update chat_conversations set is_open = true, waiting_since = last_at where user_last_no > admin_last_no;

grant update (assigned_to, is_open, waiting_since) on chat_conversations to mupiira_app;
revoke update, delete on chat_cases from mupiira_app;
grant update (first_answered_at, closed_at, closed_by) on chat_cases to mupiira_app;
