-- Customer care.

-- Conversations with customer care. Messages are numbered under the lock of this row.
create table chat_conversations (
  -- The player. The id of a visitor who is not logged in belongs to no account; it is derived from a secret in a cookie.
  -- Only ids of visitors are UUIDs of version 8.
  user_id uuid primary key,
  is_visitor boolean not null default false check (is_visitor = (substr(user_id::text, 15, 1) = '8')),
  last_no int not null default 0,
  last_at timestamptz not null,
  -- The last message of each side, and up to where the other side has read.
  user_last_no int not null default 0,
  admin_last_no int not null default 0,
  user_read_no int not null default 0,
  admin_read_no int not null default 0
);
create index chat_conversations_latest on chat_conversations (last_at desc, user_id desc) where last_no > 0;
create index chat_conversations_by_writer on chat_conversations (is_visitor, last_at desc, user_id desc)
  where last_no > 0;
create index chat_conversations_of_visitors on chat_conversations (last_at) where is_visitor;
create index chat_conversations_waiting on chat_conversations (last_at desc, user_id desc)
  where user_last_no > admin_read_no;

-- Messages, append only.
create table customer_care_chat (
  id uuid primary key,
  user_id uuid not null references chat_conversations (user_id),
  no int not null check (no > 0),
  sender text not null check (sender in ('user', 'admin')),
  -- The player, or the member of staff.
  author_id uuid not null,
  content text not null default '' check (length(content) <= 2000),
  image_url text unique,
  image_width int check (image_width between 1 and 1600),
  image_height int check (image_height between 1 and 1600),
  reply_to uuid references customer_care_chat (id),
  send_key text not null,
  created_at timestamptz not null,
  check (content <> '' or image_url is not null),
  check ((image_url is null) = (image_width is null) and (image_url is null) = (image_height is null)),
  check (sender = 'admin' or author_id = user_id)
);
create unique index customer_care_chat_order on customer_care_chat (user_id, no);
-- A message is stored once, even if a phone sends it again days later.
create unique index customer_care_chat_once on customer_care_chat (author_id, user_id, send_key);
-- Without this index, deleting a message reads the whole table.
create index customer_care_chat_replies on customer_care_chat (reply_to) where reply_to is not null;
create index customer_care_chat_images on customer_care_chat (author_id, created_at) where image_url is not null;

-- Prepared answers of staff.
create table chat_quick_replies (
  id uuid primary key,
  title text not null check (length(title) between 1 and 60),
  content text not null check (length(content) between 1 and 2000),
  changed_by uuid,
  changed_at timestamptz not null
);

insert into chat_quick_replies (id, title, content, changed_at) values
  (gen_random_uuid(), 'Greeting', 'Hello, this is customer care. How can we help you?', now()),
  (gen_random_uuid(), 'Missing deposit', 'Please send us the reference of the deposit from your Statement, or a picture of the message from your mobile money operator. Please do not pay again while we look.', now()),
  (gen_random_uuid(), 'Withdrawal on its way', 'Your withdrawal is on its way. It is processed within 15 minutes. You can see its status under Statement.', now()),
  (gen_random_uuid(), 'Solved', 'Thank you for your patience: this is solved now. Is there anything else?', now());

-- The server's role must not turn a player's conversation into a visitor's conversation, which it may delete.
revoke update, delete on chat_conversations from mupiira_app;
grant update (last_no, last_at, user_last_no, admin_last_no, user_read_no, admin_read_no) on chat_conversations
  to mupiira_app;
revoke update, delete on customer_care_chat from mupiira_app;

-- Deletes conversations of visitors whose last message is older than `before`, and than 30 days by the database's
-- clock. Runs as the owner, because the server's role cannot delete messages. Deletes at most 100 conversations,
-- because a longer deletion could exceed the statement timeout.
create procedure delete_visitor_chats(before timestamptz, inout deleted int) language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  ended uuid[];
  latest constant timestamptz := least(before, now() - interval '30 days');
begin
  -- The row locks prevent new messages until the deletion commits.
  select array_agg(user_id) into ended from (
    select user_id from chat_conversations c
     -- The server's role can change last_at but no messages, so check the messages too.
     where is_visitor and last_at < latest
       and not exists (select from customer_care_chat m where m.user_id = c.user_id and m.created_at >= latest)
     order by last_at, user_id limit 100 for update
  ) conversations;
  delete from customer_care_chat where user_id = any (ended);
  delete from chat_conversations where user_id = any (ended);
  deleted := coalesce(cardinality(ended), 0);
end
$$;
revoke execute on procedure delete_visitor_chats from public;
grant execute on procedure delete_visitor_chats to mupiira_app;
