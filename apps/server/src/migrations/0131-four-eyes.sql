-- What moves more than a threshold waits for a second member of staff (ADMT-30): who asked, for what, and who decided.
create table approval (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z][a-z-]*$'),
  -- As in the audit log: `user:…`
  subject text not null,
  -- In hundredths: what it would move.
  amount bigint not null check (amount >= 0),
  -- What is done once it is approved.
  asked jsonb not null,
  reason text not null,
  asked_by uuid not null,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined')),
  decided_by uuid,
  decided_at timestamptz,
  note text,
  check ((state = 'waiting') = (decided_by is null)),
  check ((state = 'waiting') = (decided_at is null)),
  -- Who asked may take it back, and not approve it.
  check (state <> 'approved' or decided_by <> asked_by)
);
create index approval_waiting on approval (id) where state = 'waiting';
create index approval_of on approval (subject, id);
revoke delete, truncate on approval from mupiira_app;

-- Top-ups and deductions by staff: what explains their postings.
create table staff_adjustment (
  id uuid primary key,
  user_id uuid not null,
  kind text not null check (kind in ('top-up', 'deduction')),
  -- Signed, as the player's account saw it.
  amount bigint not null check ((amount > 0) = (kind = 'top-up') and amount <> 0),
  made_by uuid not null,
  approved_by uuid,
  created_at timestamptz not null
);
create trigger staff_adjustment_append_only before update or delete or truncate on staff_adjustment
  for each statement execute function refuse_change();
revoke update, delete, truncate on staff_adjustment from mupiira_app;

-- What staff writes down about an account, for each other.
create table staff_note (
  id uuid primary key,
  user_id uuid not null,
  written_by uuid not null,
  note text not null check (length(note) between 1 and 2000),
  created_at timestamptz not null
);
create index staff_note_of on staff_note (user_id, id);
create trigger staff_note_append_only before update or delete or truncate on staff_note
  for each statement execute function refuse_change();
revoke update, delete, truncate on staff_note from mupiira_app;
